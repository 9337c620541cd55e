"""Dealt play with several people: each looks at their own cards, alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.table import humans, play_of, zone_name, zones_scene
from device.games.the_mind.words import line
from device.ui.events import ONWARD, HandsMoved, HandsTouched, Key, KeyHeld, KeyPressed, KeyReleased, Pads
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Go, Intent, Screen
from device.ui.scene import NumbersBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class Hand(Screen):
    """`tm.hand`: one seat after the other; the cards show only while the seat's zone, or K4, is held."""

    seat: int
    then: Screen | None = None
    """What comes after the last person; None goes back to the screen beneath."""
    shown: bool = False
    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "hands"

    def pads(self, model: Model) -> Pads:
        """They are hands."""
        return Pads.HANDS

    def scene(self, model: Model) -> Scene:
        """Say whose turn it is to look, and where to lay the hand; or show the cards."""
        play = play_of(model)
        title = line("tm.hand.title", seat=self.seat + 1)
        if self.shown:
            numbers = NumbersBody(title, play.state.held[self.seat])
            return Scene("tm.hand", numbers, private=True, spoken=title.full)
        return zones_scene(
            play,
            "tm.hand",
            line("tm.hand.ask", seat=self.seat + 1, zone=zone_name(play, self.seat)),
            {self.seat},
        )

    def on(self, model: Model, event: Event) -> Answer:
        """The seat's own hand, or K4 held, shows its cards; when it left, they are gone, and the next person
        looks. 0 and a short K4 go on without looking; K1 leaves.
        """
        match event:
            case HandsTouched(seats=seats) if self.seat in seats:
                return self._show()
            case KeyHeld(key=Key.K4):
                return self._show()
            case HandsMoved(gone=gone) if self.shown and self.seat in gone:
                return self._next(model)
            case KeyReleased(key=Key.K4) if self.shown:
                return self._next(model)
            case KeyPressed(key=key) if key in ONWARD:
                return self._next(model)
            case KeyPressed(key=Key.K1):
                return self._leave()
        return ()

    def _show(self) -> tuple[Intent, ...]:
        return (Go(replace(self, shown=True)),)

    def _next(self, model: Model) -> tuple[Intent, ...]:
        seat = self.seat + 1
        return (Go(Hand(seat, self.then)),) if seat in humans(play_of(model)) else self._leave()

    def _leave(self) -> tuple[Intent, ...]:
        return (Back(),) if self.then is None else (Go(self.then),)
