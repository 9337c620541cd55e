"""The hands at the keyboard and the mouse: key presses become touches that last.

A terminal tells of a key that it was struck, not when it was let go, so a strike stands for a tap of
120 ms; a latch or a hold makes longer ones. The mouse tells both and holds for real.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from device.settings.model import PADS
from device.sim.terminal.controls import BUTTONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.sim.terminal.controls import Controls

TAP_MS = 120
GAP_MS = 150
"""Between two taps of one key: longer than any debounce."""
HOLD_MS = 1_000
PAUSE_HOLD_MS = 3_200
"""K2: long enough for the power screen at 3 s."""
MOST_TAPS = 4
"""Taps of one key that wait at most; a key that repeats by itself is not a queue."""

KEYS: dict[str, str] = {pad: pad for pad in PADS} | dict(zip("zxcvbn", BUTTONS, strict=True))
"""Character struck -> pad or button."""


class Grip(Enum):
    """How a pad or button is held down."""

    TAP = "tapped"
    HOLD = "held"
    LATCH = "latched"
    MOUSE = "held by mouse"


class Prefix(Enum):
    """What the next key is for."""

    NONE = ""
    LATCH = "latch"
    HOLD = "hold"


class Later(Protocol):
    """Calls something back after a while."""

    def __call__(self, delay_ms: int, act: Callable[[], None]) -> None:
        """Call `act` once, after `delay_ms`."""


class Hands:
    """All touches that go on now."""

    def __init__(self, controls: Controls, later: Later) -> None:
        self._controls = controls
        self._later = later
        self._grips: dict[str, Grip] = {}
        self._serials: dict[str, int] = {}
        """Counted up at each touch of a key, so that a late release does not end a later touch."""
        self._taps: dict[str, int] = {}
        """Taps of a key under way or waiting."""
        self._mouse = ""
        self.prefix = Prefix.NONE
        self.palms_down = False

    @property
    def grips(self) -> dict[str, Grip]:
        """Return what is down now, and how."""
        return dict(self._grips)

    def strike(self, key: str) -> None:
        """Act on a pad or button whose key was struck, as the prefix says."""
        prefix, self.prefix = self.prefix, Prefix.NONE
        if prefix is Prefix.LATCH:
            if self._grips.get(key) is Grip.LATCH:
                self._release(key)
            else:
                self._press(key, Grip.LATCH)
        elif prefix is Prefix.HOLD:
            if key not in self._grips:
                self._press(key, Grip.HOLD)
                self._release_later(key, PAUSE_HOLD_MS if key == "K2" else HOLD_MS)
        else:
            self._tap(key)

    def toggle(self, prefix: Prefix) -> None:
        """Set a prefix for the next key; the same again takes it back."""
        self.prefix = Prefix.NONE if self.prefix is prefix else prefix

    def toggle_palms(self) -> None:
        """Lay down all palms, or lift them."""
        self.prefix = Prefix.NONE
        self.palms_down = not self.palms_down
        self._controls.palms(self.palms_down)

    def mouse_down(self, key: str) -> None:
        """Begin a touch that lasts until `mouse_up`."""
        self.mouse_up()
        self._mouse = key
        self._press(key, Grip.MOUSE)

    def mouse_up(self) -> None:
        """End the touch of the mouse, wherever it is now."""
        key, self._mouse = self._mouse, ""
        if key and self._grips.get(key) is Grip.MOUSE:
            self._release(key)

    def lift_all(self) -> None:
        """Let go of everything."""
        for key in tuple(self._grips):
            self._release(key)
        if self.palms_down:
            self.toggle_palms()

    def _tap(self, key: str) -> None:
        if self._grips.get(key, Grip.TAP) is not Grip.TAP:
            return
        waiting = self._taps.get(key, 0)
        if waiting < MOST_TAPS:
            self._taps[key] = waiting + 1
        if waiting == 0:
            self._begin_tap(key)

    def _begin_tap(self, key: str) -> None:
        if key in self._grips:
            self._taps.pop(key, None)
            return
        self._press(key, Grip.TAP)
        self._release_later(key, TAP_MS)

    def _press(self, key: str, grip: Grip) -> None:
        was_down = key in self._grips
        self._grips[key] = grip
        self._serials[key] = self._serials.get(key, 0) + 1
        if grip is not Grip.TAP:
            self._taps.pop(key, None)
        if not was_down:
            self._controls.touch(key, True)

    def _release(self, key: str) -> None:
        del self._grips[key]
        self._controls.touch(key, False)

    def _release_later(self, key: str, delay_ms: int) -> None:
        serial = self._serials[key]

        def release() -> None:
            if self._serials[key] != serial or key not in self._grips:
                return
            self._release(key)
            left = self._taps.pop(key, 1) - 1
            if left > 0:
                self._taps[key] = left
                self._later(GAP_MS, lambda: self._begin_tap(key))

        self._later(delay_ms, release)
