"""Records with a fault on the whole device: it goes on, or sets them aside, says so and plays (F36)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.rig import Rig
from engine import record
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.fuzz import made
from tests.fuzz.mutate import mutated
from tests.fuzz.records import lost

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = tuple[str, bytes]
"""Name of the record that was mutated, and what became of it."""
KEYS = ("0", "K4", "1", "5", "K1", "K4", "0")


def flips(data: bytes) -> Iterator[bytes]:
    """Yield it with each of its bits flipped in turn."""
    for at in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[at // 8] ^= 1 << at % 8
        yield bytes(flipped)


def edits(data: bytes, others: list[bytes]) -> Iterator[bytes]:
    """Yield it with one line deleted, doubled, swapped with the next, or one of another record put in."""
    lines = data.splitlines(keepends=True)
    for k, line in enumerate(lines):
        before, after = lines[:k], lines[k + 1 :]
        yield b"".join((*before, *after))
        yield b"".join((*before, line, line, *after))
        yield b"".join((*before, *after[:1], line, *after[1:]))
        for other in others:
            yield b"".join((*before, other, *lines[k:]))


def every() -> Iterator[Case]:
    """Yield all single-bit flips and single-line edits of all records."""
    records = made.records()
    for name, data in records.items():
        others = [
            line for other in records.values() if other != data for line in other.splitlines(keepends=True)
        ]
        for one in (*flips(data), *edits(data, others)):
            yield name, one


def cases(seed: int) -> Iterator[Case]:
    """Draw some of them for ever."""
    random, records = Random(f"resume/{seed}"), made.records()
    while True:
        name = random.choice(tuple(records))
        data = records[name]
        way = random.random()
        if way < 0.2:
            yield name, mutated(data, tuple(records.values()), random)
        elif way < 0.75:
            flipped = bytearray(data)
            flipped[random.randrange(len(data))] ^= 1 << random.randrange(8)
            yield name, bytes(flipped)
        else:
            others = [random.choice(records[random.choice(tuple(records))].splitlines(keepends=True))]
            yield name, random.choice(tuple(edits(data, others)))


def parses(case: Case) -> bool:
    """Tell whether a case can be read as a record."""
    try:
        record.parse(case[1], GAMES.rules)
    except record.RecordError:
        return False
    return True


def run(case: Case) -> str | None:
    """Start on it, go on, play."""
    data = case[1]
    if not parses(case):
        return None
    disk = SimDisk()
    disk.append(made.RECORD, data)
    rig = Rig(defaults(), disk=disk)
    rig.power_on()
    try:
        return _played(rig, data)
    finally:
        rig.stop()


def _played(rig: Rig, data: bytes) -> str | None:
    before = rig.scene.id
    rig.tap("K4")
    kept = contents(rig.disk)
    session = rig.app.sessions.session
    if session is None and before == "resume":
        aside = kept.get(f"{made.RECORD}.bad1")
        if aside is None or not aside.startswith(data):
            return f"it is neither open nor set aside: {sorted(kept)}"
        if "aside" not in str(rig.app.model.notice):
            return f"set aside, and nothing is said on {rig.scene.id}"
    for key in KEYS:
        rig.tap(key)
    rig.wait(5_000_000)
    return lost(data, rig.disk)
