"""Sessions whose power goes at every byte of every write: what is left must be what was confirmed."""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from device.games.registry import GAMES as ALL
from device.games.settings import defaults
from device.session.session import AnySession, Session
from device.sim.rig import Rig
from device.ui.model import Redo, Undo
from engine import record
from engine.games import GAMES
from engine.timeline import PLAYER
from hal.simulated.disk import SimDisk, SimFileOps
from tests.crash.cuts import contents, copied, cuts, micro_steps, recording
from tests.crash.monkey import begin, go_on, sessions_on, standing, touch

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.crash.monkey import Standing


@dataclass(slots=True)
class Tally:
    """What was tried, and what was lost."""

    touches: int = 0
    cuts: int = 0
    """Places where the power went: bytes written and other changes of the storage."""
    storages: int = 0
    """Different storages that these left, each started on."""
    devices: int = 0
    """Of these, started with the whole device and not only its records."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.touches} touches, power cut at {self.cuts} places, {self.storages} different storages, "
            f"{self.devices} with the whole device, {len(self.faults)} faults"
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """One session to be cut."""

    game: str
    seed: int
    skip: int = 0
    """Commands that are played uncut before."""
    touches: int = 20
    device_every: int = 50
    """Every so many storages start the whole device."""


@dataclass(frozen=True, slots=True)
class _Act:
    """One touch: what the storage held and where a start stood, before and after."""

    game: str
    before: SimFileOps
    allowed: tuple[Standing, ...]


def cut_session(plan: Plan, tally: Tally) -> None:
    """Play a plan; cut every touch everywhere."""
    random = Random(f"{plan.game}/{plan.seed}")
    rig = Rig(defaults())
    rig.power_on()
    first = begin(plan.game, random)
    _cut_act(rig, plan, tally, "begin", lambda: rig.perform(first))
    go_on(rig, random, plan.skip)
    for _ in range(plan.touches):
        key = touch(random)
        _cut_act(rig, plan, tally, f"tap {key}", lambda key=key: rig.tap(key))  # type: ignore[misc]
    rig.stop()


def _cut_act(rig: Rig, plan: Plan, tally: Tally, name: str, act: Callable[[], None]) -> None:
    """Carry an act out, and start on every storage that a cut in it could have left."""
    before = copied(rig.disk.ops)
    was = start(before, plan.game)
    with recording(rig.disk) as calls:
        act()
    now = start(rig.disk.ops, plan.game)
    during = (was, *_between(before, rig.disk.ops, now, plan.game), now)
    steps = len(list(micro_steps(calls)))
    tally.touches += 1
    tally.cuts += steps
    for done, keep, left in cuts(before, calls):
        tally.storages += 1
        # Once the glass shows the act, nothing of it may be lost, whatever the card kept in its cache.
        tried = _Act(plan.game, before, during if done < steps else (now,))
        fault = storage_fault(left, tried)
        if fault is None and tally.storages % plan.device_every == 0:
            tally.devices += 1
            fault = device_fault(left, tried)
        if fault is not None:
            where = f"{plan.game} seed {plan.seed}, act {tally.touches} ({name})"
            tally.faults.append(f"{where}, cut at {done} of {steps}, kept {keep.value}: {fault}")


def _between(before: SimFileOps, after: SimFileOps, now: Standing, game: str) -> list[Standing]:
    """Tell where a start stands on the record between the commands of one act, if it gave several.

    All hands of The Mind at once are one touch and a command a seat; a partner's card may follow a touch.
    """
    path = f"sessions/{now.session}.jsonl"
    old, new = (contents(SimDisk(ops)).get(path, b"") for ops in (before, after))
    lines = new[len(old) :].splitlines(keepends=True)
    if sum(json.loads(line).get("by") in ("player", "partner") for line in lines) < 2:
        return []
    found = []
    for count in range(1, len(lines)):
        ops = copied(after)
        ops.truncate(path, len(old) + sum(map(len, lines[:count])))
        found.append(start(ops, game))
    return found


def start(left: SimFileOps, game: str) -> Standing:
    """Start on a copy of a storage, without hardware; tell where it stands."""
    return start_on(SimDisk(copied(left)), game)


def start_on(disk: SimDisk, game: str) -> Standing:
    """Start on a disk, without hardware; tell where it stands.

    Most cuts leave the record as another one did. A session is a function of what its record says, and here
    it is only looked at: of records that say the same one is played. A start with the whole device plays its
    own.
    """
    with patch.object(Session, "resume", lambda number, kept, *_: resumed(number, _Kept(kept))):
        return standing(sessions_on(disk), game)


class _Kept:
    """A record that is equal to another that says the same."""

    def __init__(self, kept: record.Record) -> None:
        self.record = kept
        self._says = repr((kept.game.name, kept.options, kept.seed, kept.extra, kept.lines))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and other._says == self._says

    def __hash__(self) -> int:
        return hash(self._says)


@lru_cache(maxsize=8)
def resumed(number: int, kept: _Kept) -> AnySession:
    """Take up a session to be looked at; raises as Session.resume does."""
    return _resume(number, kept.record, ALL[kept.record.game.name], lambda line: None)


_resume = Session.resume


def storage_fault(left: SimFileOps, act: _Act) -> str | None:
    """Start on a storage without hardware; tell what is wrong, or None."""
    disk = SimDisk(copied(left))
    strays = start_on(disk, act.game).strays(act.allowed)
    if strays:
        return "; ".join(strays)
    kept = contents(disk)
    for path, data in contents(SimDisk(act.before)).items():
        if path.endswith((".new", ".1")):
            continue
        if path not in kept:
            return f"{path} is gone"
        if path.endswith(".jsonl") and not kept[path].startswith(data):
            return f"{path} lost confirmed lines"
    return None


def device_fault(left: SimFileOps, act: _Act) -> str | None:
    """Start the whole device on a storage: the offer, the step, the journal, undo and redo."""
    rig = Rig(defaults(), disk=SimDisk(copied(left)))
    rig.power_on()
    try:
        open_games = rig.app.sessions.open_games()
        expected = "resume" if open_games else "home"
        if rig.scene.id != expected:
            return f"starts with {rig.scene.id}, not with {expected}"
        if min(open_games, default="") != act.game:
            return None  # another game is offered first
        rig.tap("K4")
        found = repr(rig.state)
        wanted = [one.state for one in act.allowed]
        if found not in wanted:
            return f"the device resumes at {found}, not at {' or '.join(wanted)}"
        return _undo_fault(rig)
    finally:
        rig.stop()


def _undo_fault(rig: Rig) -> str | None:
    """Take the last touch back and bring it again, as the record on the storage says."""
    session = rig.app.sessions.session
    assert session is not None
    timeline = record.resume(record.parse(contents(rig.disk)[f"sessions/{session.number}.jsonl"], GAMES))
    lines = timeline.in_force
    touches = [k for k, entry in enumerate(lines) if entry.by == PLAYER]
    before = repr(rig.state)
    rig.perform(Undo())
    if not touches:
        return None if repr(rig.state) == before else "undo took back what was no touch"
    last = touches[-1]
    state = lines[last - 1].state if last else session.game.initial(timeline.options)
    wanted = repr(session.game.state_to_json(state))
    if repr(rig.state) != wanted:
        return f"undo leads to {rig.state}, not to {wanted}"
    rig.perform(Redo())
    return None if repr(rig.state) == before else f"redo leads to {rig.state}, not to {before}"


def main(arguments: list[str]) -> int:
    """Cut one session, `GAME SEED SKIP TOUCHES`, and print the tally as JSON."""
    game, seed, skip, touches = arguments
    logging.disable(logging.CRITICAL)
    tally = Tally()
    cut_session(Plan(game, int(seed), int(skip), int(touches)), tally)
    sys.stdout.write(json.dumps(asdict(tally)) + "\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
