"""The table of Nevermind The Distraction as values: ring, thoughts, cards, options, state.

Laws of this file:
- everything is frozen; a state holds all that is needed to go on, and nothing that can be derived;
- places count clockwise around the ring from NW = 0; cards of a deck lie top first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, TypeAlias

from engine.nevermind.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

TIMER_FULL = 19
"""Cards of the Timer Deck at the start (N1.2). It counts events, never seconds."""
MARKERS = 8
"""Awareness Markers (N1.5)."""
MAX_CENTERS_ADDED = 2
"""Center Cards that may be shuffled in during one game (N6.1)."""
TURNS = {180: (0, 180), 90: (0, 90, 180, 270), 0: (0,)}
"""Turns a card may lie in, in degrees clockwise, by the option `rotation` (N1.3)."""


class Place(IntEnum):
    """A place of the ring, clockwise (N0)."""

    NW = 0
    N = 1
    NE = 2
    E = 3
    SE = 4
    S = 5
    SW = 6
    W = 7

    def moved(self, steps: int) -> Place:
        """Return the place `steps` further clockwise; negative goes counter-clockwise."""
        return RING[(self + steps) % 8]


RING: tuple[Place, ...] = tuple(Place)
"""The ring in order, from NW."""


class Intensity(StrEnum):
    """How present a thought is (N0)."""

    RELEASED = "released"
    SUBLIMINAL = "subliminal"
    ACKNOWLEDGED = "acknowledged"
    THOUGHT = "thought"
    DISTRACTION = "distraction"


ACTIVE = frozenset({Intensity.ACKNOWLEDGED, Intensity.THOUGHT, Intensity.DISTRACTION})
"""Intensities that are active (N0); the Focused Center is active too."""


class Token(StrEnum):
    """Type of a Noting Token (N0), in the order in which bags are kept."""

    REMEMBERING = "remembering"
    THINKING = "thinking"
    FEELING = "feeling"
    ANTICIPATING = "anticipating"


@dataclass(frozen=True, slots=True)
class Thought:
    """One thought on the ring."""

    intensity: Intensity = Intensity.SUBLIMINAL
    token: Token | None = None
    """None until it was first revealed; fixed from then on (N1.6)."""


@dataclass(frozen=True, slots=True)
class MindCard:
    """A Mind Card as it lies (N1.3)."""

    card: int
    """0 to 15, index into `Options.mind_cards`."""
    turn: int
    """Degrees clockwise."""


@dataclass(frozen=True, slots=True)
class CenterCard:
    """A Center Card in the Mind Deck: "breathe" (N6)."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A Mind Card of a paper deck, as its owner read it (N8.2)."""

    mind: Place
    """Its mind focus, as it lies."""
    noting: Place | None = None
    """Its noting focus; None where nobody asked for it."""


@dataclass(frozen=True, slots=True)
class UnseenCard:
    """A card of a paper deck that nobody has turned yet, or that is held in hand (N8.1)."""


BREATHE = CenterCard()
"""The Center Cards are all alike."""
UNSEEN = UnseenCard()
"""So are those that nobody has seen."""
Shown: TypeAlias = ShownCard | CenterCard
"""What a paper card can show."""
Card: TypeAlias = MindCard | ShownCard | CenterCard | UnseenCard
MIND_CARDS = 16
"""Mind Cards of a deck (N1.3)."""

DEFAULT_MIND_CARDS: tuple[tuple[int, int], ...] = (
    (0, 1), (0, 3), (1, 3), (1, 6), (2, 4), (2, 7), (3, 6), (3, 7),
    (4, 0), (4, 2), (5, 1), (5, 4), (6, 2), (6, 5), (7, 0), (7, 5),
)  # fmt: skip
"""Our own set as (mind, noting) (N1.4); the printed one is not public."""


class Decks(StrEnum):
    """Who keeps the Timer Deck and the Mind Deck (N8)."""

    DEVICE = "device"
    PAPER = "paper"
    """The player's own cards lie on the table and are the truth: the engine knows how many, not which."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is fixed before a game. The codec refuses values that are out of range."""

    stage: int = 1
    """1 to 6 (N5)."""
    super_monkey: bool = False
    """Super Monkey-Mind, only at Stage Six (N5.6); `super` in JSON."""
    rotation: int = 180
    """0, 90 or 180: see TURNS (N1.3)."""
    breath_ends_round: bool = True
    """A Deep Breath replaces the Watcher action (N6.2)."""
    breath_calms_feeling: bool = True
    """Inside a breath `notice` may take a feeling Distraction at Stage Six (N6.5)."""
    mind_cards: tuple[tuple[int, int], ...] = DEFAULT_MIND_CARDS
    """Sixteen (mind, noting) as printed (N1.4); of no use with paper decks."""
    decks: Decks = Decks.DEVICE
    """N8."""

    @property
    def paper(self) -> bool:
        """Tell whether the decks are the player's own (N8)."""
        return self.decks is Decks.PAPER


class Outcome(StrEnum):
    """How a game ended (N7)."""

    ZEN = "zen"
    TIMER_EMPTY = "timer_empty"
    MIND_WINS = "mind_wins"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    outcome: Outcome
    score: int | None = None
    """Points (N7.1); None after a Mind win or an early leave."""
    rank: str | None = None
    """First half of the rank (N7.2); None without a score."""


@dataclass(frozen=True, slots=True)
class State:
    """A game between two commands."""

    options: Options = field(default_factory=Options)
    phase: Phase = Phase.SHUFFLE
    round: int = 1
    """Counts from 1; turns over as soon as a round ends (N2.1)."""
    timer: int = TIMER_FULL
    """Cards left in the Timer Deck."""
    grid: tuple[Thought, ...] = (Thought(),) * 8
    """The eight thoughts in ring order."""
    center: int = 0
    """Markers on the Center: 0, 1 (Focused), 2 only inside a breath (N6.3)."""
    barred: tuple[Place, ...] = ()
    """Places the Mind acted on in this round, in ring order (N3.2)."""
    deck: tuple[Card, ...] = ()
    """The Mind Deck, top first."""
    discards: tuple[Card, ...] = tuple(MindCard(index, 0) for index in range(16))
    """Oldest first; the last one is the card being played. At set-up all cards wait here."""
    hand: tuple[Card, ...] = ()
    """Cards of a Deep Breath still to be played (N6.3)."""
    hand_centers: tuple[int, int] = (0, 0)
    """Paper decks: the least and the most Center Cards that can be in the hand (N8.3)."""
    to_draw: int = 0
    """Cards still missing in the hand when a reset interrupts the drawing (N6.3)."""
    breath_from: Place | None = None
    """The Released thought whose marker is on the Center for the breath (N6.3)."""
    calmed: tuple[Place, ...] = ()
    """Places calmed in this breath, in ring order (N6.4)."""
    second_due: bool = False
    """The second Mind action of N5.6 is still to be looked at."""
    centers_added: int = 0
    """Center Cards shuffled in so far (N6.1)."""
    result: Result | None = None
    """Set in phase `over` and only there."""

    def count(self, intensity: Intensity) -> int:
        """Return how many thoughts have the intensity."""
        return sum(thought.intensity is intensity for thought in self.grid)

    def foci(self, card: MindCard | ShownCard) -> tuple[Place, Place]:
        """Return (mind focus, noting focus) of a card as it lies (N1.3)."""
        return foci_of(self.options, card)

    def awaiting_token(self) -> Place | None:
        """Return the place revealed for the first time that has no token yet, if any (N3.1)."""
        return awaiting_token(self.grid)


def foci_of(options: Options, card: MindCard | ShownCard) -> tuple[Place, Place]:
    """Return (mind focus, noting focus) of a card as it lies; a paper card must show both (N1.3, N8.2)."""
    if isinstance(card, ShownCard):
        assert card.noting is not None, "nobody asked for this card's noting focus"
        return card.mind, card.noting
    mind, noting = options.mind_cards[card.card]
    return RING[(mind + card.turn // 45) % 8], RING[(noting + card.turn // 45) % 8]


def awaiting_token(grid: Sequence[Thought]) -> Place | None:
    """Return the place revealed for the first time that has no token yet, if any (N3.1)."""
    for place, thought in zip(RING, grid, strict=True):
        if thought.token is None and thought.intensity is not Intensity.SUBLIMINAL:
            return place
    return None
