"""Write the locks, systemd/runtime.lock and .ci/development.lock: `make lock` (needs the network).

Asks the package index, through pip, for the wheel of each release of constraints.txt on every Python and
machine below, and writes down its SHA-256. Of the lock of the runtime is what the device needs, of the other
one what tests and checks need beside it. Nothing but metadata is downloaded, nothing is installed. A release
without a wheel for one of them, a pin that nothing needs and a need that is not pinned end it with a word.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("aarch64", "x86_64")
GLIBC = 36
"""Minor version of glibc on Raspberry Pi OS Bookworm; the newer one of Trixie takes these wheels too."""
HEADER = """\
# {what}
# Made by .ci/lock.py out of constraints.txt and pyproject.toml: change those, then `make lock`.
# For Python {pythons} on {machines}.
"""
FILES = {
    "systemd/runtime.lock": "All that the device needs, with the sum of every wheel.",
    ".ci/development.lock": "What tests need beside systemd/runtime.lock, with the sum of every wheel.",
}

Target = tuple[str, str]
"""Python and machine."""
TARGETS: tuple[Target, ...] = tuple(product(PYTHONS, MACHINES))


@dataclass(frozen=True, slots=True)
class Release:
    """A wheel for one target: its name as pinned, version, SHA-256 and what it requires."""

    pin: str
    sha256: str
    requires: tuple[Requirement, ...]


def environment(target: Target, extra: str) -> dict[str, str]:
    """Return what markers are asked about."""
    python, machine = target
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "extra": extra,
    }


def applies(requirement: Requirement, target: Target, extra: str = "") -> bool:
    """Tell whether a requirement counts on a target, for one that asked for an extra or for none."""
    return requirement.marker is None or requirement.marker.evaluate(environment(target, extra))


def roots(target: Target, project: Mapping[str, Any]) -> dict[str, list[Requirement]]:
    """Return by file what its packages are needed for; a Raspberry Pi is told by its machine."""
    extras = project["project"]["optional-dependencies"]
    runtime = project["project"]["dependencies"] + (extras["raspberry"] if target[1] == "aarch64" else [])
    development = extras["dev"] + project["build-system"]["requires"]
    texts = dict(zip(FILES, (runtime, development), strict=True))
    return {
        file: [wanted for wanted in map(Requirement, lines) if applies(wanted, target)]
        for file, lines in texts.items()
    }


def closure(start: Iterable[Requirement], releases: Mapping[str, Release], target: Target) -> set[str]:
    """Return the names of all that is needed, directly or not."""
    waiting = list(start)
    found: set[tuple[str, str]] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        release = releases.get(name)
        if release is None:
            raise SystemExit(f"{wanted} is needed on {target}: pin it in constraints.txt")
        version = release.pin.partition("==")[2]
        if not wanted.specifier.contains(version, prereleases=True):
            raise SystemExit(f"constraints.txt has {release.pin}, but {wanted} is needed")
        for part in {(name, extra) for extra in ("", *wanted.extras)} - found:
            found.add(part)
            waiting += [more for more in release.requires if applies(more, target, part[1])]
    return {name for name, _ in found}


def ask(target: Target, pins: Iterable[str]) -> dict[str, Release]:
    """Ask the index, through pip, for the wheel of each pin."""
    python, machine = target
    tags = [f"manylinux2014_{machine}", *(f"manylinux_2_{minor}_{machine}" for minor in range(17, GLIBC + 1))]
    flags = [word for tag in tags for word in ("--platform", tag)]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--target", folder]
        command += ["--report", str(report), "--python-version", python, *flags, *pins]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603 - no shell
        if done.returncode:
            raise SystemExit(f"pip found no wheel for Python {python} on {machine}:\n{done.stderr}")
        answers = json.loads(report.read_text(encoding="utf-8"))["install"]
    return dict(map(_release, answers))


def _release(answer: Mapping[str, Any]) -> tuple[str, Release]:
    told = answer["metadata"]
    return canonicalize_name(told["name"]), Release(
        f"{told['name']}=={told['version']}",
        answer["download_info"]["archive_info"]["hashes"]["sha256"],
        tuple(map(Requirement, told.get("requires_dist", ()))),
    )


def marker(needing: Iterable[Target]) -> str:
    """Say which targets need a package; nothing if all do."""
    chosen = [target for target in TARGETS if target in set(needing)]
    if len(chosen) == len(TARGETS):
        return ""
    words = [
        f'python_version == "{python}" and platform_machine == "{machine}"' for python, machine in chosen
    ]
    return " ; " + " or ".join(words)


def lines_of(packages: Mapping[str, Mapping[Target, Release]]) -> str:
    """Write the lines of a lock: by name, for each target's release one sum, equal ones once."""
    text = ""
    for _, by_target in sorted(packages.items()):
        pin = next(iter(by_target.values())).pin
        sums = sorted({release.sha256 for release in by_target.values()})
        text += (
            " \\\n".join([pin + marker(by_target), *(f"    --hash=sha256:{digest}" for digest in sums)])
            + "\n"
        )
    return text


def needed(
    target: Target, project: Mapping[str, Any], pins: Mapping[str, str]
) -> dict[str, dict[str, Release]]:
    """Return by file the releases that a target needs; of the second only what the first has not."""
    start = roots(target, project)
    optional = {canonicalize_name(Requirement(text).name) for text in _raspberry(project)}
    wanted = {canonicalize_name(requirement.name) for group in start.values() for requirement in group}
    releases = ask(target, [pin for name, pin in pins.items() if name not in optional or name in wanted])
    found: dict[str, dict[str, Release]] = {}
    before: set[str] = set()
    for file, group in start.items():
        names = closure(group, releases, target) - before
        found[file] = {name: releases[name] for name in names}
        before |= names
    return found


def _raspberry(project: Mapping[str, Any]) -> list[str]:
    texts: list[str] = project["project"]["optional-dependencies"]["raspberry"]
    return texts


def pinned(text: str) -> dict[str, str]:
    """Return the lines of constraints.txt by name."""
    return {canonicalize_name(line.partition("==")[0]): line for line in text.splitlines() if "==" in line}


def main() -> int:
    """Write both files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    locks: dict[str, dict[str, dict[Target, Release]]] = {file: {} for file in FILES}
    for target in TARGETS:
        for file, releases in needed(target, project, pins).items():
            for name, release in releases.items():
                locks[file].setdefault(name, {})[target] = release
    unused = set(pins) - {name for lock in locks.values() for name in lock}
    if unused:
        raise SystemExit(f"constraints.txt pins what nothing needs: {', '.join(sorted(unused))}")
    for file, what in FILES.items():
        header = HEADER.format(what=what, pythons=" ".join(PYTHONS), machines=" ".join(MACHINES))
        (ROOT / file).write_text(header + lines_of(locks[file]), encoding="utf-8")
        sys.stdout.write(
            f"{file}: {len(locks[file])} packages, each for {len(TARGETS)} targets or as it says\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
