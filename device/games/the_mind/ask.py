"""A star is offered: all must agree (M4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.level import STOP
from device.games.the_mind.table import humans, play_of, zones_scene
from device.screens.pause import Pause
from device.text.catalog import line
from device.ui.model import IGNORE, Answer, Do, Intent, Push, Screen
from engine.the_mind.commands import Agree, Decline

if TYPE_CHECKING:
    from device.ui.model import Model
    from device.ui.scene import Scene

ANSWER_MS = 10_000
"""Without an answer it is a no."""


@dataclass(frozen=True, slots=True)
class Ask(Screen):
    """`tm.ask`: hands vote, one after the other; K4 agrees for the rest; a guard pad, K1 or 10 s is a no."""

    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    help_name: ClassVar[str] = "mind"

    def scene(self, model: Model) -> Scene:
        """Ask; a zone fills for each who agreed."""
        play = play_of(model)
        return zones_scene(play, "tm.ask", line("tm.ask"), play.state.votes)

    def on(self, model: Model, key: str) -> Answer:
        """K4 and K6 agree for the people who have not, K2 stops."""
        if key in ("K4", "K6"):
            return self._agree(model, humans(play_of(model)))
        if key == "K2":
            return (*STOP, Push(Pause()))
        if key in ("K3", "K5"):
            return None if key == "K3" else IGNORE
        return (_decline(model, "player"),)

    def on_hands(self, model: Model, came: frozenset[int], gone: frozenset[int]) -> Answer:
        """A hand that comes agrees."""
        return self._agree(model, came & humans(play_of(model)))

    def _agree(self, model: Model, seats: frozenset[int]) -> tuple[Intent, ...]:
        state = play_of(model).state
        left = sorted(seats & set(state.voters) - set(state.votes))
        return tuple(Do(Agree(seat)) for seat in left)

    def stays_ms(self, model: Model) -> int | None:
        """Ten seconds from the last answer."""
        return ANSWER_MS

    def after(self, model: Model) -> tuple[Intent, ...]:
        """The device ends it: a no."""
        return (_decline(model, "device"),)


def _decline(model: Model, by: str) -> Do:
    """A no counts for all, whoever says it: it is booked on the lowest seat that has a vote."""
    play = play_of(model)
    voters = set(play.state.voters)
    return Do(Decline(min(voters & humans(play) or voters)), by)
