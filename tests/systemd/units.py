"""Reads unit files, for the tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
SERVICE = SYSTEMD / "palmstone.service"
DIRECTIVES = Path(__file__).with_name("directives.txt")
"""`Section.Key` a line: what systemd 252 knows in services, as it dumps it itself."""
INSTALLED = "/opt/palmstone/current/bin/"


def settings(path: Path) -> list[tuple[str, str, str]]:
    """Return (section, key, value) of every line that sets something, in order."""
    section, found = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.append((section, key, value))
    return found


def values(path: Path) -> dict[str, list[str]]:
    """Return the values of each key, in order."""
    found: dict[str, list[str]] = {}
    for _, key, value in settings(path):
        found.setdefault(key, []).append(value)
    return found


def misspelt(path: Path) -> list[str]:
    """Name the keys that systemd does not know in their section."""
    known = set(DIRECTIVES.read_text(encoding="ascii").split())
    return [f"{section}.{key}" for section, key, _ in settings(path) if f"{section}.{key}" not in known]


def copy_that_starts(folder: Path) -> Path:
    """Write a copy whose programs exist, with the drop-in that goes beside it; return the unit."""
    programs = folder / "bin"
    programs.mkdir()
    for name in ("palmstone", "python"):
        (programs / name).write_text("#!/bin/sh\n", encoding="ascii")
        (programs / name).chmod(0o755)
    dropin = folder / r"dev-i2c\x2d1.device.d"
    dropin.mkdir()
    (dropin / "palmstone.conf").write_bytes((SYSTEMD / "device-timeout.conf").read_bytes())
    unit = folder / "palmstone.service"
    text = SERVICE.read_text(encoding="utf-8")
    unit.write_text(text.replace(INSTALLED, f"{programs}/"), encoding="utf-8")
    return unit
