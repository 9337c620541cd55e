"""The log of a disk's writes, as qemu's driver `blklogwrites` keeps it.

Its form is that of the kernel's dm-log-writes: a superblock in the first sector, then for each write a sector
with its entry, and the data behind it; numbers are little endian.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = 0x6A736677736872
VERSION = 1
SUPER = struct.Struct("<QQQI")
"""Magic, version, entries, bytes of a sector."""
ENTRY = struct.Struct("<QQQQ")
"""Sector, sectors, flags, bytes of further data."""
FLUSH = 1
FUA = 2
DISCARD = 4
KNOWN = 31


class WriteLogError(Exception):
    """A log that is none: which file, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request to the disk."""

    at: int
    """Where it begins on the disk, in bytes."""
    size: int
    """Bytes; 0 of a flush alone."""
    flags: int
    data_at: int
    """Where its data lies in the log; a discard has none."""

    @property
    def flushes(self) -> bool:
        """Whether all that was written before is on the disk for good with it."""
        return bool(self.flags & FLUSH)

    @property
    def discards(self) -> bool:
        """Whether it gives back its part of the disk, without data."""
        return bool(self.flags & DISCARD)


class WriteLog:
    """A log, which may still grow. `entries` are those that were whole at the last `grow`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self._sector = 0
        self._next = 0

    def grow(self) -> int:
        """Read on as far as there is something; return how many entries there are. Raises WriteLogError."""
        with self.path.open("rb") as file:
            file.seek(0, 2)
            end = file.tell()
            if not self._sector:
                file.seek(0)
                head = file.read(SUPER.size)
                if len(head) < SUPER.size or not any(head):
                    return 0
                magic, version, _, self._sector = SUPER.unpack(head)
                if magic != MAGIC or version != VERSION or self._sector < 512:
                    raise WriteLogError(f"{self.path} is no log of writes: it begins with {head[:16].hex()}")
                self._next = self._sector
            while self._next + self._sector <= end:
                file.seek(self._next)
                sector, sectors, flags, extra = ENTRY.unpack(file.read(ENTRY.size))
                if not sectors and not flags:
                    break
                if flags & ~KNOWN:
                    raise WriteLogError(f"{self.path}: an entry at {self._next} has unknown flags {flags:#x}")
                size = 0 if flags & DISCARD else sectors * self._sector
                data_at = self._next + self._sector
                after = data_at + -(-(size + extra) // self._sector) * self._sector
                if after > end:
                    break
                self.entries.append(Entry(sector * self._sector, sectors * self._sector, flags, data_at))
                self._next = after
        return len(self.entries)
