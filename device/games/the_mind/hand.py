"""Dealt play with several people: each looks at their own cards, alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.table import humans, play_of, zones_scene
from device.text.catalog import line
from device.ui.model import IGNORE, Answer, Back, Go, Intent, Screen
from device.ui.scene import NumbersBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class Hand(Screen):
    """`tm.hand`: one seat after the other; the cards show only while the seat's zone, or K4, is held."""

    seat: int
    then: Screen | None = None
    """What comes after the last person; None goes back to the screen beneath."""
    shown: bool = False
    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    help_name: ClassVar[str] = "mind"

    def scene(self, model: Model) -> Scene:
        """Say whose turn it is to look, and where to lay the hand; or show the cards."""
        play = play_of(model)
        title = line("tm.hand.title", seat=self.seat)
        if self.shown:
            numbers = NumbersBody(title, play.state.held[self.seat])
            return Scene("tm.hand", numbers, private=True, spoken=title.full)
        return zones_scene(play, "tm.hand", line("tm.hand.ask", seat=self.seat), {self.seat})

    def on(self, model: Model, key: str) -> Answer:
        """0 and a short K4 go on without looking; K1 leaves."""
        if key in ("0", "K4"):
            return self._next(model)
        if key == "K1":
            return self._leave()
        return None if key in ("K2", "K3") else IGNORE

    def on_contact(self, model: Model, seats: tuple[int, ...]) -> Answer:
        """The seat's own hand shows its cards."""
        return self._show() if self.seat in seats else IGNORE

    def on_hold(self, model: Model, key: str) -> Answer:
        """K4 held does the same."""
        return self._show() if key == "K4" else None

    def _show(self) -> tuple[Intent, ...]:
        return (Go(replace(self, shown=True)),)

    def on_hands(self, model: Model, came: frozenset[int], gone: frozenset[int]) -> Answer:
        """The hand left: the cards are gone, and the next person looks."""
        return self._next(model) if self.shown and self.seat in gone else IGNORE

    def on_lift(self, model: Model, key: str) -> Answer:
        """K4 was let go after showing."""
        return self._next(model) if self.shown and key == "K4" else IGNORE

    def _next(self, model: Model) -> tuple[Intent, ...]:
        seat = self.seat + 1
        return (Go(Hand(seat, self.then)),) if seat in humans(play_of(model)) else self._leave()

    def _leave(self) -> tuple[Intent, ...]:
        return (Back(),) if self.then is None else (Go(self.then),)
