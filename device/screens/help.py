"""Help: pages in plain words, opened at what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.screens.turning import BACKWARD, FORWARD, onward
from device.text.catalog import line
from device.ui.events import KeyPressed
from device.ui.model import Answer, Back, Go, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class Help(Screen):
    """`help.*`: K3 and 0 turn on, also within a long page; K2 and * turn back, K1 closes."""

    name: str = "now"
    part: int = 0
    """Which lines of the page: three at a time."""

    def scene(self, model: Model) -> Scene:
        """Show the page; `now` shows what is possible on the screen beneath."""
        title, lines = model.words.page(self.name)
        if self.name == "now":
            lines = possible(model) or lines
            return Scene("help.now", TextBody(title, lines), side=model.side)
        body = TextBody(title, lines, pictures=model.words.pictures(self.name))
        return Scene(f"help.{self.name}", body, side=model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Turn the pages."""
        pages = pages_of(model)
        index = pages.index(self.name) if self.name in pages else 0
        match event:
            case KeyPressed(key=key) if key in FORWARD:
                return onward(model, self, Help(pages[(index + 1) % len(pages)]))
            case KeyPressed(key=key) if key in BACKWARD:
                return (Go(Help(pages[(index - 1) % len(pages)])),)
            case KeyPressed():
                return (Back(),)
        return ()


def pages_of(model: Model) -> tuple[str, ...]:
    """Return the pages that are walked: of the game that is played, or of all."""
    return model.words.pages if model.play is None else ("now", *model.help_pages)


def possible(model: Model) -> tuple[Line, ...]:
    """Return what can be chosen on the screen beneath the help, in the words of its picker."""
    waits = model.under[-1].waiting() if model.under else None
    return tuple(map(_named, waits.choices(model))) if isinstance(waits, Choosing) else ()


def _named(choice: Choice) -> Line:
    """Name the action with its card: the words of the picker stand beside the map, these stand alone."""
    if not choice.word.isupper():
        return choice.label
    return line("help.named", word=choice.word.capitalize(), card=choice.label)
