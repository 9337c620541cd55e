"""What the machine in software needs of this one, and how to get it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

PROGRAMS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "mkfs.ext4": "e2fsprogs",
    "depmod": "kmod",
    "cpio": "cpio",
    "dtc": "device-tree-compiler",
    "mkfs.xfs": "xfsprogs",
    "make": "make",
}
"""Each program, and the package of Debian that has it."""
LIBRARY = Path("/usr/aarch64-linux-gnu/lib/libc.a")
LIBRARY_PACKAGE = "libc6-dev-arm64-cross"
FOLDERS = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where an administrator's programs lie, whatever PATH says."""


def found(program: str) -> str | None:
    """Return the path of a program, or None."""
    return shutil.which(program) or shutil.which(program, path=":".join(FOLDERS))


def missing_packages() -> list[str]:
    """Return the packages that have to be installed."""
    missing = {package for program, package in PROGRAMS.items() if found(program) is None}
    if not LIBRARY.exists():
        missing.add(LIBRARY_PACKAGE)
    return sorted(missing)


def complaint(*, root: bool | None = None) -> str | None:
    """Say in words what keeps the board from being built here; None if nothing does."""
    missing = missing_packages()
    if missing:
        return (
            f"make board needs what is not installed here: {', '.join(missing)}. On Debian:\n"
            f"    sudo apt install --no-install-recommends {' '.join(missing)}"
        )
    if not (os.geteuid() == 0 if root is None else root):
        return (
            "make board lays out the files of a root file system and mounts disks, as root: sudo make board"
        )
    return None
