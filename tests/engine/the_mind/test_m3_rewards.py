"""M3: what a completed level pays."""

from __future__ import annotations

import pytest

from engine.the_mind.commands import Agree, Focus, Play, ProposeStar, ReportLevelDone
from engine.the_mind.effects import LevelDone, RewardForfeited, RewardPaid, Won
from engine.the_mind.model import Cards, Options, Phase, Reward, State, initial
from tests.engine.the_mind.games import at_table_level, do, orderly, table, told

STAR_LEVELS = (2, 5, 8)
LIFE_LEVELS = (3, 6, 9)


@pytest.mark.parametrize("level", range(1, 13))
def test_m3_1_stars_and_lives_as_printed_on_the_level_cards(level: int) -> None:
    effects = told(at_table_level(level), ReportLevelDone())
    kinds = [effect.kind for effect in effects if isinstance(effect, RewardPaid | RewardForfeited)]
    assert kinds == [Reward.STAR] * (level in STAR_LEVELS) + [Reward.LIFE] * (level in LIFE_LEVELS)


def test_m3_1_an_empty_supply_forfeits_and_says_so() -> None:
    life, star = at_table_level(6, players=4), at_table_level(8, players=3)
    assert RewardForfeited(Reward.LIFE) in told(life, ReportLevelDone())
    assert RewardForfeited(Reward.STAR) in told(star, ReportLevelDone())
    assert do(life, ReportLevelDone()).lives == life.lives
    assert do(star, ReportLevelDone()).stars == star.stars


def test_m3_1_the_last_level_pays_too() -> None:
    state = at_table_level(8, players=4)
    spent = do(state, ProposeStar(0), Agree(1), Agree(2), Agree(3), Focus())
    assert told(spent, ReportLevelDone()) == (LevelDone(8), RewardPaid(Reward.STAR), Won())
    assert do(spent, ReportLevelDone()).stars == spent.stars + 1


def _flawless_level(state: State) -> State:
    if not state.options.dealt:
        return do(state, Focus(), ReportLevelDone())
    deal = orderly(state)
    plays = [Play(seat, card) for seat, hand in enumerate(deal.hands) for card in hand]
    return do(state, deal, Focus(), *plays)


FLAWLESS = {
    2: {2: (2, 2), 3: (3, 2), 5: (3, 3), 6: (4, 3), 8: (4, 3), 9: (5, 3), 12: (5, 3)},
    3: {2: (3, 2), 3: (4, 2), 5: (4, 3), 6: (5, 3), 8: (5, 3), 9: (5, 3), 10: (5, 3)},
    4: {2: (4, 2), 3: (5, 2), 5: (5, 3), 6: (5, 3), 8: (5, 3)},
}


@pytest.mark.parametrize("cards", list(Cards))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m3_2_a_flawless_run(players: int, cards: Cards) -> None:
    seen: dict[int, tuple[int, int]] = {}
    state = table(players) if cards is Cards.TABLE else initial(Options(players, cards))
    while state.phase is not Phase.WON:
        level = state.level
        state = _flawless_level(state)
        seen[level] = (state.lives, state.stars)
    assert {level: seen[level] for level in FLAWLESS[players]} == FLAWLESS[players]
    assert state.level == max(FLAWLESS[players])
