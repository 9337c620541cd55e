"""The hand of a Deep Breath: how many cards, and which next (N6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.round import Question
from device.games.nevermind.view import play_of, table_scene
from device.games.nevermind.words import line
from device.ui.events import DIGITS, Key, KeyPressed
from device.ui.model import Answer, Do
from device.ui.picker import Choice
from device.ui.scene import HandBody, Scene
from engine.nevermind.choices import hand_limit
from engine.nevermind.commands import DrawHand, PlayHand
from engine.nevermind.model import MindCard

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class DeepCount(Question):
    """`ntd.deep.count`: how many Mind Cards to draw, 0 to all that may be (N6.3)."""

    help_page: ClassVar[str] = "deep"

    def scene(self, model: Model) -> Scene:
        """Ask, and say how many may be drawn."""
        most = len(self.choices(model)) - 1
        text = line("deep.count", most=most)
        return table_scene(play_of(model), "ntd.deep.count", line("strip.breath").full, text, model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """A digit is the count."""
        match event:
            case KeyPressed(key=key) if key is Key.PAD_0 or key in DIGITS:
                return (Do(DrawHand(int(key))),)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """All counts, from 0."""
        most = hand_limit(play_of(model).state)
        word = line("ask.count").full
        return tuple(
            Choice(line("deep.cards", count=count), (Do(DrawHand(count)),), word) for count in range(most + 1)
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Say the count that would be taken."""
        return table_scene(play_of(model), "ntd.deep.count", choice.word, choice.label, model.side)


@dataclass(frozen=True, slots=True)
class DeepHand(Question):
    """`ntd.deep.hand`: which card next, left to right (N6.4)."""

    help_page: ClassVar[str] = "deep"

    def _scene(self, model: Model, text: Line, cursor: int | None) -> Scene:
        state = play_of(model).state
        cards = tuple(
            (int(state.foci(card)[0]), int(state.foci(card)[1])) if isinstance(card, MindCard) else None
            for card in state.hand
        )
        return Scene("ntd.deep.hand", HandBody(text, cards, cursor), side=model.side)

    def scene(self, model: Model) -> Scene:
        """Show the hand."""
        return self._scene(model, line("deep.hand"), None)

    def on(self, model: Model, event: Event) -> Answer:
        """Pads 1 to 6 play a card."""
        match event:
            case KeyPressed(key=key) if key in DIGITS:
                return (Do(PlayHand(DIGITS.index(key))),)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Every card of the hand."""
        hand = play_of(model).state.hand
        return tuple(
            Choice(line("deep.card", number=index + 1), (Do(PlayHand(index)),)) for index in range(len(hand))
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the card."""
        return self._scene(model, choice.label, cursor % count)
