"""`make board`: the product on a Raspberry Pi made of software, checked from the system calls up.

    python -m tests.board [--long] [--only GROUP ...] [--suite bookworm|trixie] [--keep]

Exit 0 if all checks are green, 1 if one is not, 2 if it cannot be made here.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.board import checks
from tests.board.checks.base import Ground
from tests.board.commands import StepFailedError
from tests.board.machine import BoardError
from tests.board.needs import complaint
from tests.board.roots import made
from tests.board.stick import stick

if TYPE_CHECKING:
    from tests.board.checks.base import Check


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a check."""

    suite: str
    check: Check
    said: str
    green: bool
    seconds: float


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make board", description="the product on a virtual Raspberry Pi")
    parser.add_argument(
        "--long", action="store_true", help="both suites, 200 power cuts, 10,000 crash states"
    )
    parser.add_argument(
        "--only", type=int, action="append", metavar="GROUP", help="this group of checks (1 to 11)"
    )
    parser.add_argument("--suite", choices=("bookworm", "trixie"), action="append")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder and leave it")
    return parser.parse_args(words)


def say(words: str) -> None:
    """Tell how far it is."""
    print(f"{time.strftime('%H:%M:%S')}  {words}", flush=True)  # noqa: T201 - the progress of a long run


def run_suite(suite: str, options: argparse.Namespace, folder: Path) -> list[Row]:
    """Run the checks on one suite. Raises StepFailedError if its root cannot be made."""
    root = made(suite, say)
    ground = Ground(root, folder, stick(root, folder), options.long, say)
    kept = folder / "installed.img"
    if kept.exists():
        ground.installed = kept
    rows = []
    for check in checks.ALL:
        if check.only_long and not options.long:
            continue
        # What the others stand on is made all the same.
        needed = check is checks.FIRST and ground.installed is None
        if options.only and check.group not in options.only and not needed:
            continue
        say(f"{suite} {check.group}: {check.name}")
        began_s = time.monotonic()
        try:
            said, green = check.run(ground), True
        except BoardError as error:
            said, green = str(error), False
        rows.append(Row(suite, check, said, green, time.monotonic() - began_s))
        say(f"  {'ok' if green else 'FAILED'}: {said}")
        if check is checks.FIRST and not green:
            break
    for name, figure in ground.figures.items():
        say(f"figure, {suite}: {name}: {figure}")
    return rows


def table(rows: list[Row]) -> str:
    """Draw what became of the checks."""
    lines = []
    for row in rows:
        mark = "ok  " if row.green else "FAIL"
        said = row.said.splitlines()[0][:90] if row.said else ""
        lines.append(
            f"{mark} {row.suite:8} {row.check.group:2}  {row.check.name:44} {row.seconds:5.0f} s  {said}"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Run; return the exit code."""
    options = arguments(words)
    amiss = complaint()
    if amiss is not None:
        print(amiss, file=sys.stderr)  # noqa: T201 - a command's own message
        return 2
    suites = options.suite or (["bookworm", "trixie"] if options.long else ["bookworm"])
    base = options.keep or Path(tempfile.mkdtemp(prefix="board-"))
    rows: list[Row] = []
    try:
        for suite in suites:
            folder = base / suite
            folder.mkdir(parents=True, exist_ok=True)
            rows += run_suite(suite, options, folder)
    except StepFailedError as error:
        print(f"make board: {error}", file=sys.stderr)  # noqa: T201 - a command's own message
        return 2
    finally:
        failed = not rows or not all(row.green for row in rows)
        if options.keep is None and not failed:
            shutil.rmtree(base)
    print(table(rows))  # noqa: T201 - the table is what it is for
    green = sum(row.green for row in rows)
    if failed:
        say(f"what tells why lies in {base}")
    print(f"{green} passed, {len(rows) - green} failed")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
