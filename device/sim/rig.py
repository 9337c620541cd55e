"""The whole device on simulated hardware and a fake clock, in one thread: for scenarios and tests.

App and bus worker are stepped whenever they are due or something happened, and a bus transfer takes its
time on the clock, so every race of the two threads of `run` can be replayed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.registry import GAMES
from device.input.palms import zones_of
from device.settings.model import PADS
from device.system.assemble import build_app
from hal.ports import Part
from hal.simulated.assemble import build_simulated
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from hal.simulated.world import SimWorld

if TYPE_CHECKING:
    from device.app.loop import App
    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from device.sim.onlooker import Onlooker
    from device.ui.model import Intent
    from device.ui.scene import Scene
    from hal.assemble import Built
    from hal.frame import Frame

TAP_US = 120_000
START_STEP_US = 5_000
LONGEST_START_US = 500_000
"""A touch chip that measured nothing by then is away."""
LONGEST_SETTLE_US = 3_000_000
"""A step that is not on the glass by then goes on without: a panel may be gone."""

AWAKE_US = 100_000
"""A finger that comes sooner after the start counts as held since before it (F06)."""


class Rig:
    """A device to be played by a program. Times are microseconds of its fake clock."""

    def __init__(
        self,
        loaded: Loaded,
        *,
        games: DeviceGames = GAMES,
        disk: SimDisk | None = None,
        keep_log: bool = False,
        seed: int = 0,
        onlooker: Onlooker | None = None,
    ) -> None:
        self.loaded = loaded
        self.games = games
        self.clock = SimClock()
        self.world = SimWorld(loaded.settings.hardware, self.clock, seed=seed, keep_log=keep_log)
        self.disk = SimDisk() if disk is None else disk
        self.app: App
        self._built: Built
        self._app_due_us = 0
        self._down: set[str] = set()
        """Pads and keys that are physically down."""
        self.on = False
        self._onlooker = onlooker
        """Somebody who watches panel, voice and fingers."""

    # Power

    def power_on(self, *, skip_first: bool = True) -> None:
        """Start the process on whatever the storage holds; without the first start if asked."""
        self._built = build_simulated(self.loaded.settings.hardware, self.world)
        hardware = self._built.hardware
        self.app = build_app(hardware, self.disk, self.loaded, self.games, skip_first=skip_first)
        self._app_due_us = 0
        self.on = True
        if self._onlooker is not None:
            self._onlooker.started(self.app, self.world.voice, self.clock.now_us())
        self.settle()
        self.wait(AWAKE_US)
        self._wait_for_pads()

    def _wait_for_pads(self) -> None:
        """Nobody's finger is there before the touch chip measured once: a pad touched by then is taken for
        held at start (F06).
        """
        until_us = self.clock.now_us() + LONGEST_START_US
        while (
            self._built.hardware.pads.reading(Part.PADS) is None
            and Part.PADS not in self.app.model.status.faults
            and self.clock.now_us() < until_us
        ):
            self.wait(START_STEP_US)

    def perform(self, intent: Intent) -> None:
        """Do what a touch could have led to, and wait until it is on the glass."""
        self.app.perform((intent,), self.clock.now_us())
        self._app_due_us = 0
        self.settle()

    def power_cut(self) -> None:
        """Pull the plug: the process is gone, unsynced bytes too."""
        self.disk = self.disk.cut()
        self._built.close()
        self.world.restart(cold=True)
        self.on = False

    def stop(self) -> None:
        """End in good order."""
        if self.on:
            self._built.worker.shutdown()
            self._built.close()
            self.on = False

    # Time

    def run_until(self, until_us: int) -> None:
        """Let the device run up to a time."""
        while self.on:
            self.run_ready()
            next_us = min(self._app_due_us, self._built.worker.due_us(), self.clock.next_event_us())
            if next_us > until_us:
                break
            self.clock.advance_to(next_us)
        self.clock.advance_to(until_us)
        if self.on:
            self.run_ready()

    def run_ready(self) -> None:
        """Step whoever has something to do at this moment, until nobody has."""
        worker = self._built.worker
        while True:
            now_us = self.clock.now_us()
            if self._app_due_us <= now_us or not self._built.hardware.inbox.empty():
                self._app_due_us = self.app.step(now_us)
            elif worker.due_us() <= now_us:
                worker.step(now_us)
            else:
                return

    def wait(self, us: int) -> None:
        """Let time pass."""
        self.run_until(self.clock.now_us() + us)

    def settle(self) -> None:
        """Run until what was touched is released, debounced, acted on and on the glass."""
        until_us = self.clock.now_us() + LONGEST_SETTLE_US
        if self.on:
            self.run_ready()
        while self.on and not self._settled() and self.clock.now_us() < until_us:
            next_us = min(self._app_due_us, self._built.worker.due_us(), self.clock.next_event_us())
            self.run_until(min(max(next_us, self.clock.now_us() + 1), until_us))

    def _settled(self) -> bool:
        faults = self.app.model.status.faults
        glass = Part.OLED in faults or self.app.shown_serial >= self.app.outputs.display.serial
        touches = self.app.senses.settled(self._expected(), pads=Part.PADS not in faults)
        return glass and touches and self.app.hands.settled

    def _expected(self) -> frozenset[str]:
        return frozenset(self._down)

    # Touches

    def press(self, key: str) -> None:
        """Put a finger on a pad (`1` to `9`, `*`, `0`, `#`) or a button (`K1` to `K6`)."""
        self._finger(key, down=True)
        if key.startswith("K"):
            self.world.press(int(key[1:]))
        else:
            self.world.touch(self.electrode(key))

    def lift(self, key: str) -> None:
        """Take it off."""
        self._finger(key, down=False)
        if key.startswith("K"):
            self.world.release(int(key[1:]))
        else:
            self.world.lift(self.electrode(key))

    def _finger(self, key: str, *, down: bool) -> None:
        (self._down.add if down else self._down.discard)(key)
        if self._onlooker is not None:
            self._onlooker.finger(key, self.clock.now_us(), down=down)

    def tap(self, key: str, us: int = TAP_US) -> None:
        """Touch, let go, and wait until it is acted on and on the glass."""
        self.press(key)
        self.wait(us)
        self.lift(key)
        self.settle()

    def electrode(self, pad: str) -> int:
        """Return the electrode of a pad. Raises ValueError for a name that is none."""
        if pad not in PADS:
            raise ValueError(f"{pad!r} is no pad")
        return self.loaded.settings.pads.electrode(pad)

    def stick(self, pad: str, *, stuck: bool) -> None:
        """Leave something on a pad, or take it away."""
        (self._down.add if stuck else self._down.discard)(pad)
        self.world.stuck(self.electrode(pad), stuck=stuck)
        self.settle()

    def palms_down(self, seats: list[int]) -> None:
        """Lay hands down, one after the other. Raises ValueError for a seat that is not there."""
        for seat in seats:
            for pad in self._zone(seat):
                self.press(pad)
            self._plate(seat, down=True)
            self.run_until(self.clock.now_us() + 1)

    def palms_up(self, seats: list[int] | None) -> None:
        """Lift the hands of some seats, or of all."""
        pads = set(PADS) if seats is None else {pad for seat in seats for pad in self._zone(seat)}
        for pad in sorted(self._down & pads):
            self.lift(pad)
        for seat in range(len(zones_of(self.app.model))) if seats is None else seats:
            self._plate(seat, down=False)

    def _plate(self, seat: int, *, down: bool) -> None:
        """Lay a hand on the seat's palm plate or lift it, if there are plates."""
        if self.loaded.settings.hardware.palms is not None:
            move = self.world.touch if down else self.world.lift
            move(self.loaded.settings.plates[seat], part=Part.PALMS)

    def _zone(self, seat: int) -> tuple[str, ...]:
        zones = zones_of(self.app.model)
        if not 0 <= seat < len(zones):
            raise ValueError(f"there is no seat {seat}; there are {len(zones)}")
        return zones[seat]

    # Looking

    @property
    def scene(self) -> Scene:
        """What stands on the panel, as far as the app is concerned."""
        scene = self.app.outputs.display.scene
        assert scene is not None, "nothing was shown yet"
        return scene

    @property
    def frame(self) -> Frame:
        """What stands on the glass, read from the emulated panel's RAM."""
        return self.world.frame()

    @property
    def state(self) -> dict[str, object]:
        """The public state of the open game; {} without one."""
        session = self.app.sessions.session
        return {} if session is None else session.state_json()
