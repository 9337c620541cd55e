"""A dozen changes of the tables are noticed, and the tool that says so can fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.mutants import __main__ as tool
from tests.engine.mutants.changes import SUBJECTS, Mutant, Subject, all_mutants
from tests.engine.mutants.equivalents import EQUIVALENT
from tests.engine.mutants.judge import By, Verdict, clause_tests

ROOT = Path(__file__).parents[3]
MUTANTS = all_mutants()


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the tool in a process of its own: it forks, and swaps tables."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    command = [sys.executable, "-m", "tests.engine.mutants", *words]
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_dozen_changes_of_the_tables_are_noticed() -> None:
    done = run("--sample", "12", "--seed", "4")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "12 of 12 noticed, 100.0%" in done.stdout
    assert "survived" not in done.stdout


@pytest.mark.long
def test_a_change_that_nothing_notices_is_reported_and_fails() -> None:
    done = run("--no-tests", "--all", "--only", "deed let_time_pass removed")
    assert done.returncode == 1, done.stdout + done.stderr
    names = [mutant.name for mutant in MUTANTS if "deed let_time_pass removed" in mutant.name]
    assert len(names) == 5
    survived = [line for line in done.stdout.splitlines() if line.startswith("survived")]
    assert sorted(survived) == sorted(f"survived: {name}" for name in names)
    assert "0 of 5 noticed, 0.0%" in done.stdout


def test_the_sample_is_of_both_games_and_of_none_that_changes_no_game() -> None:
    chosen = tool.chosen(tool.arguments(["--sample", "12", "--seed", "1"]))
    assert [mutant.subject.name for mutant in chosen] == ["nevermind"] * 6 + ["the-mind"] * 6
    assert not {mutant.name for mutant in chosen} & set(EQUIVALENT)
    assert chosen == tool.chosen(tool.arguments(["--sample", "12", "--seed", "1"]))
    assert chosen != tool.chosen(tool.arguments(["--sample", "12", "--seed", "2"]))


def test_a_mutant_differs_in_one_row_and_has_a_name_of_its_own() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        was = {id(row) for rows in mutant.subject.table.sections.values() for row in rows}
        now = {id(row) for rows in mutant.sections.values() for row in rows}
        assert len(was - now) == 1, mutant.name
        assert len(now - was) == len(now) - len(was) + 1 <= 1, mutant.name


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_every_row_guard_need_and_deed_is_taken_out_once(subject: Subject) -> None:
    names = [mutant.name for mutant in MUTANTS if mutant.subject is subject]
    rows = subject.table.rows
    for kind, count in (
        ("row removed", len(rows)),
        (": guard ", sum(len(row.when) for row in rows)),
        (": need ", sum(len(row.needs) for row in rows)),
        (": deed ", sum(len(row.do) for row in rows)),
        (": deeds ", sum(max(len(row.do) - 1, 0) for row in rows)),
        (": not from ", sum(len(row.sources) for row in rows if len(row.sources) > 1)),
    ):
        assert sum(kind in name for name in names) == count
    assert sum(": leads to " in name for name in names) >= len(rows)


def test_the_tests_of_every_clause_are_asked() -> None:
    files = [path.name for subject in SUBJECTS for path in clause_tests(subject)]
    assert {"test_n3_mind.py", "test_n8_paper.py", "test_fix.py", "test_m6_silence.py"} <= set(files)
    assert len(files) == len(set(files)) >= 14


def test_the_list_of_those_that_change_no_game_names_mutants_and_says_why() -> None:
    assert tool.unknown_equivalents() == []
    assert all(len(reason.split()) > 5 for reason in EQUIVALENT.values())


def verdicts(noticed: int, others: int) -> list[Verdict]:
    known: list[Mutant] = [mutant for mutant in MUTANTS if mutant.name not in EQUIVALENT]
    found = [Verdict(mutant, By.TEST, "test_it") for mutant in known[:noticed]]
    return found + [Verdict(mutant, By.NOTHING) for mutant in known[noticed : noticed + others]]


@pytest.mark.parametrize(
    ("noticed", "others", "good"), [(20, 0, True), (19, 1, True), (18, 1, False), (0, 0, False)]
)
def test_nineteen_of_twenty_are_to_be_noticed(noticed: int, others: int, good: bool) -> None:
    given = verdicts(noticed, others)
    lines, found = tool.report(given, 1.0)
    assert found is good
    assert [line for line in lines if line.startswith("survived")] == [
        f"survived: {verdict.mutant.name}" for verdict in given[noticed:]
    ]


def test_one_that_could_not_be_judged_is_not_taken_for_noticed() -> None:
    lines, found = tool.report([Verdict(MUTANTS[0], By.CRASH, "signal 11")], 1.0)
    assert not found
    assert f"not judged: {MUTANTS[0].name} (signal 11)" in lines


def test_one_that_is_said_to_change_no_game_and_is_noticed_fails() -> None:
    equivalent = next(mutant for mutant in MUTANTS if mutant.name in EQUIVALENT)
    lines, found = tool.report([*verdicts(5, 0), Verdict(equivalent, By.RECORD, "some-record")], 1.0)
    assert not found
    assert f"listed as equivalent, but noticed by a record some-record: {equivalent.name}" in lines
    lines, found = tool.report([*verdicts(5, 0), Verdict(equivalent, By.NOTHING)], 1.0)
    assert found
    assert f"equivalent: {equivalent.name} - {EQUIVALENT[equivalent.name]}" in lines
