"""A line of text in its two lengths: what all words of the device are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line in its two authored lengths; profile L and speech take the full one if it fits."""

    full: str
    short: str
