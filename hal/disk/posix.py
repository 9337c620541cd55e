"""The card: file operations of the system, below one folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hal.disk.synced import SyncedDisk

if TYPE_CHECKING:
    from pathlib import Path

_PRIVATE = 0o600


class PosixFileOps:
    """Implements hal.disk.synced.FileOps. Nothing stays open between calls."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        try:
            return (self._root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def size(self, path: str) -> int | None:
        """Return the size in bytes, or None if there is no such file."""
        try:
            return (self._root / path).stat().st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def create(self, path: str) -> None:
        """Make an empty file, or empty the one there is."""
        os.close(os.open(self._root / path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _PRIVATE))

    def write(self, path: str, data: bytes) -> None:
        """Append to a file that is there; a failure may leave a part of the data."""
        file = os.open(self._root / path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(file, rest) :]
        finally:
            os.close(file)

    def sync(self, path: str) -> None:
        """Make the data of a file safe."""
        self._sync(self._root / path, os.O_RDONLY)

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        os.truncate(self._root / path, size)

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
        if path.is_dir():
            return False
        path.mkdir(parents=True, exist_ok=True)
        return True

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder safe."""
        self._sync(self._root / folder, os.O_RDONLY | os.O_DIRECTORY)

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a folder, in any order; empty if there is none."""
        try:
            return tuple(entry.name for entry in os.scandir(self._root / folder) if entry.is_file())
        except (FileNotFoundError, NotADirectoryError):
            return ()

    def _sync(self, path: Path, flags: int) -> None:
        file = os.open(path, flags | os.O_CLOEXEC)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def posix_disk(root: Path) -> SyncedDisk:
    """Return the disk below a folder, which is made if it is missing. Raises OSError."""
    root.mkdir(parents=True, exist_ok=True)
    return SyncedDisk(PosixFileOps(root))
