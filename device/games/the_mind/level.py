"""The level, large and still."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.check import Check
from device.games.the_mind.lessons import way_of
from device.games.the_mind.picker import HandsChoosing, StillPicker
from device.games.the_mind.table import humans, level_scene, may, offer_star, play_of, proposer
from device.games.the_mind.words import line
from device.screens.pause import Pause
from device.ui.events import HandHeld, HandsTouched, Key, KeyPressed, Pads, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Do, Go, Intent, Push, Touched
from device.ui.picker import Choice
from engine.the_mind import commands as say
from engine.the_mind.phases import Verb
from engine.the_mind.rules import in_order_of_sample

if TYPE_CHECKING:
    from device.games.the_mind.table import MindPlay
    from device.ui.events import Event
    from device.ui.model import Model, Screen
    from device.ui.scene import Scene

PENDING_MS = 6_000
"""A team fact that nobody confirms is dropped after this."""
FACTS = {Key.PAD_5: "done", Key.PAD_8: "misplay"}
"""Pads that tell what happened at the table."""
_COMMANDS: dict[str, say.ReportLevelDone | say.ReportMisplay] = {
    "done": say.ReportLevelDone(),
    "misplay": say.ReportMisplay(),
}
STOP: tuple[Intent, ...] = (Do(say.Stop()),)


def may_tell(play: MindPlay, fact: str) -> bool:
    """Tell whether a fact of the table can be told now."""
    return may(play, _COMMANDS[fact].verb)


def told(play: MindPlay, fact: str, behind: Screen) -> tuple[Intent, ...]:
    """Return what a confirmed fact leads to; in blind mode the pile is checked first (M5.6)."""
    if fact == "done" and play.state.blind:
        return (Go(Check(behind)),)
    return (Do(_COMMANDS[fact]),)


def fact_choices(play: MindPlay, behind: Screen) -> tuple[Choice, ...]:
    """Return level done and misplay as entries of a picker, as far as they are possible."""
    return tuple(
        Choice(line(f"tm.pick.{fact}"), told(play, fact, behind), pad=pad)
        for pad, fact in FACTS.items()
        if may_tell(play, fact)
    )


def star_choice(play: MindPlay) -> tuple[Choice, ...]:
    """Return the star as an entry, if one can be offered."""
    if not (may(play, Verb.PROPOSE_STAR) and play.state.stars and proposer(play) is not None):
        return ()
    return (Choice(line("tm.pick.star"), offer_star(play), pad=Key.PAD_0),)


@dataclass(frozen=True, slots=True)
class Level(HandsChoosing):
    """`tm.level`: nothing on it changes with time, but a fact that lapses back to the same picture (M6.1)."""

    pending: str = ""
    """`done` or `misplay`, waiting for K4."""
    mode: ClassVar[Mode] = Mode.STILL

    def picker(self) -> StillPicker:
        """It keeps still, too."""
        return StillPicker(self)

    def scene_id(self) -> str:
        """`tm.level`."""
        return "tm.level"

    def scene(self, model: Model) -> Scene:
        """Show level, lives and stars; dealt to one person also the hand."""
        pending = line(f"tm.pending.{self.pending}").full if self.pending else ""
        return level_scene(play_of(model), pending)

    def help_at(self, model: Model) -> str:
        """How cards are played here."""
        return way_of(play_of(model))

    def pads(self, model: Model) -> Pads:
        """Dealt, a touch is a card; the hand that played it is none for what comes after."""
        return Pads.TAPS if play_of(model).state.options.dealt else Pads.HANDS

    def on(self, model: Model, event: Event) -> Answer:
        """Play by hand, stop, tell a fact; one that nobody confirms is dropped, to the same picture."""
        match event:
            case HandsTouched(seats=seats):
                return _played(play_of(model), seats)
            case HandHeld() if not play_of(model).state.options.dealt:
                # At the table a hand that lies is a stop, whoever's it is (M2.6).
                return STOP
            case TimedOut():
                return (Go(Level()),)
            case KeyPressed(key=key):
                return self._pressed(model, key)
        return ()

    def _pressed(self, model: Model, key: Key) -> Answer:
        """Stop, tell a fact and confirm it, offer a star, open the picker; K2 is a stop, too."""
        play = play_of(model)
        if key in FACTS:
            return (Go(Level(FACTS[key])),) if may_tell(play, FACTS[key]) else ()
        if key is Key.K4:
            return told(play, self.pending, Level()) if self.pending else self.pick(model)
        if key is Key.K1 and self.pending:
            return (Go(Level()),)
        if key in (Key.PAD_2, Key.K6):
            return STOP
        if key in (Key.PAD_0, Key.K5):
            return offer_star(play)
        return (*STOP, Push(Pause())) if key is Key.K2 else ()

    def timeout_ms(self, model: Model) -> int | None:
        """A fact waits 6 s; the level itself stays."""
        return PENDING_MS if self.pending else None

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """At the table stop, level done, misplay, star; dealt: play, stop, star."""
        play = play_of(model)
        stop = Choice(line("tm.pick.stop"), STOP, pad=Key.PAD_2)
        if not play.state.options.dealt:
            return (stop, *fact_choices(play, Level()), *star_choice(play))
        return (*_plays(play), stop, *star_choice(play))


def _played(play: MindPlay, seats: tuple[int, ...]) -> tuple[Intent, ...]:
    """Dealt: a hand plays its seat's lowest card; of several in one sample the lower first (M2.7)."""
    state = play.state
    holding = humans(play) & set(state.holders)
    order = [seat for seat in in_order_of_sample(state, seats) if seat in holding]
    if not order:
        return ()
    # The others are asked again after this card: it may have taken theirs out.
    return (_lowest(play, order[0]), Touched(tuple(order[1:])))


def _lowest(play: MindPlay, seat: int) -> Do:
    return Do(say.Play(seat, play.state.held[seat][0]))


def _plays(play: MindPlay) -> tuple[Choice, ...]:
    """Return playing one's lowest card as entries: one a person who holds cards."""
    people = humans(play)
    holding = sorted(people & set(play.state.holders))
    if len(people) == 1:
        return tuple(Choice(line("tm.pick.play"), (_lowest(play, seat),)) for seat in holding)
    return tuple(Choice(line("tm.pick.play.seat", seat=seat + 1), (_lowest(play, seat),)) for seat in holding)
