"""The process that is killed: the device on a real folder, touched at random, telling what its glass shows.

Each line it tells is a JSON object: `start` and `resumed` once, then `touch` before and `confirmed` after
each touch, when its picture is on the glass.
"""

from __future__ import annotations

import json
import os
import time
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast
from zlib import crc32

from device.games.registry import GAMES as ALL
from device.games.settings import defaults
from device.sim.levers import LiveControls
from device.sim.rig import Rig
from device.ui.model import Home, Redo, Undo
from hal.disk.posix import PosixFileOps, posix_disk
from hal.disk.synced import SyncedDisk
from hal.raspberry.clock import RealClock
from hal.simulated.assemble import build_simulated
from hal.simulated.world import SimWorld
from tests.crash.monkey import GAMES, begin, touch

if TYPE_CHECKING:
    from pathlib import Path

    from device.app.loop import App
    from hal.ports import Disk
    from hal.simulated.disk import SimDisk

POLL_S = 0.004
TOUCH_S = 0.05
LOOKS = 125
"""How often the picture is looked for before a touch counts as one that changes nothing."""


class Hands(Protocol):
    """A running device that can be touched."""

    @property
    def app(self) -> App:
        """Its app, to be looked at between touches."""

    def begin(self, random: Random) -> None:
        """Open a session, as choosing it on the device would."""

    def tap(self, key: str) -> None:
        """Touch, let go, and wait until what came of it is on the glass."""

    def idle(self) -> bool:
        """Let the device finish what it does; tell whether it writes nothing."""

    def undo(self) -> bool:
        """Take the last touch back; False if it is not tried."""

    def redo(self) -> None:
        """Bring it again."""


class SteppedHands:
    """One thread, fake clock: as many touches a second as the card takes."""

    def __init__(self, disk: Disk) -> None:
        # The rig asks more of its disk only when it cuts the power itself.
        self._rig = Rig(defaults(), disk=cast("SimDisk", disk))
        self._rig.power_on()

    @property
    def app(self) -> App:
        """Its app."""
        return self._rig.app

    def begin(self, random: Random) -> None:
        """Open a session."""
        self._rig.perform(Home())
        self._rig.perform(begin(random.choice(GAMES), random))

    def tap(self, key: str) -> None:
        """Touch, and wait for the glass."""
        self._rig.tap(key)

    def idle(self) -> bool:
        """Nothing moves between touches."""
        return True

    def undo(self) -> bool:
        """Take the last touch back, if there is one."""
        before = repr(self._rig.state)
        self._rig.perform(Undo())
        return repr(self._rig.state) != before

    def redo(self) -> None:
        """Bring it again."""
        self._rig.perform(Redo())

    def stop(self) -> None:
        """Switch it off."""
        self._rig.stop()


class BusyDisk(SyncedDisk):
    """A card that tells whether it is being written to."""

    busy = False

    def append(self, path: str, data: bytes) -> None:
        """Append and sync."""
        self.busy = True
        try:
            super().append(path, data)
        finally:
            self.busy = False


class LiveHands:
    """The real threads on the real clock: app, bus and simulated hardware, as `palmstone play` runs them."""

    def __init__(self, folder: Path) -> None:
        loaded = defaults()
        world = SimWorld(loaded.settings.hardware, RealClock())
        self._disk = BusyDisk(PosixFileOps(folder))
        built = build_simulated(loaded.settings.hardware, world)
        self._bench = LiveControls(loaded, world, built, self._disk, ALL)
        self._settle()

    @property
    def app(self) -> App:
        """Its app; looked at while its thread has nothing to do."""
        return self._bench._machine.app

    def begin(self, random: Random) -> None:
        """Open a session from the menus: the first game, and its first entry."""
        for key in ("K4", "K4"):
            self.tap(key)

    def tap(self, key: str) -> None:
        """Touch, and wait for the glass."""
        self._bench.touch(key, True)
        time.sleep(TOUCH_S)
        self._bench.touch(key, False)
        time.sleep(TOUCH_S)
        self._settle()

    def idle(self) -> bool:
        """Let the threads act."""
        time.sleep(POLL_S)
        return not self._disk.busy

    def undo(self) -> bool:
        """Not tried: only the thread of the app may."""
        return False

    def redo(self) -> None:
        """Not tried either."""

    def _settle(self) -> None:
        for _ in range(LOOKS):
            if 0 < self.app.outputs.display.serial <= self.app.shown_serial:
                return
            time.sleep(POLL_S)


def confirmed(hands: Hands, folder: Path) -> dict[str, Any]:
    """Return what the player sees, and the files as they must be found again."""
    while True:
        # What is being written is in the file before the game takes it as done.
        before = hands.idle()
        seen = seen_by(hands)
        files = {}
        for path in (*folder.glob("sessions/*.jsonl"), *folder.glob("journal.jsonl")):
            data = path.read_bytes()
            files[str(path.relative_to(folder))] = [len(data), crc32(data)]
        if before and hands.idle() and seen_by(hands) == seen:
            return {**seen, "files": files}


def seen_by(hands: Hands) -> dict[str, Any]:
    """Return what stands on the glass."""
    opened = hands.app.sessions.current
    scene, session = hands.app.outputs.display.scene, None if opened is None else opened.session
    return {
        "screen": "" if scene is None else scene.id,
        "session": None if session is None else session.number,
        "state": None if session is None else repr(session.state_json()),
        "ritual": ["", 0] if opened is None else [opened.ritual, opened.ritual_index],
    }


def live(folder: Path, seed: str, out: int, *, real_time: bool) -> None:
    """Start on whatever the folder holds, take up what is open, and play until killed."""

    def tell(**words: Any) -> None:
        os.write(out, (json.dumps(words) + "\n").encode())

    random = Random(seed)
    hands: Hands = LiveHands(folder) if real_time else SteppedHands(posix_disk(folder))
    scene = hands.app.outputs.display.scene
    tell(start=scene.id if scene else "", open=sorted(hands.app.sessions.open_games()))
    if scene is not None and scene.id == "resume":
        hands.tap("K4")
        tell(resumed=confirmed(hands, folder))
        tell(touch="undo")
        if hands.undo():
            tell(confirmed=confirmed(hands, folder))
            tell(touch="redo")
            hands.redo()
            tell(confirmed=confirmed(hands, folder), redone=True)
    while not hands.app.stage.off:
        if random.random() < (0.3 if hands.app.sessions.session is None else 0.01):
            tell(touch="begin")
            hands.begin(random)
        else:
            key = touch(random)
            tell(touch=key)
            hands.tap(key)
        tell(confirmed=confirmed(hands, folder))
