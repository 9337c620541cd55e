"""`python -m tests.engine.mutants`: take the tables apart, a thing at a time, and see who notices.

Ends with 1 if less than 95 % are noticed of those that change a game, or if the list of those that change
none is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from tests.engine.mutants.changes import SUBJECTS, Mutant, all_mutants
from tests.engine.mutants.equivalents import EQUIVALENT
from tests.engine.mutants.judge import By, Court, Verdict, collected

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

ENOUGH = 0.95


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, of both tables alike")
    parser.add_argument("--seed", type=int, default=0, help="which N")
    parser.add_argument("--only", default="", metavar="TEXT", help="only those with this text in their name")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many at a time")
    parser.add_argument(
        "--no-tests", action="store_true", help="ask no tests and no records: none is noticed"
    )
    parser.add_argument("--all", action="store_true", help="say of each what noticed it")
    return parser.parse_args(argv)


def chosen(args: argparse.Namespace) -> list[Mutant]:
    """Return the mutants to judge."""
    mutants = [mutant for mutant in all_mutants() if args.only in mutant.name]
    if args.sample is None:
        return mutants
    chance = Random(args.seed)
    found: list[Mutant] = []
    for index, subject in enumerate(SUBJECTS):
        own = [mutant for mutant in mutants if mutant.subject is subject and mutant.name not in EQUIVALENT]
        found += chance.sample(own, (args.sample + index) // len(SUBJECTS))
    return found


def report(verdicts: Sequence[Verdict], seconds: float) -> tuple[list[str], bool]:
    """Return the lines that say how it went, and whether that is good enough."""
    listed = [verdict for verdict in verdicts if verdict.mutant.name in EQUIVALENT]
    counted = [verdict for verdict in verdicts if verdict.mutant.name not in EQUIVALENT]
    noticed = [verdict for verdict in counted if verdict.noticed]
    by = Counter(verdict.by for verdict in noticed)
    share = len(noticed) / len(counted) if counted else 0.0
    lines = [
        f"{len(verdicts)} mutants in {seconds:.0f} s; {len(listed)} listed as equivalent",
        f"{len(noticed)} of {len(counted)} noticed, {share:.1%}: "
        + ", ".join(f"{count} by {kind}" for kind, count in by.most_common()),
        *(f"equivalent: {v.mutant.name} - {EQUIVALENT[v.mutant.name]}" for v in listed if not v.noticed),
        *(
            f"listed as equivalent, but noticed by {v.by} {v.what}: {v.mutant.name}"
            for v in listed
            if v.noticed
        ),
        *(f"survived: {v.mutant.name}" for v in counted if v.by is By.NOTHING),
        *(f"not judged: {v.mutant.name} ({v.what})" for v in counted if v.by is By.CRASH),
    ]
    return lines, share >= ENOUGH and not any(verdict.noticed for verdict in listed)


def unknown_equivalents() -> list[str]:
    """Return the names of the list that no mutant has."""
    return sorted(set(EQUIVALENT) - {mutant.name for mutant in all_mutants()})


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(args: argparse.Namespace) -> int:
    """Judge what was chosen, saying how far it is; return the exit status."""
    mutants = chosen(args)
    verdicts: list[Verdict] = []
    began = time.monotonic()

    def use(tests: Sequence[pytest.Item]) -> None:
        court = Court([] if args.no_tests else tests, records=not args.no_tests)
        # A sample is part of a run of all tests, which says by itself what fails without a change.
        for subject in SUBJECTS if args.sample is None else ():
            fault = court.faults_unchanged(subject)
            if fault is not None:
                raise RuntimeError(f"{subject.name} fails without a change: {fault}")
        for verdict in court.judge(mutants, args.jobs):
            verdicts.append(verdict)
            if args.all or (not verdict.noticed and verdict.mutant.name not in EQUIVALENT):
                say(f"{verdict.by}: {verdict.mutant.name} [{verdict.what}]")
            if len(verdicts) % 50 == 0:
                say(f"{len(verdicts)} of {len(mutants)}")

    collected(SUBJECTS, use)
    lines, good = report(verdicts, time.monotonic() - began)
    unknown = [f"listed as equivalent, but there is no such mutant: {name}" for name in unknown_equivalents()]
    for line in [*lines, *unknown]:
        say(line)
    return 0 if good and not unknown else 1


if __name__ == "__main__":
    sys.exit(run(arguments()))
