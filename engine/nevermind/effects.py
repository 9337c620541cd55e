"""What happened, in the past tense and in order: all that a device needs to say and to move.

Each is one move at the table or one thing to say; the state after the step is the sum of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.nevermind.model import Intensity, Outcome, Place, Token


class Direction(StrEnum):
    """The way a chain runs (N5.3)."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class Played(StrEnum):
    """What a card of the breath met (N6.4)."""

    BREATHE = "breathe"
    """A Center Card: no effect."""
    RELEASED = "released"
    """Calm one, if one can be calmed."""
    DISTRACTION = "distraction"
    """Time passes."""
    NOTHING = "nothing"
    """Anything else: set aside."""


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The Mind Deck is new."""

    cards: int
    """Cards in it."""
    breathes: int
    """Center Cards among them."""
    opening: bool
    """True at set-up (N1.3)."""


@dataclass(frozen=True, slots=True)
class MindCardFlipped:
    """The top Mind Card lies on the discard (N3.1)."""

    card: int
    """0 to 15."""
    turn: int
    """Degrees clockwise."""
    mind: Place
    """Mind focus after turning."""
    noting: Place
    """Noting focus after turning."""


@dataclass(frozen=True, slots=True)
class PaperCardFlipped:
    """The top card of a paper deck lies on the discard, a Mind Card (N8.2)."""

    mind: Place
    """Mind focus."""
    noting: Place | None
    """Noting focus; None where nobody asked for it."""


@dataclass(frozen=True, slots=True)
class BackAsked:
    """Paper decks: a Center Card may lie on top, which its back tells (N8.4)."""


@dataclass(frozen=True, slots=True)
class BreatheDiscarded:
    """A Center Card was only discarded: no Mind action (N6.2)."""


@dataclass(frozen=True, slots=True)
class ThoughtArose:
    """Subliminal to Thought (N3.1)."""

    at: Place
    """Where."""
    first_time: bool
    """True: a token is due now."""
    stolen: bool
    """True: its marker came from the Center, the focus is gone (N3.4)."""


@dataclass(frozen=True, slots=True)
class ThoughtReturned:
    """Acknowledged to Thought (N3.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class DistractionArose:
    """Thought to Distraction (N3.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class DistractionHeld:
    """The Mind pointed at a Distraction (N3.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class ReleasedHeld:
    """The Mind pointed at a Released thought and was blocked (N3.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class MonkeyWoke:
    """A Released thinking thought became Thought (N5.2)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class ChainMoved:
    """The Mind moved on from a Distraction (N5.3); what it did where it landed follows."""

    start: Place
    """The Distraction with the token."""
    direction: Direction
    """The way it went."""
    passed: tuple[Place, ...]
    """Distractions passed, in the order passed."""
    landed: Place
    """The first other thought."""


@dataclass(frozen=True, slots=True)
class SurfaceAsked:
    """Blocked with nothing active: a Subliminal thought is to be chosen (N3.3)."""


@dataclass(frozen=True, slots=True)
class SecondAsked:
    """A second Mind action is due (N5.6)."""

    type: Token
    """On a thought with such a token."""


@dataclass(frozen=True, slots=True)
class TokenFixed:
    """A thought got its token for good (N1.6)."""

    at: Place
    """Where."""
    type: Token
    """Which."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """One Timer card left (N2.3)."""

    timer: int
    """Cards left now."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Distraction to Thought (N4.1)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Thought to Acknowledged (N4.2)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Focused:
    """Acknowledged to Subliminal; its marker is on the Center (N4.3)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class WasLetGo:
    """Subliminal to Released with the Center's marker (N4.4)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class Rested:
    """Nothing could be done (N4.6)."""


@dataclass(frozen=True, slots=True)
class DeckReset:
    """The Mind Deck is empty: all discards are to be shuffled (N3.5, N6.3)."""

    center_asked: bool
    """True: a Center Card may be added first (N6.1)."""


@dataclass(frozen=True, slots=True)
class CenterAdded:
    """A Center Card joined the cards to be shuffled (N6.1)."""

    from_below: bool
    """True while the Center is Focused: the marker stays on the card on top."""


@dataclass(frozen=True, slots=True)
class BreatheRevealed:
    """A Center Card lies on top of the Mind Deck (N6.2)."""

    offered: bool
    """False with nothing Released: it counts as No."""


@dataclass(frozen=True, slots=True)
class BreatheDeclined:
    """No Deep Breath; the next Mind Phase discards the card (N6.2)."""


@dataclass(frozen=True, slots=True)
class BreatheAccepted:
    """That Center Card left the game (N6.2)."""


@dataclass(frozen=True, slots=True)
class BreathBegan:
    """A Released thought is Subliminal for the breath, its marker on the Center (N6.3)."""

    at: Place
    """Where."""
    up_to: int
    """Cards that may be drawn now."""


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """Cards of the Mind Deck came into the hand (N6.3)."""

    count: int
    """How many, in this go; a reset may split the drawing."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A card of the hand went to the discard (N6.4)."""

    mind: Place | None
    """Mind focus; None for a Center Card."""
    noting: Place | None
    """Noting focus; None for a Center Card."""
    met: Played
    """What lay at the mind focus."""


@dataclass(frozen=True, slots=True)
class CalmAsked:
    """One thought is to be noticed or acknowledged (N6.4a)."""


@dataclass(frozen=True, slots=True)
class Calmed:
    """A thought was noticed or acknowledged inside the breath (N6.4a)."""

    at: Place
    """Where."""
    now: Intensity
    """THOUGHT after a notice, ACKNOWLEDGED after an acknowledge."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Like tokens at both foci: the thought at the mind focus became Thought (N6.4b)."""

    at: Place
    """The mind focus."""
    was: Intensity
    """RELEASED or DISTRACTION."""


@dataclass(frozen=True, slots=True)
class BreathEnded:
    """The marker went back and the thought is Released again (N6.6)."""

    at: Place
    """Where."""


@dataclass(frozen=True, slots=True)
class GridFixed:
    """The state now is what the player said lies on the table."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round ended and the next began; nothing is barred (N2.1)."""

    number: int
    """Of the new round."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """It is over (N7)."""

    outcome: Outcome
    """How."""
    score: int | None
    """Points, if there is a score."""
    rank: str | None
    """Rank, if there is a score."""


Effect: TypeAlias = (
    DeckShuffled
    | MindCardFlipped
    | PaperCardFlipped
    | BreatheDiscarded
    | ThoughtArose
    | ThoughtReturned
    | DistractionArose
    | DistractionHeld
    | ReleasedHeld
    | MonkeyWoke
    | ChainMoved
    | SurfaceAsked
    | SecondAsked
    | TokenFixed
    | TimePassed
    | Noticed
    | Acknowledged
    | Focused
    | WasLetGo
    | Rested
    | DeckReset
    | CenterAdded
    | BreatheRevealed
    | BackAsked
    | BreatheDeclined
    | BreatheAccepted
    | BreathBegan
    | HandDrawn
    | HandPlayed
    | CalmAsked
    | Calmed
    | Matched
    | BreathEnded
    | GridFixed
    | RoundBegan
    | GameEnded
)
