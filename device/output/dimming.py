"""How the panel is lit, when it dims and goes dark: pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from device.ui.mode import Mode
from hal.ports import NEVER

if TYPE_CHECKING:
    from device.settings.model import ScreenSettings

DIM_PART = 8
"""A dim panel has an eighth of its contrast."""
NIGHT_PART = 4


class Light(Enum):
    """How the panel is lit."""

    FULL = "full"
    DIM = "dim"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Limits:
    """After how long without a touch; None is never."""

    dim_ms: int | None
    off_ms: int | None
    after_reading: bool = False
    """The time counts from when the words can have been read."""


_ASIDE = Limits(45_000, 180_000)
_LASTING = Limits(20_000, None, after_reading=True)
_STILL = Limits(None, None)
LIMITS = {
    Mode.MENU: _ASIDE,
    Mode.QUESTION: _ASIDE,
    Mode.PAUSE: Limits(60_000, 600_000),
    Mode.REST: _LASTING,
    Mode.SESSION: _LASTING,
    Mode.STILL: _STILL,
    Mode.END: _STILL,
}


def light(mode: Mode, idle_ms: int, read_ms: int = 0) -> tuple[Light, int]:
    """Return the light after `idle_ms` without a touch or a new screen, and in how many ms it changes next.

    `read_ms` is the read time of what a session shows: it dims that and 20 s after.
    """
    limits = LIMITS[mode]
    dim_ms = None if limits.dim_ms is None else limits.dim_ms + (read_ms if limits.after_reading else 0)
    if limits.off_ms is not None and idle_ms >= limits.off_ms:
        return Light.OFF, NEVER
    if dim_ms is None:
        return Light.FULL, NEVER
    if idle_ms >= dim_ms:
        return Light.DIM, NEVER if limits.off_ms is None else limits.off_ms - idle_ms
    return Light.FULL, dim_ms - idle_ms


def contrast(screen: ScreenSettings, light: Light) -> int:
    """Return the contrast, 1 to 255, for a brightness, the night setting and the light."""
    level = screen.brightness_percent * 255 // 100
    if screen.night:
        level //= NIGHT_PART
    if light is not Light.FULL:
        level //= DIM_PART
    return max(1, min(255, level))
