"""Every record of Nevermind beside these tests verifies, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import parse, resume, verify
from tests.engine.nevermind.soundness import check

RECORDS = sorted((Path(__file__).parents[2] / "conformance").glob("nevermind-*.jsonl"))


def test_the_records_are_there() -> None:
    assert len(RECORDS) == 79


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_verifies(path: Path) -> None:
    record = parse(path.read_bytes(), GAMES)
    assert record.lines
    assert verify(record) is None
    for entry in resume(record).in_force:
        assert not check(entry.state)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (b'"timer":18', b'"timer":17'),
        (b'"N":"thought', b'"N":"distraction'),
        (b',{"do":"draw"}', b""),
        (b'{"do":"rest",', b'{"do":"draw",'),
        (b'"do":"acknowledge"', b'"try":"acknowledge"'),
    ],
)
def test_the_verification_can_fail(good: bytes, bad: bytes) -> None:
    data = (RECORDS[0].parent / "nevermind-stage1-1.jsonl").read_bytes()
    assert good in data
    assert verify(parse(data.replace(good, bad, 1), GAMES)) is not None
