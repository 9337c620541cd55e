"""M4: the throwing star."""

from __future__ import annotations

import pytest

from engine.step import RefusalCode
from engine.the_mind.commands import (
    Agree,
    Decline,
    Focus,
    Play,
    ProposeStar,
    ReportLevelDone,
    ReportMisplay,
    Stop,
)
from engine.the_mind.effects import (
    LevelBegan,
    LevelDone,
    LifeLost,
    Misplayed,
    RewardPaid,
    StarProposed,
    StarUsed,
    Stopped,
    VoteAgreed,
    VoteEnd,
    VoteEnded,
)
from engine.the_mind.model import Phase, Reward, State
from tests.engine.the_mind.games import at_table_level, dealt, do, hands, orderly, refused, table, told


@pytest.fixture(params=["table", "dealt"])
def playing(request: pytest.FixtureRequest) -> State:
    """Three players in level 3, with a star."""
    return at_table_level(3, 3) if request.param == "table" else hands((1, 2, 3), (4, 5, 6), (7, 8, 9))


def test_m4_1_any_player_proposes_and_counts_as_agreed(playing: State) -> None:
    for seat in range(3):
        asked = do(playing, ProposeStar(seat))
        assert (asked.phase, asked.votes) == (Phase.STAR_VOTE, (seat,))
        assert told(playing, ProposeStar(seat)) == (StarProposed(seat),)
        assert refused(asked, Agree(seat)) is RefusalCode.SEAT
        assert refused(asked, ProposeStar(seat)) is RefusalCode.PHASE


def test_m4_1_also_while_stopped_inside_a_started_level(playing: State) -> None:
    asked = do(playing, Stop(), ProposeStar(1))
    assert asked.phase is Phase.STAR_VOTE


def test_m4_1_not_before_the_level_has_started() -> None:
    assert refused(table(), ProposeStar(0)) is RefusalCode.PHASE
    assert refused(dealt(), ProposeStar(0)) is RefusalCode.PHASE
    assert refused(do(dealt(), orderly(dealt())), ProposeStar(0)) is RefusalCode.PHASE
    assert refused(do(at_table_level(1), ReportLevelDone()), ProposeStar(0)) is RefusalCode.PHASE


def test_m4_1_a_star_must_be_left(playing: State) -> None:
    spent = playing
    for _ in range(playing.stars):
        spent = do(spent, ProposeStar(0), Agree(1), Agree(2), Focus())
    assert refused(spent, ProposeStar(0)) is RefusalCode.NO_STAR


def test_m4_1_without_a_star_it_does_not_matter_who_asks() -> None:
    spent = do(hands((1, 2), (3, 4)), ProposeStar(0), Agree(1), Focus())
    assert spent.stars == 0
    for seat in (0, 7):
        assert refused(spent, ProposeStar(seat)) is RefusalCode.NO_STAR


@pytest.mark.parametrize("seat", [-1, 3])
def test_m4_1_no_such_seat(playing: State, seat: int) -> None:
    assert refused(playing, ProposeStar(seat)) is RefusalCode.SEAT
    asked = do(playing, ProposeStar(0))
    assert refused(asked, Agree(seat)) is RefusalCode.SEAT
    assert refused(asked, Decline(seat)) is RefusalCode.SEAT


def test_m4_2_all_must_agree(playing: State) -> None:
    asked = do(playing, ProposeStar(2), Agree(0))
    assert (asked.phase, asked.votes, asked.stars) == (Phase.STAR_VOTE, (0, 2), playing.stars)
    assert told(do(playing, ProposeStar(2)), Agree(0)) == (VoteAgreed(0),)
    used = do(asked, Agree(1))
    assert (used.phase, used.votes, used.stars) == (Phase.FOCUS, (), playing.stars - 1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_m4_2_any_no_ends_it_free_and_play_is_as_before(playing: State, seat: int) -> None:
    for before in (playing, do(playing, Stop())):
        asked = do(before, ProposeStar(0), Agree(1))
        assert told(asked, Decline(seat)) == (VoteEnded(VoteEnd.DECLINED),)
        assert do(asked, Decline(seat)) == before


def test_m4_2_a_stop_ends_it(playing: State) -> None:
    for before in (playing, do(playing, Stop())):
        asked = do(before, ProposeStar(0), Agree(1))
        assert told(asked, Stop()) == (VoteEnded(VoteEnd.STOPPED), Stopped())
        assert do(asked, Stop()) == do(playing, Stop())


def test_m4_2_a_played_card_ends_it() -> None:
    state = hands((1, 2), (3, 4))
    asked = do(state, ProposeStar(1))
    assert told(asked, Play(0, 1))[0] == VoteEnded(VoteEnd.PLAYED)
    assert do(asked, Play(0, 1)) == do(state, Play(0, 1))


def test_m4_2_in_a_vote_a_card_is_judged_as_ever() -> None:
    asked = do(hands((1, 2), (3, 4)), ProposeStar(1))
    for seat in (-1, 2):
        assert refused(asked, Play(seat, 1)) is RefusalCode.SEAT
    assert refused(asked, Play(0, 2)) is RefusalCode.CARDS
    assert refused(do(at_table_level(2), ProposeStar(1)), Play(0, 1)) is RefusalCode.PHASE


def test_m4_2_a_misplay_ends_it() -> None:
    state = hands((1, 9), (3, 4))
    asked = do(state, ProposeStar(1))
    assert do(asked, Play(1, 3)) == do(state, Play(1, 3))
    paper = at_table_level(2)
    effects = told(do(paper, ProposeStar(0)), ReportMisplay())
    assert effects == (VoteEnded(VoteEnd.MISPLAYED), Misplayed(None, None, (), 1), LifeLost(1, 1))
    assert do(paper, ProposeStar(0), ReportMisplay()) == do(paper, ReportMisplay())


def test_m4_2_a_finished_level_ends_it() -> None:
    paper = at_table_level(1)
    effects = told(do(paper, ProposeStar(0)), ReportLevelDone())
    assert effects == (VoteEnded(VoteEnd.LEVEL_DONE), LevelDone(1), LevelBegan(2))
    assert do(paper, ProposeStar(0), ReportLevelDone()) == do(paper, ReportLevelDone())
    state = do(hands((1,), (2,)), Play(0, 1))
    assert do(state, ProposeStar(0), Play(1, 2)) == do(state, Play(1, 2))


def test_m4_2_in_a_vote_called_while_stopped_no_card_falls() -> None:
    state = do(hands((1, 2), (3, 4)), Stop(), ProposeStar(0))
    assert refused(state, Play(0, 1)) is RefusalCode.PHASE


def test_m4_2_old_votes_never_count_later(playing: State) -> None:
    again = do(playing, ProposeStar(0), Agree(1), Decline(2), ProposeStar(2))
    assert again.votes == (2,)
    assert do(again, Agree(0)).phase is Phase.STAR_VOTE


def test_m4_2_no_vote_without_a_proposal(playing: State) -> None:
    assert refused(playing, Agree(0)) is RefusalCode.PHASE
    assert refused(playing, Decline(0)) is RefusalCode.PHASE


def test_m4_3_players_with_empty_hands_propose_and_vote_too_by_default() -> None:
    state = do(hands((1,), (2,), (3,)), Play(0, 1))
    assert state.options.empty_hands_vote
    assert state.voters == (0, 1, 2)
    asked = do(state, ProposeStar(0), Agree(1))
    assert asked.phase is Phase.STAR_VOTE
    assert do(asked, Agree(2)).stars == 0


def test_m4_3_switched_off_empty_hands_do_neither() -> None:
    state = do(hands((1,), (2,), (3,), empty_hands_vote=False), Play(0, 1))
    assert refused(state, ProposeStar(0)) is RefusalCode.SEAT
    asked = do(state, ProposeStar(1))
    assert refused(asked, Agree(0)) is RefusalCode.SEAT
    assert refused(asked, Decline(0)) is RefusalCode.SEAT
    assert do(asked, Agree(2)).level == 2


def test_m4_3_switched_off_one_holder_alone_decides_at_once() -> None:
    state = do(hands((1, 2), (3, 4), empty_hands_vote=False), Play(0, 1), Play(0, 2))
    used = do(state, ProposeStar(1))
    assert (used.phase, used.stars, used.hands) == (Phase.FOCUS, 0, ((), (4,)))
    assert told(state, ProposeStar(1)) == (StarProposed(1), StarUsed(((), (3,)), 0))
    assert do(state, Stop(), ProposeStar(1)) == used


def test_m4_3_at_the_table_nobody_knows_whose_hand_is_empty() -> None:
    assert at_table_level(1, 3, empty_hands_vote=False).voters == (0, 1, 2)


def test_m4_4_each_hand_puts_its_lowest_aside_and_the_pile_stays() -> None:
    state = do(hands((1, 50), (30, 40), (20, 60)), Play(0, 1))
    used = do(state, ProposeStar(0), Agree(1), Agree(2))
    assert used.hands == ((), (40,), (60,))
    assert used.aside == (20, 30, 50)
    assert used.pile == (1,)
    assert used.lives == state.lives  # 50 went before 40: no misplay
    assert told(state, ProposeStar(0), Agree(1), Agree(2))[-1] == StarUsed(((50,), (30,), (20,)), 0)
    assert do(used, Focus(), Play(1, 40)).pile == (1, 40)


def test_m4_4_then_focus_or_the_level_is_complete() -> None:
    state = hands((5,), (2,))
    effects = told(state, ProposeStar(0), Agree(1))
    assert effects[-3:] == (StarUsed(((5,), (2,)), 0), LevelDone(1), LevelBegan(2))
    assert do(state, ProposeStar(0), Agree(1)).phase is Phase.DEAL


def test_m4_4_the_reward_of_the_level_a_star_completes() -> None:
    state = do(hands((1, 9), (2, 8)), Play(0, 1), Play(1, 2))
    assert RewardPaid(Reward.STAR) in told(state, ProposeStar(0), Agree(1))


def test_m4_4_at_the_table_the_star_leads_to_focus_and_the_level_stays() -> None:
    state = do(at_table_level(2), ProposeStar(1), Agree(0))
    assert (state.phase, state.level, state.started) == (Phase.FOCUS, 2, True)
    assert told(at_table_level(2), ProposeStar(1), Agree(0))[-1] == StarUsed((), 0)


def test_m4_5_no_limit_per_level() -> None:
    state = hands((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    stars = state.stars
    assert stars == 2
    for _ in range(stars):
        state = do(state, ProposeStar(0), Agree(1), Focus())
    assert (state.stars, state.hands) == (0, ((3, 4, 5), (8, 9, 10)))
