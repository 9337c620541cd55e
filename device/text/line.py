"""A line of text in its two lengths: what all words of the device are made of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Line:
    """A line in its two authored lengths; profile L and speech take the full one if it fits."""

    full: str
    short: str
    id: str = field(default="", compare=False)
    """The id it was said by; "" for text that has none, such as a date or a number."""
