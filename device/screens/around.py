"""Whoever chooses a game for the first time is asked once whether to be shown around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.text.catalog import line
from device.ui.events import Key, KeyPressed
from device.ui.mode import Mode
from device.ui.model import Answer, Go, Screen, ShowAround, Stay
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model, Offer


@dataclass(frozen=True, slots=True)
class FirstTime(Screen):
    """`around`: K4 and # show around, on a table that lies already; K1 and 0 go on to the set-up."""

    offer: Offer
    mode: ClassVar[Mode] = Mode.QUESTION

    def scene(self, model: Model) -> Scene:
        """Ask."""
        return Scene("around", LineBody(line("around.ask")))

    def on(self, model: Model, event: Event) -> Answer:
        """Answer once and for all; no other key is an answer."""
        match event:
            case KeyPressed(key=Key.K4 | Key.HASH) if self.offer.tour is not None:
                return ShowAround(yes=True), self.offer.tour(model.settings)
            case KeyPressed(key=Key.K1 | Key.PAD_0):
                return ShowAround(yes=False), Go(self.offer.setup)
            case KeyPressed(key=key) if key is not Key.K3:
                return (Stay(),)
        return ()
