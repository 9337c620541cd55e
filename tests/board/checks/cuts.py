"""7: the plug is pulled in the middle of sessions of both games, and the disk is looked at."""

from __future__ import annotations

import base64
import io
import random
import shutil
import tarfile
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.board.board import Board
from tests.board.checks.base import OFFERED, Check, Ground, in_a_session, past_first_start, require
from tests.board.crashstates import Moment
from tests.board.machine import BoardError
from tests.board.reading import says
from tests.board.states import judge
from tests.board.writelog import WriteLog

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.board.wires import Sight

CUTS, CUTS_LONG = 3, 200
STATES, STATES_LONG = 500, 10_000
TOUCHES = 14
MOST_LOOKS = 20
STATE = "/var/lib/palmstone"
KEYS = ("0", "0", "0", "1", "2", "3", "5", "7", "9", "K4", "K4", "K4", "K1")
SESSIONS, LINES = "sessions/", ".jsonl"
FILES = f"cd {STATE} && ls -d sessions journal.jsonl 2>/dev/null | tar -cf - -T - | base64 -w 0"


def files_of(board: Board) -> dict[str, bytes]:
    """Return records and journal as they are in the machine now."""
    packed = base64.b64decode(board.must(FILES))
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        found = {}
        for member in tar.getmembers():
            file = tar.extractfile(member) if member.isfile() else None
            if file is not None and member.name.endswith(".jsonl"):
                found[member.name] = file.read()
        return found


def moment(mark: int, files: dict[str, bytes]) -> Moment:
    """Say what has to be found again of files that stood behind the glass."""
    numbers = {
        int(name[len(SESSIONS) : -len(LINES)]): data
        for name, data in files.items()
        if name.startswith(SESSIONS)
    }
    latest = max(numbers, default=0)
    lines = numbers[latest].count(b"\n") if latest else 0
    return Moment(mark, latest, lines, None, files.get("journal.jsonl", b"").count(b"\n"))


@dataclass
class Life:
    """A machine from its start to its cut."""

    board: Board
    chance: random.Random
    moments: list[Moment] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    """What the glass had shown last."""

    def touch(self, key: str) -> None:
        """Touch, wait for the glass, and note what it has shown."""
        before = self.board.sight
        if key.startswith("K"):
            self.board.press(int(key[1:]))
        else:
            self.board.tap(key)
        after, files = self._settled()
        # A touch that changed nothing on the glass was shown when it was looked at.
        mark = self.board.wires.marker() if after is before else after.mark
        self.files = files
        self.moments.append(moment(mark, files))

    def _settled(self) -> tuple[Sight, dict[str, bytes]]:
        """Wait until neither glass nor files change: then nothing is on its way to the card any more."""
        sight, files = self.board.still(), files_of(self.board)
        for _ in range(MOST_LOOKS):
            now, again = self.board.still(), files_of(self.board)
            if (now, again) == (sight, files):
                return sight, files
            sight, files = now, again
        raise BoardError("the device writes on and on")

    def play(self, touches: int) -> None:
        """Play at random, and pull the plug in the middle of a touch."""
        for _ in range(touches):
            self.touch(self.chance.choice(KEYS))
        self.board.wires.world.touch(self.chance.randrange(12))
        time.sleep(self.chance.uniform(0.0, 0.9))
        self.board.cut()
        for electrode in range(12):
            self.board.wires.world.lift(electrode)


def _begin(board: Board, number: int) -> None:
    """Go from home, or from a session that is offered again, into one of the two games."""
    if number:
        board.see(OFFERED)
        if number % 2 == 0:
            # What was open is taken up, and its last acts are told again.
            board.press(4)
            board.until(lambda sight: not says(sight.pages, OFFERED), "what was open is not taken up")
            board.still(0.7)
            return
        board.press(1)
        board.see("Nevermind")
        board.press(3)
        board.still(0.7)
        for _ in range(2):
            board.press(4)
            board.still(0.7)
    else:
        in_a_session(board)


def pulled(ground: Ground) -> str:
    """Pull the plug again and again; then make crash states of the disk from the log of the last life."""
    cuts = CUTS_LONG if ground.long else CUTS
    chance = random.Random("cuts")
    folder = ground.folder / "cuts"
    assert ground.installed is not None
    board = Board(ground.root, folder, ground.installed, ground.shape(log_writes=True))
    try:
        return _pull(ground, board, cuts, chance)
    finally:
        board.throw_away()


def _pull(ground: Ground, board: Board, cuts: int, chance: random.Random) -> str:
    states, torn = 0, 0
    shown: dict[str, bytes] = {}
    share = -(-(STATES_LONG if ground.long else STATES) // cuts)
    before = ground.folder / "before.img"
    for number in range(cuts):
        shutil.move(board.machine.disk, before)
        board.machine.lay_disk(before)
        board.wires.marker = _marker(WriteLog(board.machine.write_log))
        board.on()
        if not shown:
            past_first_start(board)
        _nothing_lost(shown, files_of(board), number)
        life = Life(board, chance)
        _begin(board, number)
        life.play(chance.randint(4, TOUCHES))
        shown = life.files
        counts = judge(
            before, board.machine.write_log, life.moments, share, str(number), STATE.lstrip("/"), ground.say
        )
        states += counts.states
        torn += counts.torn
        require(
            not counts.faults, f"{counts.lost} of {counts.states} states lost something: {counts.faults[:1]}"
        )
        ground.say(f"  cut {number + 1} of {cuts}: {counts}")
    text = f"{cuts} cuts and {states} states ({torn} with torn writes): nothing lost"
    ground.figures["power cuts"] = text
    return text


def _marker(log: WriteLog) -> Callable[[], int]:
    """Return what tells how far the log is; it is asked by the glass and by the fingers."""
    one_at_a_time = threading.Lock()

    def look() -> int:
        with one_at_a_time:
            return log.look()

    return look


def _nothing_lost(shown: dict[str, bytes], found: dict[str, bytes], number: int) -> None:
    for name, data in shown.items():
        require(
            found.get(name, b"").startswith(data), f"after cut {number}: {name} lost what the glass had shown"
        )


CHECKS = (Check(7, "the plug pulled, the disk looked at", pulled),)
