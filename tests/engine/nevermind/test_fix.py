"""Matching the screen to the table (records: `fix`)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import Fix, Rest
from engine.nevermind.model import State, Thought
from engine.nevermind.phases import Phase
from engine.nevermind.rules import legal_commands
from engine.step import RefusalCode
from tests.engine.nevermind.kit import E, N, S, grid, hand, mind, play, refused, watcher

SEEN = grid(N="thought:feeling", E="released:thinking", S="subliminal:remembering")


def fix(places: tuple[Thought, ...] = SEEN, center: int = 1, timer: int = 7) -> Fix:
    return Fix(places, center, timer)


@pytest.mark.parametrize("phase", [Phase.MIND, Phase.WATCHER])
def test_fix_takes_grid_center_and_timer_and_leaves_the_rest(phase: Phase) -> None:
    start: Any = {Phase.MIND: mind(grid(), (N, E)), Phase.WATCHER: watcher(grid(), barred=(N, S))}[phase]
    assert isinstance(start, State)
    state, happened = play(start, fix())
    assert happened == (fx.GridFixed(),)
    assert (state.grid, state.center, state.timer) == (SEEN, 1, 7)
    assert (state.phase, state.barred, state.round, state.deck) == (
        *(phase, start.barred),
        *(start.round, start.deck),
    )


@pytest.mark.parametrize(
    "command",
    [
        fix(SEEN[:7]),
        fix(grid(N="thought", S="subliminal:feeling")),
        fix(timer=0),
        fix(timer=20),
        fix(timer=-1),
        fix(center=2),
        fix(center=-1),
        fix(grid(N="thought:feeling"), center=1),
        fix(grid("acknowledged:feeling"), center=1),
        fix(grid("released:feeling"), center=0),
        fix(grid("distraction:feeling", N="released:feeling"), center=0),
    ],
)
def test_fix_refuses_what_cannot_lie_on_a_table(command: Fix) -> None:
    assert refused(watcher(grid(), stage=2), command) is RefusalCode.TARGET


def test_fix_asks_whether_the_grid_would_end_the_game_at_this_stage() -> None:
    loud = fix(grid("distraction:feeling"), center=0)
    assert refused(watcher(grid(), stage=2), loud) is RefusalCode.TARGET
    play(watcher(grid(), stage=1), loud)


@pytest.mark.parametrize("timer", [1, 19])
def test_fix_at_both_ends_of_the_timer(timer: int) -> None:
    assert play(watcher(grid()), fix(timer=timer))[0].timer == timer


def test_fix_is_refused_elsewhere_and_never_listed() -> None:
    state = hand(grid(NW="subliminal:feeling", N="released:feeling"), (N, E))
    assert refused(state, fix()) is RefusalCode.PHASE
    assert not any(isinstance(command, Fix) for command in legal_commands(watcher(grid())))
    assert Rest() in legal_commands(watcher(grid()))
