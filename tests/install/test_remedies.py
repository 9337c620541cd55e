"""F52: every remedy that is printed or stands in a guide can be followed where it is given.

They are read out of the sources. Each has a check here that it can work; a new one has to get its own.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from device.cli.parser import parse
from hal.raspberry.voice import PROGRAM

ROOT = Path(__file__).parents[2]
BOTH, TRIXIE = ("Bookworm", "Trixie"), ("Trixie",)
DEBIAN = {
    "espeak-ng": BOTH,
    "gcc": BOTH,
    "git": BOTH,
    "i2c-tools": BOTH,
    "make": BOTH,
    "polkitd": BOTH,
    "python3": BOTH,
    "python3-dev": BOTH,
    "python3-lgpio": TRIXIE,
    "python3-venv": BOTH,
}
"""Packages of Raspberry Pi OS that are advised, and where they are needed and were found."""
ENGLISH = {"it", "sure", "that", "the", "a", "up", "room", "no", "an", "itself", "of", "them", "wheels"}
"""What follows the verb, where no target of make is meant."""
SYSTEM_WORDS = {
    "systemctl": {"status", "stop", "start", "restart", "cat", "poweroff"},
    "udevadm": {"control", "trigger"},
    "modprobe": {"i2c-dev"},
    "journalctl": {"-u"},
    "raspi-config": {"nonint"},
    "dmesg": {"|"},
}
"""Programs of the system, each with the first word that is advised."""


def _files() -> list[Path]:
    folders = ("device/**/*.py", "hal/**/*.py", "engine/**/*.py", "systemd/*", ".ci/*", "docs/*.md")
    named = [ROOT / "README.md", ROOT / "Makefile", ROOT / "CONTRIBUTING.md"]
    return sorted({path for pattern in folders for path in ROOT.glob(pattern) if path.is_file()} | set(named))


@cache
def _text(path: Path) -> str:
    """Return a file as it is read: strings over several lines put together, lines of a page too."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return re.sub(r'"\s+f?"', "", text)
    return re.sub(r"(?<=[a-z])\n(?=[a-z])", " ", text) if path.suffix == ".md" else text


def advised(pattern: str) -> dict[str, set[str]]:
    """Return what a pattern finds, and the files that say it."""
    found: dict[str, set[str]] = {}
    for path in _files():
        for words in re.findall(pattern, _text(path)):
            found.setdefault(words, set()).add(path.relative_to(ROOT).as_posix())
    return found


def test_f52_every_package_that_is_advised_is_one_of_the_system() -> None:
    name = r"[a-z0-9][a-z0-9.+-]*[a-z0-9+]"
    found = advised(rf"apt install ((?:{name}(?: (?!then|and|or)|\b))+|\{{[^}}]+\}})")
    assert len(found) > 5
    assert PROGRAM in DEBIAN
    packages = {word for words in found for word in words.replace("{voice.PROGRAM}", PROGRAM).split()}
    assert packages == set(DEBIAN)


@pytest.mark.skipif(shutil.which("apt-cache") is None, reason="no package lists of Debian on this machine")
def test_f52_the_packages_are_in_the_lists_of_this_system() -> None:
    release = Path("/etc/os-release")
    system = (
        re.search(r"^VERSION_CODENAME=(\w+)", release.read_text(), re.MULTILINE) if release.exists() else None
    )
    wanted = [name for name, systems in DEBIAN.items() if system and system[1].title() in systems]
    known = subprocess.run(
        ["apt-cache", "pkgnames"], capture_output=True, text=True, check=False
    ).stdout.split()
    if len(known) < 10_000 or not wanted:
        pytest.skip("the lists of this system were not fetched, or it is another one")
    assert set(wanted) <= set(known)


def test_f52_pip_is_advised_nowhere() -> None:
    """The system's Python refuses it, and an environment of ours is mended by what made it."""
    assert advised(r"(?<!-m )\bpip3? install\b[^\n]*") == {}


def test_f52_every_target_of_make_that_is_advised_exists() -> None:
    rules = (ROOT / "Makefile").read_text() + (ROOT / "systemd/install.mk").read_text()
    targets = {
        word for line in re.findall(r"^([a-z][a-z -]*):(?!=)", rules, re.MULTILINE) for word in line.split()
    }
    by_root = advised(r"sudo make ([a-z]+)")
    assert set(by_root) == {"install", "uninstall", "rollback", "board"}
    plain = advised(r"(?:`|run |then |again: |: +|^ {4})make ([a-z]+)\b")
    assert {"setup", "play", "test"} <= set(plain)
    assert (set(plain) | set(by_root)) - targets - ENGLISH == set()


def test_f52_groups_to_join_are_made_by_the_system_or_by_us() -> None:
    groups = {group for words in advised(r"usermod -aG ([\w,]+) \$USER") for group in words.split(",")}
    made = re.findall(r"^g (\w+) ", (ROOT / "systemd/sysusers.conf").read_text(), re.MULTILINE)
    assert groups == {"i2c", "gpio"} <= set(made)


def test_f52_programs_of_the_system_are_called_as_is_known() -> None:
    for program, words in SYSTEM_WORDS.items():
        found = set(advised(rf"(?:sudo |`|\(|: |; |^|then ){program} ([a-z0-9|-]+)"))
        assert found, program
        assert found <= words | {"daemon-reload", "disable", "reset-failed"}, (program, found)


def test_f52_units_that_are_advised_are_the_one_that_is_installed() -> None:
    units = set(advised(r"(?:systemctl (?:status|stop|start|restart|cat)|journalctl -u) ([\w.-]+)"))
    assert {unit.removesuffix(".service") for unit in units} == {"palmstone"}


def test_f52_commands_of_ours_that_are_advised_exist() -> None:
    commands = set(
        advised(r"(?:try|with|`|sudo -u palmstone STATE_DIRECTORY=/var/lib/palmstone) ?palmstone ([a-z]+)")
    )
    assert "play" in commands
    for command in commands:
        words = {"replay": ["FILE"], "scenario": ["FILE"], "study": ["nevermind"], "gallery": ["out"]}
        assert callable(parse([command, *words.get(command, [])]).command)


def test_f52_the_remedies_of_the_code_are_all_looked_at_here() -> None:
    """`sudo` marks what somebody is to type: each such program has a check above."""
    checked = {"apt", "make", "usermod", "systemctl", "udevadm", "modprobe", "raspi-config"}
    said = {program for path in _files() if path.suffix in (".py", ".sh") for program in _sudo(path)}
    assert said <= checked


def _sudo(path: Path) -> list[str]:
    return re.findall(r"sudo (?!-u)([a-z][\w-]+)", _text(path))
