"""The long run: `python -m tests.hands --sessions 20000 --rig 500`; exit 1 if a session failed."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING

from tests.hands.runs import failure

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

EVERY_S = 10.0


def _parsed() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.hands", description="paper tables beside random sessions")
    parser.add_argument("--sessions", type=int, default=300, help="of Nevermind, without drivers")
    parser.add_argument("--rig", type=int, default=20, help="of Nevermind, on the whole rig")
    parser.add_argument("--mind", type=int, default=60, help="of The Mind")
    parser.add_argument("--first", type=int, default=0, help="number of the first session")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--most", type=int, default=10, help="failures to tell in full")
    return parser.parse_args()


def _runs(options: Namespace) -> Iterator[tuple[str, int]]:
    for kind, count in (("rig", options.rig), ("mind", options.mind), ("bench", options.sessions)):
        for number in range(options.first, options.first + count):
            yield kind, number


def main() -> int:
    """Play, with progress on standard error."""
    options = _parsed()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    runs = list(_runs(options))
    began_s = told_s = monotonic()
    failed: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        try:
            for done, (run, found) in enumerate(
                zip(runs, pool.map(failure, runs, chunksize=4), strict=True), 1
            ):
                if found is not None:
                    failed[found.splitlines()[-1].split(":")[0]] += 1
                    if failed.total() <= options.most:
                        sys.stdout.write(f"== {run[0]} {run[1]}\n{found}\n\n")
                        sys.stdout.flush()
                if monotonic() - told_s > EVERY_S:
                    told_s = monotonic()
                    sys.stderr.write(f"{done}/{len(runs)}, {failed.total()} failed\n")
        except BaseException:
            # Nobody waits for what was not begun.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    took_s = monotonic() - began_s
    sys.stdout.write(f"{len(runs)} sessions, {failed.total()} failed, {took_s:.0f} s {dict(failed) or ''}\n")
    return int(failed.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
