"""Questions inside a round: which token, which card, yes or no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind import warn
from device.games.nevermind.acts import FLIP, PADS, Act, place_of
from device.games.nevermind.lessons import lesson
from device.games.nevermind.round import Question
from device.games.nevermind.view import act_scene, play_of, table_scene
from device.games.nevermind.words import line
from device.text.catalog import place_name, read_time_ms
from device.ui.events import Entered, Key, KeyPressed, TimedOut
from device.ui.model import Answer, Do, Go, Skip
from device.ui.picker import Choice
from device.ui.scene import MapBody, Scene
from engine.nevermind import commands as say
from engine.nevermind.model import RING, Intensity, Place, Token
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

TOKEN_PADS = {
    Key.PAD_2: Token.THINKING,
    Key.PAD_6: Token.ANTICIPATING,
    Key.PAD_8: Token.FEELING,
    Key.PAD_4: Token.REMEMBERING,
}
"""In ring order, as K3 walks them. Left and right for past and ahead are also the way the Mind's focus turns
at Stage Four.
"""


@dataclass(frozen=True, slots=True)
class TokenAsked(Question):
    """`ntd.token`: the new card is flipped up; which token lies there (N1.6)? No card can act here, so its
    answers are taken beside the map.
    """

    again: bool = False
    """After an undo: the card lies face up already."""
    help_page: ClassVar[str] = "tokens"

    def tells(self, model: Model) -> bool:
        """It says to flip the card."""
        return not self.again

    def _place(self, model: Model) -> Place | None:
        grid = play_of(model).state.grid
        return next(
            (p for p in RING if grid[p].intensity is Intensity.THOUGHT and grid[p].token is None), None
        )

    def scene(self, model: Model) -> Scene:
        """Frame the card; list the four types with their pads."""
        return self._asked(model, "token.ask" if self.again else FLIP, token_answers())

    def _asked(
        self, model: Model, line_id: str, answers: tuple[Line, ...], chosen: int | None = None
    ) -> Scene:
        return token_scene(
            act_scene(model, "ntd.token", Act(line_id, at=self._place(model))), answers, chosen
        )

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game. Take a type; 0 skips at Stages One and Two, where no rule needs it."""
        match event:
            case Entered():
                return lesson(model, "tokens")
            case KeyPressed(key=key) if key in TOKEN_PADS:
                return (Do(say.GiveToken(TOKEN_PADS[key])),)
            case KeyPressed(key=Key.PAD_0) if play_of(model).state.options.stage <= 2:
                return (Skip(),)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The four types, and skipping where it may be."""
        four = tuple(
            Choice(answer, (Do(say.GiveToken(token)),), pad=pad)
            for answer, (pad, token) in zip(token_answers(), ANSWERS, strict=True)
        )
        if play_of(model).state.options.stage > 2:
            return four
        return (*four, Choice(line("token.skip"), (Skip(),)))

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the answer under the question; the card stays framed."""
        labels = tuple(one.label for one in self.choices(model))
        return self._asked(model, "token.ask", labels, cursor % count)


def token_scene(scene: Scene, answers: tuple[Line, ...], chosen: int | None = None) -> Scene:
    """Return a question for a token beside the map, with its answers."""
    assert isinstance(scene.body, MapBody)
    return replace(
        scene, body=replace(scene.body, word=line("ask.token").full, answers=answers, chosen=chosen)
    )


ANSWERS = tuple(TOKEN_PADS.items())
"""The types with their pads, in the order in which they are walked."""


def token_answers() -> tuple[Line, ...]:
    """Return the four types with their pads."""
    return tuple(
        line("token.answer", pad=pad.value, token=line(f"token.{token.value}")) for pad, token in ANSWERS
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    """A choice of one card."""

    scene_id: str
    command: type[say.Surface | say.TakeSecond | say.BreatheFrom | say.Calm]
    line_id: str
    word: str
    head: str
    """Id of the question in short, for the strip while an answer is walked to."""
    help_page: str


CARD_CHOICES = {
    Phase.SURFACE: _Kind("ntd.surface", say.Surface, "do.surface", "strip.mind", "ask.rise", "edge"),
    Phase.SECOND: _Kind("ntd.second", say.TakeSecond, "do.second", "strip.mind", "ask.second", "super"),
    Phase.BREATH_FROM: _Kind(
        "ntd.deep.from", say.BreatheFrom, "deep.from", "strip.breath", "ask.from", "deep"
    ),
    Phase.BREATH_CALM: _Kind("ntd.deep.calm", say.Calm, "deep.calm", "strip.breath", "ask.calm", "deep"),
}


@dataclass(frozen=True, slots=True)
class CardChoice(Question):
    """`ntd.surface`, `ntd.second`, `ntd.deep.from`, `ntd.deep.calm`: a card that is possible."""

    phase: Phase
    framed: Place | None = None
    """Careful mode: the card that was touched once."""

    @property
    def _kind(self) -> _Kind:
        return CARD_CHOICES[self.phase]

    def help_at(self, model: Model) -> str:
        """Why a card is chosen."""
        return self._kind.help_page

    def _places(self, model: Model) -> tuple[Place, ...]:
        legal = legal_commands(play_of(model).state)
        places = {command.at for command in legal if isinstance(command, self._kind.command)}
        return tuple(place for place in RING if place in places)

    def scene(self, model: Model) -> Scene:
        """Mark what can be chosen."""
        kind = self._kind
        return table_scene(
            play_of(model),
            kind.scene_id,
            line(kind.word).full,
            line(kind.line_id if self.framed is None else "watch.again"),
            model.side,
            () if self.framed is None else (self.framed,),
            self._places(model),
        )

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game. A card pad takes that card."""
        match event:
            case Entered() if self.phase is Phase.SURFACE:
                return lesson(model, "edge")
            case KeyPressed(key=key) if (place := place_of(key)) is not None:
                if model.settings.guidance.careful and self.framed is not place:
                    return (Go(replace(self, framed=place)),)
                return (Do(self._kind.command(place)),)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """All possible cards in ring order."""
        return tuple(
            Choice(
                place_name(place),
                (Do(self._kind.command(place)),),
                line(self._kind.head).full,
                (int(place),),
                PADS[place],
            )
            for place in self._places(model)
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the card."""
        places = [RING[place] for place in choice.places]
        return table_scene(play_of(model), self._kind.scene_id, choice.word, choice.label, model.side, places)


@dataclass(frozen=True, slots=True)
class YesNo(Question):
    """`ntd.reset` (add a Center Card?) and `ntd.deep.offer` (breathe?): 0 no, # yes."""

    phase: Phase
    warned: bool = False
    """The warning before a breath had its time."""
    help_page: ClassVar[str] = "deep"

    @property
    def _ids(self) -> tuple[str, str, str]:
        """Of the screen, the question, and the question in short."""
        if self.phase is Phase.ADD_CENTER:
            return "ntd.reset", "reset.ask", "ask.add"
        return "ntd.deep.offer", "deep.ask", "ask.breathe"

    def _question(self, model: Model) -> str:
        """With paper decks the player looks at the back of the top card (N8.4)."""
        paper = self.phase is Phase.BREATHE and play_of(model).state.options.paper
        return "deep.ask.paper" if paper else self._ids[1]

    def _answer(self, *, yes: bool) -> Answer:
        return (Do(say.AddCenter(yes) if self.phase is Phase.ADD_CENTER else say.Breathe(yes)),)

    def scene(self, model: Model) -> Scene:
        """Ask, with the table beside; a breath that may take the last Timer card is warned of first."""
        text = self._warning(model) or line(self._question(model))
        return table_scene(play_of(model), self._ids[0], line("strip.mind").full, text, model.side)

    def _warning(self, model: Model) -> Line | None:
        due = self.phase is Phase.BREATHE and not self.warned
        return warn.before_breath(play_of(model).state) if due else None

    def timeout_ms(self, model: Model) -> int | None:
        """A warning stays for its read time."""
        warning = self._warning(model)
        return None if warning is None else read_time_ms(warning)

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game, warn, ask. 0 is no, # is yes, K4 opens the picker."""
        match event:
            case Entered() if self.phase is Phase.BREATHE:
                return lesson(model, "deep")
            case TimedOut():
                return (Go(replace(self, warned=True)),)
            case KeyPressed(key=Key.PAD_0 | Key.HASH as key):
                return self._answer(yes=key is Key.HASH)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Yes, no."""
        return (
            Choice(line("yes"), self._answer(yes=True), pad=Key.HASH),
            Choice(line("no"), self._answer(yes=False), pad=Key.PAD_0),
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Say the answer under the question."""
        scene_id, _, head = self._ids
        return table_scene(play_of(model), scene_id, line(head).full, choice.label, model.side)
