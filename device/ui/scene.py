"""What stands on the panel, said in structure: screens make scenes, `device.draw` makes frames of them.

Laws of this file:
- a scene is plain data: the same scene is the same frame in the same profile;
- every word that can be shown is in it, so that speech, goldens and the terminal's plain line read it;
- no state by brightness, blinking or colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from device.ui.line_body import LineBody

if TYPE_CHECKING:
    from device.text.line import Line

__all__ = [
    "BarBody",
    "BarsBody",
    "BlackBody",
    "Body",
    "BorderBody",
    "CardMap",
    "CountBody",
    "GridBody",
    "HandBody",
    "LevelBody",
    "LineBody",
    "MapBody",
    "Mark",
    "MenuBody",
    "NumbersBody",
    "PacerBody",
    "Scene",
    "TextBody",
    "ZonesBody",
]


@dataclass(frozen=True, slots=True)
class Mark:
    """One card of the map, as its glyph draws it."""

    face_up: bool = False
    marker_on_card: bool = False
    """A dot in the middle."""
    token: bool = False
    """A corner: hollow, or filled with `marker_on_token`."""
    marker_on_token: bool = False
    barred: bool = False
    """A thin cross over the card."""
    framed: bool = False
    """The card in question: a thick frame."""
    possible: bool = False
    """Can be chosen now (used by choices; drawn as small ticks at the corners outside the card)."""
    pointer: str = ""
    """On a chain, where the Mind's focus goes from here: "cw" or "ccw"."""
    kind: str = ""
    """Word for the type of its token, for speech: the panel does not draw it, the table shows it."""


@dataclass(frozen=True, slots=True)
class CardMap:
    """The consciousness grid: the map is the table."""

    ring: tuple[Mark, ...]
    """Eight marks in ring order NW N NE E SE S SW W."""
    center: int = 0
    """Markers on the Center, 0 to 2: one is Focused."""
    center_framed: bool = False


@dataclass(frozen=True, slots=True)
class MapBody:
    """Strip on top (word and Timer Deck), map, and words beside it. M and S: map and text are two sides."""

    word: str
    """Left in the strip: `Mind`, `You`, or the action word, e.g. `ACKNOWLEDGE`."""
    timer: int
    """Cards left in the Timer Deck, of `timer_full`; pips or a bar, never digits."""
    map: CardMap
    line: Line
    timer_full: int = 19
    answers: tuple[Line, ...] = ()
    """What the line asks for, each with its pad: below it on L, on sides of their own on M and S."""
    chosen: int | None = None
    """Which of them is framed when they are walked by buttons."""
    alone: bool = False
    """The line is more than a label of the map: M and S, speech and the plain line leave the word out."""


@dataclass(frozen=True, slots=True)
class MenuBody:
    """A list, one entry framed. A long one shows a window around it and where that lies in the whole."""

    title: Line
    items: tuple[Line, ...]
    cursor: int
    values: tuple[str, ...] = ()
    """Right of each item, if given: the value it has now."""


@dataclass(frozen=True, slots=True)
class GridBody:
    """A question answered on pads 1 to 9: nine labels in pad order; "" for a pad that does nothing."""

    title: Line
    labels: tuple[str, ...]
    cursor: int | None = None
    """Framed label when walked by buttons."""


@dataclass(frozen=True, slots=True)
class CountBody:
    """A question with its answers in a row below it, short ones such as the numbers from 0 to 9."""

    line: Line
    labels: tuple[str, ...]
    cursor: int | None = None
    """The answer that is framed; None for none."""


@dataclass(frozen=True, slots=True)
class TextBody:
    """A page of help or facts: a title (an empty line for none) and up to a few lines; `page` of `pages` is
    shown as dots.
    """

    title: Line
    lines: tuple[Line, ...]
    page: int = 0
    pages: int = 1
    pictures: tuple[str, ...] = ()
    """A drawing left of each line, "" for none: see device.draw.signs; empty without any."""


@dataclass(frozen=True, slots=True)
class BlackBody:
    """A dark panel that is on: the settling breaths."""


@dataclass(frozen=True, slots=True)
class PacerBody:
    """The slow pacer, only if chosen: a circle of `size` 0 to 16."""

    size: int


@dataclass(frozen=True, slots=True)
class HandBody:
    """The hand of a Deep Breath: cards left to right, with mind and noting focus on the ring (0 to 7)."""

    line: Line
    cards: tuple[tuple[int, int] | None, ...]
    """(mind, noting); None is a "breathe"."""
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class LevelBody:
    """A level with its lives and stars: large and still."""

    level: int
    lives: int
    stars: int
    place: int = 0
    """0 to 3: one of four places on the panel, by level (F18)."""
    hand: tuple[int, ...] | None = None
    """Dealt, one human seat: the own cards."""
    pile: int | None = None
    """Dealt, open play: the top of the pile."""
    pending: str = ""
    """A team fact that waits for K4: `done?`, `misplay?`; "" for none."""
    title: str = ""
    """The level in short, as a level without cards shows it; "" is its number alone."""


@dataclass(frozen=True, slots=True)
class ZonesBody:
    """Palm zones: filled as hands come. `line` in the middle."""

    line: Line
    zones: tuple[bool, ...]
    places: tuple[str, ...]
    """Where each zone lies: NW NE SW SE, S, or W and E."""


@dataclass(frozen=True, slots=True)
class NumbersBody:
    """Cards as numbers: a hand, the cards put aside."""

    title: Line
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BarBody:
    """A line over a bar that is `part` of `whole` full."""

    line: Line
    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class BorderBody:
    """The display check: a frame of one pixel at the very edge, and a line in the middle (F02)."""

    line: Line


@dataclass(frozen=True, slots=True)
class BarsBody:
    """Live pads: how far each of twelve electrodes is from its baseline, and its threshold, in counts."""

    title: Line
    values: tuple[int, ...]
    thresholds: tuple[int, ...]
    cursor: int | None = None


Body: TypeAlias = (
    MapBody
    | LineBody
    | MenuBody
    | GridBody
    | CountBody
    | TextBody
    | BlackBody
    | PacerBody
    | HandBody
    | LevelBody
    | ZonesBody
    | NumbersBody
    | BarBody
    | BorderBody
    | BarsBody
)


@dataclass(frozen=True, slots=True)
class Scene:
    """One screen."""

    id: str
    """Stable: tests, gallery and mirror use it."""
    body: Body
    side: int = 0
    """M and S: 0 is the text, 1 the map; K3 turns. Other bodies may have more text sides."""
    notice: Line | None = None
    """A fault or refusal that stands over the screen's own line; the id stays."""
    private: bool = False
    """Its numbers are for one player alone: only its title is said."""
    walk: tuple[int, int] | None = None
    """Which of how many is framed, both from 1, where choices are walked by buttons: said, not drawn."""
    spoken: str = ""
    """What the setting "Spoken" says of this screen; "" takes the words shown."""
