"""What may be asked of a game of The Mind (docs/records.md, The Mind commands). Commands are verbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.the_mind.phases import Verb


@dataclass(frozen=True, slots=True)
class Deal:
    """Give each player as many cards as the level."""

    verb: ClassVar[Verb] = Verb.DEAL

    hands: tuple[tuple[int, ...], ...]
    """One hand a seat, in any order."""


@dataclass(frozen=True, slots=True)
class Focus:
    """All hands were down and the last one has lifted."""

    verb: ClassVar[Verb] = Verb.FOCUS


@dataclass(frozen=True, slots=True)
class Play:
    """Dealt: a player lays their lowest card on the pile."""

    verb: ClassVar[Verb] = Verb.PLAY

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class ReportMisplay:
    """Table: somebody held a lower card than the one played (`misplay`)."""

    verb: ClassVar[Verb] = Verb.MISPLAY


@dataclass(frozen=True, slots=True)
class ReportLevelDone:
    """Table: all hands are empty (`level_done`)."""

    verb: ClassVar[Verb] = Verb.LEVEL_DONE

    mistakes: int | None = None
    """Found in the pile; given in blind mode, and only there."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Any one player asks for focus."""

    verb: ClassVar[Verb] = Verb.STOP


@dataclass(frozen=True, slots=True)
class ProposeStar:
    """A player proposes a throwing star, and so agrees to it."""

    verb: ClassVar[Verb] = Verb.PROPOSE_STAR

    seat: int


@dataclass(frozen=True, slots=True)
class Agree:
    """A player agrees to the star."""

    verb: ClassVar[Verb] = Verb.AGREE

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A player is against the star: the proposal ends."""

    verb: ClassVar[Verb] = Verb.DECLINE

    seat: int


@dataclass(frozen=True, slots=True)
class BeginBlind:
    """After winning, go on in blind mode (`blind`)."""

    verb: ClassVar[Verb] = Verb.BLIND


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the game up."""

    verb: ClassVar[Verb] = Verb.CONCEDE


Command: TypeAlias = (
    Deal
    | Focus
    | Play
    | ReportMisplay
    | ReportLevelDone
    | Stop
    | ProposeStar
    | Agree
    | Decline
    | BeginBlind
    | Concede
)
