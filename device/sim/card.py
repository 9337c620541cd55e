"""A disk with two levers: full and read-only, for `play`."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Disk


class LeverDisk:
    """`hal.ports.Disk` over another one. `fault` is the errno of every write meanwhile, or None."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.fault: int | None = None

    def _checked(self, path: str) -> None:
        number = self.fault
        if number is not None:
            raise OSError(number, os.strerror(number), path)

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        return self._disk.read(path)

    def append(self, path: str, data: bytes) -> None:
        """Append and sync."""
        self._checked(path)
        self._disk.append(path, data)

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file."""
        self._checked(path)
        self._disk.replace(path, data)

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        self._checked(path)
        self._disk.truncate(path, size)

    def set_aside(self, path: str) -> str:
        """Rename an unreadable file."""
        if self.fault == errno.EROFS:
            self._checked(path)
        return self._disk.set_aside(path)

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the sorted file names in a folder."""
        return self._disk.names(folder)
