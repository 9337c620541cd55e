"""How a game of The Mind is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from device.ui.play import SessionOptions

Seats: TypeAlias = Literal[0, 1, 2, 3]
Kind: TypeAlias = Literal["zen", "good", "human"]
SEATS: tuple[Seats, ...] = (0, 1, 2, 3)
"""How many partners there can be: one seat is a person's."""
KINDS: tuple[Kind, ...] = ("zen", "good", "human")


@dataclass(frozen=True, slots=True)
class MindOptions(SessionOptions):
    """What a game of The Mind has beside what every session has."""

    partners: Seats = 0
    """Virtual partners; they take the last seats."""
    partner: Kind = "good"
    """How steady their sense of time is."""
