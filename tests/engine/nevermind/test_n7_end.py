"""End and score (N7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import Concede, Draw, LetGo, Rest
from engine.nevermind.model import Outcome, Result, State
from engine.nevermind.phases import Phase
from engine.nevermind.rules import step
from engine.nevermind.score import rank_of
from engine.step import RefusalCode
from tests.engine.nevermind.kit import E, N, grid, mind, play, refused, table, watcher


@pytest.mark.parametrize(
    ("released", "distractions", "score"), [(0, 1, 0), (6, 1, 6), (3, 2, 2), (1, 5, -3), (0, 8, -7)]
)
def test_n7_1_score_is_released_and_one_less_the_distractions(
    released: int, distractions: int, score: int
) -> None:
    names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    places = dict.fromkeys(names[:distractions], "distraction:feeling")
    places |= dict.fromkeys(names[distractions : distractions + released], "released:feeling")
    state, happened = play(mind(grid(**places), (N, E), timer=1), Draw())
    assert state.result == Result(Outcome.TIMER_EMPTY, score, rank_of(score))
    assert happened[-1] == fx.GameEnded(Outcome.TIMER_EMPTY, score, rank_of(score))


def test_n7_1_a_mind_win_or_leaving_early_has_no_score() -> None:
    state, happened = play(watcher(grid(N="released:feeling")), Concede())
    assert happened == (fx.GameEnded(Outcome.CONCEDED, None, None),)
    assert state.result == Result(Outcome.CONCEDED, None, None)
    state, _ = play(mind(grid("distraction:feeling", N="thought:feeling"), (N, E), stage=2), Draw())
    assert state.result == Result(Outcome.MIND_WINS, None, None)


@pytest.mark.parametrize("phase", [Phase.SHUFFLE, Phase.MIND, Phase.WATCHER])
def test_n7_1_one_may_leave_at_any_time_and_everything_stays_as_it_was(phase: Phase) -> None:
    start = State() if phase is Phase.SHUFFLE else table(phase, grid(N="thought:feeling"), timer=4)
    state, _ = play(start, Concede())
    assert (state.phase, state.timer, state.grid, state.round) == (
        *(Phase.OVER, start.timer),
        *(start.grid, start.round),
    )
    assert refused(state, Concede()) is RefusalCode.OVER
    assert refused(state, Rest()) is RefusalCode.OVER


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_n7_1_leaving_asks_for_nothing_but_a_game_that_runs(phase: Phase) -> None:
    start = replace(watcher(grid(N="thought:feeling")), phase=phase)
    done = step(start, Concede())
    assert done.state == replace(start, phase=Phase.OVER, result=Result(Outcome.CONCEDED))
    assert done.effects == (fx.GameEnded(Outcome.CONCEDED, None, None),)


@pytest.mark.parametrize(
    ("rank", "scores"),
    [
        ("Zen Master", (9,)),
        ("Priest", (6, 7, 8)),
        ("Monk", (4, 5)),
        ("Initiate", (1, 2, 3)),
        ("Asleep", (-2, -1, 0)),
        ("Adrift", (-4, -3)),
        ("Afraid", (-5, -6, -7)),
    ],
)
def test_n7_2_ranks(rank: str, scores: tuple[int, ...]) -> None:
    assert [rank_of(score) for score in scores] == [rank] * len(scores)


def test_n7_3_all_eight_released_is_a_zen_master_win() -> None:
    state, _ = play(watcher(grid("released:feeling", N="subliminal:feeling"), center=1, stage=2), LetGo(N))
    assert state.result == Result(Outcome.ZEN, 9, "Zen Master")
