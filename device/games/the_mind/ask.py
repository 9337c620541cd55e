"""A star is offered: all must agree (M4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.level import STOP
from device.games.the_mind.table import humans, play_of, zones_scene
from device.games.the_mind.words import line
from device.screens.pause import Pause
from device.ui.events import HandsMoved, Key, KeyPressed, Pads, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Do, Intent, Push, Screen
from engine.the_mind.commands import Agree, Decline

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model
    from device.ui.scene import Scene

ANSWER_MS = 10_000
"""Without an answer it is a no."""


@dataclass(frozen=True, slots=True)
class Ask(Screen):
    """`tm.ask`: hands vote, one after the other; K4 agrees for the rest; a guard pad, K1 or 10 s is a no."""

    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "star"

    def pads(self, model: Model) -> Pads:
        """They are hands."""
        return Pads.HANDS

    def scene(self, model: Model) -> Scene:
        """Ask; a zone fills for each who agreed."""
        play = play_of(model)
        return zones_scene(play, "tm.ask", line("tm.ask"), play.state.votes)

    def on(self, model: Model, event: Event) -> Answer:
        """A hand that comes agrees, K4 and K6 do for the people who have not, K2 stops. In the end it is a
        no, by the device.
        """
        match event:
            case HandsMoved(came=came):
                return self._agree(model, came & humans(play_of(model)))
            case KeyPressed(key=Key.K4 | Key.K6):
                return self._agree(model, humans(play_of(model)))
            case KeyPressed(key=Key.K2):
                return (*STOP, Push(Pause()))
            case KeyPressed(key=Key.K3 | Key.K5):
                return ()
            case KeyPressed():
                return (_decline(model, "player"),)
            case TimedOut():
                return (_decline(model, "device"),)
        return ()

    def _agree(self, model: Model, seats: frozenset[int]) -> tuple[Intent, ...]:
        state = play_of(model).state
        left = sorted(seats & set(state.voters) - set(state.votes))
        return tuple(Do(Agree(seat)) for seat in left)

    def timeout_ms(self, model: Model) -> int | None:
        """Ten seconds from the last answer."""
        return ANSWER_MS


def _decline(model: Model, by: str) -> Do:
    """A no counts for all, whoever says it: it is booked on the lowest seat that has a vote."""
    play = play_of(model)
    voters = set(play.state.voters)
    return Do(Decline(min(voters & humans(play) or voters)), by)
