"""How a game of The Mind is held."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from device.ui.play import SessionOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

Seats: TypeAlias = Literal[0, 1, 2, 3]
SEATS: tuple[Seats, ...] = (0, 1, 2, 3)
"""How many partners there can be: one seat is a person's."""


class PartnerLevel(StrEnum):
    """How steady a partner's sense of time is."""

    ZEN = "zen"
    GOOD = "good"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class MindOptions(SessionOptions):
    """What a game of The Mind has beside what every session has."""

    partners: Seats = 0
    """Virtual partners; they take the last seats."""
    partner: PartnerLevel = PartnerLevel.GOOD

    def amiss(self, rules: Any) -> Mapping[str, int]:
        """One seat at least is a person's, and partners play dealt cards alone."""
        most = rules.players - 1 if rules.dealt else 0
        return {"partners": most} if self.partners > most else {}
