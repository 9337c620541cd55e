"""The screens of a round: what the Mind did, your move, what to do with the cards, and the line between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from device.games.nevermind import warn
from device.games.nevermind.acts import Act, acts, place_of
from device.games.nevermind.lessons import lesson, opening_lesson
from device.games.nevermind.view import act_line, act_scene, play_of, table_scene
from device.games.nevermind.words import line
from device.text.catalog import place_name, read_time_ms
from device.ui.events import ONWARD, PADS, Entered, Key, KeyPressed, TimedOut
from device.ui.model import Answer, Do, Go, Mode, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import LineBody, MapBody, Scene
from engine.nevermind import commands as say
from engine.nevermind.model import RING, TIMER_FULL, Intensity, Place
from engine.nevermind.rules import legal_commands

if TYPE_CHECKING:
    from device.games.nevermind.view import NevermindPlay
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model
    from engine.nevermind.model import State

Action: TypeAlias = say.Notice | say.Acknowledge | say.Focus | say.LetGo
ACTIONS: dict[Intensity, type[Action]] = {
    Intensity.DISTRACTION: say.Notice,
    Intensity.THOUGHT: say.Acknowledge,
    Intensity.ACKNOWLEDGED: say.Focus,
    Intensity.SUBLIMINAL: say.LetGo,
    Intensity.RELEASED: say.LetGo,
}
"""What a touch of a card means (N4). A Released one has no action: the engine's refusal says so."""
ANSWERS = PADS | {Key.K4}
"""All that answers; K1 to K3 stay what they are everywhere."""
WORDS: dict[type[Action], str] = {
    say.Notice: "strip.notice",
    say.Acknowledge: "strip.acknowledge",
    say.Focus: "strip.focus",
    say.LetGo: "strip.let_go",
}
"""Id of each action's word in the strip."""


def act_on(state: State, place: Place) -> Do:
    """Return the command that a touch of the card means."""
    return Do(ACTIONS[state.grid[place].intensity](place))


@dataclass(frozen=True, slots=True)
class Prompt(Screen):
    """`ntd.prompt`: a line of the guidance. A touch acts as on the screen behind it, K4 as 0; where 0 means
    nothing there, it goes on.
    """

    text: Line
    behind: Screen
    passes: bool = False
    """At the end of a game a touch only goes on to the screen behind."""
    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Show the line beside the map of the screen behind, which so keeps still; else alone."""
        behind = self.behind.scene(model)
        if isinstance(behind.body, MapBody):
            return Scene("ntd.prompt", replace(behind.body, line=self.text, alone=True), side=model.side)
        return Scene("ntd.prompt", LineBody(self.text, timer=play_of(model).state.timer))

    def on(self, model: Model, event: Event) -> Answer:
        """Act as on the screen behind; go on to it after the read time."""
        match event:
            case TimedOut():
                return (Go(self.behind),)
            case KeyPressed(key=key) if self.passes and key in ANSWERS:
                return (Go(self.behind),)
            case KeyPressed(key=key) if key in ONWARD:
                moves = isinstance(self.behind, Showing)
                answer = () if moves else self.behind.on(model, replace(event, key=Key.PAD_0))
                return answer or (Go(self.behind),)
            case KeyPressed():
                return self.behind.on(model, event)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time."""
        return read_time_ms(self.text)


@dataclass(frozen=True, slots=True)
class Showing(Screen):
    """`ntd.mind`, `ntd.deep.step`: the moves at the table, each for its read time; a touch goes on."""

    shown: tuple[Act, ...]
    behind: Screen
    scene_id: str = "ntd.mind"
    index: int = 0
    passes: bool = False
    """At the end of a game a touch only goes on to the screen behind."""
    mode: ClassVar[Mode] = Mode.SESSION

    @property
    def act(self) -> Act:
        """The move that stands here."""
        return self.shown[self.index]

    def scene(self, model: Model) -> Scene:
        """Show the map with the card in question framed, and what to do with it."""
        return act_scene(play_of(model), self.scene_id, self.act, model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game; go on to the next move after the read time, then to the screen behind.

        A key acts as there: a card pad is already your action; K4 opens its picker. 0 goes on: it is no
        answer to a question that nobody has seen yet.
        """
        match event:
            case Entered():
                spent = play_of(model).state.timer < TIMER_FULL
                tokens = ("tokens",) if self.act.token is not None else ()
                return lesson(model, "round", *tokens, *(("time",) if spent else ()))
            case TimedOut():
                following = self.index + 1
                last = following == len(self.shown)
                return (Go(self.behind if last else replace(self, index=following)),)
            case KeyPressed(key=key):
                return self._pressed(model, event, key)
        return ()

    def _pressed(self, model: Model, event: KeyPressed, key: Key) -> Answer:
        if self.passes and key in ANSWERS:
            return (Go(self.behind),)
        if key is Key.STAR:
            return (Go(replace(self, index=0)),)
        if key is Key.PAD_0 and not isinstance(self.behind, Done):
            return (Go(self.behind),)
        answer = self.behind.on(model, event)
        return (Go(self.behind), *answer) if key is Key.K4 and answer else answer

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time of the move."""
        return read_time_ms(act_line(play_of(model), self.act))


class Question(Choosing):
    """Base of what is asked inside a round: K4 opens the picker, * shows what happened last once more."""

    __slots__ = ()

    mode: ClassVar[Mode] = Mode.SESSION

    def on(self, model: Model, event: Event) -> Answer:
        """Open the picker, look back."""
        match event:
            case KeyPressed(key=Key.K4):
                return self.pick(model)
            case KeyPressed(key=Key.STAR):
                return look_back(model, self)
        return ()


@dataclass(frozen=True, slots=True)
class Watch(Question):
    """`ntd.watch`: your move."""

    framed: Place | None = None
    """Careful mode: the card that was touched once."""

    def scene(self, model: Model) -> Scene:
        """Show the table and what may come of a move."""
        play = play_of(model)
        text = warn.before_let_go(play.state) or line("watch" if self.framed is None else "watch.again")
        word = "strip.you" if self.framed is None else _word_id(play.state, self.framed)
        framed = () if self.framed is None else (self.framed,)
        return table_scene(play, "ntd.watch", line(word).full, text, model.side, framed)

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game. A card pad is its action; 5 shows what can be let go."""
        state = play_of(model).state
        match event:
            case Entered():
                return lesson(model, "active", *(("forgotten",) if state.center > 0 else ()))
            case KeyPressed(key=key) if (place := place_of(key)) is not None:
                if model.settings.guidance.careful and self.framed is not place:
                    return (Go(Watch(place)),)
                return (act_on(state, place),)
            case KeyPressed(key=Key.PAD_5) if state.center:
                return (Go(LetGo()),)
        return Question.on(self, model, event)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """All legal actions in ring order."""
        state = play_of(model).state
        places = {command.at for command in legal_commands(state) if isinstance(command, Action)}
        return tuple(_choice(state, place) for place in RING if place in places)

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the card; the strip shows the action."""
        places = [RING[place] for place in choice.places]
        return table_scene(play_of(model), "ntd.watch", choice.word, choice.label, model.side, places)


def _word_id(state: State, place: Place) -> str:
    return WORDS[ACTIONS[state.grid[place].intensity]]


def _choice(state: State, place: Place) -> Choice:
    word = line(_word_id(state, place)).full
    return Choice(place_name(place), (act_on(state, place),), word, (int(place),))


@dataclass(frozen=True, slots=True)
class LetGo(Watch):
    """`ntd.letgo`: the thoughts that can be let go (N4.4)."""

    def scene(self, model: Model) -> Scene:
        """Mark what can be let go."""
        play = play_of(model)
        state = play.state
        possible = [RING[c.places[0]] for c in self.choices(model)]
        text = warn.before_let_go(state) or line("letgo.which")
        return table_scene(play, "ntd.letgo", line("strip.let_go").full, text, model.side, possible=possible)

    def on(self, model: Model, event: Event) -> Answer:
        """As the move itself; 5 or K1 goes back to the table."""
        match event:
            case KeyPressed(key=Key.PAD_5 | Key.K1):
                return (Go(Watch()),)
        return Watch.on(self, model, event)

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the card."""
        places = [RING[place] for place in choice.places]
        return table_scene(play_of(model), "ntd.letgo", choice.word, choice.label, model.side, places)


@dataclass(frozen=True, slots=True)
class Done(Screen):
    """`ntd.done`: what to do with the card; it stands until 0 or K4 draws the next Mind Card."""

    index: int = 0
    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Show the last move of the table."""
        play = play_of(model)
        shown = last_acts(play)
        if not shown:
            return table_scene(play, "ntd.done", line("strip.you").full, line("next"), model.side)
        return act_scene(play, "ntd.done", shown[min(self.index, len(shown) - 1)], model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Explain a first game at its opening, if no walk did. 0 and K4 draw; nothing else does."""
        match event:
            case Entered() if len(play_of(model).moments) == 1:
                return opening_lesson(model)
            case TimedOut():
                return (Go(Done(self.index + 1)),)
            case KeyPressed(key=key) if key in ONWARD:
                return (Do(say.Draw()),)
            case KeyPressed(key=Key.STAR):
                return look_back(model, self)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """With several moves, each but the last stays for its read time."""
        shown = last_acts(play_of(model))
        if self.index + 1 < len(shown):
            return read_time_ms(act_line(play_of(model), shown[self.index]))
        return None


def last_acts(play: NevermindPlay) -> tuple[Act, ...]:
    """Return the moves of the last moment."""
    stage = play.state.options.stage
    return acts(play.moment.effects, opening=len(play.moments) == 1, stage=stage)


def mind_acts(play: NevermindPlay) -> tuple[Act, ...]:
    """Return the moves of this Mind Phase up to now, also over a token that was asked for."""
    effects: list[object] = []
    for moment in reversed(play.moments):
        effects[:0] = moment.effects
        if moment.command is None or isinstance(moment.command, say.Draw):
            break
    return acts(effects, stage=play.state.options.stage)


def look_back(model: Model, screen: Screen) -> Answer:
    """Show what happened last once more (pad *); `screen` comes again after it."""
    play = play_of(model)
    shown = mind_acts(play) or last_acts(play)
    return (Go(Showing(shown, screen)),) if shown else ()
