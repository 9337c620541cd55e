"""`make install` in a root of its own: idempotent, updates, goes back, goes away, keeps what is ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.install.machine import PACKAGES, PLACED, ROOT, SETTINGS, Machine

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("sha256sum") is None, reason="the installer needs the tools of Linux (coreutils)"
)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def assert_lean_and_running(machine: Machine) -> None:
    """What the device does not need is gone, nothing names the place where it was made, and it runs."""
    programs = (machine.current / "bin").iterdir()
    assert {path.name.rstrip("0123456789.") for path in programs} == {"palmstone", "python"}
    assert not list((machine.current / PACKAGES).glob("pip*"))
    assert ".new" not in (machine.current / "pyvenv.cfg").read_text()
    command = [str(machine.current / "bin/python"), "-IB", "-m", "device.system.lights_out"]
    assert subprocess.run(command, cwd=machine.root, capture_output=True, check=False).returncode == 0


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
    assert program.read_text().startswith(f"#!/opt/palmstone/{first}/bin/python -IB\n")
    assert_lean_and_running(machine)

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
    assert "--require-hashes --only-binary :all:" in dry.stdout


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
    failed = machine.call("install", PIP_FIND_LINKS=str(machine.checkout / "docs"))
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
    text = '#!/bin/sh\ncase $3 in *"(3, 13)"*) exit {} ;; *base*) echo 3.{} aarch64 /python ;;'
    text += " *_lgpio*) exit 1 ;; esac\n"
    fake.write_text(text.format(0, 13))
    fake.chmod(0o755)
    new = machine.call("install", DRY_RUN="1", PYTHON=str(fake))
    assert "note: Python 3.13 takes lgpio from the system: sudo apt install python3-lgpio" in new.stdout
    assert f"{fake} -I -m venv --system-site-packages" in new.stdout
    fake.write_text(text.format(1, 11))
    old = machine.call("install", DRY_RUN="1", PYTHON=str(fake))
    assert "lgpio" not in old.stdout
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


@pytest.mark.parametrize(
    "root", ["a b", "it's", '"', "$HOME", "$$", "$(touch hit)", "ü", "#", "a;b", "%", "\\"]
)
def test_f53_make_hands_a_root_folder_of_any_name_over_as_it_is(tmp_path: Path, root: str) -> None:
    script = tmp_path / "systemd/install.sh"
    script.parent.mkdir()
    script.write_text('printf "%s|%s|%s|%s" "$DESTDIR" "$DRY_RUN" "$PURGE" "$1"\n')
    shutil.copy(ROOT / "systemd/install.mk", script.parent)
    done = subprocess.run(
        ["make", "-s", "-f", "systemd/install.mk", "uninstall", f"DESTDIR={root}", "PURGE=1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{root}||1|uninstall", "")
