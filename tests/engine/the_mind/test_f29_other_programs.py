"""F29: what programs for The Mind got wrong elsewhere; each fault a test."""

from __future__ import annotations

from engine.step import RefusalCode
from engine.the_mind.commands import (
    Agree,
    Deal,
    Decline,
    Focus,
    Play,
    ProposeStar,
    ReportLevelDone,
    ReportMisplay,
    Stop,
)
from engine.the_mind.effects import LevelBegan, LevelDone, RewardPaid
from engine.the_mind.model import MAX_LIVES, MAX_STARS, Phase, Reward
from tests.engine.the_mind.games import at_table_level, dealt, do, hands, refused, told


def test_f29_the_reward_is_paid_on_completing_a_level_not_on_entering_it() -> None:
    second = at_table_level(2)
    assert second.stars == 1
    assert do(at_table_level(1), ReportLevelDone()).stars == 1
    assert told(second, ReportLevelDone()) == (LevelDone(2), RewardPaid(Reward.STAR), LevelBegan(3))
    assert do(second, ReportLevelDone()).stars == 2


def test_f29_lives_and_stars_have_caps() -> None:
    four = at_table_level(8, players=4)
    assert (four.lives, four.stars) == (MAX_LIVES, MAX_STARS)
    assert do(four, ReportLevelDone()).stars == MAX_STARS


def test_f29_a_misplay_takes_one_life_however_many_cards_were_lower() -> None:
    state = hands((90, 91, 92), (1, 2, 3), (4, 5, 6))
    after = do(state, Play(0, 90))
    assert after.lives == state.lives - 1
    assert after.aside == (1, 2, 3, 4, 5, 6)


def test_f29_a_star_does_not_raise_the_pile() -> None:
    state = do(hands((1, 80), (2, 40), (3, 50)), Play(0, 1))
    used = do(state, ProposeStar(0), Agree(1), Agree(2))
    assert used.pile == (1,)
    assert used.hands == ((), (40,), (50,))
    resumed = do(used, Focus(), Play(1, 40))  # 40 lies under the 80 that went aside: no misplay
    assert resumed.lives == state.lives


def test_f29_old_votes_are_not_kept() -> None:
    state = hands((1, 2), (3, 4), (5, 6))
    for end in (Decline(1), Stop(), Play(0, 1)):
        later = do(state, ProposeStar(0), Agree(1), end)
        assert later.votes == ()
        if later.phase is Phase.FOCUS:
            later = do(later, Focus())
        assert do(later, ProposeStar(2)).votes == (2,)
    misplayed = do(at_table_level(2, 3), ProposeStar(0), Agree(1), ReportMisplay(), Focus(), ProposeStar(2))
    assert misplayed.votes == (2,)


def test_f29_a_star_with_an_empty_hand_does_not_crash() -> None:
    state = do(hands((1,), (2,), (3,)), Play(0, 1))
    assert do(state, ProposeStar(0), Agree(1), Agree(2)).level == 2


def test_f29_a_level_that_a_star_emptied_ends() -> None:
    state = do(hands((1, 9), (2, 8)), Play(0, 1), Play(1, 2), ProposeStar(0), Agree(1))
    assert (state.phase, state.level) == (Phase.DEAL, 3)


def test_f29_no_play_is_accepted_while_stopped() -> None:
    state = do(hands((1, 2), (3, 4)), Stop())
    assert refused(state, Play(0, 1)) is RefusalCode.PHASE
    asked = do(state, ProposeStar(0))
    assert refused(asked, Play(0, 1)) is RefusalCode.PHASE
    assert refused(do(dealt(), Deal(((1,), (2,)))), Play(0, 1)) is RefusalCode.PHASE
