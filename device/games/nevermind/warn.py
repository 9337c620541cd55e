"""Warnings before a touch that ends more than it seems to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind.words import line
from engine.nevermind.codec import GAME
from engine.nevermind.commands import LetGo
from engine.nevermind.model import Intensity, Outcome
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands

if TYPE_CHECKING:
    from device.text.line import Line
    from engine.nevermind.model import State


def before_let_go(state: State) -> Line | None:
    """Return the warning if every let go that is possible ends the game for the Mind (N5.1), else None."""
    if state.phase is not Phase.WATCHER or not state.center or state.options.stage < 2:
        return None
    ends = []
    for command in legal_commands(state):
        if not isinstance(command, LetGo):
            continue
        after = GAME.step(state, command).state
        ends.append(after.result is not None and after.result.outcome is Outcome.MIND_WINS)
    return line("warn.letgo") if ends and all(ends) else None


def before_breath(state: State) -> Line | None:
    """Return the warning if a breath may take more Timer cards than are left (N6.4, N6.6), else None.

    Each Distraction may cost one for every card drawn, and the end of the breath costs one.
    """
    distractions = state.count(Intensity.DISTRACTION)
    cards = distractions + state.count(Intensity.RELEASED) - 1
    most = 1 + (cards if distractions else 0)
    return line("warn.breath") if state.timer < most else None
