"""Paper decks: what the card shows that was flipped (N8.2), or played from the hand of a breath (N8.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.acts import PADS, place_of
from device.games.nevermind.happened import last_acts
from device.games.nevermind.round import Done, Question, Showing
from device.games.nevermind.view import play_of, table_scene
from device.games.nevermind.words import line
from device.text.catalog import place_name
from device.ui.events import Key, KeyPressed
from device.ui.model import Answer, Do, Go
from device.ui.picker import Choice
from engine.nevermind import commands as say
from engine.nevermind.model import BREATHE, RING, Place, ShownCard
from engine.nevermind.paper import centers_unseen

if TYPE_CHECKING:
    from device.games.nevermind.view import NevermindPlay
    from device.ui.events import Event
    from device.ui.model import Model, Screen
    from device.ui.scene import Scene
    from engine.nevermind.model import Shown


@dataclass(frozen=True, slots=True)
class TopCard(Question):
    """`ntd.top`, `ntd.noting`: where the card points. A card pad answers, 5 is a Center Card; where both
    places count the second is asked after the first, and K1 takes the first back. Nothing counts before.
    """

    hand: bool = False
    """A card of the breath's hand; else the top Mind Card, which is flipped now or was."""
    mind: Place | None = None
    """Its mind focus, while the noting focus is asked for."""
    help_page: ClassVar[str] = "round"

    @property
    def is_move(self) -> bool:
        """The top card may be told as soon as the own action is: that takes the place of 0."""
        return not self.hand

    def scene(self, model: Model) -> Scene:
        """Ask; frame the first answer while the second is asked for."""
        if self.mind is not None:
            return self._scene(model, "top.noting", (self.mind,))
        return self._scene(model, "top.hand" if self.hand else "top.ask")

    def _scene(self, model: Model, line_id: str, framed: tuple[Place, ...] = ()) -> Scene:
        word = line("strip.breath" if self.hand else "strip.mind").full
        return table_scene(play_of(model), self._id, word, line(line_id), model.side, framed)

    @property
    def _id(self) -> str:
        return "ntd.top" if self.mind is None else "ntd.noting"

    def on(self, model: Model, event: Event) -> Answer:
        """A pad answers; 0 and K4 open the picker."""
        match event:
            case KeyPressed(key=Key.K1) if self.mind is not None:
                return (Go(replace(self, mind=None)),)
            case KeyPressed(key=key) if (place := place_of(key)) is not None:
                return () if place is self.mind else self._told(model, place)
            case KeyPressed(key=Key.PAD_5) if self.mind is None:
                return self._done(BREATHE)
            case KeyPressed(key=Key.PAD_0):
                return self.pick(model)
        return Question.on(self, model, event)

    def _told(self, model: Model, place: Place) -> Answer:
        both = self.hand or play_of(model).state.options.super_monkey
        if self.mind is not None:
            return self._done(ShownCard(self.mind, place))
        return (Go(replace(self, mind=place)),) if both else self._done(ShownCard(place))

    def _done(self, card: Shown) -> Answer:
        return (Do(say.PlayHand(card=card) if self.hand else say.Draw(card)),)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The places in ring order; then a Center Card, if one can lie there."""
        word = line("ask.noting" if self.mind is not None else "ask.top").full
        places = tuple(
            Choice(place_name(place), self._told(model, place), word, (int(place),), PADS[place])
            for place in RING
            if place is not self.mind
        )
        if self.mind is not None or not centers_unseen(play_of(model).state):
            return places
        return (*places, Choice(line("top.center"), self._done(BREATHE), word, (), Key.PAD_5))

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the card; the question stays in the strip."""
        places = [RING[place] for place in choice.places]
        return table_scene(play_of(model), self._id, choice.word, choice.label, model.side, places)


def round_one(play: NevermindPlay) -> Screen:
    """Return the opening breath; with paper decks the question for the first card comes after it (N2.1)."""
    if not play.state.options.paper:
        return Done()
    return Showing(last_acts(play), TopCard(), "ntd.done")
