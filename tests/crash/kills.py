"""Kills the real process at random moments, again and again, on the same folder; judges what is left.

A server that has imported everything and played once forks each process that is to be killed, so that
hundreds fit into CI's time: `python -m tests.crash.kills FOLDER SEED KILLS stepped|real-time`.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import select
import signal
import sys
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from device.games.settings import defaults
from device.sim.rig import Rig
from engine import record
from engine.games import GAMES as RULES
from tests.crash.child import live
from tests.crash.monkey import GAMES, begin, touch

LONGEST_S = 60.0
"""A process that tells nothing for so long hangs."""
WARM_TOUCHES = 60


@dataclass(slots=True)
class Count:
    """What was tried, and what was lost."""

    kills: int = 0
    touches: int = 0
    """Of which the picture was seen."""
    in_flight: int = 0
    """Kills between a touch and its picture."""
    resumed: int = 0
    """Starts that took an open session up."""
    undone: int = 0
    """Starts that took the last touch back and brought it again."""
    torn: int = 0
    """Records that ended in the middle of a line."""
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Life:
    """What one process told."""

    lines: list[dict[str, Any]] = field(default_factory=list)

    @property
    def last(self) -> dict[str, Any] | None:
        """What was last confirmed."""
        known = [line.get("confirmed") or line.get("resumed") for line in self.lines]
        return next((one for one in reversed(known) if one), None)

    @property
    def resumed(self) -> dict[str, Any] | None:
        """What it took up."""
        return next((line["resumed"] for line in self.lines if "resumed" in line), None)

    @property
    def redone(self) -> dict[str, Any] | None:
        """What stood when the last touch was taken back and brought again."""
        return next((line["confirmed"] for line in self.lines if line.get("redone")), None)

    @property
    def in_flight(self) -> bool:
        """Whether it was killed between a touch and its picture."""
        return bool(self.lines) and ("touch" in self.lines[-1] or "died" in self.lines[-1])


def run_and_kill(folder: Path, seed: str, random: Random, *, real_time: bool) -> Life:
    """Fork a process, let it play for a random while, kill it; return what it told."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            live(folder, seed, write, real_time=real_time)
        except BaseException:
            os.write(write, (json.dumps({"died": traceback.format_exc()}) + "\n").encode())
        finally:
            os._exit(0)
    os.close(write)
    life, rest = Life(), b""
    enough = random.randrange(2, 10 if real_time else 26)
    while len(life.lines) < enough:
        if not select.select([read], [], [], LONGEST_S)[0]:
            break
        data = os.read(read, 1 << 16)
        if not data:
            break
        rest = _take(life, rest + data)
    # Not at the edge of what it tells, but somewhere in the next touch.
    select.select([], [], [], random.random() * (0.25 if real_time else 0.006))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while data := os.read(read, 1 << 16):
        rest = _take(life, rest + data)
    os.close(read)
    return life


def _take(life: Life, data: bytes) -> bytes:
    *whole, rest = data.split(b"\n")
    life.lines += [json.loads(line) for line in whole]
    return rest


def files_fault(folder: Path, last: dict[str, Any]) -> str | None:
    """Compare the files with what was confirmed; tell what is lost, or None."""
    for name, (size, check) in last["files"].items():
        path = folder / name
        if not path.exists():
            return f"{name} is gone"
        data = path.read_bytes()
        if len(data) < size or crc32(data[:size]) != check:
            return f"{name} lost confirmed lines"
        extra = [json.loads(line) for line in data[size:].split(b"\n")[:-1]]
        # All hands of The Mind at once are one touch, and a line for each that agrees.
        touches = [line for line in extra if line.get("by") == "player" and line.get("do") != "agree"]
        if len(touches) > 1:
            return f"{name} has {len(touches)} touches more than was confirmed"
    return None


def resume_fault(folder: Path, last: dict[str, Any], in_flight: bool, now: Life) -> str | None:
    """Compare where the next start stands with what was confirmed before it; tell a difference, or None."""
    found = now.resumed
    if found is None or found["session"] is None or found["session"] != last["session"]:
        return None
    if now.redone is not None and now.redone["state"] != found["state"]:
        return f"undo and redo led from {found['state']} to {now.redone['state']}"
    if found["state"] != last["state"] and not in_flight:
        return f"resumed at {found['state']}, confirmed was {last['state']}"
    # Outside a ritual a session that is over resumes at its summary, which is one.
    if last["ritual"][0] and found["ritual"] != last["ritual"] and not in_flight:
        return f"resumed in the ritual at {found['ritual']}, confirmed was {last['ritual']}"
    for one in (last, found):
        told = _state_in(folder, one)
        if told != one["state"]:
            return f"the glass showed {one['state']}, the record says {told}"
    return None


def _state_in(folder: Path, seen: dict[str, Any]) -> str:
    """Play the part of a record that was there when something was seen."""
    name = f"sessions/{seen['session']}.jsonl"
    data = (folder / name).read_bytes()[: seen["files"][name][0]]
    timeline = record.resume(record.parse(data, RULES))
    return repr(timeline.game.state_to_json(timeline.state))


def start_fault(last: dict[str, Any] | None, now: Life) -> str | None:
    """Check that a start offers what was open."""
    if not now.lines or last is None or last["session"] is None:
        return None
    start = now.lines[0]
    game_open = start.get("open")
    return None if not game_open or start["start"] == "resume" else f"started with {start['start']}"


def warm() -> None:
    """Load what a process loads when it first plays, with both games: fonts, screens, rules."""
    random = Random("warm")
    for game in GAMES:
        rig = Rig(defaults())
        rig.power_on()
        rig.perform(begin(game, random))
        for _ in range(WARM_TOUCHES):
            if rig.app.stage.off:
                break
            rig.tap(touch(random))
        rig.stop()
    # What is there by now stays: no child looks through it, and so copies it, in vain.
    gc.collect()
    gc.freeze()


def kill_often(folder: Path, seed: str, kills: int, *, real_time: bool) -> Count:
    """Kill so many processes, one after the other, on one folder."""
    random = Random(seed)
    count = Count()
    last: dict[str, Any] | None = None
    in_flight = False
    for number in range(kills):
        life = run_and_kill(folder, f"{seed}/{number}", random, real_time=real_time)
        count.kills += 1
        count.touches += sum("confirmed" in line for line in life.lines)
        count.in_flight += life.in_flight
        count.resumed += life.resumed is not None
        faults = [start_fault(last, life), *(line.get("died") for line in life.lines)]
        if not life.lines:
            faults.append("it told nothing")
        if last is not None:
            faults.append(resume_fault(folder, last, in_flight, life))
        count.undone += life.redone is not None
        if life.last is not None:
            last, in_flight = life.last, life.in_flight
        if last is not None:
            faults.append(files_fault(folder, last))
        count.torn += sum(not p.read_bytes().endswith(b"\n") for p in folder.glob("sessions/*.jsonl"))
        count.faults += [f"kill {number} (seed {seed}): {fault}" for fault in faults if fault]
    aside = [str(path) for path in folder.rglob("*.bad[0-9]*")]
    count.faults += [f"set aside: {path}" for path in aside]
    return count


def main(arguments: list[str]) -> int:
    """Kill, and print the count as JSON."""
    folder, seed, kills, manner = arguments
    logging.disable(logging.CRITICAL)
    warm()
    count = kill_often(Path(folder), seed, int(kills), real_time=manner == "real-time")
    sys.stdout.write(json.dumps(asdict(count)) + "\n")
    return 1 if count.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
