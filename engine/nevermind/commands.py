"""What can be asked of a game: verbs. Chance comes in as commands too.

Records know each by the word in brackets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.nevermind.model import Card, Place, Thought, Token


@dataclass(frozen=True, slots=True)
class Shuffle:
    """[shuffle] The Mind Deck was shuffled."""

    cards: tuple[Card, ...]
    """The whole new deck, top first."""


@dataclass(frozen=True, slots=True)
class Draw:
    """[draw] Flip the top Mind Card (N3.1)."""


@dataclass(frozen=True, slots=True)
class GiveToken:
    """[token] The thought just revealed gets its Noting Token (N1.6)."""

    type: Token
    """Any type, any number of times."""


@dataclass(frozen=True, slots=True)
class Surface:
    """[surface] Choose the Subliminal thought that rises (N3.3)."""

    at: Place
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class TakeSecond:
    """[second] Choose the thought of the second Mind action (N5.6)."""

    at: Place
    """One with a token of the type asked for."""


@dataclass(frozen=True, slots=True)
class AddCenter:
    """[add_center] Shuffle a Center Card in, or not (N6.1)."""

    yes: bool
    """True adds one."""


@dataclass(frozen=True, slots=True)
class Breathe:
    """[breathe] Take the Deep Breath, or not (N6.2)."""

    yes: bool
    """True goes deep."""


@dataclass(frozen=True, slots=True)
class BreatheFrom:
    """[breath_from] Choose the Released thought that lends its marker (N6.3)."""

    at: Place
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class DrawHand:
    """[breath_hand] Draw the hand of the breath (N6.3)."""

    count: int
    """Cards to draw, from 0."""


@dataclass(frozen=True, slots=True)
class PlayHand:
    """[breath_play] Play a card of the hand (N6.4)."""

    index: int
    """Into the hand, from 0."""


@dataclass(frozen=True, slots=True)
class Calm:
    """[breath_calm] `notice` or `acknowledge` inside the breath (N6.4)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Notice:
    """[notice] Distraction to Thought (N4.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """[acknowledge] Thought to Acknowledged (N4.2)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Focus:
    """[focus] Acknowledged to Subliminal, its marker to the Center (N4.3)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """[let_go] Subliminal to Released with the Center's marker (N4.4)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Rest:
    """[rest] Nothing can be done (N4.6)."""


@dataclass(frozen=True, slots=True)
class Concede:
    """[concede] Leave early (N7.1)."""


@dataclass(frozen=True, slots=True)
class Fix:
    """[fix] The player matched the screen to the table."""

    grid: tuple[Thought, ...]
    """All eight thoughts in ring order."""
    center: int
    """Markers on the Center."""
    timer: int
    """Cards left in the Timer Deck."""


Command: TypeAlias = (
    Shuffle
    | Draw
    | GiveToken
    | Surface
    | TakeSecond
    | AddCenter
    | Breathe
    | BreatheFrom
    | DrawHand
    | PlayHand
    | Calm
    | Notice
    | Acknowledge
    | Focus
    | LetGo
    | Rest
    | Concede
    | Fix
)
