"""The picker of what is possible now: every screen of pads can be walked with K2, K3 and K4 too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.ui.events import PADS, WALK, Key, KeyPressed
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Intent, Push, Screen

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model
    from device.ui.scene import Scene


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that is possible now."""

    label: Line
    answer: tuple[Intent, ...]
    word: str = ""
    """The action word for the strip."""
    places: tuple[int, ...] = ()
    """Ring places to frame."""
    pad: Key | None = None
    """The pad that does the same."""


class Choosing(Screen):
    """A screen whose possibilities can be walked: K4 opens the picker, which closes with K1."""

    __slots__ = ()

    closing: ClassVar[frozenset[Key]] = PADS
    """What closes the picker even if it means nothing here."""

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Return what is possible now, in the order of the walk."""
        raise NotImplementedError

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Return this screen with one choice framed; its id stays."""
        raise NotImplementedError

    def picker(self) -> Screen:
        """Return the screen that walks the choices."""
        return Picker(self)

    def pick(self, model: Model) -> Answer:
        """Open the picker, if there is anything to choose."""
        return (Push(self.picker()),) if self.choices(model) else ()


@dataclass(frozen=True, slots=True)
class Picker(Screen):
    """Walks the choices of the screen beneath: K3 down, K2 up, wraps; K4 takes, K1 closes."""

    base: Choosing
    cursor: int = 0
    mode: ClassVar[Mode] = Mode.SESSION

    def help_at(self, model: Model) -> str:
        """As on the screen beneath."""
        return self.base.help_at(model)

    def waiting(self) -> Screen:
        """The screen beneath."""
        return self.base

    def scene(self, model: Model) -> Scene:
        """Show the base with the choice framed."""
        choices = self.base.choices(model)
        if not choices:
            return self.base.scene(model)
        at, count = self.cursor % len(choices), len(choices)
        return replace(self.base.chosen(model, choices[at], self.cursor, count), walk=(at + 1, count))

    def on(self, model: Model, event: Event) -> Answer:
        """Walk, take, close; a pad acts as on the screen beneath."""
        if not isinstance(event, KeyPressed):
            return ()
        choices, key = self.base.choices(model), event.key
        if key is Key.K1 or not choices:
            return (Back(),)
        if key in WALK:
            return (Back(), Push(replace(self, cursor=(self.cursor + WALK[key]) % len(choices))))
        if key is Key.K4:
            return (Back(), *choices[self.cursor % len(choices)].answer)
        answer = self.base.on(model, event)
        return (Back(), *answer) if answer or key in self.base.closing else ()
