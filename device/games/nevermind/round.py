"""The screens of a round: what the Mind did, your move, what to do with the cards, and the line between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from device.games.nevermind import warn
from device.games.nevermind.acts import Act, cut, joined, place_of
from device.games.nevermind.happened import last_acts, mind_acts, unasked
from device.games.nevermind.lessons import lesson, opening_lesson
from device.games.nevermind.undoing import told_text
from device.games.nevermind.view import act_line, act_scene, play_of, table_scene
from device.games.nevermind.words import line
from device.session.sessions import UNDONE
from device.text.catalog import place_name, read_time_ms
from device.ui.events import ONWARD, PADS, Entered, Key, KeyPressed, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Do, Go, Intent, Note, OfferRedo, Screen, Stay, Tell, Undo
from device.ui.picker import Choice, Choosing
from device.ui.scene import LineBody, MapBody, Scene
from engine.nevermind import commands as say
from engine.nevermind.model import RING, TIMER_FULL, Intensity, Place
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Intent, Model
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
GUARD_MS = 1_000
"""For so long after an action its own pad is no answer to what comes next (N8.2)."""
UNDO = "ntd.undo"
"""Id of the screen that takes acts back."""
SHOWN_PAGES = {"ntd.mind": "mindful", "ntd.done": "active", "ntd.deep.step": "deep"}
"""The page of help about each kind of acts."""
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
    """`ntd.prompt`: a line of the guidance, after all acts of a touch were told. A touch acts as on the
    screen behind it, K4 as 0; where 0 means nothing there, it goes on. A question is seen first.
    """

    text: Line
    behind: Screen
    passes: bool = False
    """At the end of a game a touch only goes on to the screen behind."""
    mode: ClassVar[Mode] = Mode.SESSION

    def help_at(self, model: Model) -> str:
        """As on the screen behind."""
        return self.behind.help_at(model)

    def waiting(self) -> Screen:
        """What stands behind."""
        return self.behind.waiting()

    def scene(self, model: Model) -> Scene:
        """Show the line beside the map of the screen behind, which so keeps still; else alone."""
        behind = self.behind.scene(model)
        if isinstance(behind.body, MapBody):
            body = replace(behind.body, line=self.text, alone=True, answers=())
            return Scene("ntd.prompt", body, side=model.side)
        return Scene("ntd.prompt", LineBody(self.text, timer=play_of(model).state.timer))

    def on(self, model: Model, event: Event) -> Answer:
        """Act as on the screen behind; go on to it after the read time."""
        match event:
            case TimedOut():
                return (Go(self.behind),)
            case KeyPressed(key=key) if key in ANSWERS and (self.passes or _asks(self.behind)):
                return (Go(self.behind),)
            case KeyPressed(key=key) if key in ONWARD:
                return self.behind.on(model, replace(event, key=Key.PAD_0)) or (Go(self.behind),)
            case KeyPressed():
                return self.behind.on(model, event)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time."""
        return read_time_ms(self.text)


@dataclass(frozen=True, slots=True)
class Showing(Screen):
    """`ntd.mind`, `ntd.deep.step`, `ntd.done`, `ntd.undo`: the acts of a touch, one after the other.

    Each but the last stands for its read time, or until a pad or K4 that does nothing else. On the last one a
    touch acts as on the screen behind.
    """

    shown: tuple[Act, ...]
    behind: Screen
    scene_id: str = "ntd.mind"
    index: int = 0
    """Which act stands, of those that `steps` cuts."""
    passes: bool = False
    """At the end of a game a touch only goes on to the screen behind."""
    stands: bool = False
    """The last act stands until a touch."""
    repeats: bool = False
    """They were told before: hands may have done them all."""
    redo: bool = False
    """On the last one K4 brings back what an undo took."""
    guarded: Key | None = None
    """Paper decks: the pad of the own action, which is no answer within a second of it (N8.2)."""
    mode: ClassVar[Mode] = Mode.SESSION

    def help_at(self, model: Model) -> str:
        """What the Mind does, what you do, or a breath; after an undo as on the screen behind."""
        return SHOWN_PAGES.get(self.scene_id) or self.behind.help_at(model)

    def waiting(self) -> Screen:
        """What stands behind."""
        return self.behind.waiting()

    def steps(self, model: Model) -> tuple[Act, ...]:
        """Return the acts as they are told in this size of letters."""
        return joined(step for act in self.shown for step in cut(act, model.settings.screen.profile))

    def act(self, model: Model) -> Act:
        """Return the act that stands."""
        steps = self.steps(model)
        return steps[min(self.index, len(steps) - 1)]

    def _is_last(self, model: Model) -> bool:
        return self.index + 1 >= len(self.steps(model))

    def tells(self, model: Model) -> bool:
        """It tells hands what to do."""
        return True

    def scene(self, model: Model) -> Scene:
        """Show the map with the card in question framed, and what to do with it."""
        return act_scene(model, self.scene_id, self.act(model))

    def on(self, model: Model, event: Event) -> Answer:
        """Explain it in a first game; go on after the read time; see `_pressed`."""
        match event:
            case Entered():
                offer = (OfferRedo(),) if self.redo and self._is_last(model) else ()
                return (*offer, *self._lesson(model))
            case TimedOut() if self.guarded is not None:
                # The same picture.
                return (Go(replace(self, guarded=None), keeps_side=True),)
            case TimedOut():
                return (Go(self.behind if self._is_last(model) else self._following()),)
            case KeyPressed(key=key) if key is self.guarded:
                return (Stay(),)
            case KeyPressed(key=Key.K1) if not self._is_last(model) or self._flips_behind(model):
                return self._back(model)
            case KeyPressed(key=key):
                return self._pressed(model, event, key)
        return ()

    def _lesson(self, model: Model) -> tuple[Intent, ...]:
        if self.scene_id not in ("ntd.mind", "ntd.deep.step"):
            return ()
        spent = play_of(model).state.timer < TIMER_FULL
        tokens = ("tokens",) if self.act(model).token is not None else ()
        return lesson(model, "round", *tokens, *(("time",) if spent else ()))

    def _following(self) -> Showing:
        return replace(self, index=self.index + 1)

    def _back(self, model: Model) -> Answer:
        """An undo takes back what was told, as no more was done; undo and repetition go to their end."""
        if self.scene_id == UNDO or self.repeats:
            return (Go(self.behind if self._is_last(model) else self._following()),)
        told = self.steps(model)[: self.index + 1]
        return Note(UNDONE, told_text(told)), Undo(told)

    def _flips_behind(self, model: Model) -> bool:
        """Tell whether the question behind says to flip a card: nobody saw that yet."""
        return self.scene_id != UNDO and play_of(model).state.phase is Phase.TOKEN

    def _pressed(self, model: Model, event: KeyPressed, key: Key) -> Answer:
        if key is Key.STAR:
            told = self.scene_id != UNDO and self._is_last(model)
            again = (Go(replace(self, index=0, repeats=True)),)
            return look_back(model, _last(self.behind)) if told else again
        if key not in ANSWERS and not (key is Key.K6 and self._is_last(model)):
            return ()
        if not self._is_last(model):
            return (Go(self._following()),)
        if self.passes or _asks(self.behind):
            return (Go(self.behind),)
        waiting = _last(self.behind)
        answer = waiting.on(model, event)
        if not answer:
            # 0 goes on to your move, which it does not answer.
            return (Go(self.behind),) if key in ONWARD else ()
        # What is refused there, or asked, stands over your move, not over the act.
        return (Go(waiting), *answer) if isinstance(waiting, Question) else answer

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time of the act."""
        if self.guarded is not None:
            return GUARD_MS
        if self.stands and self._is_last(model):
            return None
        return read_time_ms(act_line(model, self.act(model)))


def _last(screen: Screen) -> Screen:
    """Return what waits behind a line of the guidance."""
    return screen.behind if isinstance(screen, Prompt) else screen


def _asks(screen: Screen) -> bool:
    """Tell whether a question waits there: nobody answers what they have not seen."""
    waits = _last(screen)
    return isinstance(waits, Question) and not waits.is_move


class Question(Choosing):
    """Base of what is asked inside a round: K4 opens the picker, * shows what happened last once more."""

    __slots__ = ()

    mode: ClassVar[Mode] = Mode.SESSION

    @property
    def is_move(self) -> bool:
        """Whether a touch on the act before it already answers: what is asked then is known (N4, N8.2)."""
        return False

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

    @property
    def is_move(self) -> bool:
        """A card pad is already your action."""
        return True

    def scene(self, model: Model) -> Scene:
        """Show the table and whose turn it is; over a framed card its action."""
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
            case KeyPressed(key=Key.K6):
                return _focus_by_button(state, self.framed)
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


def _focus_by_button(state: State, framed: Place | None) -> tuple[Intent, ...]:
    """Answer K6: frame what can be focused, or take it if it is framed (N4.3)."""
    can = [command.at for command in legal_commands(state) if isinstance(command, say.Focus)]
    if framed in can:
        return (act_on(state, framed),)
    if can:
        return (Go(Watch(can[0])),)
    return (Tell(line("no.letgo" if state.center else "no.focus")),)


def _word_id(state: State, place: Place) -> str:
    return WORDS[ACTIONS[state.grid[place].intensity]]


def _choice(state: State, place: Place) -> Choice:
    word = line(_word_id(state, place)).full
    return Choice(place_name(place), (act_on(state, place),), word, (int(place),))


@dataclass(frozen=True, slots=True)
class LetGo(Watch):
    """`ntd.letgo`: the thoughts that can be let go (N4.4)."""

    help_page: ClassVar[str] = "active"

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
    """`ntd.done`: all was told; it stands until 0 or K4 draws the next Mind Card."""

    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Say how it goes on; in the opening breath, to rest (N2.1)."""
        play = play_of(model)
        if len(play.moments) == 1 and (rest := last_acts(play)):
            return act_scene(model, "ntd.done", rest[-1])
        return table_scene(play, "ntd.done", line("strip.you").full, line("next"), model.side)

    def on(self, model: Model, event: Event) -> Answer:
        """Explain a first game at its opening, if no walk did. 0 and K4 draw; nothing else does."""
        match event:
            case Entered() if len(play_of(model).moments) == 1:
                return opening_lesson(model)
            case KeyPressed(key=key) if key in ONWARD:
                return (Do(say.Draw()),)
            case KeyPressed(key=Key.STAR):
                return look_back(model, self)
        return ()


def look_back(model: Model, screen: Screen) -> Answer:
    """Show what happened last once more (pad *); `screen` comes again after it."""
    play = play_of(model)
    shown = mind_acts(play) or unasked(last_acts(play))
    return (Go(Showing(shown, screen, repeats=True)),) if shown else ()
