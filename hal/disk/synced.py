"""Records that outlive a power cut, over the few file operations they need.

Laws of this file:
- what returned is safe: the data synced, and the folder too where a name is new;
- at each moment in between, the last confirmed content is there under its name;
- nothing unreadable is ever deleted; what is no file and stands in the way of one is set aside (F33, F57);
- the same logic runs on the card (hal.disk.posix) and on the simulated one (hal.simulated.disk).
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Protocol

_log = logging.getLogger(__name__)
TEMPORARY = ".new"
"""Ending of a file that is being written; `names` does not show it."""
PREVIOUS = ".1"
"""Ending of the previous generation of a whole file."""
ASIDE = ".bad"
"""Ending of an unreadable file, before its number."""


class FileOps(Protocol):
    """What the system does with files. Paths are relative, with `/`. Raises OSError.

    Only `sync` makes data safe, only `sync_folder` makes names safe.
    """

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""

    def size(self, path: str) -> int | None:
        """Return the size in bytes, or None if there is no such file. Raises OSError for what is no file."""

    def create(self, path: str) -> None:
        """Make an empty file, or empty the one there is."""

    def write(self, path: str, data: bytes) -> None:
        """Append to a file that is there; a failure may leave a part of the data."""

    def sync(self, path: str) -> None:
        """Make the data of a file safe."""

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""

    def rename(self, old: str, new: str) -> None:
        """Rename, over whatever had the new name."""

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""

    def remove(self, path: str) -> None:
        """Take a name away."""

    def make_folder(self, folder: str) -> bool:
        """Make a folder and those above it; False if it was there. "" is the root, which always is."""

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder safe."""

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of what lies in a folder, in any order; empty if there is none."""


class SyncedDisk:
    """Implements hal.ports.Disk over FileOps."""

    def __init__(self, ops: FileOps) -> None:
        self._ops = ops
        self._torn: dict[str, int] = {}

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        data = self._ops.read(_checked(path))
        return data if data is None else data[: self._torn.get(path)]

    def append(self, path: str, data: bytes) -> None:
        """Append and sync; returns once it is safe.

        If it fails, the part that was written is taken away again, at the latest before the next append.
        """
        self._mend(path)
        size = self._ops.size(_checked(path))
        new = size is None
        if new:
            self._make_folder(_folder(path))
            self._ops.create(path)
        try:
            self._ops.write(path, data)
            self._ops.sync(path)
            if new:
                self._ops.sync_folder(_folder(path))
        except OSError:
            self._torn[path] = size or 0
            with suppress(OSError):
                self._mend(path)
            raise

    def _mend(self, path: str) -> None:
        """Take away what a failed append left."""
        if path in self._torn:
            self._ops.truncate(path, self._torn[path])
            self._ops.sync(path)
            self._ops.sync_folder(_folder(path))
            del self._torn[path]

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file; the old one stays as `path`.1."""
        self._torn.pop(_checked(path), None)
        self._make_folder(_folder(path))
        self._clear(path + TEMPORARY)
        self._write_whole(path + TEMPORARY, data)
        if self._ops.size(path) is not None:
            self._keep_previous(path)
        self._ops.rename(path + TEMPORARY, path)
        self._ops.sync_folder(_folder(path))

    def _write_whole(self, path: str, data: bytes) -> None:
        self._ops.create(path)
        self._ops.write(path, data)
        self._ops.sync(path)

    def _clear(self, path: str) -> None:
        """Set aside what is no file where one is to be written."""
        try:
            self._ops.size(path)
        except OSError as error:
            _log.warning("%s: %s; it is kept as %s", path, error.strerror, self.set_aside(path))

    def _keep_previous(self, path: str) -> None:
        self._clear(path + PREVIOUS)
        if self._ops.size(path + PREVIOUS) is not None:
            self._ops.remove(path + PREVIOUS)
        try:
            self._ops.link(path, path + PREVIOUS)
        except OSError:
            # A file system without links: a copy, made safe before the original goes.
            old = self._ops.read(path)
            self._write_whole(path + PREVIOUS, old or b"")

    def truncate(self, path: str, size: int) -> None:
        """Cut a file to `size` bytes and sync."""
        self._torn.pop(_checked(path), None)
        self._ops.truncate(path, size)
        self._ops.sync(path)

    def set_aside(self, path: str) -> str:
        """Rename what cannot be read to a free name beside it and return that name."""
        _checked(path)
        self._torn = {n: size for n, size in self._torn.items() if n != path and not n.startswith(f"{path}/")}
        taken = set(self._ops.names(_folder(path)))
        numbers = range(1, len(taken) + 2)
        name = path.rpartition("/")[2]
        aside = path + next(f"{ASIDE}{n}" for n in numbers if f"{name}{ASIDE}{n}" not in taken)
        self._ops.rename(path, aside)
        self._ops.sync_folder(_folder(path))
        return aside

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the sorted file names in a folder; empty if there is none."""
        return tuple(sorted(n for n in self._ops.names(folder) if not n.endswith(TEMPORARY)))

    def _make_folder(self, folder: str) -> None:
        if folder and self._ops.make_folder(folder):
            while folder:
                folder = _folder(folder)
                self._ops.sync_folder(folder)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _checked(path: str) -> str:
    """Return the path if it is a plain relative one; raises ValueError otherwise: it is a bug."""
    if not path or any(part in ("", ".", "..") for part in path.split("/")):
        raise ValueError(f"{path!r} is not a relative path")
    return path
