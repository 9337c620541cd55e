"""The scene that is one line, and what every scene is made of: part of `device.scene`.

It stands apart since the first frame after power-up needs no more of it (see `device.live.boot`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Profile(StrEnum):
    """Size of the panel and so of the letters: 2.42", 1.3", 0.96"."""

    L = "L"
    M = "M"
    S = "S"


@dataclass(frozen=True, slots=True)
class Line:
    """A line in its two authored lengths; profile L and speech take the full one if it fits."""

    full: str
    short: str


@dataclass(frozen=True, slots=True)
class LineBody:
    """One line of text, alone. `timer` draws the bar of the Timer Deck at the bottom edge."""

    line: Line
    timer: int | None = None
    timer_full: int = 19
    picture: str = ""
    """Name of a small drawing above or beside the words: see device.draw.pictures; "" for none."""
