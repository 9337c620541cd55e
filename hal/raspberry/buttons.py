"""Buttons and interrupt lines over gpiozero: edges are queued, levels are read, nothing is decided here.

Laws of this file:
- a callback reads the clock, puts one fact into a queue and cannot raise (F12);
- a pin that cannot be had is told, and the others go on;
- no debouncing here: `device.gestures` does it, from edges and levels (F10, F13).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice

from hal.ports import ButtonEdge, FaultCode, Part, PartChanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Fact

LOST_EDGES = 3
"""So many changes of level in a row without one edge: nobody reports edges any more."""


def open_input(pin: int, factory: Any) -> Any:
    """Open a pin with its pull-up. Raises what the backend raises, lgpio's bare Exception included."""
    return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)


def why_not(pin: int, what: str, error: Exception) -> str:
    """Say in words why a pin cannot be had (F26)."""
    text = str(error) or type(error).__name__
    if "busy" in text.lower() or type(error).__name__ == "GPIOPinInUse":
        return f"GPIO {pin} ({what}) is held by another program ({text}): stop it, or choose another pin"
    return f"GPIO {pin} ({what}) cannot be used: {text}"


class GpioButtons:
    """`hal.ports.Buttons` over gpiozero."""

    def __init__(
        self,
        pins: tuple[int | None, ...],
        factory: Any,
        clock: Clock,
        tell: Callable[[Fact], None],
        notify_alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._notify_alive = notify_alive
        self._reported = 0
        self._lost = 0
        self._no_notify = False
        self._devices: dict[int, Any] = {}
        problems: list[str] = []
        for key, pin in enumerate(pins, start=1):
            if pin is None:
                continue
            try:
                self._devices[key] = self._open(key, pin, factory)
            except Exception as error:
                problems.append(why_not(pin, f"K{key}", error))
        fault = FaultCode.ABSENT if problems else None
        tell(PartChanged(clock.now_us(), Part.BUTTONS, fault, "; ".join(problems)))
        self._missing = "; ".join(problems)
        self._reported = self._read()

    def _open(self, key: int, pin: int, factory: Any) -> Any:
        device = open_input(pin, factory)
        device.when_activated = lambda: self._edge(key, down=True)
        device.when_deactivated = lambda: self._edge(key, down=False)
        return device

    def _edge(self, key: int, *, down: bool) -> None:
        # On the thread of the backend, which one exception would end for all pins.
        with contextlib.suppress(Exception):
            self._lost = 0
            bit = 1 << (key - 1)
            self._reported = self._reported | bit if down else self._reported & ~bit
            self._tell(ButtonEdge(self._clock.now_us(), key, down))

    def _read(self) -> int:
        levels = 0
        for key, device in self._devices.items():
            with contextlib.suppress(Exception):
                levels |= bool(device.is_active) << (key - 1)
        return levels

    def levels(self) -> int:
        """Read all pins now; bit k-1 is set while K<k> is down. Also notices a dead notify thread (F12)."""
        levels = self._read()
        if levels != self._reported:
            self._lost += 1
            self._reported = levels
        self._notice()
        return levels

    def _notice(self) -> None:
        dead = self._lost >= LOST_EDGES or not self._notify_alive()
        if dead == self._no_notify:
            return
        self._no_notify = dead
        fault = FaultCode.NO_NOTIFY if dead else FaultCode.ABSENT if self._missing else None
        text = "button edges are no longer reported: they are read by looking; restart the service"
        self._tell(PartChanged(self._clock.now_us(), Part.BUTTONS, fault, text if dead else self._missing))

    def close(self) -> None:
        """Give the pins back; before the factory is closed."""
        for device in self._devices.values():
            with contextlib.suppress(Exception):
                device.close()
        self._devices.clear()


class IrqLine:
    """The interrupt line of touch chips: each fall is reported with its time."""

    def __init__(self, pin: int, factory: Any, clock: Clock, fell: Callable[[int], None]) -> None:
        """Raise what the backend raises if the pin cannot be had."""
        self._clock = clock
        self._fell = fell
        self._device = open_input(pin, factory)
        self._device.when_activated = self._activated

    def _activated(self) -> None:
        with contextlib.suppress(Exception):
            self._fell(self._clock.now_us())

    def close(self) -> None:
        """Give the pin back."""
        with contextlib.suppress(Exception):
            self._device.close()


class ResetLine:
    """The RST pin of a panel: low for a moment resets it (SSD1306 data sheet, 8.9: at least 3 us)."""

    def __init__(self, pin: int, factory: Any) -> None:
        """Raise what the backend raises if the pin cannot be had."""
        self._device = DigitalOutputDevice(pin, initial_value=True, pin_factory=factory)

    def pulse(self) -> None:
        """Reset the panel. Two calls of the backend lie further apart than the 3 us."""
        with contextlib.suppress(Exception):
            self._device.off()
            self._device.on()

    def close(self) -> None:
        """Give the pin back."""
        with contextlib.suppress(Exception):
            self._device.close()
