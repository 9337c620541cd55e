"""The card: file operations of the system, below one folder.

Laws of this file:
- a file is opened through the door alone (hal.disk.door), so nothing here waits and no link is followed;
- a folder that cannot be had is an error at each call and no other: it may come later (F46).
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hal.disk.door import MOST_LINES, MOST_WHOLE, NoFileError, kind_of, make_root, open_file, read_file
from hal.disk.synced import SyncedDisk

if TYPE_CHECKING:
    from pathlib import Path

_PRIVATE = 0o600
_LINES = ".jsonl"


class PosixFileOps:
    """Implements hal.disk.synced.FileOps. Nothing stays open between calls."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        if not self._within(path):
            return None
        try:
            return read_file(self._root / path, MOST_LINES if _LINES in path else MOST_WHOLE, links=False)
        except FileNotFoundError:
            return None

    def size(self, path: str) -> int | None:
        """Return the size in bytes, or None if there is no such file; raises NoFileError for what is none."""
        if not self._within(path):
            return None
        there = self._root / path
        kind = kind_of(there)
        if kind not in (None, "a file"):
            raise NoFileError(errno.EINVAL, f"it is {kind}, not a file", path)
        return None if kind is None else there.lstat().st_size

    def create(self, path: str) -> None:
        """Make an empty file, or empty the one there is."""
        self._within(path)
        there = self._root / path
        if kind_of(there) is None:
            os.close(os.open(there, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _PRIVATE))
        else:
            self.truncate(path, 0)

    def write(self, path: str, data: bytes) -> None:
        """Append to a file that is there; a failure may leave a part of the data."""
        file = open_file(self._root / path, os.O_WRONLY | os.O_APPEND, links=False)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(file, rest) :]
        finally:
            os.close(file)

    def sync(self, path: str) -> None:
        """Make the data of a file safe."""
        self._sync(open_file(self._root / path, os.O_RDONLY, links=False))

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        file = open_file(self._root / path, os.O_WRONLY, links=False)
        try:
            os.ftruncate(file, size)
        finally:
            os.close(file)

    def rename(self, old: str, new: str) -> None:
        """Rename, over whatever had the new name."""
        (self._root / old).replace(self._root / new)

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""
        (self._root / new).hardlink_to(self._root / old)

    def remove(self, path: str) -> None:
        """Take a name away."""
        (self._root / path).unlink()

    def make_folder(self, folder: str) -> bool:
        """Make a folder and those above it; False if it was there."""
        path = self._root / folder
        kind = kind_of(path)
        if kind not in (None, "a folder"):
            raise NoFileError(errno.ENOTDIR, f"{folder} is {kind}, not a folder", folder)
        if kind is None:
            path.mkdir(parents=True, exist_ok=True)
        return kind is None

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder safe."""
        self._sync(os.open(self._root / folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of what lies in a folder, in any order; empty if there is none.

        A folder is listed where it has the name of a file: with an ending.
        """
        if not self._within(f"{folder}/"):
            return ()
        try:
            entries = tuple(os.scandir(self._root / folder))
        except FileNotFoundError:
            return ()
        return tuple(e.name for e in entries if "." in e.name or not e.is_dir(follow_symlinks=False))

    def _within(self, path: str) -> bool:
        """Make the root if it is missing, and tell whether the folder of a path is there.

        Raises OSError if the root cannot be had, NoFileError naming the folder if something else lies there.
        """
        make_root(self._root)
        folder = path.rpartition("/")[0]
        kind = kind_of(self._root / folder) if folder else "a folder"
        if kind not in (None, "a folder"):
            raise NoFileError(errno.ENOTDIR, f"{folder} is {kind}, not a folder", folder)
        return kind is not None

    def _sync(self, file: int) -> None:
        try:
            os.fsync(file)
        finally:
            os.close(file)


def posix_disk(root: Path) -> SyncedDisk:
    """Return the disk below a folder. It is made if it is missing; where that fails each call says so."""
    with suppress(OSError):
        make_root(root)
    return SyncedDisk(PosixFileOps(root))
