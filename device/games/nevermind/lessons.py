"""The walk-through of a first game: pages of help, each once, when what they are about comes up.

It begins with the first start and ends when all was shown or it was skipped (progress.json, `help_seen`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.draw.render import sides
from device.games.nevermind.view import play_of
from device.games.nevermind.words import OWN, WORDS, line
from device.ui.events import Key, KeyPressed
from device.ui.model import Answer, Back, Intent, Learn, Push, Screen, Turn
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

WALK = "walk"
PAGES = frozenset({WALK, *OWN.pages})
"""The pages of a first game of Nevermind."""


def lesson(model: Model, *pages: str) -> tuple[Intent, ...]:
    """Return what shows the first of these pages that a first game still has to show, if any."""
    if model.learnt is None:
        return ()
    due = [page for page in pages if page not in model.learnt]
    return (Push(Lesson(due[0])),) if due else ()


def opening_lesson(model: Model) -> tuple[Intent, ...]:
    """Return the lessons of the opening: what pads and buttons are, and what the stages add."""
    stage = play_of(model).state.options.stage
    return lesson(model, WALK, *(f"stage{number}" for number in range(2, stage + 1)))


@dataclass(frozen=True, slots=True)
class Lesson(Screen):
    """`help.*` as part of the walk-through: 0, K4 or any pad goes on, K1 skips all that is left."""

    page: str

    def scene(self, model: Model) -> Scene:
        """Show the page."""
        if self.page == WALK:
            lines = tuple(line(f"walk.{number}") for number in range(1, 6))
            return Scene("help.walk", TextBody(line("help.title"), (*lines, line("walk.skip"))), model.side)
        return Scene(f"help.{self.page}", TextBody(*WORDS.page(self.page)), model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Turn to the next side of the page, then go on."""
        match event:
            case KeyPressed(key=Key.K1):
                return Learn(PAGES), Back()
            case KeyPressed(key=Key.K2 | Key.K3):
                return ()
            case KeyPressed():
                if model.side + 1 < sides(self.scene(model), model.settings.screen.profile):
                    return (Turn(),)
                return Learn(frozenset({self.page})), Back()
        return ()
