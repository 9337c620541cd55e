"""N8.9: the records of games with paper decks come to every clause of N8 between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import Record, header_line, parse
from tests.engine.nevermind.paper_situations import SITUATIONS, situations

PATHS = sorted((Path(__file__).parents[2] / "conformance").glob("nevermind-paper-*.jsonl"))
CLAUSES = tuple(f"N8.{number}" for number in range(1, 10))
WAYS = tuple((clause, way) for clause, ways in SITUATIONS.items() for way in ways)
STAGES = {(stage, False) for stage in range(1, 7)} | {(6, True)}


def records() -> dict[str, Record]:
    return {path.stem: parse(path.read_bytes(), GAMES) for path in PATHS}


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], list[str]]:
    """The names of the records that come to each situation."""
    names: dict[tuple[str, str], list[str]] = {way: [] for way in WAYS}
    for name, record in records().items():
        for way in situations(record):
            names[way].append(name)
    return names


def test_n8_9_every_clause_is_looked_for() -> None:
    assert tuple(SITUATIONS) == CLAUSES
    assert all(SITUATIONS.values())


@pytest.mark.parametrize(("clause", "way"), WAYS, ids=lambda text: text.replace(" ", "_"))
def test_n8_9_some_record_comes_to_it(clause: str, way: str, found: dict[tuple[str, str], list[str]]) -> None:
    assert found[clause, way]


def test_n8_9_all_stages_are_there_in_version_two() -> None:
    played = {(one.options.stage, one.options.super_monkey) for one in records().values()}
    assert played == STAGES
    for path, record in zip(PATHS, records().values(), strict=True):
        assert record.options.paper
        assert path.read_bytes().startswith(b'{"format":"palmstone-record","version":2,')


def test_n8_9_what_no_record_comes_to_is_found() -> None:
    """A record without a line comes to nothing."""
    bare = header_line(GAMES["nevermind"], next(iter(records().values())).options)
    assert situations(parse(bare, GAMES)) == set()
