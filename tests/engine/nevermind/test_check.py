"""A state that cannot be is found, whatever is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.nevermind.model import MindCard, Options, Outcome, Result, State
from engine.nevermind.phases import Phase
from tests.engine.nevermind.kit import E, N, S, W, breath, cards, grid, hand, mind, table, watcher
from tests.engine.nevermind.soundness import Fault, check

QUIET = watcher(grid(N="released:feeling", S="thought:feeling", W="subliminal:feeling"))
BREATH = breath(grid(NW="subliminal:feeling", N="released:feeling"))
PLAYING = hand(grid(NW="subliminal:feeling", N="released:feeling"), (N, E))
OVER = table(Phase.OVER, grid(), result=Result(Outcome.CONCEDED))


@pytest.mark.parametrize(
    ("state", "changes", "fault"),
    [
        (QUIET, {"grid": grid()[:7]}, Fault.GRID),
        (QUIET, {"grid": grid(N="thought")}, Fault.TOKEN),
        (QUIET, {"phase": Phase.TOKEN}, Fault.TOKEN),
        (OVER, {"grid": grid(N="thought", S="thought")}, Fault.TOKEN),
        (QUIET, {"grid": grid("acknowledged:feeling"), "center": 1}, Fault.MARKERS | Fault.CENTER),
        (QUIET, {"center": -1}, Fault.CENTER),
        (QUIET, {"center": 2}, Fault.CENTER),
        (QUIET, {"center": 1, "grid": grid()}, Fault.CENTER),
        (QUIET, {"timer": 0}, Fault.TIMER),
        (QUIET, {"timer": 20}, Fault.TIMER),
        (OVER, {"timer": -1}, Fault.TIMER),
        (QUIET, {"deck": cards(*range(15))}, Fault.CARDS),
        (QUIET, {"deck": cards(0, *range(15))}, Fault.CARDS),
        (QUIET, {"deck": (*cards(*range(15)), MindCard(15, 90))}, Fault.CARDS),
        (QUIET, {"deck": cards(*range(16), -1)}, Fault.CARDS),
        (QUIET, {"centers_added": 1}, Fault.CARDS),
        (QUIET, {"centers_added": 3, "options": Options(stage=5)}, Fault.CARDS),
        (QUIET, {"barred": (W, N)}, Fault.BARRED),
        (QUIET, {"barred": (N, N)}, Fault.BARRED),
        (BREATH, {"calmed": (S, N)}, Fault.BARRED),
        (QUIET, {"round": 0}, Fault.ROUND),
        (mind(grid(), (N, E)), {"round": 1}, Fault.ROUND),
        (BREATH, {"breath_from": None}, Fault.BREATH),
        (BREATH, {"breath_from": N}, Fault.BREATH),
        (BREATH, {"phase": Phase.WATCHER}, Fault.BREATH),
        (QUIET, {"calmed": (N,)}, Fault.BREATH),
        (QUIET, {"to_draw": 1}, Fault.BREATH),
        (QUIET, {"result": Result(Outcome.CONCEDED)}, Fault.RESULT),
        (OVER, {"result": None}, Fault.RESULT),
        (QUIET, {"grid": grid("released:feeling")}, Fault.ENDED),
        (mind(grid(), (N, E)), {"deck": (), "discards": cards(*range(16))}, Fault.STUCK),
        (QUIET, {"phase": Phase.SURFACE, "grid": grid("thought:feeling")}, Fault.STUCK),
        (QUIET, {"phase": Phase.SECOND}, Fault.STUCK),
        (
            QUIET,
            {"phase": Phase.SECOND, "deck": cards(*range(1, 16)), "discards": cards(0), "grid": grid()},
            Fault.STUCK,
        ),
        (QUIET, {"phase": Phase.BREATHE, "grid": grid()}, Fault.STUCK),
        (PLAYING, {"hand": (), "deck": cards(*range(16))}, Fault.STUCK),
        (BREATH, {"phase": Phase.BREATH_CALM}, Fault.STUCK),
        (
            BREATH,
            {"phase": Phase.BREATH_CALM, "deck": cards(*range(1, 16)), "discards": cards(0)},
            Fault.STUCK,
        ),
    ],
)
def test_each_fault_is_found(state: State, changes: dict[str, Any], fault: Fault) -> None:
    assert not check(state)
    assert check(replace(state, **changes)) == fault


def test_a_breath_may_be_interrupted_by_a_reset() -> None:
    assert not check(replace(BREATH, phase=Phase.SHUFFLE, deck=(), discards=cards(*range(16)), to_draw=1))


def test_several_faults_are_told_at_once() -> None:
    assert check(replace(QUIET, timer=0, round=0)) == Fault.TIMER | Fault.ROUND
