"""M2: a level from focus to empty hands."""

from __future__ import annotations

import pytest

from engine.step import RefusalCode
from engine.the_mind.commands import Focus, Play, ReportLevelDone, ReportMisplay, Stop
from engine.the_mind.effects import (
    CardPlayed,
    LevelBegan,
    LevelDone,
    LevelStarted,
    LifeLost,
    Lost,
    Misplayed,
    RewardPaid,
    Stopped,
)
from engine.the_mind.model import Phase, Reward
from engine.the_mind.rules import in_order_of_sample
from tests.engine.the_mind.games import (
    at_table_level,
    dealt,
    do,
    hands,
    misplayed,
    orderly,
    refused,
    table,
    told,
)


def test_m2_1_nothing_can_be_played_before_the_last_hand_lifts() -> None:
    state = do(dealt(), orderly(dealt()))
    assert refused(state, Play(0, 1)) is RefusalCode.PHASE
    assert refused(state, Stop()) is RefusalCode.PHASE
    assert told(state, Focus()) == (LevelStarted(1, resumed=False),)
    assert do(state, Focus(), Play(0, 1)).pile == (1,)


def test_m2_1_at_the_table_nothing_happens_before_the_first_focus() -> None:
    for command in (ReportMisplay(), ReportLevelDone(), Stop()):
        assert refused(table(), command) is RefusalCode.PHASE


def test_m2_2_no_turns_several_in_a_row() -> None:
    state = hands((1, 2), (3, 4))
    assert do(state, Play(0, 1), Play(0, 2), Play(1, 3)).pile == (1, 2, 3)
    assert told(state, Play(0, 1)) == (CardPlayed(0, 1),)


@pytest.mark.parametrize("card", [2, 3, 0, 101])
def test_m2_2_another_card_than_the_lowest_is_refused_not_punished(card: int) -> None:
    state = hands((1, 2), (3, 4))
    assert refused(state, Play(0, card)) is RefusalCode.CARDS


def test_m2_2_an_empty_hand_plays_nothing() -> None:
    state = do(hands((1, 2), (3, 4)), Play(0, 1), Play(0, 2))
    assert refused(state, Play(0, 1)) is RefusalCode.CARDS


@pytest.mark.parametrize("seat", [-1, 2])
def test_m2_2_no_such_seat(seat: int) -> None:
    assert refused(hands((1,), (2,)), Play(seat, 1)) is RefusalCode.SEAT


def test_m2_3_a_misplay_sets_every_lower_card_aside_and_costs_one_life() -> None:
    state = hands((50, 60), (10, 70), (20, 30))
    after = do(state, Play(0, 50))
    assert after.lives == state.lives - 1
    assert after.hands == ((60,), (70,), ())
    assert after.aside == (10, 20, 30)
    assert after.pile == (50,)  # the played card stays
    assert told(state, Play(0, 50)) == (
        CardPlayed(0, 50),
        Misplayed(0, 50, ((), (10,), (20, 30)), after.lives),
        LifeLost(1, after.lives),
    )


def test_m2_3_focus_again_and_the_same_level_goes_on() -> None:
    state = do(hands((50, 60), (10, 70)), Play(0, 50))
    assert (state.phase, state.level) == (Phase.FOCUS, 2)
    assert refused(state, Play(0, 60)) is RefusalCode.PHASE
    assert told(state, Focus()) == (LevelStarted(2, resumed=True),)
    assert do(state, Focus(), Play(0, 60)).pile == (50, 60)


def test_m2_3_at_the_table_it_may_be_noticed_late_also_while_stopped() -> None:
    state = at_table_level(3)
    stopped = do(state, Stop())
    for late in (state, stopped):
        after = do(late, ReportMisplay())
        assert (after.phase, after.level, after.lives) == (Phase.FOCUS, 3, late.lives - 1)
        assert told(late, ReportMisplay()) == (
            Misplayed(None, None, (), after.lives),
            LifeLost(1, after.lives),
        )


def test_m2_3_a_misplay_is_told_at_the_table_and_seen_by_the_device_in_dealt_play() -> None:
    assert refused(hands((1,), (2,)), ReportMisplay()) is RefusalCode.PHASE
    assert refused(hands((1,), (2,)), ReportLevelDone()) is RefusalCode.PHASE
    assert refused(at_table_level(1), Play(0, 1)) is RefusalCode.PHASE


def test_m2_4_the_last_life_gone_is_the_end_at_once() -> None:
    state = misplayed(at_table_level(1), 1)
    assert told(state, ReportMisplay())[-1] == Lost()
    over = do(state, ReportMisplay())
    assert (over.phase, over.result, over.lives) == (Phase.LOST, Phase.LOST, 0)
    assert refused(over, Focus()) is RefusalCode.OVER


def test_m2_4_even_with_empty_hands_and_in_the_last_level() -> None:
    level = tuple(range(1, 25, 2))
    higher = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 100)
    state = hands(higher, level)
    assert state.level == state.options.last_level
    while state.lives > 1:
        seat = max(state.holders, key=lambda holder: state.held[holder][0])
        state = do(state, Play(seat, state.held[seat][0]), Focus())
    while len(state.held[0]) > 1:
        seat = min(state.holders, key=lambda holder: state.held[holder][0])
        state = do(state, Play(seat, state.held[seat][0]))
    assert [card for card in state.held[1] if card > 22]  # seat 1 holds a lower card than the 100
    over = do(state, Play(0, 100))
    assert over.phase is Phase.LOST
    assert over.holders == ()
    assert over.pile[-1] == 100  # the end leaves the cards as they are


def test_m2_5_all_hands_empty_complete_the_level() -> None:
    state = do(hands((1,), (2,)), Play(0, 1))
    assert told(state, Play(1, 2)) == (CardPlayed(1, 2), LevelDone(1), LevelBegan(2))
    ahead = do(state, Play(1, 2))
    assert (ahead.phase, ahead.level, ahead.hands, ahead.pile) == (Phase.DEAL, 2, None, ())


def test_m2_5_at_the_table_it_is_told_also_while_stopped_or_voting() -> None:
    state = at_table_level(2)
    for now in (state, do(state, Stop())):
        ahead = do(now, ReportLevelDone())
        assert (ahead.phase, ahead.level, ahead.started) == (Phase.FOCUS, 3, False)


def test_m2_5_a_misplay_may_complete_it_and_the_life_is_charged_first() -> None:
    state = do(hands((1, 90), (2, 3)), Play(0, 1), Play(0, 90))
    assert (state.level, state.blind_levels) == (3, 0)
    assert told(hands((1, 90), (2, 3)), Play(0, 1), Play(0, 90))[2:] == (
        Misplayed(0, 90, ((), (2, 3)), 1),
        LifeLost(1, 1),
        LevelDone(2),
        RewardPaid(Reward.STAR),
        LevelBegan(3),
    )


def test_m2_6_any_player_stops_at_any_time_free() -> None:
    state = hands((1, 2), (3, 4))
    assert told(state, Stop()) == (Stopped(),)
    stopped = do(state, Stop())
    assert stopped.phase is Phase.FOCUS
    assert (stopped.lives, stopped.stars, stopped.hands) == (state.lives, state.stars, state.hands)
    assert do(stopped, Focus()) == state


def test_m2_7_of_two_cards_in_one_sample_the_lower_counts_first() -> None:
    state = hands((40, 50), (39, 60), (38, 70))
    assert in_order_of_sample(state, [0, 1]) == (1, 0)
    plays = [Play(seat, state.held[seat][0]) for seat in in_order_of_sample(state, [0, 2, 1])]
    assert do(state, *plays).lives == state.lives


def test_m2_7_a_touch_that_will_be_refused_comes_last() -> None:
    state = do(hands((1, 2), (3, 4)), Play(0, 1), Play(0, 2))
    assert in_order_of_sample(state, [7, 0, 1]) == (1, 7, 0)
