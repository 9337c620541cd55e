"""Crash states from a log of writes: it is read as it grows, and no state holds what a disk could not."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from tests.board.states import Counts, Maker, loss
from tests.board.writelog import DISCARD, ENTRY, FLUSH, FUA, MAGIC, SUPER, WriteLog, WriteLogError

if TYPE_CHECKING:
    from pathlib import Path

SECTOR = 512


def entry(at: int, data: bytes = b"", flags: int = 0) -> bytes:
    head = ENTRY.pack(at // SECTOR, len(data) // SECTOR, flags, 0)
    return head.ljust(SECTOR, b"\0") + data


def log_of(path: Path, *entries: bytes) -> WriteLog:
    path.write_bytes(SUPER.pack(MAGIC, 1, 0, SECTOR).ljust(SECTOR, b"\0") + b"".join(entries))
    return WriteLog(path)


def sector(letter: str) -> bytes:
    return letter.encode() * SECTOR


def test_a_log_is_read_while_it_grows(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log", entry(0, sector("a")))
    assert log.grow() == 1
    with log.path.open("ab") as file:
        file.write(entry(1024, sector("b") * 2)[:-1])
    assert log.grow() == 1
    with log.path.open("ab") as file:
        file.write(b"b" + entry(0, flags=FLUSH))
    assert log.grow() == 3
    assert [(one.at, one.size, one.flushes) for one in log.entries] == [
        (0, 512, False),
        (1024, 1024, False),
        (0, 0, True),
    ]


def test_a_log_that_is_not_begun_has_no_entries(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"")
    assert WriteLog(tmp_path / "log").grow() == 0
    (tmp_path / "log").write_bytes(bytes(4096))
    assert WriteLog(tmp_path / "log").grow() == 0


@pytest.mark.parametrize("damage", [struct.pack("<Q", MAGIC + 1), b"rubbish!"])
def test_a_file_that_is_no_log_is_named(tmp_path: Path, damage: bytes) -> None:
    log_of(tmp_path / "log", entry(0, sector("a")))
    data = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(damage + data[8:])
    with pytest.raises(WriteLogError, match="is no log of writes"):
        WriteLog(tmp_path / "log").grow()


def test_a_discard_has_no_data(tmp_path: Path) -> None:
    discard = ENTRY.pack(4, 8, DISCARD, 0).ljust(SECTOR, b"\0")
    log = log_of(tmp_path / "log", discard, entry(0, sector("c")))
    assert log.grow() == 2
    assert log.entries[1].data_at == 3 * SECTOR


def states(tmp_path: Path, entries: list[bytes], cut: int, count: int = 200) -> set[bytes]:
    """Return all disks of two sectors that many states have."""
    log = log_of(tmp_path / "log", *entries)
    log.grow()
    found = set()
    for seed in range(count):
        image, state = tmp_path / "image", tmp_path / "state"
        image.write_bytes(sector("-") * 2)
        maker = Maker(image, log, seed)
        maker.upto_flush(cut)
        state.write_bytes(image.read_bytes())
        maker.tear(state, cut, Counts())
        found.add(bytes(state.read_bytes()[::SECTOR]))
    return found


def test_what_was_flushed_is_there_and_what_came_later_may_be(tmp_path: Path) -> None:
    entries = [entry(0, sector("a")), entry(0, flags=FLUSH), entry(SECTOR, sector("b"))]
    assert states(tmp_path, entries, 3) == {b"a-", b"ab"}
    assert states(tmp_path, entries, 1) == {b"a-", b"--"}


def test_writes_in_doubt_are_dropped_torn_and_reordered(tmp_path: Path) -> None:
    entries = [entry(0, sector("a") + sector("a")), entry(0, sector("b") + sector("b"))]
    found = states(tmp_path, entries, 2)
    assert {b"--", b"aa", b"bb", b"ab", b"ba", b"a-", b"-b"} <= found


def test_what_was_written_through_is_there(tmp_path: Path) -> None:
    entries = [entry(0, sector("a"), FUA), entry(SECTOR, sector("b"))]
    assert states(tmp_path, entries, 2) == {b"a-", b"ab"}


def test_a_loss_is_named(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    record = tmp_path / "sessions/1.jsonl"
    record.write_bytes(b"{}\n{}\n{")
    assert loss(tmp_path, {"sessions/1.jsonl": b"{}\n{}\n"}) is None
    assert (
        loss(tmp_path, {"sessions/1.jsonl": b"{}\n{}\n{}\n"})
        == "sessions/1.jsonl lost lines that the glass had shown"
    )
    assert loss(tmp_path, {"sessions/2.jsonl": b""}) == "sessions/2.jsonl is gone"
    (tmp_path / "sessions/1.jsonl.bad").write_bytes(b"")
    assert loss(tmp_path, {}) == "set aside: 1.jsonl.bad"
