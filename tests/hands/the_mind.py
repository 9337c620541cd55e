"""What a team of The Mind would write down: level, lives and stars, by what the panel says alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.hands.told import RefusedError

if TYPE_CHECKING:
    from tests.hands.told import Act

MOST_LIVES, MOST_STARS = 5, 3
_NUMBER = re.compile(r"\d+")
MISPLAY = frozenset(
    {
        *("tm.life", "tm.life.out", "tm.life.goes", "tm.life.one"),
        *("tm.life.played", "tm.life.played.you", "tm.life.held", "tm.life.held.you"),
    }
)
"""Lines of a misplay; the one that takes the life says so."""
STAR_LEAVES = frozenset({"tm.star", "tm.star.out"})
DONE = frozenset({"tm.done", "tm.done.life", "tm.done.star", "tm.full"})
LEVELS = frozenset({"tm.deal", "tm.deal.1"})
ACTS = MISPLAY | STAR_LEAVES | DONE | LEVELS | {"tm.mistakes", "tm.clean", "tm.blind", "tm.win", "tm.lose"}


@dataclass(slots=True)
class Score:
    """Level, lives and stars."""

    lives: int
    stars: int = 1
    level: int = 1
    before: list[tuple[int, int, int]] = field(default_factory=list)
    """What it was before each touch that counted."""

    def do(self, act: Act) -> None:
        """Write down what a line says; raises RefusedError."""
        numbers = [int(found) for text in act.words for found in _NUMBER.findall(text)]
        told = " ".join(act.words).casefold()
        if act.line in MISPLAY:
            if "life leaves" in told or "life -1" in told:
                self._lives(-1, act)
        elif act.line in STAR_LEAVES:
            self._stars(-1, act)
        elif act.line in DONE or act.line == "tm.win":
            self._paid(act, told)
        elif act.line in LEVELS or act.line == "tm.blind":
            level = 1 if act.line == "tm.blind" else numbers[0]
            if act.line in LEVELS and level - self.level not in (0, 1):
                raise RefusedError(f"level {level} after level {self.level}: {act.words}")
            self.level = level
        elif act.line == "tm.mistakes":
            self._lives(-min(numbers[0], self.lives), act)
            if self.lives != numbers[1]:
                raise RefusedError(f"{self.lives} lives are left, and not: {act.words}")
        elif act.line == "tm.lose":
            self.lives = 0

    def _paid(self, act: Act, told: str) -> None:
        if "life is added" in told or "life +1" in told:
            self._lives(1, act)
        elif "star is added" in told or "star +1" in told:
            self._stars(1, act)

    def _lives(self, more: int, act: Act) -> None:
        self.lives += more
        if not 0 <= self.lives <= MOST_LIVES:
            raise RefusedError(f"{self.lives} lives: {act.words}")

    def _stars(self, more: int, act: Act) -> None:
        self.stars += more
        if not 0 <= self.stars <= MOST_STARS:
            raise RefusedError(f"{self.stars} stars: {act.words}")

    def counted(self, more: int) -> None:
        """Remember what it was, or go back to it, touch by touch."""
        if more >= 0:
            self.before += [(self.level, self.lives, self.stars)] * more
        else:
            self.level, self.lives, self.stars = self.before[more]
            del self.before[more:]


def is_act(line: str) -> bool:
    """Tell whether a line is to be written down."""
    return line in ACTS
