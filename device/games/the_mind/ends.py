"""The end of a game: won, with blind mode as the next step, or lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.news import aside_in, done_line
from device.games.the_mind.table import may, play_of
from device.text.catalog import line
from device.ui.model import IGNORE, Answer, Close, Do, Home, Intent, Mark, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import MenuBody, NumbersBody, Scene, TextBody
from engine.the_mind import effects as fx
from engine.the_mind.commands import BeginBlind
from engine.the_mind.model import Phase
from engine.the_mind.phases import Verb

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model

BLIND: tuple[Intent, ...] = (Do(BeginBlind()),)


@dataclass(frozen=True, slots=True)
class Win(Choosing):
    """`tm.win`: all levels; then blind mode is offered (M5.1)."""

    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    keypad: ClassVar[bool] = True
    help_name: ClassVar[str] = "mind"

    def came(self, model: Model) -> tuple[Intent, ...]:
        """The game is in the journal from here on; it stays won, whatever comes after."""
        return Mark("end"), Close()

    def scene(self, model: Model) -> Scene:
        """Say so, and offer the next step if there is one."""
        play = play_of(model)
        state = play.state
        more = line("tm.win.blind") if may(play, Verb.BLIND) else _blind_levels(state.blind_levels)
        effects = play.moment.effects
        paid = any(isinstance(effect, fx.RewardPaid | fx.RewardForfeited) for effect in effects)
        reward = done_line(effects) if paid else None
        if reward is None:
            return Scene("tm.win", TextBody(line("tm.title"), (line("tm.win"), more)))
        return Scene("tm.win", TextBody(line("tm.win"), (reward, more)))

    def on(self, model: Model, key: str) -> Answer:
        """# is yes; 0 and K4 open the picker: what is declined here is not offered again."""
        if not may(play_of(model), Verb.BLIND):
            return _leaves(key)
        if key == "#":
            return BLIND
        return self.pick(model) if key in ("0", "K4") else _leaves(key)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Go on face down, or home."""
        if not may(play_of(model), Verb.BLIND):
            return ()
        return (
            Choice(line("tm.pick.blind"), BLIND, pad="#"),
            Choice(line("pause.home"), (Home(),)),
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the answer under the question."""
        labels = tuple(one.label for one in self.choices(model))
        return Scene("tm.win", MenuBody(line("tm.win.blind"), labels, cursor % count))


@dataclass(frozen=True, slots=True)
class Lose(Screen):
    """`tm.lose`: the last life is spent, or the players stopped here (M2.4)."""

    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    keypad: ClassVar[bool] = True
    help_name: ClassVar[str] = "mind"

    def came(self, model: Model) -> tuple[Intent, ...]:
        """The game is in the journal; an undo takes it up again."""
        return Mark("end"), Close()

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
        elif numbers := aside_in(play.moment.effects):
            return Scene("tm.lose", NumbersBody(line("tm.lose"), numbers))
        else:
            said = line("tm.lose")
        return Scene("tm.lose", TextBody(line("tm.title"), (said, line("tm.again"))))

    def on(self, model: Model, key: str) -> Answer:
        """0 and K4 go home."""
        return (Home(),) if key == "K4" else _leaves(key)


def _blind_levels(levels: int) -> Line:
    return line("tm.blind.over.1" if levels == 1 else "tm.blind.over", levels=levels)


def _leaves(key: str) -> Answer:
    if key in ("0", "K4"):
        return (Home(),)
    return None if key in ("K1", "K2", "K3") else IGNORE
