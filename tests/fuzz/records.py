"""Records: parsed or refused in one line, mended or set aside, and no byte of them lost (F35, F37)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.registry import GAMES
from device.storage.store import Store
from engine import record
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.fuzz import made
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = bytes


def cases(seed: int) -> Iterator[Case]:
    """Mutate the six records for ever."""
    random = Random(f"records/{seed}")
    files = tuple(made.records().values())
    while True:
        yield mutated(random.choice(files), files, random)


def run(case: Case) -> str | None:
    """Read it as `replay` does and as the store does."""
    try:
        for answer in record.replay(record.parse(case, GAMES.rules)):
            answer.to_json()
    except record.RecordError as error:
        if "\n" in str(error) or len(str(error)) > 400:
            return f"no line: {str(error)[:100]!r}"
    disk = SimDisk()
    disk.append(made.RECORD, case)
    store = Store(disk, SimClock(), GAMES.kept)
    raw = store.load(1)
    store.append(1, '{"undo":1}')
    return lost(case, disk) or _unsaid(case, raw is None, store)


def lost(case: bytes, disk: SimDisk) -> str | None:
    """Tell whether any byte of a file is neither in its place nor beside it; zeros at its end are none."""
    kept = contents(disk)
    now = kept.get(made.RECORD, b"")
    piece = kept.get(f"{made.RECORD}.bad", b"")[:-1]
    wholes = (now, *(data for path, data in kept.items() if ".bad" in path))
    if any(whole.startswith(case) for whole in wholes):
        return None
    at = case.rfind(b"\n") + 1
    if now.startswith(case[:at]) and piece == case[at:].rstrip(b"\0"):
        return None
    return f"of {len(case)} bytes some are gone: { ({path: len(data) for path, data in kept.items()}) }"


def _unsaid(case: bytes, unread: bool, store: Store) -> str | None:
    words = store.take_words()
    if unread and case and not words:
        return "a record that cannot be read, and no word of it"
    long = [word for word in words if len(word) > 400 or "\n" in word]
    return f"no line: {long[0][:100]!r}" if long else None
