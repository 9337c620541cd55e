"""The picker over screens where pads are hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.words import line
from device.ui.model import Answer, Back, Push
from device.ui.picker import Choice, Choosing, Picker
from device.ui.scene import MenuBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class HandsPicker(Picker):
    """Walks the choices of a screen of hands; hands act as on the screen beneath."""

    palms: ClassVar[bool] = True

    def hands_lie(self, model: Model) -> bool:
        """As on the screen beneath."""
        return self.base.hands_lie(model)

    def on_contact(self, model: Model, seats: tuple[int, ...]) -> Answer:
        """As on the screen beneath."""
        return _closing(self.base.on_contact(model, seats))

    def on_hands(self, model: Model, came: frozenset[int], gone: frozenset[int]) -> Answer:
        """As on the screen beneath."""
        return _closing(self.base.on_hands(model, came, gone))

    def on_held(self, model: Model, seat: int) -> Answer:
        """As on the screen beneath."""
        return _closing(self.base.on_held(model, seat))


@dataclass(frozen=True, slots=True)
class StillPicker(HandsPicker):
    """The same over the level: it changes with touches alone (M6.1)."""

    still: ClassVar[bool] = True


def _closing(answer: Answer) -> Answer:
    return (Back(), *answer) if answer else answer


class HandsChoosing(Choosing):
    """A screen of hands whose possibilities can be walked; they show as a list."""

    __slots__ = ()

    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    picker: ClassVar[type[HandsPicker]] = HandsPicker

    def scene_id(self) -> str:
        """Return the stable id."""
        raise NotImplementedError

    def pick(self, model: Model) -> Answer:
        """Open the picker, if there is anything to choose."""
        return (Push(self.picker(self)),) if self.choices(model) else ()

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the choice in the list of all."""
        labels = tuple(one.label for one in self.choices(model))
        return Scene(self.scene_id(), MenuBody(line("pick.title"), labels, cursor % count))
