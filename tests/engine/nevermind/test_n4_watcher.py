"""The Watcher Phase (N4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import Acknowledge, Draw, Focus, LetGo, Notice, Rest
from engine.nevermind.model import RING, Place
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import E, N, S, W, cards, grid, play, refused, shown, watcher

ACTIONS = (Notice, Acknowledge, Focus, LetGo)
ONE_OF_EACH = grid(
    N="distraction:feeling", E="thought:feeling", S="acknowledged:feeling", W="released:feeling"
)


def test_n4_1_notice_turns_a_distraction_into_a_thought() -> None:
    state, happened = play(watcher(ONE_OF_EACH), Notice(N))
    assert happened == (fx.Noticed(N), fx.RoundBegan(3))
    assert (shown(state, N), state.timer, state.phase) == ("thought:feeling", 19, Phase.MIND)


def test_n4_2_acknowledge_turns_a_thought_into_an_acknowledged_one() -> None:
    state, happened = play(watcher(ONE_OF_EACH), Acknowledge(E))
    assert happened == (fx.Acknowledged(E), fx.RoundBegan(3))
    assert (shown(state, E), state.timer) == ("acknowledged:feeling", 19)


def test_n4_3_focus_moves_the_marker_to_the_center() -> None:
    state, happened = play(watcher(ONE_OF_EACH), Focus(S))
    assert happened == (fx.Focused(S), fx.RoundBegan(3))
    assert (shown(state, S), state.center, state.timer) == ("subliminal:feeling", 1, 19)


def test_n4_4_let_go_takes_the_marker_from_the_center_and_time_passes() -> None:
    state, happened = play(watcher(grid(S="subliminal:feeling"), center=1), LetGo(S))
    assert happened == (fx.WasLetGo(S), fx.TimePassed(18), fx.RoundBegan(3))
    assert (shown(state, S), state.center, state.phase) == ("released:feeling", 0, Phase.MIND)


def test_n4_4_while_the_center_is_focused_it_is_the_only_action() -> None:
    state = watcher(grid(N="distraction:feeling", E="thought:feeling", S="subliminal:feeling"), center=1)
    assert refused(state, Notice(N)) is RefusalCode.MUST_LET_GO
    assert refused(state, Acknowledge(E)) is RefusalCode.MUST_LET_GO
    assert refused(state, Focus(S)) is RefusalCode.MUST_LET_GO


def test_n4_4_any_subliminal_thought_with_a_token_may_be_chosen() -> None:
    state = watcher(grid(N="subliminal:feeling", S="subliminal:thinking"), center=1)
    for at in (N, S):
        assert shown(play(state, LetGo(at))[0], at).startswith("released")
    assert refused(state, LetGo(W)) is RefusalCode.TARGET


def test_n4_4_nothing_is_let_go_while_the_center_is_empty() -> None:
    assert refused(watcher(grid(N="subliminal:feeling")), LetGo(N)) is RefusalCode.TARGET


@pytest.mark.parametrize("at", RING)
def test_n4_each_intensity_takes_its_own_action_and_no_other(at: Place) -> None:
    state = watcher(ONE_OF_EACH)
    fits = {N: Notice, E: Acknowledge, S: Focus}.get(at)
    for action in ACTIONS:
        if action is fits:
            play(state, action(at))
        else:
            assert refused(state, action(at)) is RefusalCode.TARGET


def test_n4_5_a_barred_thought_takes_no_action_while_another_can() -> None:
    state = watcher(ONE_OF_EACH, barred=(N, E))
    assert refused(state, Notice(N)) is RefusalCode.BARRED
    assert refused(state, Acknowledge(E)) is RefusalCode.BARRED
    play(state, Focus(S))
    state = watcher(ONE_OF_EACH, barred=(S,))
    assert refused(state, Focus(S)) is RefusalCode.BARRED
    play(state, Notice(N))


def test_n4_5_a_barred_thought_that_could_not_take_the_action_anyway_is_refused_for_that() -> None:
    state = watcher(ONE_OF_EACH, barred=(W,))
    for action in (Notice, Acknowledge, Focus):
        assert refused(state, action(W)) is RefusalCode.TARGET
    state = watcher(grid(N="subliminal:feeling"), center=1, barred=(W,))
    assert refused(state, LetGo(W)) is RefusalCode.TARGET


def test_n4_5_barred_thoughts_may_if_no_other_can() -> None:
    state = watcher(grid(N="distraction:feeling", E="thought:feeling"), barred=(N, E))
    play(state, Notice(N))
    play(state, Acknowledge(E))


def test_n4_5_bars_count_for_letting_go_too() -> None:
    state = watcher(grid(N="subliminal:feeling", S="subliminal:feeling"), center=1, barred=(N,))
    assert refused(state, LetGo(N)) is RefusalCode.BARRED
    play(state, LetGo(S))
    play(watcher(grid(N="subliminal:feeling"), center=1, barred=(N,)), LetGo(N))


def test_n4_6_rest_exists_only_when_there_is_no_action() -> None:
    assert refused(watcher(ONE_OF_EACH), Rest()) is RefusalCode.PHASE
    assert refused(watcher(ONE_OF_EACH, barred=(N, E, S)), Rest()) is RefusalCode.PHASE
    state, happened = play(watcher(grid(N="released:feeling")), Rest())
    assert happened == (fx.Rested(), fx.RoundBegan(3))
    assert state.phase is Phase.MIND


def test_n4_6_rest_after_a_discarded_breathe_with_nothing_active() -> None:
    state = replace(watcher(grid(), stage=5), phase=Phase.MIND, deck=cards(-1, *range(16)), centers_added=1)
    state, _ = play(state, Draw(), Rest())
    assert (state.phase, state.round) == (Phase.MIND, 3)


def test_n4_6_rest_at_stage_six_with_only_locked_feelings() -> None:
    state = watcher(grid(N="distraction:feeling"), stage=6)
    assert refused(state, Notice(N)) is RefusalCode.TARGET
    play(state, Rest())
