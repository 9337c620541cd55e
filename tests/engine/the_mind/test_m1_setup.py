"""M1: what a game begins with."""

from __future__ import annotations

import pytest

from engine.step import RefusalCode
from engine.the_mind.commands import Deal, Focus, ReportLevelDone, ReportMisplay
from engine.the_mind.effects import Dealt, LifeLost, RewardForfeited, RewardPaid
from engine.the_mind.model import MAX_LIVES, MAX_STARS, Options, Phase, Reward
from tests.engine.the_mind.games import at_table_level, dealt, do, hands, refused, table, told


@pytest.mark.parametrize(("players", "levels", "lives"), [(2, 12, 2), (3, 10, 3), (4, 8, 4)])
def test_m1_1_levels_lives_and_one_star_by_players(players: int, levels: int, lives: int) -> None:
    for state in (table(players), dealt(players)):
        assert (state.level, state.lives, state.stars) == (1, lives, 1)
        assert state.options.last_level == levels


@pytest.mark.parametrize("players", [0, 1, 5])
def test_m1_1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(ValueError, match="2, 3 or 4 players"):
        Options(players=players)


def test_m1_2_each_gets_as_many_cards_as_the_level_of_the_hundred() -> None:
    state = dealt(3)
    assert told(state, Deal(((100,), (1,), (50,)))) == (Dealt(1),)
    second = hands((30, 7), (100, 1), (8, 9))
    assert second.level == 2
    assert second.hands == ((7, 30), (1, 100), (8, 9))


@pytest.mark.parametrize(
    "wrong",
    [
        ((1,),),
        ((1,), (2,), (3,)),
        ((1, 2), (3, 4)),
        ((1,), ()),
        ((1,), (1,)),
        ((0,), (1,)),
        ((101,), (1,)),
    ],
)
def test_m1_2_other_deals_are_refused(wrong: tuple[tuple[int, ...], ...]) -> None:
    assert refused(dealt(), Deal(wrong)) is RefusalCode.CARDS


def test_m1_2_all_cards_are_dealt_again_for_every_level() -> None:
    state = hands((1, 2), (3, 4))
    assert state.level == 2  # the cards of level 1 came again
    assert state.pile == ()
    assert state.aside == ()


def test_m1_3_lives_and_stars_end_at_the_supply() -> None:
    state = at_table_level(10)
    assert (state.lives, state.stars) == (MAX_LIVES, MAX_STARS)
    full = at_table_level(6, players=4)
    assert full.lives == MAX_LIVES
    assert RewardForfeited(Reward.LIFE) in told(full, ReportLevelDone())
    assert do(full, ReportLevelDone()).lives == MAX_LIVES


def test_m1_3_a_lost_life_can_be_earned_again() -> None:
    state = at_table_level(6)
    effects = told(state, ReportMisplay(), ReportLevelDone())
    assert LifeLost(1, state.lives - 1) in effects
    assert RewardPaid(Reward.LIFE) in effects
    assert do(state, ReportMisplay(), ReportLevelDone()).lives == state.lives


def test_m1_1_level_one_comes_first() -> None:
    assert table().phase is Phase.FOCUS
    assert dealt().phase is Phase.DEAL
    assert refused(dealt(), Focus()) is RefusalCode.PHASE
