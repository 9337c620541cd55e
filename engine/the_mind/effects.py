"""What happened in a game of The Mind, in the past tense: the source of sounds, lights and words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.the_mind.model import Hands, Reward


class VoteEnd(StrEnum):
    """Why a proposal ended without a star (M4.2)."""

    DECLINED = "declined"
    PLAYED = "played"
    MISPLAYED = "misplayed"
    STOPPED = "stopped"
    LEVEL_DONE = "level_done"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands were dealt for a level."""

    level: int


@dataclass(frozen=True, slots=True)
class LevelStarted:
    """The last hand lifted: cards may fall."""

    level: int
    resumed: bool
    """False the first time in a level, True when it goes on after a stop."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card went onto the pile."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Misplayed:
    """Somebody held a lower card (M2.3). `LifeLost` follows."""

    seat: int | None
    """Who played too early; None at the table."""
    card: int | None
    set_aside: Hands
    """Dealt: the lower cards that left the hands, a tuple a seat; empty at the table."""
    lives: int
    """Lives left."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A player asked for focus."""


@dataclass(frozen=True, slots=True)
class StarProposed:
    """A player proposed a star."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoteAgreed:
    """A player agreed to the star."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoteEnded:
    """A proposal ended without a star, free."""

    why: VoteEnd


@dataclass(frozen=True, slots=True)
class StarUsed:
    """All agreed: each lowest card went aside."""

    set_aside: Hands
    """Dealt: what left the hands, a tuple of none or one card a seat; empty at the table."""
    stars: int
    """Stars left."""


@dataclass(frozen=True, slots=True)
class MistakesFound:
    """Blind mode: the pile was checked (M5.3)."""

    count: int


@dataclass(frozen=True, slots=True)
class LifeLost:
    """Lives went back to the supply: one for a misplay, maybe more after a blind level."""

    count: int
    lives: int
    """Lives left."""


@dataclass(frozen=True, slots=True)
class LevelDone:
    """A level was completed."""

    level: int


@dataclass(frozen=True, slots=True)
class RewardPaid:
    """The level paid a life or a star."""

    kind: Reward


@dataclass(frozen=True, slots=True)
class RewardForfeited:
    """The level would have paid, but the supply is empty (M3.1)."""

    kind: Reward


@dataclass(frozen=True, slots=True)
class LevelBegan:
    """The next level lies ahead."""

    level: int


@dataclass(frozen=True, slots=True)
class Won:
    """The last level was completed with a life left."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The last life is gone."""


@dataclass(frozen=True, slots=True)
class BlindBegan:
    """Blind mode goes on from a won game."""


@dataclass(frozen=True, slots=True)
class BlindOver:
    """The last life went in blind mode."""

    levels: int
    """Blind levels completed."""


@dataclass(frozen=True, slots=True)
class BlindWon:
    """Every level was completed in blind mode."""


@dataclass(frozen=True, slots=True)
class Conceded:
    """The players gave up."""


Effect: TypeAlias = (
    Dealt
    | LevelStarted
    | CardPlayed
    | Misplayed
    | Stopped
    | StarProposed
    | VoteAgreed
    | VoteEnded
    | StarUsed
    | MistakesFound
    | LifeLost
    | LevelDone
    | RewardPaid
    | RewardForfeited
    | LevelBegan
    | Won
    | Lost
    | BlindBegan
    | BlindOver
    | BlindWon
    | Conceded
)
