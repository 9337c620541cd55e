"""The opening of a guided session: laying out, arriving, the mood if wanted, a few breaths of one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.away import Saved
from device.games.nevermind.lessons import opening_lesson
from device.games.nevermind.top_card import round_one
from device.games.nevermind.view import play_of
from device.games.nevermind.words import anchored, line
from device.text.catalog import read_time_ms
from device.ui.events import DIGITS, ONWARD, Entered, Key, KeyPressed, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Cue, Go, Intent, Mark, Note, Screen, Stay
from device.ui.picker import Choice, Choosing
from device.ui.scene import BlackBody, GridBody, LineBody, PacerBody, Scene

if TYPE_CHECKING:
    from device.games.nevermind.view import NevermindPlay
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

CARDS = (
    ("set.packs", "packs"),
    ("set.aside.packs", "packs"),
    ("set.aside.center", "center"),
    ("set.split", "packs"),
    ("set.draw", "fan"),
    ("set.mix", "fan"),
    ("set.grid", "grid"),
    ("set.center.mix", "center"),
    ("set.center", "center"),
)
DECKS = (("set.rest", "packs"), ("set.decks", "decks"))
"""What stays in the box where the device holds both decks."""
ARRIVE = ("open.sit", "open.body", "open.stop", "open.breath")
SETTLE_MS = 30_000
"""About three breaths; any touch ends it before."""
PACER_STEPS = 16
MOODS = DIGITS
"""Pads: unpleasant, neutral, pleasant by high, middle, low energy."""


PAPER = (("set.timer", "packs"), ("set.timer.there", "decks"))
"""What becomes of the other cards where both decks are paper (N8.1)."""


def lay(play: NevermindPlay) -> tuple[tuple[str, str], ...]:
    """Return how the table is laid out, one act a screen: its line and its drawing."""
    rules, source = play.state.options, play.options.tokens
    mind = (("set.mind.turn" if rules.rotation else "set.mind", "decks"),)
    decks = (*PAPER, *mind) if rules.paper else DECKS
    tokens = ((f"set.tokens.{source}", "tokens"), (f"set.told.{source}", "tokens"))
    return (*CARDS, *decks, *tokens, ("set.marks", "markers"), ("set.aim", "grid"))


def first_screen(play: NevermindPlay) -> Screen:
    """Return where a new session begins."""
    return Lay() if play.options.guided else round_one(play)


def ritual_screen(name: str, index: int) -> Screen | None:
    """Return the screen of an interrupted opening by its mark, or None if the mark is none of these."""
    if name == "lay" and index >= 0:
        return Lay(index)
    if name == "arrive" and 0 <= index < len(ARRIVE):
        return Arrive(index)
    if name == "mood.before":
        return Mood("before")
    return Settle() if name == "settle" else None


@dataclass(frozen=True, slots=True)
class Lay(Screen):
    """`ntd.lay`: one act a screen, no timeout, never by itself."""

    index: int = 0
    help_page: ClassVar[str] = "setup"
    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Show the act and its drawing; the packs by name if the settings know any."""
        acts = lay(play_of(model))
        line_id, picture = acts[min(self.index, len(acts) - 1)]
        names = model.settings.guidance.packs
        text = line(line_id)
        if line_id == "set.packs" and len(names) >= 3:
            chosen = Random(f"{play_of(model).options.seed}/packs").sample(names, 3)
            text = line("set.named", packs=", ".join(chosen))
        return Scene("ntd.lay", LineBody(text, picture=picture))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where the walk stands; explain a first game at its beginning. 0 and K4 go on, K1 and * go
        back one act.
        """
        match event:
            case Entered():
                return Mark("lay", self.index), *(() if self.index else opening_lesson(model))
            case KeyPressed(key=key) if key in ONWARD:
                last = self.index + 1 >= len(lay(play_of(model)))
                return (Go(Arrive() if last else Lay(self.index + 1)),)
            case KeyPressed(key=Key.K1 | Key.STAR):
                return (Go(Lay(self.index - 1)) if self.index else Stay(),)
        return ()


@dataclass(frozen=True, slots=True)
class Arrive(Screen):
    """`ntd.arrive`: a few lines, one a touch."""

    index: int = 0
    help_page: ClassVar[str] = "aim"
    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Show the line; the last one follows the anchor."""
        line_id = anchored(ARRIVE[self.index], play_of(model).options.anchor)
        return Scene("ntd.arrive", LineBody(line(line_id)))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where it stands; the opening is the one moment that may always be spoken. Any pad and K4
        go on, K1 and * go back one line.
        """
        match event:
            case Entered():
                return Mark("arrive", self.index), Cue("open")
            case KeyPressed(key=Key.K1 | Key.STAR):
                laid = len(lay(play_of(model))) - 1
                return (Go(Arrive(self.index - 1) if self.index else Lay(laid)),)
            case KeyPressed(key=Key.K2 | Key.K3):
                return ()
            case KeyPressed():
                return (Go(Arrive(self.index + 1) if self.index + 1 < len(ARRIVE) else Mood("before")),)
        return ()


@dataclass(frozen=True, slots=True)
class Mood(Choosing):
    """`ntd.mood`: how is it now; optional, 0 goes on without."""

    when: str
    """`before` or `after`."""
    mode: ClassVar[Mode] = Mode.SESSION

    def _scene(self, cursor: int | None) -> Scene:
        labels = tuple(line(f"mood.{mood}").short for mood in MOODS)
        # A headline has room for the question alone.
        asked = replace(line("j.ask"), short=line("mood.ask").full)
        return Scene("ntd.mood", GridBody(asked, labels, cursor))

    def scene(self, model: Model) -> Scene:
        """Show the nine spots."""
        return self._scene(None)

    def _onward(self, mood: str | None) -> tuple[Intent, ...]:
        target: Screen = Settle() if self.when == "before" else Saved()
        note = () if mood is None else (Note(f"mood_{self.when}", mood),)
        return (*note, Go(target))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where it stands. A pad 1 to 9 answers, 0 goes on without an answer, K4 walks the spots."""
        match event:
            case Entered():
                return (Mark(f"mood.{self.when}"),)
            case KeyPressed(key=key) if key in MOODS:
                return self._onward(key.value)
            case KeyPressed(key=Key.PAD_0):
                return self._onward(None)
            case KeyPressed(key=Key.K4):
                return self.pick(model)
        return ()

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The nine spots, then going on without."""
        spots = tuple(Choice(line(f"mood.{mood}"), self._onward(mood.value), pad=mood) for mood in MOODS)
        return (*spots, Choice(line("mood.skip"), self._onward(None)))

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the spot."""
        if choice.pad:
            return self._scene(MOODS.index(choice.pad))
        return Scene("ntd.mood", LineBody(choice.label))


@dataclass(frozen=True, slots=True)
class Settle(Screen):
    """`ntd.settle`: a line, then a black frame, for about three breaths; any touch ends it, or 30 s."""

    step: int = -1
    """-1 shows the line."""
    mode: ClassVar[Mode] = Mode.SESSION

    def _line(self, model: Model) -> Line:
        return line(anchored("settle", play_of(model).options.anchor))

    def scene(self, model: Model) -> Scene:
        """Show the line, then nothing or the pacer's circle."""
        if self.step < 0:
            return Scene("ntd.settle", LineBody(self._line(model)))
        if not model.settings.guidance.pacer:
            return Scene("ntd.settle", BlackBody())
        phase = self.step % (2 * PACER_STEPS)
        return Scene("ntd.settle", PacerBody(min(phase, 2 * PACER_STEPS - phase)))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where it stands; its stroke sounds once. Any touch ends it; else go on to the black frame
        or the next step of the pacer, and begin after 30 s.
        """
        match event:
            case Entered() if self.step < 0:
                return Mark("settle"), Cue("settle")
            case KeyPressed():
                return Mark(""), Go(round_one(play_of(model)))
            case TimedOut():
                step = self.step + 1
                if read_time_ms(self._line(model)) + step * self._step_ms(model) >= SETTLE_MS:
                    return Mark(""), Go(round_one(play_of(model)))
                return (Go(Settle(step)),)
        return ()

    def _step_ms(self, model: Model) -> int:
        """How long a step of the pacer takes, or the whole black frame."""
        if not model.settings.guidance.pacer:
            return SETTLE_MS - read_time_ms(self._line(model))
        return model.settings.guidance.pacer_cycle_s * 1000 // (2 * PACER_STEPS)

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time of the line, then up to 30 s in all."""
        return read_time_ms(self._line(model)) if self.step < 0 else self._step_ms(model)


def mood_pad(mood: str | None) -> int | None:
    """Return the pad of a mood, 1 to 9, or None for none."""
    return int(mood) if mood in MOODS else None
