"""Buttons and interrupt lines over gpiozero: edges are queued, levels are read, nothing is decided here.

Laws of this file:
- a callback reads the clock, puts one fact into a queue and cannot raise (F12);
- a pin that cannot be had is told, and tried again at the looks; the others go on;
- no debouncing here: `device.input.gestures` does it, from edges and levels (F10, F13).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice

from hal.ports import ButtonEdge, FaultCode, Part, PartChanged
from hal.presence import Backoff

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Fact

LOST_EDGES = 3
"""So many changes of level in a row without one edge: nobody reports edges any more."""


class EdgeInput(DigitalInputDevice):  # type: ignore[misc]  # gpiozero ships no types
    """An input that tells every edge of its pin.

    The library keeps back an edge to the level that it knows already: one lost edge would swallow the next
    (F10).
    """

    def _pin_changed(self, ticks: Any, state: Any) -> None:
        active = bool(self._state_to_value(state))
        self._last_active = not active
        self._fire_events(ticks, active)


def open_input(pin: int, factory: Any) -> Any:
    """Open a pin with its pull-up. Raises what the backend raises, lgpio's bare Exception included."""
    return EdgeInput(pin, pull_up=True, pin_factory=factory)


def why_not(pin: int, what: str, error: Exception) -> str:
    """Say in words why a pin cannot be had (F26)."""
    text = str(error) or type(error).__name__
    if "busy" in text.lower() or type(error).__name__ == "GPIOPinInUse":
        return (
            f"GPIO {pin} ({what}) is held by another program ({text}): stop that program "
            "(is a second Palmstone running?), or set another pin under [wiring] in the settings"
        )
    if "revision" in text.lower():
        return (
            f"GPIO {pin} ({what}) cannot be used: this is no Raspberry Pi that gpiozero knows ({text}): "
            "run on a Raspberry Pi, or try palmstone play, which needs none"
        )
    return f"GPIO {pin} ({what}) cannot be used: {text}; set another pin under [wiring] in the settings"


class GpioButtons:
    """`hal.ports.Buttons` over gpiozero. A pin that cannot be had is tried again for ever, more seldom."""

    def __init__(
        self,
        pins: tuple[int | None, ...],
        factory: Any,
        clock: Clock,
        tell: Callable[[Fact], None],
        notify_alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._clock = clock
        self._factory = factory
        self._tell = tell
        self._notify_alive = notify_alive
        self._reported = 0
        self._lost = 0
        self._devices: dict[int, Any] = {}
        self._pins = {key: pin for key, pin in enumerate(pins, start=1) if pin is not None}
        self._missing: dict[int, str] = {}
        """Why a key cannot be read, in words."""
        self._retry = Backoff()
        self._held = 0
        """Keys that were down when their pin came late: nothing until let go (F11)."""
        self._fault: FaultCode | None = None
        for key in self._pins:
            self._open(key)
        self._reported = self._read()
        self._tell_state(first=True)

    def _open(self, key: int) -> None:
        pin = self._pins[key]
        try:
            device = open_input(pin, self._factory)
        except Exception as error:  # lgpio raises a bare Exception
            self._missing[key] = why_not(pin, f"K{key}", error)
            return
        device.when_activated = lambda: self._edge(key, down=True)
        device.when_deactivated = lambda: self._edge(key, down=False)
        self._devices[key] = device
        self._missing.pop(key, None)

    def _edge(self, key: int, *, down: bool) -> None:
        # On the thread of the backend, which one exception would end for all pins.
        with contextlib.suppress(Exception):
            self._lost = 0
            bit = 1 << (key - 1)
            if self._held & bit:
                return
            self._reported = self._reported | bit if down else self._reported & ~bit
            self._tell(ButtonEdge(self._clock.now_us(), key, down))

    def _read(self) -> int:
        """Read all pins; one that cannot be read is missing from here on, and up."""
        levels = 0
        for key, device in tuple(self._devices.items()):
            try:
                levels |= bool(device.is_active) << (key - 1)
            except Exception as error:  # lgpio raises a bare Exception
                self._missing[key] = why_not(self._pins[key], f"K{key}", error)
                del self._devices[key]
                with contextlib.suppress(Exception):
                    device.close()
        self._held &= levels
        return levels & ~self._held

    def levels(self) -> int:
        """Read all pins now; bit k-1 is set while K<k> is down.

        Also tries missing pins again, and notices a dead notify thread (F12).
        """
        self._try_again()
        levels = self._read()
        if levels != self._reported:
            self._lost += 1
            self._reported = levels
        self._tell_state()
        return levels

    def _try_again(self) -> None:
        if not self._missing or not self._retry.due(self._clock.now_us()):
            return
        for key in tuple(self._missing):
            self._open(key)
            if key not in self._missing:
                self._held |= 1 << (key - 1)

    def _tell_state(self, *, first: bool = False) -> None:
        """Tell what is amiss, each change once."""
        if not self._missing:
            self._retry = Backoff()
        text = "; ".join(self._missing.values())
        fault = FaultCode.ABSENT if self._missing else None
        if self._devices and (self._lost >= LOST_EDGES or not self._notify_alive()):
            fault = FaultCode.NO_NOTIFY
            text = "button edges are no longer reported: they are read by looking; restart the service"
        if first or fault is not self._fault:
            self._fault = fault
            self._tell(PartChanged(self._clock.now_us(), Part.BUTTONS, fault, text))

    def close(self) -> None:
        """Give the pins back; before the factory is closed."""
        for device in self._devices.values():
            with contextlib.suppress(Exception):
                device.close()
        self._devices.clear()
        self._missing.clear()


class IrqLine:
    """The interrupt line of touch chips: each fall is reported with its time.

    The kernel reads the level of an edge a little after it. Of a line that was let go by then it tells a rise
    in place of the fall; so a rise that no fall came before is one.
    """

    def __init__(self, pin: int, factory: Any, clock: Clock, fell: Callable[[int], None]) -> None:
        """Raise what the backend raises if the pin cannot be had."""
        self._clock = clock
        self._fell = fell
        self._low = False
        self._device = open_input(pin, factory)
        self._device.when_activated = self._activated
        self._device.when_deactivated = self._deactivated

    def _activated(self) -> None:
        self._low = True
        with contextlib.suppress(Exception):
            self._fell(self._clock.now_us())

    def _deactivated(self) -> None:
        low, self._low = self._low, False
        with contextlib.suppress(Exception):
            if not low:
                self._fell(self._clock.now_us())

    def low(self) -> bool | None:
        """Read the level now; None if it cannot be read."""
        try:
            return bool(self._device.is_active)
        except Exception:  # lgpio raises a bare Exception
            return None

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
