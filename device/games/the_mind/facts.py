"""What the journal keeps of a game of The Mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.the_mind.words import line
from device.storage.decode import Count, Text

if TYPE_CHECKING:
    from device.text.line import Line

_WON = {"won": "print.won", "blind_won": "print.blind_won"}


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
        said = "print.team.dealt" if self.cards == "dealt" else "print.team"
        return line(said, players=self.players or 2).full

    def told(self, outcome: str) -> tuple[str, ...]:
        """Say how far it came, and how often it was hasty."""
        misplays = sum(self.misplays or ())
        found = [line(_WON[outcome])] if outcome in _WON else []
        found.append(line("print.level", level=self.level or 0))
        found.append(line("print.misplays.1" if misplays == 1 else "print.misplays", count=misplays))
        if self.blind_levels is not None:
            found.append(line("print.blind", count=self.blind_levels))
        return tuple(one.full for one in found)

    def moods(self) -> tuple[None, None]:
        """Nobody is asked."""
        return None, None

    def lines(self) -> tuple[Line, ...]:
        """Say how far it came."""
        return (line("journal.level", level=self.level or 0),)
