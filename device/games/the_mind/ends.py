"""The end of a game: won, with blind mode as the next step, or lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.draw.render import sides
from device.games.the_mind.news import done_line, misplay_in, whose
from device.games.the_mind.table import HAND_KEYS, may, play_of
from device.games.the_mind.words import line
from device.settings.model import Profile
from device.ui.events import ONWARD, PADS, Entered, Key, KeyPressed, Pads
from device.ui.mode import Mode
from device.ui.model import Answer, Close, Do, Home, Intent, Mark, Screen, Turn
from device.ui.picker import Choice, Choosing
from device.ui.scene import CountBody, MenuBody, Scene, TextBody
from engine.the_mind import effects as fx
from engine.the_mind.commands import BeginBlind
from engine.the_mind.model import Phase
from engine.the_mind.phases import Verb

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

BLIND: tuple[Intent, ...] = (Do(BeginBlind()),)


@dataclass(frozen=True, slots=True)
class Win(Choosing):
    """`tm.win`: all levels; then blind mode is offered (M5.1)."""

    back: bool = False
    """An undo of blind mode led back here: what the last level brought was told then."""
    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "reward"
    closing: ClassVar[frozenset[Key]] = PADS | HAND_KEYS

    def tells(self, model: Model) -> bool:
        """It says what the last act brought."""
        return True

    def pads(self, model: Model) -> Pads:
        """They are keys, while hands may lie."""
        return Pads.KEYPAD

    def scene(self, model: Model) -> Scene:
        """Say so, and offer the next step if there is one."""
        play = play_of(model)
        state = play.state
        more = line("tm.win.blind") if may(play, Verb.BLIND) else _blind_levels(state.blind_levels)
        effects = play.moment.effects
        paid = any(isinstance(effect, fx.RewardPaid | fx.RewardForfeited) for effect in effects)
        reward = done_line(effects) if paid and not self.back else None
        if reward is None:
            return Scene("tm.win", TextBody(line("tm.title"), (line("tm.win"), more)))
        return Scene("tm.win", TextBody(line("tm.win"), (reward, more)))

    def on(self, model: Model, event: Event) -> Answer:
        """The game is in the journal from here on; it stays won, whatever comes after. First all sides are
        seen; then # is yes, and 0 and K4 open the picker: what is declined here is not offered again.
        """
        offered = may(play_of(model), Verb.BLIND)
        match event:
            case Entered():
                return Mark("end"), Close()
            case KeyPressed(key=key) if (key in ONWARD or key is Key.HASH) and _goes_on(self, model):
                return (Turn(),)
            case KeyPressed(key=Key.HASH) if offered:
                return BLIND
            case KeyPressed(key=key) if key in ONWARD:
                return self.pick(model) if offered else (Home(),)
        return ()

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Go on face down, or home."""
        if not may(play_of(model), Verb.BLIND):
            return ()
        return (
            Choice(line("tm.pick.blind"), BLIND, pad=Key.HASH),
            Choice(line("pause.home"), (Home(),)),
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the answer under the question; on M and S, where a list has no title, each by itself."""
        question = line("tm.win.blind")
        if model.settings.screen.profile is not Profile.L:
            return Scene("tm.win", CountBody(question, (choice.label.short,), 0))
        labels = tuple(one.label for one in self.choices(model))
        return Scene("tm.win", MenuBody(question, labels, cursor % count))


@dataclass(frozen=True, slots=True)
class Lose(Screen):
    """`tm.lose`: the last life is spent, or the players stopped here (M2.4)."""

    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "misplay"

    def tells(self, model: Model) -> bool:
        """It says what the last act brought."""
        return True

    def pads(self, model: Model) -> Pads:
        """They are keys, while hands may lie."""
        return Pads.KEYPAD

    def scene(self, model: Model) -> Scene:
        """Say what ended, and what comes."""
        play = play_of(model)
        state = play.state
        if any(isinstance(effect, fx.Conceded) for effect in play.moment.effects):
            said = line("early", minutes=play.minutes)
        elif state.phase is Phase.BLIND_OVER:
            return Scene(
                "tm.lose", TextBody(line("tm.title"), (line("tm.lose"), _blind_levels(state.blind_levels)))
            )
        else:
            said = line("tm.lose")
        misplay = misplay_in(play.moment.effects)
        who = () if misplay is None else whose(play, misplay)
        return Scene("tm.lose", TextBody(line("tm.title"), (said, *who, line("tm.again"))))

    def on(self, model: Model, event: Event) -> Answer:
        """The game is in the journal; an undo takes it up again. 0 and K4 go home, over all sides."""
        match event:
            case Entered():
                return Mark("end"), Close()
            case KeyPressed(key=key) if key in ONWARD:
                return (Turn(),) if _goes_on(self, model) else (Home(),)
        return ()


def _goes_on(screen: Screen, model: Model) -> bool:
    """Tell whether a further side of the screen was not seen yet."""
    return model.side + 1 < sides(screen.scene(model), model.settings.screen.profile)


def _blind_levels(levels: int) -> Line:
    return line("tm.blind.over.1" if levels == 1 else "tm.blind.over", levels=levels)
