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
        return f"Nevermind, stage {self.stage or 1}{' super' if self.super else ''}"

    def told(self, outcome: str) -> tuple[str, ...]:
        """Count the thoughts."""
        found = (f"{self.released or 0} released", f"{self.distractions or 0} drifted")
        return found if self.rounds is None else (*found, f"{self.rounds} rounds")

    def moods(self) -> tuple[int | None, int | None]:
        """The moods before and after."""
        return self.mood_before, self.mood_after

    def line(self) -> Line:
        """Count the thoughts."""
        return line("sum", released=self.released or 0, drifted=self.distractions or 0)
