"""The Mind in values: options, phases, the state.

Laws of this file:
- a state is all there is: equal states answer equally to every command;
- paper cards (`table`) and dealt cards share level, lives and stars; hands, pile and aside are known
  of dealt cards alone;
- nothing here has a clock: how long a wait was is nobody's business but the players'.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LEVELS = {2: 12, 3: 10, 4: 8}
"""Levels of a game by number of players (M1.1)."""
START_LIVES = {2: 2, 3: 3, 4: 4}
"""Lives at the start by number of players (M1.1)."""
START_STARS = 1
MAX_LIVES = 5
"""The supply of lives (M1.3)."""
MAX_STARS = 3
"""The supply of throwing stars (M1.3)."""
HIGHEST_CARD = 100
"""Number cards are 1 to 100 (M1.2)."""


class Cards(StrEnum):
    """Who holds the number cards."""

    TABLE = "table"
    """Paper cards: the device is told what happened."""
    DEALT = "dealt"
    """The device deals, so it knows the hands and judges by itself."""


class Phase(StrEnum):
    """Where a game stands (docs/records.md, The Mind commands)."""

    DEAL = "deal"
    FOCUS = "focus"
    PLAYING = "playing"
    STAR_VOTE = "star_vote"
    WON = "won"
    LOST = "lost"
    BLIND_OVER = "blind_over"
    BLIND_WON = "blind_won"


ENDS = frozenset({Phase.WON, Phase.LOST, Phase.BLIND_OVER, Phase.BLIND_WON})
"""Phases in which a result stands; `won` alone goes on, into blind mode."""


class Reward(StrEnum):
    """What a completed level may pay."""

    LIFE = "life"
    STAR = "star"


REWARDS = {
    2: Reward.STAR,
    3: Reward.LIFE,
    5: Reward.STAR,
    6: Reward.LIFE,
    8: Reward.STAR,
    9: Reward.LIFE,
}
"""What the level cards promise, by level (M3.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before a game. Raises ValueError for a number of players the game does not have."""

    players: int = 2
    """2 to 4; seats count from 0."""
    cards: Cards = Cards.TABLE
    blind: bool = False
    """Blind mode from the start (M5.1)."""
    blind_cap: bool = False
    """At most one life a level in blind mode (M5.4)."""
    empty_hands_vote: bool = True
    """Dealt: players with empty hands propose and vote too (M4.3)."""

    def __post_init__(self) -> None:
        if self.players not in LEVELS:
            raise ValueError(f"The Mind is for 2, 3 or 4 players, not {self.players!r}")

    @property
    def last_level(self) -> int:
        """The level whose completion wins (M1.1)."""
        return LEVELS[self.players]

    @property
    def dealt(self) -> bool:
        """Tell whether the device knows the hands."""
        return self.cards is Cards.DEALT


Hands = tuple[tuple[int, ...], ...]
"""One ascending tuple of cards a seat."""


@dataclass(frozen=True, slots=True)
class State:
    """A game of The Mind between two commands."""

    options: Options
    phase: Phase
    level: int
    """1 to `options.last_level`."""
    lives: int
    """0 to MAX_LIVES."""
    stars: int
    """0 to MAX_STARS."""
    blind: bool
    """In blind mode now."""
    blind_levels: int = 0
    """Blind levels completed: the score of blind mode (M5.4)."""
    started: bool = False
    """Hands have lifted once in this level: from then on a stop is inside it (M4.1)."""
    hands: Hands | None = None
    """Dealt, after the deal."""
    pile: tuple[int, ...] = ()
    """Cards played in this level, the first at the bottom."""
    aside: tuple[int, ...] = ()
    """Cards set aside face up in this level, ascending."""
    votes: tuple[int, ...] = ()
    """Seats that agreed to the star, ascending."""
    vote_from: Phase | None = None
    """The phase that a refused proposal goes back to; None without a vote."""

    @property
    def result(self) -> Phase | None:
        """The name of the end, or None while the game runs."""
        return self.phase if self.phase in ENDS else None

    @property
    def held(self) -> Hands:
        """The hands, all empty where the device knows none."""
        return ((),) * self.options.players if self.hands is None else self.hands

    @property
    def holders(self) -> tuple[int, ...]:
        """Dealt: the seats that still have cards, ascending."""
        return holders_of(self.held)

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats that propose and vote on a star now, ascending (M4.3)."""
        return voters_of(self.options, self.held)


def holders_of(hands: Hands) -> tuple[int, ...]:
    """Return the seats that have cards, ascending."""
    return tuple(seat for seat, hand in enumerate(hands) if hand)


def voters_of(options: Options, hands: Hands) -> tuple[int, ...]:
    """Return the seats that propose and vote on a star with these hands, ascending (M4.3)."""
    if options.dealt and not options.empty_hands_vote:
        return holders_of(hands)
    return tuple(range(options.players))


def initial(options: Options) -> State:
    """Return the game as set up: level 1, before the deal or before the first focus (M1.1)."""
    return State(
        options=options,
        phase=Phase.DEAL if options.dealt else Phase.FOCUS,
        level=1,
        lives=START_LIVES[options.players],
        stars=START_STARS,
        blind=options.blind,
    )
