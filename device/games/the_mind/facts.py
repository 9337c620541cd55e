"""What the journal keeps of a game of The Mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.the_mind.words import line
from device.storage.decode import Count, Text

if TYPE_CHECKING:
    from device.text.line import Line

_WON = {"won": "all levels", "blind_won": "all levels, blind"}


@dataclass(frozen=True, slots=True)
class MindFacts:
    """The team and how far it came."""

    players: Count | None = None
    cards: Text | None = None
    """`table` or `dealt`."""
    level: Count | None = None
    """Best level completed."""
    misplays: tuple[Count, ...] | None = None
    """Misplays of each level that was begun, level 1 first."""
    blind_levels: Count | None = None
    """Blind levels completed."""

    def title(self) -> str:
        """Name the team."""
        return f"The Mind, {self.players or 2} players" + (", dealt" if self.cards == "dealt" else "")

    def told(self, outcome: str) -> tuple[str, ...]:
        """Say how far it came, and how often it was hasty."""
        misplays = sum(self.misplays or ())
        found = [_WON[outcome]] if outcome in _WON else []
        found += [f"level {self.level or 0}", f"{misplays} misplay{'s' if misplays != 1 else ''}"]
        found += [] if self.blind_levels is None else [f"blind {self.blind_levels}"]
        return tuple(found)

    def moods(self) -> tuple[None, None]:
        """Nobody is asked."""
        return None, None

    def line(self) -> Line:
        """Say how far it came."""
        return line("journal.level", level=self.level or 0)
