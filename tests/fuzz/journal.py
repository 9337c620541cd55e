"""The journal: what is sound counts, the rest is said, nothing is lost, and writing goes on (F34, F37)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.cli.journal import table, table_csv
from device.games.registry import GAMES
from device.storage.journal import JournalEntry
from device.storage.store import JOURNAL, Store
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.fuzz import made
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = bytes
LINES = (
    b'{"session":1,"game":"the-mind","seconds":1500,"date":"2026-03-02","outcome":"lost","players":3,'
    b'"cards":"dealt","level":4,"misplays":[0,1,0,2],"blind_levels":1}\n'
    b'{"session":1,"open":true}\n{"session":7,"game":"breathe","seconds":20,"date":"unknown"}\n'
)
"""What a device writes over months, beside the line that was played."""


def cases(seed: int) -> Iterator[Case]:
    """Mutate a journal for ever."""
    random = Random(f"journal/{seed}")
    real = made.state()[JOURNAL] + LINES
    others = (*made.records().values(), *made.state().values())
    while True:
        yield mutated(real, others, random)


def run(case: Case) -> str | None:
    """Read it, print it, add to it, read it again."""
    disk = SimDisk()
    disk.append(JOURNAL, case)
    store = Store(disk, SimClock(), GAMES.kept)
    before = store.journal()
    table(before)
    table_csv(before, GAMES.kept.facts)
    number = store.new_session()
    store.write_entry(JournalEntry(number, "breathe", 60))
    again = Store(disk, SimClock(), GAMES.kept).journal()
    if again != (*before, JournalEntry(number, "breathe", 60)):
        return f"{len(before)} entries became {len(again)}"
    kept = contents(disk)
    whole = kept[JOURNAL] + kept.get(f"{JOURNAL}.bad", b"")
    gone = [line for line in case.rstrip(b"\0").split(b"\n") if line.rstrip(b"\0") not in whole]
    return f"a line is gone: {gone[0][:80]!r}" if gone else None
