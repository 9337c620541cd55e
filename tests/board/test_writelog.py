"""The log of a disk's writes is read as it stands, whole entries only, or said to be wrong (F21)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from tests.board.writelog import MAGIC, Entry, Flag, LogError, WriteLog, read_log

if TYPE_CHECKING:
    from pathlib import Path

DISK = 1 << 20
ENDLESS = (1 << 64) - 1


def first(entries: int, *, sector: int = 512, magic: int = MAGIC, version: int = 1) -> bytes:
    """Write the first sector of a log."""
    return struct.pack("<QQQI", magic, version, entries, sector).ljust(
        sector if sector == 4096 else 512, b"\0"
    )


def entry(
    at: int, data: bytes = b"", flags: int = 0, *, sectors: int | None = None, length: int = 0
) -> bytes:
    """Write an entry of a log with sectors of 512 bytes."""
    count = len(data) // 512 if sectors is None else sectors
    return struct.pack("<QQQQ", at, count, flags, length).ljust(512, b"\0") + data


PAGE = bytes(range(256)) * 16
WRITE = entry(8, PAGE)
FLUSH = entry(0, flags=1)


def test_f21_a_log_tells_writes_flushes_discards_and_marks(tmp_path: Path) -> None:
    path = tmp_path / "log"
    mark = entry(0, b"step 1".ljust(512, b"\0"), 8, sectors=0, length=6)
    path.write_bytes(first(5) + WRITE + FLUSH + entry(16, flags=4, sectors=99) + mark + entry(3, PAGE, 2))
    log = read_log(path, DISK)
    assert log.entries == [
        Entry(4096, 4096, Flag(0), 1024),
        Entry(0, 0, Flag.FLUSH, 5632),
        Entry(8192, 99 * 512, Flag.DISCARD, 6144),
        Entry(0, 6, Flag.MARK, 6656),
        Entry(1536, 4096, Flag.FUA, 7680),
    ]
    assert [one.writes for one in log.entries] == [True, False, True, False, True]
    assert log.data(log.entries[0]) == log.data(log.entries[4]) == PAGE
    assert log.data(log.entries[3]) == b"step 1"


def test_f21_sectors_of_4096_bytes_are_those_of_the_whole_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    head = struct.pack("<QQQQ", 2, 1, 0, 0).ljust(4096, b"\0")
    path.write_bytes(first(1, sector=4096) + head + PAGE)
    log = read_log(path, DISK)
    assert log.entries == [Entry(8192, 4096, Flag(0), 8192)]
    assert log.data(log.entries[0]) == PAGE


def test_f21_a_log_is_read_while_it_grows(tmp_path: Path) -> None:
    """A little more each time: an entry counts with its last one, and not before the first flush."""
    path = tmp_path / "log"
    whole = first(2) + WRITE + FLUSH + WRITE + WRITE
    log = WriteLog(path)
    path.write_bytes(b"\0" * 512 + WRITE)
    assert log.look() == 0
    ends = {512 + 4608: 1, 512 + 5120: 2, 512 + 9728: 3, len(whole): 4}
    for size in range(512, len(whole) + 1, 256):
        path.write_bytes(whole[:size])
        assert log.look() == max((count for end, count in ends.items() if end <= size), default=0)
    assert len(log.entries) == 4
    assert log.told == 2


def test_f21_what_lies_behind_an_entry_that_is_not_written_yet_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(first(1) + FLUSH + b"\0" * len(WRITE) + WRITE)
    assert WriteLog(path).look() == 1


def test_f21_an_entry_that_a_killed_machine_began_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(first(2) + WRITE + FLUSH + WRITE[:-1])
    assert len(read_log(path, DISK).entries) == 2


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "no first sector"),
        (b"\0" * 512 + WRITE, "no first sector"),
        (b"\x01" * 20, "byte 0: it ends in its first sector"),
        (first(0, magic=7), "byte 0: magic is 0x7"),
        (first(0, version=2), "byte 8: version 2; known is 1"),
        (first(0, sector=0), "byte 24: sectors of 0 bytes"),
        (first(0, sector=256), "byte 24: sectors of 256 bytes"),
        (first(0, sector=513), "byte 24: sectors of 513 bytes"),
        (first(0, sector=1 << 31), "byte 24: sectors of"),
        (first(1) + entry(0, flags=16), "byte 528: unknown flags 0x10"),
        (first(1) + entry(0, PAGE, length=5), "byte 536: 5 bytes of data for 8 sectors"),
        (first(3) + WRITE + FLUSH, "tells of 3 entries and has 2"),
        (first(1) + entry(DISK // 512 - 7, PAGE), "entry 0 writes up to byte 1049088 of a disk of 1048576"),
        (first(1) + entry(ENDLESS, PAGE), "entry 0 writes up to byte"),
        (first(1) + entry(0, sectors=ENDLESS), "tells of 1 entries and has 0"),
        (first(1) + entry(0, sectors=0, flags=8, length=ENDLESS), "tells of 1 entries and has 0"),
    ],
)
def test_f21_a_log_that_makes_no_sense_is_said_with_its_byte(tmp_path: Path, data: bytes, fault: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    with pytest.raises(LogError, match=fault):
        read_log(path, DISK)


def test_f21_a_log_that_is_not_there_or_begins_anew_is_said(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with pytest.raises(LogError, match=r"log: No such file"):
        read_log(path, DISK)
    path.write_bytes(first(2) + WRITE + FLUSH)
    log = WriteLog(path)
    assert log.look() == 2
    path.write_bytes(first(1) + FLUSH)
    with pytest.raises(LogError, match="begun anew"):
        log.look()
    with pytest.raises(LogError, match="were there before"):
        log.data(log.entries[0])
