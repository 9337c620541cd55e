"""Every record of The Mind beside these tests verifies, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import parse, resume, verify
from tests.engine.the_mind.soundness import check

RECORDS = sorted((Path(__file__).parents[2] / "conformance").glob("the-mind-*.jsonl"))


def test_the_records_are_there() -> None:
    assert len(RECORDS) == 40


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_verifies(path: Path) -> None:
    record = parse(path.read_bytes(), GAMES)
    assert record.lines
    assert verify(record) is None
    timeline = resume(record)
    assert not check(timeline.state)


@pytest.mark.parametrize(
    ("good", "bad"),
    [(b'"lives":2', b'"lives":3'), (b',{"do":"stop"}', b""), (b'{"do":"focus"', b'{"do":"stop"')],
)
def test_the_verification_can_fail(good: bytes, bad: bytes) -> None:
    data = next(path for path in RECORDS if "table-2p" in path.stem).read_bytes()
    assert data.count(good) > 1
    assert verify(parse(data.replace(good, bad, 1), GAMES)) is not None
