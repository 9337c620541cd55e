"""Whether the tests of the clauses and the records notice a changed table.

One process collects the tests and reads the records; each mutant is judged in a fork of it, so that a swapped
table, an endless loop or a crash stays there.
"""

from __future__ import annotations

import os
import resource
import signal
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from engine.machine import TableError
from engine.record import Record, parse, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tests.engine.mutants.changes import Mutant, Subject

ENGINE = Path(__file__).parents[1]
RECORDS = ENGINE.parent / "conformance"
CPU_LIMIT_S = 10
"""Seconds of computing that a mutant may take; the tests and records of an unchanged table take about 2."""


class By(StrEnum):
    """What noticed a mutant."""

    BUILD = "the table"
    TEST = "a test"
    RECORD = "a record"
    TIME = "the time limit"
    CRASH = "nothing, as it could not be judged"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    by: By
    what: str = ""
    """The test or the record, or what the table said."""

    @property
    def noticed(self) -> bool:
        """Tell whether anything noticed it."""
        return self.by not in (By.NOTHING, By.CRASH)


def clause_tests(subject: Subject) -> list[Path]:
    """Return the files with the tests of a game's clauses, and of the command that no clause is about."""
    folder = ENGINE / subject.package
    return [*sorted(folder.glob("test_[nm][0-9]*.py")), *folder.glob("test_fix.py")]


def collected(subjects: Iterable[Subject], use: Callable[[Sequence[pytest.Item]], None]) -> None:
    """Collect the tests of the clauses and give them to `use`, while they can be run.

    Raises RuntimeError if they cannot be collected. Searches by hypothesis or by seeds are left out: they
    look at chance games for a long time, and a clause has a test that says what it asks for.
    """
    plugin = _Holder(use)
    files = [str(path) for subject in subjects for path in clause_tests(subject)]
    quiet = ["-p", "no:terminal", "-p", "no:cacheprovider", "--capture=no"]
    found = pytest.main(["-o", "addopts=", "--import-mode=importlib", *quiet, *files], plugins=[plugin])
    if plugin.error is not None:
        raise plugin.error
    if found is not pytest.ExitCode.OK:
        raise RuntimeError(f"the tests of the clauses cannot be collected: {found!r}")


class _Holder:
    """A plugin of pytest that gives the collected tests away instead of running them."""

    def __init__(self, use: Callable[[Sequence[pytest.Item]], None]) -> None:
        self.use = use
        self.error: Exception | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not _is_a_search(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            self.use(session.items)
        except Exception as error:  # pytest would print it where nobody looks
            self.error = error
        return True


def _is_a_search(item: pytest.Item) -> bool:
    given = getattr(item, "callspec", None)
    seeded = given is not None and "seed" in given.params
    return seeded or hasattr(getattr(item, "obj", None), "hypothesis")


class Court:
    """The tests and records of the games, ready to be tried."""

    def __init__(self, tests: Sequence[pytest.Item], *, records: bool = True) -> None:
        self.tests = tests
        self.records = (
            [(path.stem, parse(path.read_bytes(), GAMES)) for path in _record_files()] if records else []
        )

    def judge(self, mutants: Iterable[Mutant], jobs: int = 2) -> Iterator[Verdict]:
        """Judge mutants, so many at a time, and yield each as soon as it is done."""
        running: dict[int, tuple[Mutant, int]] = {}
        for mutant in mutants:
            if len(running) == jobs:
                yield _reap(running)
            running.update([self._begin(mutant)])
        while running:
            yield _reap(running)

    def faults_unchanged(self, subject: Subject) -> str | None:
        """Return what fails while the table is as it is, or None: only then a failure says anything."""
        failed = self._first_failure(subject)
        return None if failed is None else f"{failed[0]}: {failed[1]}"

    def _begin(self, mutant: Mutant) -> tuple[int, tuple[Mutant, int]]:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, (mutant, reading)
        by, what = By.CRASH, "an error outside of tests and records"
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S + 1))
            by, what = self._verdict(mutant)
        finally:
            os.write(writing, f"{by.name} {what}"[:4_000].encode())
            os._exit(0)

    def _verdict(self, mutant: Mutant) -> tuple[By, str]:
        try:
            table = mutant.subject.build(mutant.sections)
        except TableError as error:
            return By.BUILD, str(error)
        mutant.subject.put_in_place(table)
        return self._first_failure(mutant.subject) or (By.NOTHING, "")

    def _first_failure(self, subject: Subject) -> tuple[By, str] | None:
        files = clause_tests(subject)
        tests = [item for item in self.tests if item.path in files]
        for at, item in enumerate(tests):
            following = tests[at + 1] if at + 1 < len(tests) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                return By.TEST, item.name
        for name, record in self.records:
            if record.game.name == subject.name and not _verifies(record):
                return By.RECORD, name
        return None


def _record_files() -> list[Path]:
    return sorted(RECORDS.glob("*.jsonl"))


def _verifies(record: Record) -> bool:
    try:
        return verify(record) is None
    except Exception:  # whatever breaks in a changed table was noticed
        return False


def _reap(running: dict[int, tuple[Mutant, int]]) -> Verdict:
    pid, status = os.wait()
    mutant, reading = running.pop(pid)
    with os.fdopen(reading, "rb") as answer:
        name, _, what = answer.read().decode().partition(" ")
    if os.WIFSIGNALED(status):
        by = By.TIME if os.WTERMSIG(status) == signal.SIGXCPU else By.CRASH
        return Verdict(mutant, by, f"signal {os.WTERMSIG(status)}")
    return Verdict(mutant, By[name], what)
