"""What is brought to the machine: the project as it lies here, and the wheels, packed and unpacked."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

from tests.board.commands import StepFailedError, run
from tests.board.needs import found
from tests.board.roots import cache

if TYPE_CHECKING:
    from tests.board.roots import Root

PROJECT = Path(__file__).parents[2]
PLATFORMS = (
    "manylinux2014_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux_2_28_aarch64",
    "manylinux_2_31_aarch64",
    "manylinux_2_34_aarch64",
    "manylinux_2_35_aarch64",
    "manylinux_2_36_aarch64",
)
LOCKS = ("systemd/runtime.lock", ".ci/development.lock")
STICK_MB = 512
TOOLS = ("mypy", "ruff", "librt", "ast_serialize", "types_", "import_linter", "grimp")
"""What judges the source and runs no test."""


def locked(python: str) -> str:
    """Return the locks as they are for one Python on aarch64, each with its sums and without conditions."""
    target = {"python_version": python, "platform_machine": "aarch64", "sys_platform": "linux"}
    kept = []
    for lock in LOCKS:
        entries = re.split(r"\n(?=\S)", (PROJECT / lock).read_text(encoding="utf-8"))
        for entry in entries:
            if entry.startswith("#"):
                continue
            head, *sums = entry.replace("\\\n", " ").split("--hash=")
            wanted = Requirement(head.strip())
            if wanted.marker is None or wanted.marker.evaluate(target):
                kept.append(
                    " ".join([f"{wanted.name}{wanted.specifier}", *(f"--hash={one.strip()}" for one in sums)])
                )
    return "".join(f"{line}\n" for line in kept)


def wheels(root: Root) -> Path:
    """Return the folder of wheels for a root's Python on aarch64, fetched now if the cache has none."""
    text = locked(root.python)
    folder = cache() / f"wheels-{root.python}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    if (folder / "whole").exists():
        return folder
    for old in cache().glob(f"wheels-{root.python}-*"):
        shutil.rmtree(old)
    folder.mkdir(parents=True)
    (folder / "lock.txt").write_text(text, encoding="utf-8")
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    version = ["--python-version", root.python, "--implementation", "cp", "--only-binary=:all:"]
    place = ["--quiet", "--disable-pip-version-check", "--dest", str(folder)]
    wanted = ["--no-deps", "--require-hashes", "-r", str(folder / "lock.txt")]
    run([sys.executable, "-m", "pip", "download", *place, *version, *platforms, *wanted], folder / "log.txt")
    (folder / "whole").touch()
    return folder


def files(project: Path) -> list[str]:
    """Return the files of a checkout: what git knows, and what is new and not ignored."""
    listed = subprocess.run(
        ["git", "-C", project, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
    ).stdout.decode()
    return [name for name in listed.split("\0") if name and (project / name).is_file()]


def unpack(wheels: Path, into: Path) -> None:
    """Lay wheels out as a folder for PYTHONPATH, without their scripts."""
    for wheel in sorted(wheels.glob("*.whl")):
        if not wheel.name.startswith(TOOLS):
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(into)


def stick(root: Root, folder: Path, project: Path = PROJECT) -> Path:
    """Make the image of a stick: the project (`palmstone/`), wheels (`wheels/`), those unpacked (`site/`)."""
    tree = folder / "stick"
    for name in files(project):
        target = tree / "palmstone" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / name, target)
    shutil.copytree(wheels(root), tree / "wheels")
    unpack(tree / "wheels", tree / "site")
    image = folder / "stick.img"
    with image.open("wb") as file:
        file.truncate(STICK_MB << 20)
    run([found("mkfs.ext4") or "", "-q", "-d", tree, image], folder / "stick.log")
    shutil.rmtree(tree)
    return image


__all__ = ["StepFailedError", "files", "stick", "wheels"]
