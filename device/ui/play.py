"""A game under way, as the screens see it: the state, and the moments that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from device.settings.model import Anchor, Guidance
from engine.game import C, E, S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.text.line import Line


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """How a session is held; kept in the record's header beside the options of the rules.

    A game adds its own in a subclass.
    """

    seed: str
    guided: bool = False
    """The whole ritual, from laying out to putting away."""
    guidance: Guidance = Guidance.LIGHT
    """How much a session says."""
    anchor: Anchor = Anchor.BREATH
    """Where attention comes back to."""

    def amiss(self, rules: Any) -> Mapping[str, int]:
        """Say which fields do not go with the options of the rules: by name, the most that would."""
        return {}


P = TypeVar("P", bound=SessionOptions)
"""How a session of a game is held, beside O, S, C and E of its rules."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[C, E]):
    """One touch of the player and all that the device gave by itself after it."""

    command: C | None
    """What the player did; None for the opening, which the device gives alone."""
    effects: tuple[E, ...] = ()
    """What happened, in order."""
    line: Line | None = None
    """The guidance line that is due."""
    memory: object = None
    """What the game remembers after it, beside the state."""
    start: int = 0
    """How many lines of the record were in force before it."""
    length: int = 0
    """How many lines it has."""


@dataclass(frozen=True, slots=True)
class Play(Generic[S, C, E, P]):
    """The open game."""

    number: int
    """Of the session."""
    game: str
    """Its name in the header of a record."""
    state: S
    """The engine's state."""
    options: P
    """How the session is held."""
    concede: C
    """What ends it early."""
    seats: int = 0
    """How many people lay a hand on a zone of the pads; 0 for a game without zones."""
    moments: tuple[Moment[C, E], ...] = ()
    """Oldest first; there is always the opening."""
    over: bool = False
    active_ms: int = 0
    """How long the session lasted up to now, without pauses and absences."""
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Facts for the journal: moods, and what was asked of the player."""

    @property
    def moment(self) -> Moment[C, E]:
        """The last moment."""
        return self.moments[-1]

    @property
    def minutes(self) -> int:
        """How long it lasted, in whole minutes, rounded."""
        return (self.active_ms + 30_000) // 60_000


AnyPlay: TypeAlias = Play[Any, Any, Any, Any]
"""Of whichever game: who holds it does not look into it."""
