"""The owner's own Mind Cards, entered on the device (N1.4): each by the two places that it shows.

What was entered is kept after every card; the sixteen are in force when they are complete.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from device.games.nevermind.settings import CARDS, NevermindSettings
from device.games.nevermind.words import line
from device.ui.events import WALK, Key, KeyPressed
from device.ui.menus import Item, Menu
from device.ui.model import Answer, Back, Choose, Go, Push, Screen, Tell
from device.ui.scene import CardMap, MapBody, Mark, Scene

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Intent, Model

Pair: TypeAlias = tuple[int, int]
"""Mind focus and noting focus, as ring places from 0 (NW)."""
RING_PADS = (Key.PAD_1, Key.PAD_2, Key.PAD_3, Key.PAD_6, Key.PAD_9, Key.PAD_8, Key.PAD_7, Key.PAD_4)
"""The pad of each ring place, from NW. The rules, which know places too, are loaded only when one plays."""
ENTERED = "nevermind.mind_cards_entered"
IN_FORCE = "nevermind.mind_cards"


@dataclass(frozen=True, slots=True)
class OwnCards(Menu):
    """`settings.cards`: which set is drawn from, and entering one's own."""

    def scene_id(self) -> str:
        """`settings.cards`."""
        return "settings.cards"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return line("cards.title")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Enter cards; take the last one out; change between the two sets, once there are two."""
        rules = model.settings.of(NevermindSettings)
        entered, own = rules.mind_cards_entered, rules.mind_cards
        count = line("cards.count", count=len(entered), all=CARDS).full
        more: Intent = Push(EnterCards()) if len(entered) < CARDS else Tell(line("cards.all"))
        rows = [Item(line("cards.enter"), (more,), count)]
        if entered:
            rows.append(Item(line("cards.out"), (Choose(ENTERED, entered[:-1]),)))
        if own or len(entered) == CARDS:
            kept = (Choose(ENTERED, own),) if own and not entered else ()
            other = Choose(IN_FORCE, () if own else entered)
            shown = line("cards.own" if own else "cards.built.in").short
            rows.append(Item(line("cards.set"), (*kept, other), shown))
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class EnterCards(Screen):
    """`settings.cards.enter`: a pad for each focus; K2 and K3 walk the places, K4 takes the framed one.

    K1 and * take the mind focus back, then go back to the list.
    """

    mind: int | None = None
    """Its place on the ring, once it was taken."""
    framed: int = 0
    asked: Pair | None = None
    """A card like an earlier one, that comes again if it is meant so."""

    def _number(self, model: Model) -> int:
        return len(model.settings.of(NevermindSettings).mind_cards_entered) + 1

    def scene(self, model: Model) -> Scene:
        """Ask for one focus; the pips are the cards that were entered."""
        number = self._number(model)
        ask = line("cards.mind" if self.mind is None else "cards.noting", number=number)
        ring = tuple(
            Mark(face_up=place == self.mind, framed=place == self.framed) for place in range(len(RING_PADS))
        )
        body = MapBody(line("cards.title").full, number - 1, CardMap(ring), ask, timer_full=CARDS)
        return Scene("settings.cards.enter", body, side=model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Take a place, walk, go back."""
        match event:
            case KeyPressed(key=key) if key in RING_PADS:
                return self._taken(model, RING_PADS.index(key))
            case KeyPressed(key=key) if key in WALK:
                return (Go(replace(self, framed=(self.framed + WALK[key]) % len(RING_PADS))),)
            case KeyPressed(key=Key.K4):
                return self._taken(model, self.framed)
            case KeyPressed(key=Key.K1 | Key.STAR):
                return (Back(),) if self.mind is None else (Go(replace(self, mind=None)),)
        return ()

    def _taken(self, model: Model, place: int) -> Answer:
        entered = model.settings.of(NevermindSettings).mind_cards_entered
        if self.mind is None:
            return (Go(replace(self, mind=place, framed=place)),)
        if place == self.mind:
            return (Tell(line("cards.odd")),)
        pair = (self.mind, place)
        if pair in entered and pair != self.asked:
            again = line("cards.twice", number=entered.index(pair) + 1)
            return Go(EnterCards(framed=self.framed, asked=pair)), Tell(again)
        cards = (*entered, pair)
        kept = Choose(ENTERED, cards)
        if len(cards) < CARDS:
            return kept, Go(EnterCards(framed=self.framed))
        return kept, Choose(IN_FORCE, cards), Back(), Tell(line("cards.done"))
