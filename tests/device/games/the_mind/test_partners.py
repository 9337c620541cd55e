"""Virtual partners: what they may know, how long they wait, what they learn."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.the_mind.chance import partner_rng
from device.games.the_mind.options import PartnerLevel
from device.games.the_mind.partners import (
    BASE_WAIT_US,
    NOISE,
    PACE_LIMITS,
    Ensemble,
    Partner,
    adapted,
    felt_gap,
    felt_wait_us,
    follow,
    next_play,
    resumed,
    seated,
    votes,
    wait_us,
)
from engine.the_mind.commands import Agree, Command, Deal, Decline, Focus, Play, ProposeStar, Stop
from engine.the_mind.model import Cards, Options, Phase, State, initial
from engine.the_mind.rules import step
from engine.the_mind.views import view_of

CALM = settings(deadline=None)
S = 1_000_000


class Game:
    """A game with its partners on a counted clock: a driver for these tests."""

    def __init__(self, *hands: tuple[int, ...], seats: tuple[int, ...] = (1,), blind: bool = False) -> None:
        self.state = initial(Options(len(hands), Cards.DEALT, blind=blind))
        self.state = replace(self.state, level=len(hands[0]), blind_levels=(len(hands[0]) - 1) * blind)
        self.partners = seated("seed", seats, PartnerLevel.GOOD)
        self.now_us = 0
        self.thought = 0
        self.do(Deal(hands))

    def do(self, command: Command, after_us: int = 0) -> Game:
        self.now_us += after_us
        before, done = self.state, step(self.state, command)
        assert done.refusal is None, done.refusal
        self.state = done.state
        self.partners = follow(self.partners, before, command, done.state, self.now_us, self.thought)
        self.thought += isinstance(command, Focus | Play)
        return self

    @property
    def partner(self) -> Partner:
        return self.partners.partners[0]


def playing(*hands: tuple[int, ...]) -> State:
    return Game(*hands).do(Focus()).state


@pytest.mark.parametrize(("gap", "wait"), [(1, 1_130_000), (10, 3_190_639), (100, 18_118_646)])
def test_a_wait_is_a_base_and_a_part_that_grows_with_the_gap(gap: int, wait: int) -> None:
    assert round(felt_wait_us(gap, 1.0)) == pytest.approx(wait, abs=1)


def test_the_levels_differ_in_noise_alone() -> None:
    assert NOISE == {"zen": 0.08, "good": 0.15, "human": 0.25}
    view = view_of(playing((1,), (31,)), 1)
    for level in PartnerLevel:
        partner = Partner(1, NOISE[level])
        assert wait_us(partner, view, 0.0) == round(felt_wait_us(31, 1.0))
        late = wait_us(partner, view, 1.0)
        assert late == round(BASE_WAIT_US + (felt_wait_us(31, 1.0) - BASE_WAIT_US) * exp(NOISE[level]))


def test_the_gap_is_from_the_top_of_the_pile_to_the_own_lowest_card() -> None:
    game = Game((10, 20), (31, 90)).do(Focus()).do(Play(0, 10), S)
    assert wait_us(Partner(1, 0.1), view_of(game.state, 1), 0.0) == round(felt_wait_us(21, 1.0))


def test_without_a_card_there_is_no_wait() -> None:
    game = Game((1, 50), (2, 3)).do(Focus()).do(Play(0, 1)).do(Play(1, 2)).do(Play(1, 3))
    assert wait_us(Partner(1, 0.1), view_of(game.state, 1), 0.0) is None
    assert next_play(game.partners, game.state) is None


@CALM
@given(st.permutations(range(1, 13)), st.permutations(range(1, 13)))
def test_m6_1_hidden_cards_of_others_change_no_wait(first: list[int], second: list[int]) -> None:
    mine = tuple(sorted(first[:4]))
    rest = [card for card in second if card not in mine]
    waits = set()
    for others in (rest, rest[::-1]):
        state = playing(tuple(others[:4]), mine, tuple(others[4:]))
        waits.add(wait_us(Partner(1, 0.15), view_of(state, 1), 0.5))
    assert len(waits) == 1


def test_the_wait_counts_from_the_lift_and_from_the_last_card() -> None:
    game = Game((5, 9), (30, 40)).do(Focus(), 2 * S)
    due = next_play(game.partners, game.state)
    assert due is not None
    noise = partner_rng("seed", 0)
    noise.gauss(0.0, 1.0)  # seat 0's, whom no partner sits on
    wait = wait_us(game.partner, view_of(game.state, 1), noise.gauss(0.0, 1.0))
    assert due == (2 * S + (wait or 0), Play(1, 30))
    game.do(Play(0, 5), 3 * S)
    assert game.partners.anchor_us == 5 * S
    later = next_play(game.partners, game.state)
    assert later is not None
    assert later[0] > 5 * S


def test_who_else_is_a_partner_does_not_shift_the_draw() -> None:
    alone = Game((5,), (30,), (60,), seats=(2,)).do(Focus())
    both = Game((5,), (30,), (60,), seats=(1, 2)).do(Focus())
    assert alone.partners.waits_us[0] == both.partners.waits_us[1]


def test_they_freeze_while_stopped_and_count_anew_from_the_lift() -> None:
    game = Game((5,), (30,)).do(Focus()).do(Stop(), S)
    assert next_play(game.partners, game.state) is None
    game.do(Focus(), 600 * S)
    due = next_play(game.partners, game.state)
    assert due is not None
    assert due[0] > 601 * S
    assert game.partner.pace == 1.0


def test_they_hold_still_in_a_vote_and_go_on_where_they_were() -> None:
    game = Game((5,), (30,)).do(Focus())
    before = next_play(game.partners, game.state)
    game.do(ProposeStar(0), S)
    assert next_play(game.partners, game.state) is None
    game.do(Decline(0), 7 * S)
    after = next_play(game.partners, game.state)
    assert before is not None
    assert after == (before[0] + 7 * S, before[1])


def test_a_card_that_ends_a_vote_is_a_wait_without_the_vote() -> None:
    straight = Game((5, 9), (30, 40)).do(Focus()).do(Play(0, 5), 2 * S)
    voted = Game((5, 9), (30, 40)).do(Focus()).do(ProposeStar(0), 2 * S).do(Play(0, 5), 50 * S)
    assert voted.partner == straight.partner


def test_a_vote_called_while_stopped_leads_back_to_the_stop() -> None:
    game = Game((5,), (30,)).do(Focus()).do(Stop(), S).do(ProposeStar(0), S).do(Decline(0), S)
    assert game.state.phase is Phase.FOCUS
    assert next_play(game.partners, game.state) is None


@pytest.mark.parametrize("learning", [0.1, 0.15, 0.2])
@pytest.mark.parametrize("shown", [0.5, 1.0, 2.0])
def test_the_pace_moves_10_to_20_percent_towards_an_observed_wait(learning: float, shown: float) -> None:
    partner = adapted(Partner(1, 0.1, learning=learning), 20, round(felt_wait_us(20, shown)))
    assert partner.pace == pytest.approx(shown**learning, rel=1e-5)


@CALM
@given(st.integers(1, 99), st.integers(0, 10**9), st.floats(0.25, 4.0))
def test_no_wait_moves_the_pace_away_or_out_of_bounds(gap: int, waited_us: int, pace: float) -> None:
    partner = adapted(Partner(1, 0.1, pace), gap, waited_us)
    assert PACE_LIMITS[0] * 0.999 <= partner.pace <= PACE_LIMITS[1] * 1.001
    slower = waited_us > felt_wait_us(gap, pace)
    assert partner.pace >= pace * 0.999 if slower else partner.pace <= pace * 1.001


def test_it_learns_from_every_card_of_others_and_from_none_of_its_own() -> None:
    game = Game((20, 40), (30, 50)).do(Focus()).do(Play(0, 20), 60 * S)
    slower = game.partner.pace
    assert slower > 1.1
    game.do(Play(1, 30), S)
    assert game.partner.pace == slower
    game.do(Play(0, 40), S // 2)
    assert game.partner.pace < slower


def test_blind_a_partner_feels_the_pile_from_waits_and_its_own_cards() -> None:
    game = Game((20, 40), (30, 90), blind=True).do(Focus())
    game.do(Play(0, 20), round(felt_wait_us(20, 1.0)))
    assert game.partner.felt_top == pytest.approx(20, abs=0.01)
    assert game.partner.pace == 1.0  # a face-down card teaches no pace
    game.do(Play(1, 30), S)
    assert game.partner.felt_top == 30
    assert wait_us(game.partner, view_of(game.state, 1), 0.0) == round(felt_wait_us(60, 1.0))
    game.do(Play(0, 40), 500 * S)
    assert game.partner.felt_top == 100
    game.do(Play(1, 90), S)
    assert (game.state.level, game.partner.felt_top) == (3, 0.0)


@given(st.floats(1.0, 99.0), st.floats(0.25, 4.0))
def test_a_felt_gap_is_the_inverse_of_a_felt_wait(gap: float, pace: float) -> None:
    assert felt_gap(round(felt_wait_us(gap, pace)), pace) == pytest.approx(gap, rel=1e-3)
    assert felt_gap(0, pace) == 0


def test_m2_7_of_two_partners_at_the_same_time_the_lower_card_is_first() -> None:
    game = Game((40, 50), (30, 60), seats=(0, 1)).do(Focus())
    tied = replace(game.partners, waits_us=(S, S))
    assert next_play(tied, game.state) == (S, Play(1, 30))


def test_they_agree_to_stars() -> None:
    game = Game((5,), (30,), (60,), seats=(1, 2)).do(Focus()).do(ProposeStar(0))
    assert votes(game.partners, game.state) == (Agree(1), Agree(2))
    game.do(Agree(1))
    assert votes(game.partners, game.state) == (Agree(2),)
    game.do(Agree(2))
    assert votes(game.partners, game.state) == ()


def test_after_an_undo_they_count_from_now() -> None:
    game = Game((5,), (30,)).do(Focus())
    again = resumed(game.partners, game.state, 9 * S, 0)
    assert again.anchor_us == 9 * S
    assert again.waits_us == game.partners.waits_us  # the same event, the same draw
    assert resumed(game.partners, initial(Options(cards=Cards.DEALT)), 9 * S, 0).anchor_us is None


def test_the_same_facts_make_the_same_partners() -> None:
    def play() -> Ensemble:
        return Game((5, 9), (30, 40)).do(Focus()).do(Play(0, 5), 3 * S).partners

    assert play() == play()
