"""What the journal keeps of a session of Nevermind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.nevermind.words import line
from device.storage.decode import Count, Integer, Pad, Text

if TYPE_CHECKING:
    from device.text.line import Line


@dataclass(frozen=True, slots=True)
class NevermindFacts:
    """Score and rank are kept if there are any, and shown only where they are asked for (F28)."""

    stage: Count | None = None
    super: bool | None = None
    rounds: Count | None = None
    released: Count | None = None
    distractions: Count | None = None
    score: Integer | None = None
    rank: Text | None = None
    mood_before: Pad | None = None
    """Pad 1 to 9: columns unpleasant, neutral, pleasant; rows high, middle, low energy."""
    mood_after: Pad | None = None

    def title(self) -> str:
        """Name the stage."""
        return line("print.stage.super" if self.super else "print.stage", stage=self.stage or 1).full

    def told(self, outcome: str) -> tuple[str, ...]:
        """Count the thoughts."""
        found = (
            line("print.released", count=self.released or 0).full,
            line("print.left", count=self.distractions or 0).full,
        )
        return found if self.rounds is None else (*found, line("print.rounds", count=self.rounds).full)

    def moods(self) -> tuple[int | None, int | None]:
        """The moods before and after."""
        return self.mood_before, self.mood_after

    def lines(self) -> tuple[Line, ...]:
        """Count the thoughts."""
        return counted(self.released or 0, self.distractions or 0)


def counted(released: int, left: int) -> tuple[Line, Line]:
    """Count released thoughts and the distractions that are left."""
    return line("sum.released", count=released), line("sum.left", count=left)
