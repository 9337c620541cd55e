"""`make fuzz`: real files, mutated, through every door that something from outside comes in by."""

from __future__ import annotations

import logging
import sys
import time
from argparse import ArgumentParser
from itertools import islice
from typing import TYPE_CHECKING

from tests.fuzz.doors import DOORS, door, short
from tests.fuzz.tally import Tally, count, keep

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLD_EVERY_S = 10.0
PER_TURN = 20
"""Cases of a door before the next has its turn."""


def main(args: Sequence[str]) -> int:
    """Fuzz until so many cases or seconds are over; exit 1 on a find."""
    parser = ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="at most so many (10,000)")
    parser.add_argument("--seconds", type=float, default=None, help="at most so long")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--door", choices=[short(name) for name in DOORS], help="this one alone")
    options = parser.parse_args(args)
    logging.disable(logging.CRITICAL)
    names = [options.door] if options.door else [short(name) for name in DOORS]
    tallies = fuzz(names, options.seed, options.cases, options.seconds)
    keys = ("cases", "crashes", "hangs", "losses")
    total = Tally(*(sum(getattr(tally, key) for tally in tallies.values()) for key in keys))
    for name, tally in (*tallies.items(), ("all", total)):
        sys.stdout.write(f"{name:12} {tally}\n")
        sys.stdout.writelines(f"    {find}\n" for find in tally.finds[:20])
    return 1 if total.found else 0


def fuzz(names: Sequence[str], seed: int, cases: int, seconds: float | None) -> dict[str, Tally]:
    """Try cases of some doors by turns; what is found is kept."""
    doors = {name: door(name) for name in names}
    streams = {name: one.cases(seed) for name, one in doors.items()}
    tallies = {name: Tally() for name in names}
    began_s = told_s = time.monotonic()
    done = 0
    while streams and done < cases and (seconds is None or time.monotonic() - began_s < seconds):
        for name in tuple(streams):
            turn = list(islice(streams[name], min(PER_TURN, cases - done)))
            for case in turn:
                if count(tallies[name], name, case, doors[name]) is not None:
                    keep(name, case)
            done += len(turn)
            if not turn and done < cases:
                del streams[name]
            if time.monotonic() - told_s > TOLD_EVERY_S:
                told_s = time.monotonic()
                found = sum(tally.found for tally in tallies.values())
                sys.stderr.write(f"{done} cases in {told_s - began_s:.0f} s, {found} finds\n")
    return tallies


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
