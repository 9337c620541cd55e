"""A game under way, as the screens see it: the state, and the moments that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.settings.model import Anchor, Guidance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.text.line import Line
    from engine.game import Command


class PartnerLevel(StrEnum):
    """How steady a partner's sense of time is."""

    ZEN = "zen"
    GOOD = "good"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a session is held; kept in the record's header beside the rules' own options."""

    seed: str
    guided: bool = False
    """The whole ritual, from laying out to putting away."""
    tokens: str = "device"
    """`device` draws and says which to lay; `table` asks which was drawn (N1.6)."""
    labels: bool = True
    """Show the type of a token in words."""
    guidance: str = Guidance.LIGHT
    anchor: str = Anchor.BREATH
    partners: int = 0
    """Virtual partners in The Mind; they take the last seats."""
    partner: str = PartnerLevel.GOOD
    """How steady their sense of time is."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One touch of the player and all that the device gave by itself after it."""

    command: Command | None
    """What the player did; None for the opening, which the device gives alone."""
    effects: tuple[object, ...] = ()
    """What happened, in order."""
    line: Line | None = None
    """The guidance line that is due."""
    guide: object = None
    """What the guidance remembers after it: the shuffle bags and counts."""
    guesses: frozenset[str] = frozenset()
    """Places whose token the device drew because nobody said which (N1.6)."""
    start: int = 0
    """How many lines of the record were in force before it."""
    length: int = 0
    """How many lines it has."""


@dataclass(frozen=True, slots=True)
class Play:
    """The open game."""

    number: int
    """Of the session."""
    game: str
    """`nevermind` or `the-mind`."""
    state: object
    """The engine's state."""
    manner: Manner
    concede: Command
    """What ends it early."""
    moments: tuple[Moment, ...] = ()
    """Oldest first; there is always the opening."""
    over: bool = False
    active_ms: int = 0
    """How long the session lasted up to now, without pauses and absences."""
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Facts for the journal: moods, and what was asked of the player."""
    guesses: frozenset[str] = frozenset()
    """Places whose token type is a guess: it is never shown in words."""

    @property
    def moment(self) -> Moment:
        """The last moment."""
        return self.moments[-1]

    @property
    def minutes(self) -> int:
        """How long it lasted, in whole minutes, rounded."""
        return (self.active_ms + 30_000) // 60_000
