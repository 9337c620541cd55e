"""A running device: built, started, looked after, stopped.

Laws of this file:
- each owner has one thread, and nobody else steps it;
- whatever ends by itself (a thread, the player's wish to switch off) is told through `Ending`, once;
- stopping takes less than a second, whatever the bus does (F03, F23).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.system.assemble import build_app
from hal.threads import OwnerThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.app.loop import App
    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from device.ui.model import Status
    from hal.assemble import Built
    from hal.ports import Disk, Stepper

DARK_WITHIN_S = 0.5
"""How long the panel may take to go dark when the start is stopped."""
APP_ENDS_S = 0.2
BUS_ENDS_S = 0.5
LAST_S = 0.1
"""How long each may take to end; together less than a second."""


class Ending:
    """Why the device is to end; the first reason counts. `woken` is called from the thread that ends."""

    def __init__(self, woken: Callable[[], None]) -> None:
        self._woken = woken
        self._lock = threading.Lock()
        self.failure: str | None = None
        """What broke, in one line."""
        self.off = False
        """The player switched off: the picture stays."""

    @property
    def due(self) -> bool:
        """Whether there is a reason."""
        return self.off or self.failure is not None

    def broke(self, name: str, error: BaseException) -> None:
        """A thread ended by an error."""
        with self._lock:
            if not self.due:
                self.failure = f"the {name} stopped: {type(error).__name__}: {' '.join(str(error).split())}"
        self._woken()

    def switch_off(self) -> None:
        """The player agreed to switch off."""
        with self._lock:
            if not self.due:
                self.off = True
        self._woken()


@dataclass(slots=True)
class _Watched:
    """A stepper whose failure is told before its thread ends."""

    name: str
    stepper: Stepper
    ending: Ending

    def step(self, now_us: int) -> int:
        """Step; an error is told, and raised on for the log."""
        try:
            return self.stepper.step(now_us)
        except BaseException as error:
            self.ending.broke(self.name, error)
            raise


@dataclass(slots=True)
class _Taken:
    """The worker, taken over from the start once that lets go of it; a bus that hangs is waited for here."""

    built: Built

    def step(self, now_us: int) -> int:
        """Step the worker."""
        starting = self.built.starting
        if starting is not None:
            starting.join()
            self.built.starting = None
        return self.built.worker.step(now_us)


@dataclass(slots=True)
class _Owner:
    """Steps the app and looks at what came of it."""

    app: App
    ending: Ending
    told: Callable[[Status], None]
    last: Status | None = None

    def step(self, now_us: int) -> int:
        """Step the app."""
        due_us = self.app.step(now_us)
        if self.app.model.status != self.last:
            self.last = self.app.model.status
            self.told(self.last)
        if self.app.stage.off and not self.ending.due:
            self.ending.switch_off()
        return due_us


def leave(built: Built) -> None:
    """Give hardware back on which no machine was started; a bus that hangs dies with the process."""
    if built.starting is not None and built.starting.is_alive():
        return
    ending = threading.Thread(target=built.worker.shutdown, name="last frame", daemon=True)
    ending.start()
    ending.join(DARK_WITHIN_S)
    if not ending.is_alive():
        built.close()


class Machine:
    """The device on hardware that was built; its screen is there at once, it lives from `start` on.

    `told` hears of each change of its status, on the app's thread. It takes `built` over.
    """

    def __init__(
        self,
        loaded: Loaded,
        built: Built,
        disk: Disk,
        ending: Ending,
        games: DeviceGames,
        *,
        skip_first: bool = False,
        greets: bool = False,
        told: Callable[[Status], None] = lambda status: None,
    ) -> None:
        clock = built.hardware.clock
        self.app = build_app(built.hardware, disk, loaded, games, skip_first=skip_first, greets=greets)
        # What looks at the device finds a screen, also before the first step.
        self.app.show(clock.now_us())
        self._built = built
        self._clock = clock
        self._blank = True
        self._ending = ending
        self._owner = _Owner(self.app, ending, told)
        self._threads: list[OwnerThread] = []
        """The app's, the bus's and, if there is one, the simulated hardware's: stopped in this order."""

    def start(self) -> None:
        """Start the threads."""
        worker = self._built.worker
        # The bus first and the app last: what the app wishes for finds somebody to show it.
        emulation = self._built.emulation
        if emulation is not None:
            wake = threading.Event()
            emulation.on_lever = wake.set
            self._begin("simulated hardware", emulation, wake)
        self._begin("bus", _Taken(self._built), worker.wake, lambda: worker.shutdown(blank=self._blank))
        self._begin("app", self._owner, self._built.inbox.wake, self._store_all)

    def _begin(
        self, name: str, stepper: Stepper, wake: threading.Event, at_end: Callable[[], None] | None = None
    ) -> None:
        watched = _Watched(name, stepper, self._ending)
        self._threads.insert(0, OwnerThread(name, watched, self._clock, wake, at_end))

    def _store_all(self) -> None:
        self.app.close(self._clock.now_us())

    def progressed_since(self, at_us: int) -> bool:
        """Tell whether every owner was stepped since a time: the watchdog's question."""
        return all(thread.last_step_us >= at_us for thread in self._threads[:2])

    def stop(self, *, blank: bool = True) -> bool:
        """Store what is to store, leave the panel dark or as it is, give everything back.

        False if a thread hangs: it dies with the process, and what it holds is not touched.
        """
        self._blank = blank
        app, bus, *others = self._threads
        app.stop(APP_ENDS_S)
        ended = bus.stop(BUS_ENDS_S)
        if ended and bus.failure is not None:
            # Its owner is dead, so the bus is ours.
            self._built.worker.shutdown(blank=blank)
        ended = all([ended, app.stop(LAST_S), *(thread.stop(LAST_S) for thread in others)])
        if ended:
            self._built.close()
        return ended
