"""F48, F53: `make install` on an odd machine: paths, umasks, dead environments, wheels that are others."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.install.machine import PACKAGES, Machine
from tests.install.test_environment import ODD

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("sha256sum") is None, reason="the installer needs the tools of Linux (coreutils)"
)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_f53_a_python_or_a_machine_without_packages_is_said(machine: Machine) -> None:
    fake = machine.checkout.parent / "python3"
    for words in ("3.13 armv7l", "3.99 aarch64"):
        fake.write_text(f'#!/bin/sh\ncase $3 in *base*) echo "{words} /python" ;; esac\n')
        fake.chmod(0o755)
        done = machine.call("install", DRY_RUN="1", PYTHON=str(fake))
        assert done.returncode == 1
        assert f"this is Python {words.replace(' ', ' on ')}; " in done.stderr
        assert "64-bit Raspberry Pi OS" in done.stderr


@pytest.mark.long
def test_f53_any_path_and_any_umask_make_what_the_service_can_read(tmp_path: Path) -> None:
    name, root = "-" + "".join(ODD), "".join(reversed(ODD))
    machine = Machine(tmp_path, name, root)
    # A checkout that was made under such an umask, too, with what editors and interpreters leave behind.
    (machine.checkout / "device/__pycache__").mkdir()
    (machine.checkout / "device/a (copy).py").touch()
    (machine.checkout / "device/.swp").symlink_to("/etc/shadow")
    (machine.checkout / "device/link.py").symlink_to("/etc/shadow")
    for path in (machine.checkout, *machine.checkout.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)
    for _ in range(2):
        done = machine.call("install", umask="077")
        assert (done.returncode, done.stderr) == (0, "")
    everything = [machine.root, *machine.root.rglob("*")]
    closed = [
        path
        for path in everything
        if not path.is_symlink()
        and path.stat().st_mode & 0o777 not in ({0o755} if path.is_dir() else {0o644, 0o755})
    ]
    assert closed == []
    assert not [path for path in everything if path.name in (".swp", "link.py")]
    assert machine.versions() == {machine.target("current")}
    assert not list(tmp_path.rglob("hit"))
    assert machine.call("uninstall", umask="077", PURGE="1").returncode == 0
    assert machine.files() == set()


@pytest.mark.long
def test_f53_nothing_is_imported_from_where_the_service_may_write(machine: Machine, tmp_path: Path) -> None:
    """Neither from the folder one stands in, nor by a variable, nor from a home."""
    assert machine.call("install").returncode == 0
    home = tmp_path / "home"
    for folder in (home, home / f".local/{PACKAGES}"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("argparse", "msgspec", "usercustomize", "sitecustomize", "lgpio"):
            (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'hit')!r}, 'w')\n")
    # The command itself, whose first line names the place where the root folder will stand.
    command = machine.current / "bin/palmstone"
    flags = command.read_text().splitlines()[0].split()[1:]
    config = machine.current / "pyvenv.cfg"
    config.write_text(config.read_text().replace("packages = false", "packages = true"))
    for words in ([command], ["-m", "device.system.lights_out"]):
        subprocess.run(
            [machine.current / "bin/python", *flags, *words],
            cwd=home,
            env={
                **os.environ,
                "HOME": str(home),
                "PYTHONPATH": str(home),
                "PYTHONUSERBASE": str(home / ".local"),
            },
            capture_output=True,
            check=False,
        )
    assert not (tmp_path / "hit").exists()
    assert not list(home.rglob("__pycache__"))


@pytest.mark.long
def test_f53_a_wheel_that_is_not_the_locked_one_is_refused_and_what_ran_stays(machine: Machine) -> None:
    assert machine.call("install").returncode == 0
    first = machine.target("current")
    machine.change()
    wheel = machine.index / "msgspec-1.0-py3-none-any.whl"
    wheel.write_bytes(wheel.read_bytes() + b"more")
    failed = machine.call("install")
    assert failed.returncode == 1
    assert "DO NOT MATCH THE HASHES" in failed.stderr
    assert "What ran before still runs." in failed.stderr
    assert (machine.target("current"), machine.versions()) == (first, {first})


@pytest.mark.long
def test_f48_an_environment_that_an_upgrade_left_dead_is_made_anew(machine: Machine) -> None:
    assert machine.call("install").returncode == 0
    first = machine.target("current")
    machine.change()
    assert machine.call("install").returncode == 0
    second = machine.target("current")
    for version in (first, second):
        folder = machine.root / "opt/palmstone" / version
        (folder / PACKAGES).parent.rename(folder / "lib/python3.0")
    # The way back is not taken into the dark.
    back = machine.call("rollback")
    assert back.returncode == 1
    assert f"the previous version {first} does not run any more" in back.stderr
    assert "sudo make install" in back.stderr
    assert machine.target("current") == second
    mended = machine.call("install")
    assert mended.returncode == 0, mended.stderr
    assert "is made anew, since " in mended.stdout
    assert machine.target("current") == second
    assert "is there already" in machine.call("install").stdout
