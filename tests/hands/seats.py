"""Devices to sit at: the app on nothing but values, or the whole rig on emulated chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from device.games.settings import defaults
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.sim.scenario.transcript import Transcript
from tests.device.bench import TAP_US, Bench

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.app.loop import App
    from device.ui.model import Intent

GAP_US = 50_000


class Seat(Protocol):
    """A device that can be touched. Every line of its transcript goes to who sits there."""

    @property
    def app(self) -> App:
        """The device as it runs now."""

    def tap(self, key: str) -> None:
        """Touch a pad or a button for 120 ms."""

    def wait(self, us: int) -> None:
        """Let time pass."""

    def perform(self, intent: Intent) -> None:
        """Do what a touch could have led to."""

    def cut(self) -> None:
        """Pull the plug, and start again on what was stored."""

    def hands(self, seats: list[int], *, down: bool) -> None:
        """Lay hands down on the zones, or lift them."""

    def end(self) -> None:
        """Stop."""


class BenchSeat:
    """Without drivers: every picture is on the glass at once."""

    def __init__(self, settings: Mapping[str, object], write: Callable[[str], None]) -> None:
        self._bench = Bench(settings)
        self._transcript = Transcript(write)
        self._attach()

    def _attach(self) -> None:
        bench = self._bench
        self._transcript.started(bench.app, bench.voice, bench.clock.now_us())

    @property
    def app(self) -> App:
        return self._bench.app

    def tap(self, key: str) -> None:
        bench = self._bench
        self._transcript.finger(key, bench.clock.now_us(), down=True)
        bench.down(key)
        bench.wait(TAP_US)
        self._transcript.finger(key, bench.clock.now_us(), down=False)
        bench.up(key)
        bench.wait(GAP_US)

    def wait(self, us: int) -> None:
        self._bench.wait(us)

    def perform(self, intent: Intent) -> None:
        self._bench.perform(intent)

    def cut(self) -> None:
        self._bench = self._bench.restarted()
        self._attach()

    def hands(self, seats: list[int], *, down: bool) -> None:
        raise NotImplementedError("hands are felt by the rig")

    def end(self) -> None:
        """There is nothing to stop."""


class RigSeat:
    """The real drivers on emulated chips, the bus in its time."""

    def __init__(self, settings: Mapping[str, object], write: Callable[[str], None]) -> None:
        self._rig = Rig(with_texts(defaults(), settings), onlooker=Transcript(write))
        self._rig.power_on()

    @property
    def app(self) -> App:
        return self._rig.app

    def tap(self, key: str) -> None:
        self._rig.tap(key)

    def wait(self, us: int) -> None:
        self._rig.wait(us)

    def perform(self, intent: Intent) -> None:
        self._rig.perform(intent)

    def cut(self) -> None:
        self._rig.power_cut()
        self._rig.power_on()

    def hands(self, seats: list[int], *, down: bool) -> None:
        if down:
            self._rig.palms_down(seats)
        else:
            self._rig.palms_up(seats)
        self._rig.settle()

    def end(self) -> None:
        self._rig.stop()


def state_of(seat: Seat) -> Mapping[str, Any]:
    """Return the public state of the open game."""
    opened = seat.app.sessions.session
    return {} if opened is None else opened.state_json()
