"""The picker of what is possible now: every screen of pads can be walked with K2, K3 and K4 too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.ui.model import IGNORE, Answer, Back, Intent, Push, Screen

if TYPE_CHECKING:
    from device.text.line import Line
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
    pad: str = ""
    """The pad that does the same."""


class Choosing(Screen):
    """A screen whose possibilities can be walked: K4 opens the picker, which closes with K1."""

    __slots__ = ()

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Return what is possible now, in the order of the walk."""
        raise NotImplementedError

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Return this screen with one choice framed; its id stays."""
        raise NotImplementedError

    def pick(self, model: Model) -> Answer:
        """Open the picker, if there is anything to choose."""
        return (Push(Picker(self)),) if self.choices(model) else IGNORE


@dataclass(frozen=True, slots=True)
class Picker(Screen):
    """Walks the choices of the screen beneath: K3 down, K2 up, wraps; K4 takes, K1 closes."""

    base: Choosing
    cursor: int = 0
    session: ClassVar[bool] = True

    def scene(self, model: Model) -> Scene:
        """Show the base with the choice framed."""
        choices = self.base.choices(model)
        if not choices:
            return self.base.scene(model)
        return self.base.chosen(model, choices[self.cursor % len(choices)], self.cursor, len(choices))

    def on(self, model: Model, key: str) -> Answer:
        """Walk, take, close; a pad acts as on the screen beneath."""
        choices = self.base.choices(model)
        if key == "K1" or not choices:
            return (Back(),)
        if key in ("K2", "K3"):
            step = 1 if key == "K3" else -1
            return (Back(), Push(replace(self, cursor=(self.cursor + step) % len(choices))))
        if key == "K4":
            return (Back(), *choices[self.cursor % len(choices)].answer)
        answer = self.base.on(model, key)
        return None if answer is None else (Back(), *answer)
