"""A disk in memory: what is written to it ends with the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.disk.synced import ASIDE, PREVIOUS

if TYPE_CHECKING:
    from collections.abc import Mapping


class MemoryDisk:
    """Implements hal.ports.Disk on a copy of some files, for whoever only looks. Raises FileNotFoundError."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """`files` are contents by path."""
        self._files = dict(files)

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        return self._files.get(path)

    def append(self, path: str, data: bytes) -> None:
        """Append."""
        self._files[path] = self._files.get(path, b"") + data

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file; the old one stays as `path`.1."""
        if path in self._files:
            self._files[path + PREVIOUS] = self._files[path]
        self._files[path] = data

    def truncate(self, path: str, size: int) -> None:
        """Cut a file to `size` bytes."""
        self._files[path] = self._there(path)[:size]

    def set_aside(self, path: str) -> str:
        """Rename an unreadable file to a free name beside it and return that name."""
        data = self._there(path)
        number = 1
        while f"{path}{ASIDE}{number}" in self._files:
            number += 1
        aside = f"{path}{ASIDE}{number}"
        self._files[aside] = data
        del self._files[path]
        return aside

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the sorted file names in a folder; empty if there is none."""
        split = (path.rpartition("/") for path in self._files)
        return tuple(sorted(name for above, _, name in split if above == folder))

    def _there(self, path: str) -> bytes:
        if path not in self._files:
            raise FileNotFoundError(path)
        return self._files[path]
