"""The log of a disk's writes, as qemu's driver `blklogwrites` keeps it (the format of Linux' dm-log-writes).

Laws of this file:
- an entry stands there once all of its data does; what is only begun does not count;
- sectors are those of the log, 512 bytes unless it says otherwise; all numbers are little-endian;
- a log that makes no sense is a LogError with file and byte, never a guess.

Source: drivers/md/dm-log-writes.c of Linux for the fields, block/blklogwrites.c of qemu for what differs: its
`data_len` is 0, a write of zeros is logged with its zeros, and the first sector is written at each flush.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = 0x6A736677736872
VERSION = 1
SECTOR = 512
"""Bytes that a disk writes as one, and the smallest sector of a log."""
LARGEST_SECTOR = 1 << 23
_SUPER = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")


class Flag(IntFlag):
    """What an entry is, beside a write."""

    FLUSH = 1
    """All that was completed before it is on the disk."""
    FUA = 2
    """It is on the disk itself once it is completed."""
    DISCARD = 4
    """The range holds nothing any more; no data in the log."""
    MARK = 8
    """A note of the log's keeper, `data_len` bytes; nothing that the disk knows."""


_KNOWN = int(Flag.FLUSH | Flag.FUA | Flag.DISCARD | Flag.MARK)


class LogError(Exception):
    """The log cannot be read: file, byte, and what stands there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done to the disk. Offsets and sizes in bytes."""

    offset: int
    """On the disk."""
    size: int
    """0 for a plain flush."""
    flags: Flag
    data_at: int
    """Where its data begin in the log."""

    @property
    def writes(self) -> bool:
        """Whether it changes what is on the disk."""
        return self.size > 0 and not self.flags & Flag.MARK


class WriteLog:
    """A log, also one that is still written; `entries` grows with each `look`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.told = 0
        """How many entries its first sector tells of: those up to the last flush."""
        self._sector = 0
        self._next = 0

    def look(self) -> int:
        """Take what is whole by now; return the number of whole entries. Raises LogError.

        0 as long as nothing was flushed: until then the log has no first sector.
        """
        with self.path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            if not self._begin(file.read(_SUPER.size)):
                return 0
            while self._next + self._sector <= size:
                file.seek(self._next)
                entry, end = self._entry(file.read(_ENTRY.size))
                if entry is None or end > size:
                    break
                self.entries.append(entry)
                self._next = end
        return len(self.entries)

    def data(self, entry: Entry) -> bytes:
        """Return what was written; raises LogError if the log has become shorter."""
        with self.path.open("rb") as file:
            file.seek(entry.data_at)
            data = file.read(entry.size)
        if len(data) < entry.size:
            raise LogError(f"{self.path}: byte {entry.data_at}: {entry.size} bytes were there before")
        return data

    def _begin(self, raw: bytes) -> bool:
        """Read the first sector; False if it is not written yet."""
        if not any(raw):
            return False
        if len(raw) < _SUPER.size:
            raise LogError(f"{self.path}: byte 0: it ends in its first sector; is it a log of writes?")
        magic, version, told, sector = _SUPER.unpack(raw)
        if magic != MAGIC:
            raise LogError(f"{self.path}: byte 0: magic is {magic:#x}, not {MAGIC:#x}: no log of writes")
        if version != VERSION:
            raise LogError(f"{self.path}: byte 8: version {version}; known is {VERSION}")
        if sector & (sector - 1) or not SECTOR <= sector <= LARGEST_SECTOR:
            raise LogError(
                f"{self.path}: byte 24: sectors of {sector} bytes; expected 512 or a power of 2 above"
            )
        if self._sector not in (0, sector):
            raise LogError(f"{self.path}: byte 24: sectors of {sector} bytes, before of {self._sector}")
        if told < self.told:
            raise LogError(
                f"{self.path}: byte 16: {told} entries, before {self.told}: the log was begun anew"
            )
        self.told, self._sector = told, sector
        self._next = self._next or sector
        return True

    def _entry(self, raw: bytes) -> tuple[Entry | None, int]:
        """Read the head of an entry; return it (None: not written yet), and where the next begins."""
        sector, sectors, flags, length = _ENTRY.unpack(raw)
        if not any(raw):
            return None, self._next
        if flags & ~_KNOWN:
            raise LogError(f"{self.path}: byte {self._next + 16}: unknown flags {flags:#x}")
        mark, discard = flags & Flag.MARK, flags & Flag.DISCARD
        if not mark and length not in (0, sectors * self._sector):
            raise LogError(
                f"{self.path}: byte {self._next + 24}: {length} bytes of data for {sectors} sectors"
            )
        data_at = self._next + self._sector
        kept = -(-length // self._sector) if mark else 0 if discard else sectors
        size = length if mark else sectors * self._sector
        return Entry(sector * self._sector, size, Flag(flags), data_at), data_at + kept * self._sector


def read_log(path: Path, disk_size: int) -> WriteLog:
    """Read a log that is finished; what a killed machine only began is left out.

    `disk_size` is in bytes. Raises LogError, also for an entry that is missing or lies outside the disk.
    """
    log = WriteLog(path)
    try:
        found = log.look()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}") from error
    if not log.told:
        raise LogError(f"{path}: it has no first sector: nothing was flushed while it was kept")
    if found < log.told:
        raise LogError(f"{path}: it tells of {log.told} entries and has {found}")
    for number, entry in enumerate(log.entries):
        if entry.writes and entry.offset + entry.size > disk_size:
            end = entry.offset + entry.size
            raise LogError(f"{path}: entry {number} writes up to byte {end} of a disk of {disk_size}")
    return log
