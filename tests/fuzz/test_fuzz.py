"""The fuzzer's doors hold: some thousand cases, whatever was found once, and that it can find at all."""

from __future__ import annotations

import logging
import time
from dataclasses import astuple
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from tests.fuzz import tally
from tests.fuzz.__main__ import fuzz, main
from tests.fuzz.doors import DOORS, door, short
from tests.fuzz.tally import FINDS, Tally, keep, kept, tried

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CASES = {
    "records": 1200,
    "journal": 1200,
    "whole": 300,
    "settings": 400,
    "scenarios": 80,
    "fonts": 60,
    "folder": 160,
}
"""How many of each door are tried here; of another one so many as OTHERS."""
OTHERS = 200
ELSEWHERE = ("resumes", "terminal", "commands")
"""Doors that have tests of their own."""
SEED = 13


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Each case is told in the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.long
@pytest.mark.parametrize("name", [short(name) for name in DOORS if short(name) not in ELSEWHERE])
def test_f37_some_hundred_cases_through_each_door(name: str) -> None:
    tallies = fuzz([name], SEED, CASES.get(name, OTHERS), None)
    assert tallies[name].finds == []
    assert tallies[name].cases > 0


@pytest.mark.parametrize("path", sorted(FINDS.glob("*.txt")), ids=lambda path: path.stem)
def test_what_was_found_once_is_sound_for_ever(path: Path) -> None:
    name, case = kept(path)
    assert tried(door(name), case) is None


class _Bad:
    """A door with a case for each kind of find."""

    def cases(self, seed: int) -> Iterator[Any]:
        yield from (b"sound", b"crash", b"hang", b"loss")

    def run(self, case: bytes) -> str | None:
        if case == b"crash":
            raise ZeroDivisionError
        while case == b"hang":
            time.sleep(0.01)
        return "gone" if case == b"loss" else None


def test_the_fuzzer_finds_a_crash_a_hang_and_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "PATIENCE_S", 0.2)
    found, bad = Tally(), _Bad()
    for case in islice(bad.cases(0), 4):
        tally.count(found, "bad", case, bad)
    assert (found.cases, found.crashes, found.hangs, found.losses) == (4, 1, 1, 1)


@pytest.mark.parametrize("name", ["terminal", "commands"])
def test_a_find_of_a_case_with_parts_is_tried_again_as_it_was(name: str, tmp_path: Path) -> None:
    one = door(name)
    for case in islice(one.cases(7), 3):
        path = keep(name, case, tmp_path)
        assert kept(path) == (name, astuple(case))
        assert tried(one, kept(path)[1]) is None


def test_a_find_is_a_small_file_that_is_read_back(tmp_path: Path) -> None:
    case = (("a", "fifo"), b"\xff\n", 3)
    path = keep("folder", case, tmp_path)
    assert kept(path) == ("folder", case)


def test_the_command_counts_and_ends_with_1_on_a_find(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["--door", "journal", "--cases", "20", "--seed", "1"]) == 0
    assert "20 cases, 0 crashes, 0 hangs, 0 losses" in capsys.readouterr().out
    monkeypatch.setattr("tests.fuzz.__main__.keep", lambda name, case: keep(name, case, tmp_path))
    monkeypatch.setattr("tests.fuzz.journal.run", lambda case: "gone")
    assert main(["--door", "journal", "--cases", "3"]) == 1
    assert len(list(tmp_path.iterdir())) == 3
