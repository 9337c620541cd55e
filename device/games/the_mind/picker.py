"""The picker over screens where pads are hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.table import HAND_KEYS
from device.games.the_mind.words import line
from device.ui.events import PADS, Key, KeyPressed, Pads
from device.ui.mode import Mode
from device.ui.model import Answer, Back
from device.ui.picker import Choice, Choosing, Picker
from device.ui.scene import MenuBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class HandsPicker(Picker):
    """Walks the choices of a screen of hands; hands act as on the screen beneath."""

    def pads(self, model: Model) -> Pads:
        """As on the screen beneath."""
        return self.base.pads(model)

    def on(self, model: Model, event: Event) -> Answer:
        """Walk, take, close; what hands do closes it only if it means something beneath."""
        if isinstance(event, KeyPressed) or not event.of_hands:
            return Picker.on(self, model, event)
        answer = self.base.on(model, event)
        return (Back(), *answer) if answer else ()


@dataclass(frozen=True, slots=True)
class StillPicker(HandsPicker):
    """The same over the level: it changes with touches alone (M6.1)."""

    mode: ClassVar[Mode] = Mode.STILL


class HandsChoosing(Choosing):
    """A screen of hands whose possibilities can be walked; they show as a list."""

    __slots__ = ()

    mode: ClassVar[Mode] = Mode.SESSION
    closing: ClassVar[frozenset[Key]] = PADS | HAND_KEYS

    def scene_id(self) -> str:
        """Return the stable id."""
        raise NotImplementedError

    def pads(self, model: Model) -> Pads:
        """They are hands."""
        return Pads.HANDS

    def picker(self) -> HandsPicker:
        """Return the picker in which hands act on."""
        return HandsPicker(self)

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the choice in the list of all."""
        labels = tuple(one.label for one in self.choices(model))
        return Scene(self.scene_id(), MenuBody(line("pick.title"), labels, cursor % count))
