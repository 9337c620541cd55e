"""The walk-through of a first game of The Mind, and which pages of help a session has.

No page comes up over the level: it stands still (M6.1). What may be done in it is said before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.games.the_mind.table import play_of, secret_hands
from device.games.the_mind.words import PAGES, TOUR
from device.screens.lessons import Lesson, due
from device.ui.events import Key, KeyPressed
from device.ui.model import Back, Do, Intent, Learn, Push
from engine.the_mind.commands import Focus

if TYPE_CHECKING:
    from device.games.the_mind.table import MindPlay
    from device.ui.events import Event
    from device.ui.model import Answer, Model

OWN_PAGES = frozenset(PAGES)
FIRST = PAGES[0]


def pages_of(play: MindPlay) -> tuple[str, ...]:
    """Return the pages of help about this session: what is not on this table is not told of."""
    state = play.state
    dealt = state.options.dealt
    here = {
        "paper": not dealt,
        "pads": not dealt,
        "dealt": dealt,
        "hands": secret_hands(play),
        "misplay": not state.blind,
        "blind": state.blind,
        "count": state.blind and not dealt,
    }
    return tuple(page for page in PAGES if here.get(page, True))


def way_of(play: MindPlay) -> str:
    """Return the page of how cards are played here: the pads at the table, zones with dealt cards."""
    return "dealt" if play.state.options.dealt else "pads"


def is_tour(model: Model) -> bool:
    """Tell whether somebody is shown around: a first session that was begun without its ritual."""
    play = play_of(model)
    first = len(play.moments) == 1 and not play.options.guided and bool(play.options.partners)
    return first and due(model, TOUR) is not None


@dataclass(frozen=True, slots=True)
class Tour(Lesson):
    """`help.tour`: what goes on, before the first level; 0, K4 or a pad begins it, K3 turns its sides."""

    page: str = TOUR
    skips: frozenset[str] = frozenset({TOUR, *PAGES})

    def on(self, model: Model, event: Event) -> Answer:
        """Begin the level at once: who is shown around has not read the rules."""
        match event:
            case KeyPressed(key=Key.K1 | Key.K2 | Key.K3):
                return Lesson.on(self, model, event)
            case KeyPressed():
                return Learn(frozenset({TOUR})), Back(), Do(Focus())
        return ()


def lesson(model: Model, *pages: str) -> tuple[Intent, ...]:
    """Return what shows the first of these pages that a first game still has to show, if any."""
    page = due(model, *pages)
    return () if page is None else (Push(Lesson(page, OWN_PAGES, tells_keys=page == FIRST)),)
