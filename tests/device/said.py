"""What the device says, in tests: lines by their ids, so that another wording breaks no test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.words import WORDS

if TYPE_CHECKING:
    from device.text.line import Line


def full(line_id: str, **slots: str | int | Line) -> str:
    """Return a line in its full length."""
    return WORDS.line(line_id, **slots).full


def aloud(*parts: str) -> str:
    """Return parts as a voice says them, one after the other: each ends with a full stop."""
    return " ".join(part if part[-1] in ".?" else f"{part}." for part in parts)


def place(number: int) -> str:
    """Return the name of a ring place, 0 (NW) to 7 (W) clockwise."""
    return full(
        ("place.nw", "place.n", "place.ne", "place.e", "place.se", "place.s", "place.sw", "place.w")[number]
    )
