"""The end of a session: closing, facts; then the mood, and what `away` has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.draw.render import sides
from device.games.nevermind.away import AWAY, Away, Saved
from device.games.nevermind.facts import counted
from device.games.nevermind.happened import last_acts
from device.games.nevermind.lessons import lesson
from device.games.nevermind.opening import SETTLE_MS, Mood
from device.games.nevermind.round import Prompt, Showing
from device.games.nevermind.view import play_of
from device.games.nevermind.words import anchored, line
from device.settings.model import Profile
from device.text.catalog import read_time_ms
from device.text.line import Line
from device.ui.events import ONWARD, Entered, Key, KeyPressed, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Close, Cue, Go, Home, Intent, Mark, Screen, Turn
from device.ui.scene import BlackBody, LineBody, Scene, TextBody
from engine.nevermind.commands import OnPlace
from engine.nevermind.model import Intensity, Outcome

if TYPE_CHECKING:
    from device.games.nevermind.view import NevermindPlay
    from device.ui.events import Event
    from device.ui.model import Model
    from engine.nevermind.model import State

END_LINES = {
    Outcome.ZEN: "end.zen",
    Outcome.TIMER_EMPTY: "end.time",
    Outcome.MIND_WINS: "end.mind",
    Outcome.CONCEDED: "early",
}
NO_TITLE = Line("", "")


def end_line(play: NevermindPlay) -> Line:
    """Return the line of this end."""
    state = play.state
    assert state.result is not None, "the game is not over"
    outcome = state.result.outcome
    if outcome is Outcome.CONCEDED:
        return line("early", minutes=play.minutes)
    return line(END_LINES[outcome])


def ending(play: NevermindPlay) -> Screen:
    """Return the first screen after the last move: the move itself, then the end."""
    state = play.state
    assert state.result is not None, "the game is not over"
    if state.result.outcome is Outcome.CONCEDED:
        return Prompt(end_line(play), Sum(), passes=True)
    behind: Screen = Closing() if play.options.guided else Prompt(end_line(play), Sum(), passes=True)
    shown = last_acts(play)
    if not shown:
        return behind
    scene_id = "ntd.done" if isinstance(play.moment.command, OnPlace) else "ntd.mind"
    return Showing(shown, behind, scene_id, passes=True)


def ritual_screen(name: str, index: int) -> Screen | None:
    """Return the screen of an interrupted closing by its mark, or None if the mark is none of these."""
    makers: dict[str, Screen] = {
        "close": Closing(max(index, 0)),
        "sum": Sum(),
        "mood.after": Mood("after"),
        "saved": Saved(),
        "away": Away(min(max(index, 0), len(AWAY) - 1)),
    }
    return makers.get(name)


@dataclass(frozen=True, slots=True)
class Closing(Screen):
    """`ntd.close`: the end in a line, the Center Card, three own breaths, the room."""

    index: int = 0
    help_page: ClassVar[str] = "end"
    mode: ClassVar[Mode] = Mode.SESSION

    def _steps(self, model: Model) -> tuple[tuple[Line | None, int | None], ...]:
        """The lines in order, each with how long it stays by itself; None is the black frame of three own
        breaths.
        """
        play = play_of(model)
        result = play.state.result
        flip = () if result is None or result.score is None else ((line("end.flip"), None),)
        three = line(anchored("close.three", play.options.anchor))
        said_ms = read_time_ms(three)
        black: tuple[Line | None, int | None] = (None, SETTLE_MS - said_ms)
        return ((end_line(play), None), *flip, (three, said_ms), black, (line("close.room"), None))

    def _step(self, model: Model) -> tuple[Line | None, int | None]:
        steps = self._steps(model)
        return steps[min(self.index, len(steps) - 1)]

    def scene(self, model: Model) -> Scene:
        """Show the line, or nothing."""
        text, _ = self._step(model)
        return Scene("ntd.close", BlackBody() if text is None else LineBody(text))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where it stands; the end sounds once. Any touch goes on; K1 still undoes."""
        match event:
            case Entered():
                first = (Cue("end"), *lesson(model, "end")) if self.index == 0 else ()
                return Mark("close", self.index), *first
            case KeyPressed(key=Key.K1 | Key.K2 | Key.K3):
                return ()
            case KeyPressed() | TimedOut():
                return self._onward(model)
        return ()

    def _onward(self, model: Model) -> tuple[Intent, ...]:
        if self.index + 1 < len(self._steps(model)):
            return (Go(replace(self, index=self.index + 1)),)
        return (Go(Sum()),)

    def timeout_ms(self, model: Model) -> int | None:
        """Only the own breaths end by themselves."""
        return self._step(model)[1]


@dataclass(frozen=True, slots=True)
class Sum(Screen):
    """`ntd.sum`: the facts; score, rank and stage only on K3 (F28)."""

    more: bool = False
    again: bool = False
    """Only turned: the journal has it."""
    help_page: ClassVar[str] = "end"
    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Show what happened, or on K3 the score."""
        play = play_of(model)
        state = play.state
        return Scene("ntd.sum", _score(state) if self.more else _facts(play, state))

    def on(self, model: Model, event: Event) -> Answer:
        """The session is in the journal from here on; an undo takes it up again. K3 turns to the score and
        back; 0 and K4 go on.
        """
        match event:
            case Entered() if not self.again:
                return Mark("sum"), Close(), *lesson(model, "end")
            case KeyPressed(key=Key.K3):
                return self._turned(model)
            case KeyPressed(key=key) if key in ONWARD:
                return (Go(Mood("after")),) if play_of(model).options.guided else (Home(),)
        return ()

    def _turned(self, model: Model) -> tuple[Intent, ...]:
        """The score is one press away; M and S turn to what is left of the page first, L after it."""
        profile = model.settings.screen.profile
        facts, score = Sum(again=True), Sum(more=True, again=True)
        left = model.side + 1 < sides(self.scene(model), profile)
        if left and (self.more or profile is not Profile.L):
            return (Turn(),)
        if not self.more:
            return (Go(facts),) if profile is Profile.L and model.side else (Go(score),)
        if profile is Profile.L and sides(facts.scene(model), profile) > 1:
            return Go(facts), Turn()
        return (Go(facts),)


def _facts(play: NevermindPlay, state: State) -> TextBody:
    result = state.result
    facts = [*counted(state.count(Intensity.RELEASED), state.count(Intensity.DISTRACTION))]
    if result is not None and result.outcome is Outcome.CONCEDED:
        facts = [line("sum.time", minutes=play.minutes, rounds=state.round)]
    facts.append(line("sum.keys.on" if play.options.guided else "sum.keys"))
    if result is not None and result.outcome is Outcome.ZEN and state.options.stage < 6:
        facts.append(line("end.next"))
    return TextBody(NO_TITLE, tuple(facts))


def _score(state: State) -> TextBody:
    result = state.result
    number = state.options.stage
    stage = (line("sum.stage", stage=number), line(f"stage.{number}"))
    if result is None or result.score is None or result.rank is None:
        return TextBody(NO_TITLE, (line("sum.none"), *stage))
    rank = f"rank.{'.'.join(result.rank.casefold().split())}"
    score = line("sum.score", score=result.score, rank=line(rank))
    return TextBody(NO_TITLE, (score, line(f"{rank}.way"), *stage))
