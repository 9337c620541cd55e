"""`make install` in a root of its own: idempotent, updates, goes back, goes away, keeps what is ours."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pip
import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "hal", "device", "systemd", "docs", "pyproject.toml", "constraints.txt")
PLACED = {
    "etc/systemd/system/palmstone.service",
    r"etc/systemd/system/dev-i2c\x2d1.device.d/palmstone.conf",
    "etc/systemd/system/multi-user.target.wants/palmstone.service",
    "etc/udev/rules.d/60-palmstone.rules",
    "etc/modules-load.d/palmstone.conf",
    "etc/sysusers.d/palmstone.conf",
    "etc/tmpfiles.d/palmstone.conf",
    "etc/polkit-1/rules.d/60-palmstone.rules",
    "usr/local/bin/palmstone",
}
SETTINGS = "etc/palmstone/settings.toml"

pytestmark = pytest.mark.skipif(
    shutil.which("sha256sum") is None, reason="the installer needs the tools of Linux (coreutils)"
)


class Machine:
    """A checkout that can be changed, and a root folder that stands for the machine."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.checkout.mkdir()
        self.root = folder / "root"
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, self.checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, self.checkout / part)

        self.python = _quick_python(folder)
        self.pip = _pip_alone(folder)

    def wheel(self) -> Path:
        """Pack the packages as pip would, without asking an index for the tools to build with."""
        path = self.checkout.parent / "palmstone-0.1.0-py3-none-any.whl"
        info = "palmstone-0.1.0.dist-info"
        with zipfile.ZipFile(path, "w") as archive:
            for part in ("engine", "hal", "device"):
                for file in sorted((self.checkout / part).rglob("*.*")):
                    archive.write(file, file.relative_to(self.checkout))
            archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: palmstone\nVersion: 0.1.0\n")
            archive.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            archive.writestr(f"{info}/entry_points.txt", "[console_scripts]\npalmstone = device.cli:main\n")
            archive.writestr(f"{info}/RECORD", "")
        return path

    def call(self, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the installer."""
        given = {
            "DESTDIR": str(self.root),
            "PYTHON": str(self.python),
            "PYTHONPATH": str(self.pip),
            "SOURCE": str(self.wheel()),
            "PIP_ARGS": "--no-deps --no-index --no-compile",
            **variables,
        }
        return subprocess.run(
            ["sh", str(self.checkout / "systemd" / "install.sh"), command],
            env={**os.environ, **given},
            capture_output=True,
            text=True,
            check=False,
        )

    def change(self) -> None:
        """Let there be a newer state of the project."""
        with (self.checkout / "device" / "__init__.py").open("a") as file:
            file.write("# newer\n")
        with (self.checkout / "systemd" / "palmstone.service").open("a") as file:
            file.write("# newer\n")

    def target(self, name: str) -> str:
        """Return where a link of /opt/palmstone points to."""
        return str((self.root / "opt/palmstone" / name).readlink())

    def versions(self) -> set[str]:
        """Return the versions that are there."""
        folder = self.root / "opt/palmstone"
        return {entry.name for entry in folder.iterdir() if not entry.is_symlink()}

    def files(self) -> set[str]:
        """Return everything outside /opt/palmstone."""
        return {
            str(path.relative_to(self.root))
            for path in self.root.rglob("*")
            if not path.is_dir() and "opt" not in path.relative_to(self.root).parts
        }


def _quick_python(folder: Path) -> Path:
    """Return a Python whose environments come without pip: unpacking it takes most of the time."""
    script = folder / "quick-python"
    real = shlex.quote(sys.executable)
    script.write_text(
        f'#!/bin/sh\nif [ "$2" = venv ]; then shift 2; exec {real} -m venv --without-pip "$@"; fi\n'
        f'exec {real} "$@"\n'
    )
    script.chmod(0o755)
    return script


def _pip_alone(folder: Path) -> Path:
    """Return a folder with pip and nothing else, for the path of such an environment."""
    alone = folder / "pip-alone"
    alone.mkdir()
    (alone / "pip").symlink_to(Path(pip.__file__).parent)
    return alone


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.long
def test_install_update_rollback_and_uninstall_leave_the_root_as_they_should(machine: Machine) -> None:
    # Install
    done = machine.call("install")
    assert done.returncode == 0, done.stderr
    first = machine.target("current")
    assert machine.versions() == {first}
    assert machine.files() == {*PLACED, SETTINGS}
    unit = machine.root / "etc/systemd/system/palmstone.service"
    assert unit.read_bytes() == (ROOT / "systemd/palmstone.service").read_bytes()
    wanted = machine.root / "etc/systemd/system/multi-user.target.wants/palmstone.service"
    assert wanted.resolve() == unit.resolve()
    command = machine.root / "usr/local/bin/palmstone"
    assert str(command.readlink()) == "/opt/palmstone/current/bin/palmstone"
    program = machine.root / "opt/palmstone/current/bin/palmstone"
    assert program.read_text().startswith(f"#!/opt/palmstone/{first}/bin/python")
    assert not list((machine.root / "opt/palmstone/current").glob("source*"))
    python = machine.root / "opt/palmstone/current/bin/python"
    ran = subprocess.run(
        [python, "-m", "device.system.lights_out"], cwd=machine.root, capture_output=True, check=False
    )
    assert ran.returncode == 0

    # Once more: nothing is made anew, what is ours stays
    settings, state = machine.root / SETTINGS, machine.root / "var/lib/palmstone/sessions/1.jsonl"
    settings.write_text("# mine\n")
    state.parent.mkdir(parents=True)
    state.write_text("{}\n")
    made = (machine.root / "opt/palmstone" / first / ".whole").stat().st_mtime_ns
    again = machine.call("install")
    assert again.returncode == 0, again.stderr
    assert "is there already" in again.stdout
    assert (machine.root / "opt/palmstone" / first / ".whole").stat().st_mtime_ns == made
    assert not (machine.root / "opt/palmstone/previous").exists()
    assert settings.read_text() == "# mine\n"

    # Update
    machine.change()
    assert machine.call("install").returncode == 0
    second = machine.target("current")
    assert second != first
    assert machine.target("previous") == first
    assert machine.versions() == {first, second}
    assert unit.read_text().endswith("# newer\n")
    assert (settings.read_text(), state.read_text()) == ("# mine\n", "{}\n")

    # Back, with the unit of that version
    back = machine.call("rollback")
    assert back.returncode == 0, back.stderr
    assert (machine.target("current"), machine.target("previous")) == (first, second)
    assert not unit.read_text().endswith("# newer\n")

    # A third version keeps only the one before it
    machine.change()
    assert machine.call("install").returncode == 0
    assert machine.target("previous") == first
    assert machine.versions() == {first, machine.target("current")}

    # Away: state and settings stay, unless they are to go
    assert machine.call("uninstall").returncode == 0
    assert machine.files() == {SETTINGS, "var/lib/palmstone/sessions/1.jsonl"}
    assert not (machine.root / "opt/palmstone").exists()
    assert machine.call("uninstall").returncode == 0
    assert machine.call("uninstall", PURGE="1").returncode == 0
    assert machine.files() == set()


@pytest.mark.long
def test_a_dry_run_prints_every_step_and_does_none(machine: Machine) -> None:
    dry = machine.call("install", DRY_RUN="1")
    assert dry.returncode == 0, dry.stderr
    assert not machine.root.exists()
    for placed in (*PLACED, SETTINGS):
        assert f"{machine.root}/{placed}" in dry.stdout
    assert "-m venv" in dry.stdout
    assert "-m pip install" in dry.stdout


@pytest.mark.long
def test_a_dry_run_on_the_machine_itself_prints_what_wakes_the_service(machine: Machine) -> None:
    dry = machine.call("install", DRY_RUN="1", DESTDIR="")
    assert dry.returncode == 0, dry.stderr
    steps = [
        "systemd-sysusers palmstone.conf",
        "systemd-tmpfiles --create palmstone.conf",
        "modprobe i2c-dev",
        "udevadm control --reload",
        "systemctl daemon-reload",
        "systemctl restart palmstone.service",
    ]
    found = [line.strip() for line in dry.stdout.splitlines()]
    assert [step for step in found if step in steps] == steps
    away = machine.call("uninstall", DRY_RUN="1", DESTDIR="", PURGE="1").stdout
    assert "systemctl disable --now palmstone.service" in away
    assert "userdel palmstone" in away


@pytest.mark.long
def test_packages_that_cannot_be_had_leave_what_ran_before(machine: Machine) -> None:
    assert machine.call("install").returncode == 0
    first = machine.target("current")
    machine.change()
    failed = machine.call("install", SOURCE=str(machine.checkout / "no-such.whl"))
    assert failed.returncode == 1
    assert "palmstone: the packages could not be installed" in failed.stderr
    assert machine.target("current") == first
    assert machine.versions() == {first}
    assert machine.call("rollback").returncode == 1


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"PYTHON": "/no/such/python3"}, "sudo apt install python3"),
        ({"DESTDIR": "some/folder"}, "beginning with /"),
    ],
)
def test_what_is_missing_is_named_with_its_remedy(
    machine: Machine, variables: dict[str, str], said: str
) -> None:
    done = machine.call("install", **variables)
    assert done.returncode == 1
    assert said in done.stderr
    assert not machine.root.exists()


def test_f25_from_python_3_13_on_lgpio_is_the_systems(machine: Machine) -> None:
    """A stand-in says which Python it is; the index's own lgpio is not asked for there."""
    fake = machine.checkout.parent / "python3"
    fake.write_text('#!/bin/sh\ncase $2 in *"(3, 13)"*) exit 0 ;; *find_spec*) exit 1 ;; esac\nexit 0\n')
    fake.chmod(0o755)
    new = machine.call("install", DRY_RUN="1", PYTHON=str(fake))
    assert "sudo apt install python3-lgpio" in new.stdout
    assert f"{fake} -m venv --system-site-packages" in new.stdout
    assert "[raspberry]" not in new.stdout
    fake.write_text('#!/bin/sh\ncase $2 in *"(3, 13)"*) exit 1 ;; esac\nexit 0\n')
    old = machine.call("install", DRY_RUN="1", PYTHON=str(fake))
    assert "[raspberry]" in old.stdout
    assert "--system-site-packages" not in old.stdout


@pytest.mark.long
def test_make_hands_its_variables_to_the_installer(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "-s", "install", "DRY_RUN=1", f"DESTDIR={tmp_path}/root"],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{tmp_path}/root/etc/systemd/system/palmstone.service" in done.stdout
    assert not (tmp_path / "root").exists()
