"""Matching the screen to the table (records: `fix`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.nevermind.effects import GridFixed
from engine.nevermind.model import TIMER_FULL, Intensity
from engine.nevermind.phases import Trigger
from engine.nevermind.score import end_of
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.commands import Fix
    from engine.nevermind.draft import Draft


def fix(draft: Draft, command: Fix) -> Refusal | None:
    """Take grid, Center and timer as the player says they lie; `barred` and all else stay."""
    fault = _fault(command, draft.state.options.stage)
    if fault is not None:
        return Refusal(RefusalCode.TARGET, fault)
    draft.state = replace(draft.state, grid=command.grid, center=command.center, timer=command.timer)
    draft.go(Trigger.MATCH_TABLE)
    draft.tell(GridFixed())
    return None


def _fault(command: Fix, stage: int) -> str | None:
    """Return what is wrong with such a table, in words."""
    subliminal = [thought for thought in command.grid if thought.intensity is Intensity.SUBLIMINAL]
    if len(command.grid) != 8:
        return "all eight places must be given"
    if any(t.token is None and t.intensity is not Intensity.SUBLIMINAL for t in command.grid):
        return "every thought that is not Subliminal has a token"
    if not 1 <= command.timer <= TIMER_FULL:
        return f"the timer has 1 to {TIMER_FULL} cards"
    if command.center not in {0, 1}:
        return "the Center holds no marker or one"
    if command.center and all(thought.token is None for thought in subliminal):
        # With this the eight markers suffice too (N1.5): each lies on a thought, or for one on the Center.
        return "a Focused Center needs a Subliminal thought with a token"
    if end_of(command.grid, stage) is not None:
        return "such a grid would end the game"
    return None
