"""What can be asked of a game: verbs. Chance comes in as commands too.

Records know each by the word in brackets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from engine.nevermind.phases import Verb

if TYPE_CHECKING:
    from engine.nevermind.model import Card, Place, Shown, Thought, Token


@dataclass(frozen=True, slots=True)
class Shuffle:
    """[shuffle] The Mind Deck was shuffled."""

    verb: ClassVar[Verb] = Verb.SHUFFLE

    cards: tuple[Card, ...] = ()
    """The whole new deck, top first; of a paper deck nobody knows it (N8.4)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """[draw] Flip the top Mind Card (N3.1)."""

    verb: ClassVar[Verb] = Verb.DRAW

    card: Shown | None = None
    """Paper decks: what it shows (N8.2)."""


@dataclass(frozen=True, slots=True)
class GiveToken:
    """[token] The thought just revealed gets its Noting Token (N1.6)."""

    verb: ClassVar[Verb] = Verb.TOKEN

    type: Token
    """Any type, any number of times."""


@dataclass(frozen=True, slots=True)
class Surface:
    """[surface] Choose the Subliminal thought that rises (N3.3)."""

    verb: ClassVar[Verb] = Verb.SURFACE

    at: Place
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class TakeSecond:
    """[second] Choose the thought of the second Mind action (N5.6)."""

    verb: ClassVar[Verb] = Verb.SECOND

    at: Place
    """One with a token of the type asked for."""


@dataclass(frozen=True, slots=True)
class AddCenter:
    """[add_center] Shuffle a Center Card in, or not (N6.1)."""

    verb: ClassVar[Verb] = Verb.ADD_CENTER

    yes: bool
    """True adds one."""


@dataclass(frozen=True, slots=True)
class Breathe:
    """[breathe] Take the Deep Breath, or not (N6.2)."""

    verb: ClassVar[Verb] = Verb.BREATHE

    yes: bool
    """True goes deep."""


@dataclass(frozen=True, slots=True)
class BreatheFrom:
    """[breath_from] Choose the Released thought that lends its marker (N6.3)."""

    verb: ClassVar[Verb] = Verb.BREATH_FROM

    at: Place
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class DrawHand:
    """[breath_hand] Draw the hand of the breath (N6.3)."""

    verb: ClassVar[Verb] = Verb.BREATH_HAND

    count: int
    """Cards to draw, from 0."""


@dataclass(frozen=True, slots=True)
class PlayHand:
    """[breath_play] Play a card of the hand (N6.4)."""

    verb: ClassVar[Verb] = Verb.BREATH_PLAY

    index: int = 0
    """Into the hand, from 0; of no use with paper decks."""
    card: Shown | None = None
    """Paper decks: what it shows (N8.6)."""


@dataclass(frozen=True, slots=True)
class Calm:
    """[breath_calm] `notice` or `acknowledge` inside the breath (N6.4)."""

    verb: ClassVar[Verb] = Verb.BREATH_CALM

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Notice:
    """[notice] Distraction to Thought (N4.1)."""

    verb: ClassVar[Verb] = Verb.NOTICE

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """[acknowledge] Thought to Acknowledged (N4.2)."""

    verb: ClassVar[Verb] = Verb.ACKNOWLEDGE

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Focus:
    """[focus] Acknowledged to Subliminal, its marker to the Center (N4.3)."""

    verb: ClassVar[Verb] = Verb.FOCUS

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """[let_go] Subliminal to Released with the Center's marker (N4.4)."""

    verb: ClassVar[Verb] = Verb.LET_GO

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Rest:
    """[rest] Nothing can be done (N4.6)."""

    verb: ClassVar[Verb] = Verb.REST


@dataclass(frozen=True, slots=True)
class Concede:
    """[concede] Leave early (N7.1)."""

    verb: ClassVar[Verb] = Verb.CONCEDE


@dataclass(frozen=True, slots=True)
class Fix:
    """[fix] The player matched the screen to the table."""

    verb: ClassVar[Verb] = Verb.FIX

    grid: tuple[Thought, ...]
    """All eight thoughts in ring order."""
    center: int
    """Markers on the Center."""
    timer: int
    """Cards left in the Timer Deck."""
    deck: int | None = None
    """Paper decks: cards in the Mind Deck; None leaves it as it is (N8.8)."""
    breathes: int | None = None
    """Paper decks: Center Cards among them."""


OnPlace: TypeAlias = Surface | TakeSecond | BreatheFrom | Calm | Notice | Acknowledge | Focus | LetGo
"""What names one place of the ring."""
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
