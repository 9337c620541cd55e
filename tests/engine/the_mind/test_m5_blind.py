"""M5: the end of a game, and blind mode."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.step import RefusalCode
from engine.the_mind.blind import count_mistakes
from engine.the_mind.commands import (
    Agree,
    BeginBlind,
    Concede,
    Deal,
    Focus,
    Play,
    ProposeStar,
    ReportLevelDone,
    ReportMisplay,
    Stop,
)
from engine.the_mind.effects import (
    BlindBegan,
    BlindOver,
    BlindWon,
    CardPlayed,
    Conceded,
    LevelBegan,
    LevelDone,
    LifeLost,
    MistakesFound,
    RewardPaid,
    VoteEnd,
    VoteEnded,
    Won,
)
from engine.the_mind.model import Phase, Reward, State
from engine.the_mind.views import view_of
from tests.engine.the_mind.games import at_table_level, dealt, do, hands, orderly, refused, table, told

if TYPE_CHECKING:
    from collections.abc import Callable


def won_at_the_table(players: int = 2) -> State:
    state = table(players)
    return do(at_table_level(state.options.last_level, players), ReportLevelDone())


def test_m5_1_the_last_level_complete_is_a_win() -> None:
    last = at_table_level(12)
    assert told(last, ReportLevelDone())[-1] == Won()
    state = do(last, ReportLevelDone())
    assert (state.phase, state.result, state.level) == (Phase.WON, Phase.WON, 12)


def test_m5_1_then_blind_mode_with_lives_and_stars_kept() -> None:
    state = won_at_the_table()
    again = do(state, BeginBlind())
    assert told(state, BeginBlind()) == (BlindBegan(), LevelBegan(1))
    assert (again.phase, again.level, again.blind, again.result) == (Phase.FOCUS, 1, True, None)
    assert (again.lives, again.stars) == (state.lives, state.stars)


def test_m5_1_blind_mode_goes_on_in_dealt_play_with_a_deal() -> None:
    low, high = tuple(range(1, 13)), tuple(range(13, 25))
    state = do(hands(low, high), *(Play(0, card) for card in low), *(Play(1, card) for card in high))
    assert state.phase is Phase.WON
    assert state.pile == (*low, *high)  # the end leaves the cards as they are
    again = do(state, BeginBlind())
    assert (again.phase, again.hands, again.pile) == (Phase.DEAL, None, ())


def test_m5_1_a_won_game_offers_nothing_else() -> None:
    state = won_at_the_table()
    for command in (Concede(), Focus(), Stop(), ReportMisplay()):
        assert refused(state, command) is RefusalCode.OVER


def test_m5_1_blind_mode_from_the_start_has_the_start_values() -> None:
    state = table(3, blind=True)
    assert (state.blind, state.level, state.lives, state.stars) == (True, 1, 3, 1)
    assert refused(state, BeginBlind()) is RefusalCode.PHASE


def test_m5_1_giving_up_ends_the_game_and_leaves_it_as_it_lies() -> None:
    asked = do(at_table_level(2), ProposeStar(1))
    assert told(asked, Concede()) == (Conceded(),)
    over = do(asked, Concede())
    assert (over.phase, over.votes, over.lives) == (Phase.LOST, (1,), asked.lives)
    assert do(at_table_level(2, blind=True), Concede()).phase is Phase.BLIND_OVER
    assert do(dealt(), Concede()).phase is Phase.LOST


@pytest.mark.parametrize("start", [table, dealt], ids=["table", "dealt"])
@pytest.mark.parametrize("blind", [False, True])
def test_m5_1_one_may_give_up_in_every_phase_of_a_running_game(
    start: Callable[..., State], blind: bool
) -> None:
    state = start(blind=blind)
    seen = [state]
    if state.phase is Phase.DEAL:
        seen.append(do(state, orderly(state)))
    seen.append(do(seen[-1], Focus()))
    seen.append(do(seen[-1], ProposeStar(0)))
    assert len({state.phase for state in seen}) == len(seen)
    end = Phase.BLIND_OVER if blind else Phase.LOST
    for state in seen:
        assert told(state, Concede()) == (Conceded(),)
        assert do(state, Concede()) == replace(state, phase=end)


def test_m5_2_no_misplay_is_called_and_nothing_set_aside() -> None:
    state = hands((9,), (1,), blind=True)
    after = do(state, Play(0, 9))
    assert (after.phase, after.lives, after.aside, after.pile) == (Phase.PLAYING, 2, (), (9,))
    assert refused(at_table_level(1, blind=True), ReportMisplay()) is RefusalCode.PHASE


def test_m5_2_a_player_sees_no_pile_numbers() -> None:
    state = do(hands((9,), (1,), blind=True), Play(0, 9))
    assert view_of(state, 1).pile_top is None
    assert view_of(state, 1).pile_count == 1
    assert view_of(do(hands((1,), (9,)), Play(0, 1)), 1).pile_top == 1


EXAMPLES = [
    ((5, 20, 10, 30, 25, 12), 2),
    ((1, 2, 3), 0),
    ((9, 1, 2, 3), 1),
    ((3, 9, 1, 2), 1),
    ((2, 9, 5), 1),
    ((50, 40, 60, 55, 70, 65), 3),
    ((5, 4, 3, 2, 1), 1),
    ((), 0),
]


@pytest.mark.parametrize(("pile", "mistakes"), EXAMPLES)
def test_m5_3_mistakes_of_a_pile(pile: tuple[int, ...], mistakes: int) -> None:
    assert count_mistakes(pile) == mistakes


def charged_by_open_play(pile: list[int]) -> int:
    """The lives that open play takes if cards fall in this order and set-aside cards are skipped."""
    held, lives = list(pile), 0
    while held:
        card = held.pop(0)
        lower = [other for other in held if other < card]
        lives += bool(lower)
        held = [other for other in held if other > card]
    return lives


@settings(deadline=None)
@given(st.lists(st.integers(1, 100), unique=True, max_size=24))
def test_m5_3_it_is_what_open_play_would_have_charged(pile: list[int]) -> None:
    assert count_mistakes(pile) == charged_by_open_play(pile)


@pytest.mark.long
@settings(deadline=None)
@given(st.integers(2, 4), st.data())
def test_m5_3_dealt_blind_play_charges_what_the_pile_shows(players: int, data: st.DataObject) -> None:
    level = 3
    cards = data.draw(st.permutations(range(1, players * level + 1)))
    given_hands = tuple(tuple(cards[seat::players]) for seat in range(players))
    state = hands(*given_hands, blind=True)
    lives = state.lives
    effects: tuple[object, ...] = ()
    while state.level == level and state.phase is Phase.PLAYING:
        seat = data.draw(st.sampled_from(state.holders))
        effects = told(state, Play(seat, state.held[seat][0]))
        last, state = state, do(state, Play(seat, state.held[seat][0]))
        pile = (*last.pile, last.held[seat][0])
    mistakes = charged_by_open_play(list(pile))
    assert MistakesFound(mistakes) in effects
    lost = sum(effect.count for effect in effects if isinstance(effect, LifeLost))
    assert lost == min(mistakes, lives)


def test_m5_4_one_life_per_mistake_by_default() -> None:
    state = at_table_level(4, 3, blind=True)
    after = do(state, ReportLevelDone(2))
    assert after.lives == state.lives - 2
    assert told(state, ReportLevelDone(2)) == (
        MistakesFound(2),
        LifeLost(2, after.lives),
        LevelDone(4),
        LevelBegan(5),
    )


def test_m5_4_capped_one_life_a_level_at_most() -> None:
    state = at_table_level(4, 3, blind=True, blind_cap=True)
    assert do(state, ReportLevelDone(3)).lives == state.lives - 1
    assert do(state, ReportLevelDone(0)).lives == state.lives


def test_m5_4_lives_first_then_the_reward() -> None:
    state = at_table_level(3, blind=True)
    assert state.lives == 2
    assert do(state, ReportLevelDone(1)).lives == 2
    over = do(state, ReportLevelDone(2))  # the life of this level would come too late
    assert (over.phase, over.lives) == (Phase.BLIND_OVER, 0)


def test_m5_4_out_of_lives_is_over_and_the_level_does_not_count() -> None:
    state = at_table_level(3, blind=True)
    assert told(state, ReportLevelDone(9)) == (MistakesFound(9), LifeLost(2, 0), BlindOver(2))
    over = do(state, ReportLevelDone(9))
    assert (over.blind_levels, over.level, over.result) == (2, 3, Phase.BLIND_OVER)
    assert refused(over, BeginBlind()) is RefusalCode.OVER


def test_m5_4_the_score_is_the_blind_levels_completed() -> None:
    state = do(won_at_the_table(4), BeginBlind())
    for level in range(8):
        assert state.blind_levels == level
        state = do(state, Focus(), ReportLevelDone(0))
    assert (state.phase, state.blind_levels, state.level) == (Phase.BLIND_WON, 8, 8)
    last = at_table_level(8, 4, blind=True)
    assert told(last, ReportLevelDone(0))[-1] == BlindWon()


def test_m5_5_stars_put_cards_aside_and_never_into_the_check() -> None:
    state = do(hands((90, 95), (1, 2), blind=True), Play(0, 90))
    used = do(state, ProposeStar(0), Agree(1))
    assert (used.aside, used.pile, used.hands) == ((1, 95), (90,), ((), (2,)))
    effects = told(used, Focus(), Play(1, 2))
    assert MistakesFound(1) in effects
    assert RewardPaid(Reward.STAR) in effects


def test_m5_5_a_star_that_empties_the_hands_leads_to_the_check() -> None:
    state = do(hands((9, 95), (1, 2), blind=True), Play(0, 9), Play(1, 1))
    assert MistakesFound(1) in told(state, ProposeStar(0), Agree(1))


def test_m5_6_table_play_asks_for_the_mistakes_found() -> None:
    blind = at_table_level(1, blind=True)
    assert refused(blind, ReportLevelDone()) is RefusalCode.MISTAKES
    assert refused(blind, ReportLevelDone(-1)) is RefusalCode.MISTAKES
    assert refused(at_table_level(1), ReportLevelDone(0)) is RefusalCode.MISTAKES
    assert told(blind, ReportLevelDone(0))[0] == MistakesFound(0)


def test_m5_6_they_are_told_once_the_level_has_started_also_while_stopped_or_voting() -> None:
    assert refused(table(blind=True), ReportLevelDone(0)) is RefusalCode.PHASE
    blind = at_table_level(1, blind=True)
    done = (MistakesFound(1), LifeLost(1, 1), LevelDone(1), LevelBegan(2))
    assert told(blind, ReportLevelDone(1)) == told(do(blind, Stop()), ReportLevelDone(1)) == done
    asked = do(blind, ProposeStar(0))
    assert told(asked, ReportLevelDone(1)) == (VoteEnded(VoteEnd.LEVEL_DONE), *done)
    assert do(asked, ReportLevelDone(1)) == do(blind, ReportLevelDone(1))


def test_m5_3_dealt_blind_play_finds_the_mistakes_by_itself() -> None:
    state = do(dealt(blind=True), Deal(((9,), (1,))), Focus(), Play(0, 9))
    assert told(state, Play(1, 1)) == (
        *(CardPlayed(1, 1), MistakesFound(1), LifeLost(1, 1)),
        *(LevelDone(1), LevelBegan(2)),
    )
    assert do(state, Play(1, 1)).blind_levels == 1
    assert refused(state, ReportLevelDone(1)) is RefusalCode.PHASE
