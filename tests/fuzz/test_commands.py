"""What comes from outside ends in a line and 0, 1 or 2; nothing raw reaches a terminal (F40, F41, F54)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.fuzz import commands
from tests.fuzz.forked import Command, Ended, Forks

SLOW = {"run": 3, "study": 5, "study the-mind": 5, "scenario": 3, "check": 2, "check simulated": 2}
"""Of these every so manieth condition here; `make fuzz` has all."""
RANDOM = 25
"""Cases of each seed; `make fuzz` runs many more."""


@pytest.mark.long
@pytest.mark.parametrize("name", commands.COMMANDS)
def test_f40_every_command_lives_with_streams_homes_and_folders_that_are_amiss(name: str) -> None:
    cases = [case for case in commands.every() if case.name.partition(", ")[0] == name]
    assert len(cases) == len(commands.CONDITIONS)
    if name in SLOW:
        cases = cases[:: SLOW[name]]
    assert [(case.name, wrong) for case in cases if (wrong := commands.run(case)) is not None] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_f40_f41_f54_files_and_arguments_that_were_made_up_are_told_in_a_line(seed: str) -> None:
    cases = list(islice(commands.cases(seed), RANDOM))
    wrong = [(case, wrong) for case in cases if (wrong := commands.run(case)) is not None]
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize(
    "full", [((2, "/dev/full"),), ((1, "/dev/full"), (2, "/dev/full")), ((2, "closed"),)]
)
def test_f40_run_goes_on_where_nothing_can_be_said_until_it_is_stopped(
    full: tuple[tuple[int, str], ...], tmp_path: object
) -> None:
    environ = (("STATE_DIRECTORY", str(tmp_path)),)
    # A problem of the settings is something that it would say at its start.
    args = ("--settings", "/nowhere.toml", "run", "--hardware", "simulated")
    with Forks() as forks:
        ended = forks.run(Command(args, environ, full, stop_s=1.0))
    assert ended == Ended(0, "", "")


def test_an_answer_that_found_no_room_is_told_and_exits_1(tmp_path: object) -> None:
    with Forks() as forks:
        full = forks.run(Command(("--help",), streams=((1, "/dev/full"),)))
        closed = forks.run(Command(("settings",), streams=((1, "closed"),)))
    assert full.code == closed.code == 1
    assert full.err.startswith("palmstone: standard output cannot be written: No space left on device; ")
    assert closed.err.startswith("palmstone: standard output is closed; ")


@pytest.mark.parametrize(
    ("ended", "word"),
    [
        (Ended(70, "", "palmstone: this is a bug: x\n"), "exit 70"),
        (Ended(-9, "", ""), "exit -9"),
        (Ended(1, "", "Traceback (most recent call last):\n"), "a bug"),
        (Ended(1, "", "x\n" * 7), "7 lines"),
        (Ended(0, "\x1b[2J\n", ""), "reach the terminal"),
        (Ended(0, "a\u202eb\n", ""), "reach the terminal"),
        (Ended(2, "", "\x07\n"), "reach the terminal"),
    ],
)
def test_what_may_not_be_is_found(ended: Ended, word: str) -> None:
    assert word in str(commands.wrong(ended))
    assert commands.wrong(Ended(2, "ok\n", "one line\n")) is None


def test_the_same_seed_makes_the_same_cases_and_another_makes_others() -> None:
    first, again, other = (list(islice(commands.cases(seed), 60)) for seed in ("a", "a", "b"))
    assert first == again != other
    assert len(set(first)) > 50
    data = b"0123456789" * 5
    assert len({commands.mutated(Random(seed), data) for seed in range(50)}) > 40
