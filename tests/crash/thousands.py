"""The long run: `make crash` kills thousands of processes and cuts whole sessions, on all cores.

`python -m tests.crash.thousands [KILLS]`; ends with one line of counts, exit 1 if anything was lost.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TextIO

from tests.crash.monkey import GAMES

ROOT = Path(__file__).parents[2]
KILLS = 4000
KILLS_A_FOLDER = 100
REAL_TIME_A_FOLDER = 20
"""One in ten kills is one of the running threads."""


def jobs(kills: int, scratch: Path) -> list[list[str]]:
    """Return the command lines of the whole run."""
    found = []
    for number in range(max(1, kills * 9 // 10 // KILLS_A_FOLDER)):
        folder = str(scratch / f"stepped-{number}")
        found.append(["tests.crash.kills", folder, f"long-{number}", str(KILLS_A_FOLDER), "stepped"])
    for number in range(max(1, kills // 10 // REAL_TIME_A_FOLDER)):
        folder = str(scratch / f"real-{number}")
        found.append(["tests.crash.kills", folder, f"real-{number}", str(REAL_TIME_A_FOLDER), "real-time"])
    for number in range(max(1, kills // 200)):
        for game in GAMES:
            found.append(["tests.crash.power", game, str(100 + number), str(number % 5 * 40), "60"])
    return found


def _run(job: list[str]) -> tuple[list[str], dict[str, Any]]:
    done = subprocess.run([sys.executable, "-m", *job], cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout:
        return job, {"faults": [f"{' '.join(job)}: {done.stderr[-400:]}"]}
    result: dict[str, Any] = json.loads(done.stdout)
    return job, result


def main(arguments: list[str]) -> int:
    """Run all jobs; a line for each that lost something, and one with the counts."""
    kills = int(arguments[0]) if arguments else KILLS
    total: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(_run, job) for job in jobs(kills, Path(scratch))]
        for number, done in enumerate(as_completed(waiting), 1):
            _, result = done.result()
            for fault in result.pop("faults"):
                faults.append(fault)
                say(sys.stdout, fault)
            total.update(result)
            say(sys.stderr, f"{number}/{len(waiting)} jobs; {summary(total, len(faults))}")
    say(sys.stdout, summary(total, len(faults)))
    return 1 if faults else 0


def say(stream: TextIO, text: str) -> None:
    """Write a line at once."""
    stream.write(f"{text}\n")
    stream.flush()


def summary(total: Counter[str], faults: int) -> str:
    """Put the counts on one line."""
    return (
        f"{total['kills']} kills, {total['resumed']} resumed, {total['undone']} undone and redone; "
        f"power cut at {total['cuts']} places, {total['storages']} different storages, "
        f"{total['devices']} with the whole device; {faults} faults"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
