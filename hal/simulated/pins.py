"""GPIO pins on the mock factory of gpiozero, with the things that go wrong on real ones.

Laws of this file:
- a level from outside stays what it is, whoever opens, closes or re-configures the pin;
- callbacks run as on a board: one that raises ends the notify thread, and edges are lost from then on (F12);
- every change of an output is recorded with its time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from gpiozero.exc import GPIOPinInUse, PinInvalidPull
from gpiozero.pins.mock import MockFactory, MockPWMPin

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.simulated.clock import Schedule

_REVISION = "902120"
"""Zero 2 W."""


@dataclass(frozen=True, slots=True)
class PinWrite:
    """An output changed."""

    t_us: int
    pin: int
    value: float
    """0 low, 1 high, between them the duty of PWM."""
    frequency_hz: float | None = None
    """Of PWM, or None."""


class SimPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """One pin. What lies on it from outside wins over its pull resistor."""

    _state: float
    _frequency: float | None

    def __init__(self, factory: SimPinFactory, info: Any) -> None:
        self.bcm = int(info.name.removeprefix("GPIO"))
        self._pins = factory.pins_outside
        super().__init__(factory, info)
        self.follow(notify=False)

    def follow(self, *, notify: bool = True) -> None:
        """Take the level that lies on the pin now, and tell of an edge."""
        if self._function != "input":
            return
        outside = self._pins.level(self.bcm)
        if outside is not None:
            level = outside
        else:
            level = bool(self._state) if self._pull == "floating" else self._pull == "up"
        if level == self._state:
            return
        self._state = level
        wanted = self._edges in ("both", "rising" if level else "falling")
        if notify and wanted and self._when_changed is not None:
            self._pins.notify(self)

    def _get_state(self) -> float:
        if self.bcm in self._pins.broken:
            raise RuntimeError("unknown handle")
        state: float = super()._get_state()
        return state

    def call_back(self, ticks_s: float) -> None:
        """Call whoever listens to edges."""
        method = self.when_changed
        if method is not None:
            method(ticks_s, self._state)

    def _set_pull(self, value: str) -> None:
        if value not in ("floating", "up", "down"):
            raise PinInvalidPull("pull must be floating, up, or down")
        self._pull = value
        self.follow()

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        if self._function == "output":
            self._pins.wrote(self.bcm, float(value), self._frequency)
        return True

    def _set_frequency(self, value: float | None) -> None:
        if value == self._frequency:
            return
        self._frequency = value
        if self._function == "output":
            if value is None:
                self._state = 0.0
            self._pins.wrote(self.bcm, float(self._state), value)


class SimPinFactory(MockFactory):  # type: ignore[misc]  # gpiozero ships no types
    """The factory to hand to gpiozero. One serves one start of the program."""

    def __init__(self, outside: SimPins) -> None:
        self.pins_outside = outside
        super().__init__(revision=_REVISION, pin_class=SimPin)

    def pin(self, name: Any, pin_class: Any = None, **kwargs: Any) -> Any:
        """Return a pin, unless it is busy."""
        for _, info in self.board_info.find_pin(name):
            if int(info.name.removeprefix("GPIO")) in self.pins_outside.busy | self.pins_outside.broken:
                raise GPIOPinInUse(f"{info.name}: GPIO busy")
        return super().pin(name, pin_class, **kwargs)

    def ticks(self) -> float:
        """Seconds of the simulated clock, as edges carry them."""
        return self.pins_outside.now_us() / 1e6


class SimPins:
    """All pins, from the side of the world. Pins are BCM numbers."""

    def __init__(self, now_us: Callable[[], int], schedule: Schedule, seed: int = 0) -> None:
        self.now_us = now_us
        self._schedule = schedule
        self._random = random.Random(f"{seed}/pins")
        self._outside: dict[int, bool] = {}
        self.unplugged: set[int] = set()
        """Pins whose wire is off: what lies on them does not arrive."""
        self.busy: set[int] = set()
        """Pins that somebody else holds: opening them raises GPIOPinInUse (F26)."""
        self.broken: set[int] = set()
        """Pins whose reading fails, as when the chip of the header went away: RuntimeError."""
        self.notify_alive = True
        """False once a callback raised, or by lever: no edge is told any more."""
        self.callback_errors: list[Exception] = []
        self.outputs: list[PinWrite] = []
        self.listeners: list[Callable[[PinWrite], None]] = []
        self.level_listeners: list[Callable[[int, bool | None, bool], None]] = []
        """Called with the pin, what lies on it from now on (`level`), and whether its edge is lost."""
        self.factory = SimPinFactory(self)

    def restart(self) -> SimPinFactory:
        """Return a fresh factory, as a new process has it; what lies on the pins stays."""
        self.notify_alive = True
        self.factory = SimPinFactory(self)
        return self.factory

    def level(self, pin: int) -> bool | None:
        """What lies on a pin from outside; None if it floats."""
        return None if pin in self.unplugged else self._outside.get(pin)

    def driven(self) -> tuple[int, ...]:
        """Return the pins on which something lies."""
        return tuple(sorted(self._outside))

    def drive(self, pin: int, high: bool | None, *, lost: bool = False) -> None:
        """Put a level on a pin from outside; None lets go. A `lost` edge reaches no callback (F10)."""
        if high is None:
            self._outside.pop(pin, None)
        else:
            self._outside[pin] = high
        self._settle(pin, notify=not lost)

    def press(self, pin: int, *, lost: bool = False) -> None:
        """Close a button to ground."""
        self.drive(pin, high=False, lost=lost)

    def release(self, pin: int, *, lost: bool = False) -> None:
        """Open it again."""
        self.drive(pin, None, lost=lost)

    def bounce(self, pin: int, *, pressed: bool, for_us: int) -> None:
        """Press or release with contacts that chatter for a time before they settle (F13)."""
        toggles = 2 * self._random.randint(1, 4)
        times = sorted(self._random.sample(range(1, max(for_us, toggles + 1)), toggles))
        level = pressed
        self._bounce_to(pin, pressed=level)
        for after_us in times:
            level = not level
            self._schedule.at(self.now_us() + after_us, partial(self._bounce_to, pin, pressed=level))

    def _bounce_to(self, pin: int, *, pressed: bool) -> None:
        self.drive(pin, False if pressed else None)

    def unplug(self, pins: frozenset[int]) -> None:
        """Pull the wires off: inputs go to their pull, and opening these pins fails."""
        self.unplugged |= pins
        self.busy |= pins
        for pin in sorted(pins):
            self._settle(pin)

    def plug(self, pins: frozenset[int]) -> None:
        """Put the wires back."""
        self.unplugged -= pins
        self.busy -= pins
        for pin in sorted(pins):
            self._settle(pin)

    def _settle(self, pin: int, *, notify: bool = True) -> None:
        for listener in self.level_listeners:
            listener(pin, self.level(pin), not notify)
        for opened in list(self.factory.pins.values()):
            if opened.bcm == pin:
                opened.follow(notify=notify)

    def notify(self, pin: SimPin) -> None:
        """Tell of an edge, as the notify thread of lgpio does."""
        if not self.notify_alive:
            return
        try:
            pin.call_back(self.now_us() / 1e6)
        except Exception as error:
            self.callback_errors.append(error)
            self.notify_alive = False

    def wrote(self, pin: int, value: float, frequency_hz: float | None) -> None:
        """Record an output."""
        write = PinWrite(self.now_us(), pin, value, frequency_hz)
        self.outputs.append(write)
        for listener in self.listeners:
            listener(write)
