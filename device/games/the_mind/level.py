"""The level, large and still."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.check import Check
from device.games.the_mind.picker import HandsChoosing, HandsPicker, StillPicker
from device.games.the_mind.table import humans, level_scene, may, offer_star, play_of, proposer
from device.screens.pause import Pause
from device.text.catalog import line
from device.ui.model import IGNORE, Answer, Do, Go, Intent, Push, Touched
from device.ui.picker import Choice
from engine.the_mind import commands as say
from engine.the_mind.phases import Verb
from engine.the_mind.rules import in_order_of_sample

if TYPE_CHECKING:
    from device.games.the_mind.table import MindPlay
    from device.ui.model import Model, Screen
    from device.ui.scene import Scene

PENDING_MS = 6_000
"""A team fact that nobody confirms is dropped after this."""
FACTS = {"5": "done", "8": "misplay"}
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
    return (Choice(line("tm.pick.star"), offer_star(play) or (), pad="0"),)


@dataclass(frozen=True, slots=True)
class Level(HandsChoosing):
    """`tm.level`: nothing on it changes with time, but a fact that lapses back to the same picture (M6.1)."""

    pending: str = ""
    """`done` or `misplay`, waiting for K4."""
    still: ClassVar[bool] = True
    picker: ClassVar[type[HandsPicker]] = StillPicker

    def scene_id(self) -> str:
        """`tm.level`."""
        return "tm.level"

    def scene(self, model: Model) -> Scene:
        """Show level, lives and stars; dealt to one person also the hand."""
        pending = line(f"tm.pending.{self.pending}").full if self.pending else ""
        return level_scene(play_of(model), pending)

    def on(self, model: Model, key: str) -> Answer:
        """Stop, tell a fact and confirm it, offer a star, open the picker; K2 is a stop, too."""
        play = play_of(model)
        if key in FACTS:
            return (Go(Level(FACTS[key])),) if may_tell(play, FACTS[key]) else IGNORE
        if key == "K4":
            return told(play, self.pending, Level()) if self.pending else self.pick(model)
        if key == "K1" and self.pending:
            return (Go(Level()),)
        if key in ("2", "K6"):
            return STOP
        if key in ("0", "K5"):
            return offer_star(play)
        if key == "K2":
            return (*STOP, Push(Pause()))
        return None if key in ("K1", "K3") else IGNORE

    def hands_lie(self, model: Model) -> bool:
        """Dealt, a touch is a card; the hand that played it is none for what comes after."""
        return not play_of(model).state.options.dealt

    def on_held(self, model: Model, seat: int) -> Answer:
        """At the table a hand that lies is a stop, whoever's it is (M2.6)."""
        return IGNORE if play_of(model).state.options.dealt else STOP

    def on_contact(self, model: Model, seats: tuple[int, ...]) -> Answer:
        """Dealt: a hand plays its seat's lowest card; of several in one sample the lower first (M2.7)."""
        play = play_of(model)
        state = play.state
        holding = humans(play) & set(state.holders)
        order = [seat for seat in in_order_of_sample(state, seats) if seat in holding]
        if not order:
            return IGNORE
        # The others are asked again after this card: it may have taken theirs out.
        return (_lowest(play, order[0]), Touched(tuple(order[1:])))

    def stays_ms(self, model: Model) -> int | None:
        """A fact waits 6 s; the level itself stays."""
        return PENDING_MS if self.pending else None

    def after(self, model: Model) -> tuple[Intent, ...]:
        """The fact is dropped: the same picture as before it."""
        return (Go(Level()),)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """At the table stop, level done, misplay, star; dealt: play, stop, star."""
        play = play_of(model)
        stop = Choice(line("tm.pick.stop"), STOP, pad="2")
        if not play.state.options.dealt:
            return (stop, *fact_choices(play, Level()), *star_choice(play))
        return (*_plays(play), stop, *star_choice(play))


def _lowest(play: MindPlay, seat: int) -> Do:
    return Do(say.Play(seat, play.state.held[seat][0]))


def _plays(play: MindPlay) -> tuple[Choice, ...]:
    """Return playing one's lowest card as entries: one a person who holds cards."""
    people = humans(play)
    holding = sorted(people & set(play.state.holders))
    if len(people) == 1:
        return tuple(Choice(line("tm.pick.play"), (_lowest(play, seat),)) for seat in holding)
    return tuple(Choice(line("tm.pick.play.seat", seat=seat), (_lowest(play, seat),)) for seat in holding)
