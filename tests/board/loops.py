"""Disks in files, on a file system that copies them at once, and mounted to be looked at. As root, on Linux.

What is mounted here is taken away again, also after an error or Ctrl-C. A disk is copied byte by byte
once: the pool is an XFS in a sparse file, whose copies share what they have in common until it is written.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.board.crashstates import runs
from tests.board.writelog import Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.board.crashstates import State
    from tests.board.writelog import Entry, WriteLog

OPTIONS = "loop,defaults,noatime"
"""As the root of Raspberry Pi OS is mounted, from a file."""
POOL_BYTES = 1 << 35
"""Sparse: only what is written takes room."""
LOOPS = Path("/dev/loop-control")
_FICLONE = 0x40049409
_CHUNK = 1 << 20
_IN_MEMORY = Path("/dev/shm")
PROGRAMS = {
    "mount": "mount",
    "e2fsck": "e2fsprogs",
    "mkfs.ext4": "e2fsprogs",
    "mkfs.xfs": "xfsprogs",
}
"""What crash states need, and the package of Debian that has it."""


class LoopError(Exception):
    """Something could not be mounted or made: what, and what the system said."""


def missing(programs: dict[str, str]) -> str | None:
    """Say in a line what is missing here for mounting disks; None if nothing is."""
    if os.geteuid() != 0:
        return "disks are mounted by root alone: run it with sudo"
    if not LOOPS.exists():
        return f"this kernel has no loop devices ({LOOPS}): try `modprobe loop`"
    lacking = sorted(
        {f"{name} (package {package})" for name, package in programs.items() if not program(name)}
    )
    return f"not installed: {', '.join(lacking)}" if lacking else None


def program(name: str) -> str | None:
    """Return where a program lies, also one of the administrator's."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")


def run(*words: str | Path) -> None:
    """Run a program; raises LoopError with what it said."""
    found = program(str(words[0]))
    if found is None:
        raise LoopError(f"{words[0]} is not installed")
    done = subprocess.run([found, *map(str, words[1:])], capture_output=True, text=True, check=False)
    if done.returncode:
        raise LoopError(f"{words[0]} {words[-1]}: {(done.stderr or done.stdout).strip()}")


@contextmanager
def mounted(image: Path, folder: Path, options: str = OPTIONS) -> Iterator[Path]:
    """Mount a disk that lies in a file. Raises LoopError."""
    folder.mkdir(exist_ok=True)
    try:
        _mount(image, folder, options)
        yield folder
    finally:
        release(folder)


def _mount(image: Path, folder: Path, options: str) -> None:
    """Mount, and try again where another program may have taken the loop device that was free."""
    for left in (3, 2, 1, 0):
        try:
            run("mount", "-o", options, image, folder)
        except LoopError:
            if not left:
                raise
            time.sleep(0.1)
        else:
            return


def repair(image: Path) -> None:
    """Check an ext4 that cannot be mounted and mend it, as Raspberry Pi OS does at boot (`fsck.repair=yes`).

    Its super block has two sectors and a checksum: if one of them alone came to the disk, its copy is taken.
    Raises LoopError if it cannot be mended.
    """
    words = [program("e2fsck") or "e2fsck", "-y", str(image)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode & ~3:
        raise LoopError(f"e2fsck cannot mend it: {done.stdout.strip()[-200:]}")


def release(below: Path) -> None:
    """Take away all that is mounted at a folder or below it, the innermost first."""
    for _ in range(50):
        there = _mounts(below.resolve())
        for folder in there:
            subprocess.run(["umount", folder], capture_output=True, check=False)
        if not there:
            return
        if len(_mounts(below.resolve())) == len(there):
            time.sleep(0.1)
    for folder in _mounts(below.resolve()):
        subprocess.run(["umount", "-l", folder], capture_output=True, check=False)


def _mounts(below: Path) -> list[Path]:
    text = Path("/proc/self/mounts").read_text(encoding="utf-8")
    folders = [Path(line.split()[1].replace("\\040", " ")) for line in text.splitlines()]
    return sorted((one for one in folders if one.is_relative_to(below)), reverse=True)


def scratch(need_bytes: int) -> Path:
    """Return a folder with room: in memory if that has three times as much, else that of large files."""
    if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > 3 * need_bytes:
        return _IN_MEMORY
    return Path(os.environ.get("TMPDIR", "/var/tmp"))


@contextmanager
def pool(folder: Path) -> Iterator[Path]:
    """Make a file system on which `clone` takes no time, below an empty folder. Raises LoopError."""
    file = folder / "pool.xfs"
    with file.open("wb") as made:
        made.truncate(POOL_BYTES)
    run("mkfs.xfs", "-q", "-m", "reflink=1", file)
    try:
        with mounted(file, folder / "pool", "loop,noatime") as there:
            yield there
    finally:
        release(folder)
        file.unlink(missing_ok=True)


def clone(source: Path, target: Path) -> None:
    """Copy a file within the pool; what is the same is shared."""
    with source.open("rb") as old, target.open("wb") as new:
        fcntl.ioctl(new.fileno(), _FICLONE, old.fileno())


def copy_sparse(source: Path, target: Path) -> None:
    """Copy a file from elsewhere, holes as holes."""
    run("cp", "--sparse=always", source, target)


class Disk:
    """A disk in a file, to be written as a log tells."""

    def __init__(self, path: Path, log: WriteLog) -> None:
        self.path = path
        self._log = log

    def apply(self, begin: int, end: int) -> None:
        """Write the entries from one to before another."""
        with self.path.open("r+b", buffering=0) as file:
            for entry in self._log.entries[begin:end]:
                if entry.writes:
                    self._write(file.fileno(), entry, [(0, entry.size)])

    def leave(self, state: State) -> None:
        """Write what a cut left of the entries after the durable ones."""
        with self.path.open("r+b", buffering=0) as file:
            for part in state.parts:
                entry = self._log.entries[part.entry]
                self._write(file.fileno(), entry, list(runs(part, entry)))

    def _write(self, file: int, entry: Entry, stretches: list[tuple[int, int]]) -> None:
        if entry.flags & Flag.DISCARD:
            _empty(file, entry.offset, entry.offset + entry.size)
            return
        data = memoryview(self._log.data(entry))
        for start, end in stretches:
            for at in range(start, end, _CHUNK):
                os.pwrite(file, data[at : min(at + _CHUNK, end)], entry.offset + at)


def _empty(file: int, start: int, end: int) -> None:
    """Write zeros over what is no hole."""
    while start < end:
        try:
            start = os.lseek(file, start, os.SEEK_DATA)
        except OSError:
            return  # no data behind it
        if start < end:
            hole = min(os.lseek(file, start, os.SEEK_HOLE), end, start + _CHUNK)
            os.pwrite(file, bytes(hole - start), start)
            start = hole
