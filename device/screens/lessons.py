"""The walk-through of a first game: pages of help, each once, when what they are about comes up.

It begins with the first start and ends when all was shown or it was skipped (progress.json, `help_seen`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.draw.render import sides
from device.text.catalog import line
from device.ui.events import Key, KeyPressed, Pads
from device.ui.model import Answer, Back, Learn, Screen, Turn
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model


def due(model: Model, *pages: str) -> str | None:
    """Return the first of these pages that a first game still has to show, or None."""
    if model.learnt is None:
        return None
    return next((page for page in pages if page not in model.learnt), None)


@dataclass(frozen=True, slots=True)
class Lesson(Screen):
    """`help.*` over what it is about: 0, K4 or any pad goes on, K1 skips all that is left."""

    page: str
    skips: frozenset[str]
    """The pages of the walk that K1 skips."""
    tells_keys: bool = False
    """The first page: it says how to go on."""

    def scene(self, model: Model) -> Scene:
        """Show the page."""
        title, lines = model.words.page(self.page)
        if self.tells_keys:
            lines = (*lines, line("walk.skip"))
        return Scene(f"help.{self.page}", TextBody(title, lines), model.side)

    def pads(self, model: Model) -> Pads:
        """They are keys; where a game has zones, hands may lie."""
        return Pads.KEYPAD if model.play is not None and model.play.seats else Pads.KEYS

    def on(self, model: Model, event: Event) -> Answer:
        """Turn to the next side of the page, then go on."""
        match event:
            case KeyPressed(key=Key.K1):
                return Learn(self.skips), Back()
            case KeyPressed(key=Key.K2 | Key.K3):
                return ()
            case KeyPressed():
                if model.side + 1 < sides(self.scene(model), model.settings.screen.profile):
                    return (Turn(),)
                return Learn(frozenset({self.page})), Back()
        return ()
