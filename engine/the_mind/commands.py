"""What may be asked of a game of The Mind (records.md, The Mind commands). Commands are verbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Deal:
    """Give each player as many cards as the level."""

    hands: tuple[tuple[int, ...], ...]
    """One hand a seat, in any order."""


@dataclass(frozen=True, slots=True)
class Focus:
    """All hands were down and the last one has lifted."""


@dataclass(frozen=True, slots=True)
class Play:
    """Dealt: a player lays their lowest card on the pile."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class ReportMisplay:
    """Table: somebody held a lower card than the one played (`misplay`)."""


@dataclass(frozen=True, slots=True)
class ReportLevelDone:
    """Table: all hands are empty (`level_done`)."""

    mistakes: int | None = None
    """Found in the pile; given in blind mode, and only there."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Any one player asks for focus."""


@dataclass(frozen=True, slots=True)
class ProposeStar:
    """A player proposes a throwing star, and so agrees to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Agree:
    """A player agrees to the star."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A player is against the star: the proposal ends."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeginBlind:
    """After winning, go on in blind mode (`blind`)."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the game up."""


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

VERBS: dict[type[Command], str] = {
    Deal: "deal",
    Focus: "focus",
    Play: "play",
    ReportMisplay: "misplay",
    ReportLevelDone: "level_done",
    Stop: "stop",
    ProposeStar: "propose_star",
    Agree: "agree",
    Decline: "decline",
    BeginBlind: "blind",
    Concede: "concede",
}
"""The word for each command in a record."""
