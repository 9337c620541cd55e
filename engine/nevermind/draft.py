"""The state while one step changes it, with the moves that all rules share.

A draft lives for one step only; the states it goes through stay frozen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.nevermind.effects import GameEnded, RoundBegan, TimePassed
from engine.nevermind.model import RING, Intensity, Outcome, Thought
from engine.nevermind.phases import TABLE, Trigger
from engine.nevermind.score import end_of, result_of

if TYPE_CHECKING:
    from engine.nevermind.effects import Effect
    from engine.nevermind.model import Place, State, Token


class Draft:
    """A state under way and what happened so far."""

    __slots__ = ("effects", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.effects: list[Effect] = []

    def tell(self, effect: Effect) -> None:
        """Add to what happened."""
        self.effects.append(effect)

    def go(self, trigger: Trigger) -> None:
        """Change the phase as the table says."""
        self.state = replace(self.state, phase=TABLE.next(self.state.phase, trigger))

    def put(self, at: Place, intensity: Intensity, center: int = 0) -> None:
        """Give a thought another intensity; `center` markers come to the Center, or leave it if negative."""
        state = self.state
        thought = Thought(intensity, state.grid[at].token)
        grid = (*state.grid[:at], thought, *state.grid[at + 1 :])
        self.state = replace(state, grid=grid, center=state.center + center)

    def fix_token(self, at: Place, token: Token) -> None:
        """Give a thought its type for good (N1.6)."""
        grid = self.state.grid
        thought = Thought(grid[at].intensity, token)
        self.state = replace(self.state, grid=(*grid[:at], thought, *grid[at + 1 :]))

    def bar(self, *places: Place) -> None:
        """Bar thoughts for this round, in ring order (N3.2)."""
        barred = {*self.state.barred, *places}
        self.state = replace(self.state, barred=tuple(at for at in RING if at in barred))

    def goes_on(self) -> bool:
        """Look at the ends that the grid brings (N2.2, N5.1); False if the game is over now."""
        outcome = end_of(self.state.grid, self.state.options.stage)
        if outcome is None:
            return True
        self.finish(outcome, Trigger.END)
        return False

    def time_passes(self) -> bool:
        """Take one Timer card (N2.3); False if it was the last one."""
        timer = self.state.timer - 1
        self.state = replace(self.state, timer=timer)
        self.tell(TimePassed(timer))
        if timer > 0:
            return True
        self.finish(Outcome.TIMER_EMPTY, Trigger.END)
        return False

    def finish(self, outcome: Outcome, trigger: Trigger) -> None:
        """End the game; everything else stays as it was."""
        result = result_of(self.state, outcome)
        self.state = replace(self.state, result=result)
        self.go(trigger)
        self.tell(GameEnded(outcome, result.score, result.rank))

    def next_round(self) -> None:
        """End the round: the next one shows at once, and nothing is barred (N2.1, N3.2)."""
        number = self.state.round + 1
        self.state = replace(self.state, round=number, barred=())
        self.go(Trigger.END_ROUND)
        self.tell(RoundBegan(number))
