"""The scene that is one line: part of `device.ui.scene`.

It stands apart since the first frame after power-up needs no more of it (see `device.system.boot`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.text.line import Line


@dataclass(frozen=True, slots=True)
class LineBody:
    """One line of text, alone. `timer` draws the bar of the Timer Deck at the bottom edge."""

    line: Line
    timer: int | None = None
    timer_full: int = 19
    picture: str = ""
    """Name of a small drawing above or beside the words: see device.draw.pictures; "" for none."""
