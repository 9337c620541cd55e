"""Which packages of the appliance have no wheel for a Raspberry Pi: `make wheels` (needs the network).

Asks the package index for each release of constraints.txt that the device itself needs, as pip would on a
Raspberry Pi OS of 64 bits: Bookworm (Python 3.11, glibc 2.36) and Trixie (3.13, glibc 2.41). Nothing but
metadata is downloaded, nothing is installed. What is known to have none stands in REMEDIES; else exit 1.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
GLIBC = {"3.11": 36, "3.13": 41}
"""Minor version of glibc by Python: Bookworm and Trixie."""
REMEDIES = {("lgpio", "3.13"): "it comes from the system: sudo apt install python3-lgpio"}


def needed(python: str) -> list[str]:
    """Return `name==version` of all that the device needs on a Raspberry Pi, as constraints.txt pins it."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {canonicalize_name(line.split("==")[0]): line for line in lines if "==" in line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "extra": "",
    }
    waiting = [Requirement(text) for text in project["dependencies"]]
    found: dict[str, str] = {}
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in found or (requirement.marker and not requirement.marker.evaluate(environment)):
            continue
        found[name] = pins.get(name, requirement.name)
        waiting += [Requirement(text) for text in metadata.requires(name) or []]
    for text in project["optional-dependencies"]["raspberry"]:
        found[canonicalize_name(Requirement(text).name)] = text
    return sorted(found.values(), key=str.lower)


def without_wheel(python: str, wanted: list[str]) -> list[str]:
    """Ask the index; return what pip finds no wheel for."""
    platforms = [
        "manylinux2014_aarch64",
        *(f"manylinux_2_{minor}_aarch64" for minor in range(17, GLIBC[python] + 1)),
    ]
    flags = [word for name in platforms for word in ("--platform", name)]
    missing: list[str] = []
    while True:
        rest = [text for text in wanted if text not in missing]
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--target", "nowhere"]
        done = subprocess.run(  # noqa: S603 - no shell, and every word of it is above
            [*command, "--python-version", python, *flags, *rest], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return missing
        named = re.search(r"No matching distribution found for (\S+)", done.stderr)
        gone = [text for text in rest if named and text.lower().startswith(named[1].lower())]
        if not gone:
            raise SystemExit(f"pip could not ask the index:\n{done.stderr}")
        missing += gone


def main() -> int:
    """Say for both systems what has no wheel, and what follows."""
    unknown = 0
    for python in GLIBC:
        wanted = needed(python)
        missing = without_wheel(python, wanted)
        sys.stdout.write(
            f"Python {python}, aarch64: {len(wanted) - len(missing)} of {len(wanted)} have a wheel\n"
        )
        for text in missing:
            name = canonicalize_name(re.split(r"[=<>]", text)[0])
            remedy = REMEDIES.get((name, python))
            unknown += remedy is None
            sys.stdout.write(f"  {text}: no wheel; {remedy or 'no remedy is known: pin another release'}\n")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
