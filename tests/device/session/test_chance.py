"""Seeded chance, as records.md words it."""

from __future__ import annotations

from random import Random

import pytest

from device.session.chance import (
    Kind,
    bag_left,
    deal_hands,
    draw_token,
    event,
    new_seed,
    partner_event,
    partner_rng,
    shuffle_cards,
)
from engine.nevermind.model import Token
from engine.step import fold
from engine.the_mind.commands import Deal
from engine.the_mind.model import Cards, Options, initial
from engine.the_mind.rules import step

FIRST_CARDS = [4, 0, 11, 1, 10, 7, 15, 2, 9, 8, 5, 6, 14, 3, 12, 13]
FIRST_TURNS = [180, 0, 180, 0, 0, 180, 0, 0, 180, 0, 0, 180, 180, 0, 180, 0]


def test_an_event_is_drawn_from_seed_kind_and_number() -> None:
    assert [kind.value for kind in Kind] == ["shuffle", "token", "deal", "partner"]
    assert event(7, Kind.SHUFFLE, 2).random() == Random("7/shuffle/2").random()
    assert event("7", Kind.DEAL, 0).random() == event(7, Kind.DEAL, 0).random()


@pytest.mark.parametrize(
    ("rotation", "turns"), [(0, [0]), (180, [0, 180]), (90, [0, 90, 180, 270])], ids=["0", "180", "90"]
)
@pytest.mark.parametrize("breathes", [0, 1, 2])
def test_a_shuffle_then_top_first_a_turn_a_card_and_none_for_a_breathe(
    rotation: int, turns: list[int], breathes: int
) -> None:
    random = Random("seed/shuffle/3")
    deck: list[object] = [*range(16), *(["breathe"] * breathes)]
    random.shuffle(deck)
    expected = [card if card == "breathe" else {"card": card, "turn": random.choice(turns)} for card in deck]
    assert shuffle_cards("seed", 3, rotation, breathes) == expected


def test_the_first_shuffle_of_seed_7_for_all_times() -> None:
    cards = shuffle_cards(7, 0, 180)
    assert [card["card"] for card in cards if isinstance(card, dict)] == FIRST_CARDS
    assert [card["turn"] for card in cards if isinstance(card, dict)] == FIRST_TURNS


def test_a_shuffle_may_hold_fewer_cards() -> None:
    cards = shuffle_cards(7, 0, 0, cards=(5, 3))
    assert sorted(card["card"] for card in cards if isinstance(card, dict)) == [3, 5]
    assert cards == shuffle_cards(7, 0, 0, cards=(3, 5))


def test_n1_6_the_bag_in_n0_order_without_what_was_drawn() -> None:
    full = bag_left([])
    assert [token.value for token in full] == [
        *["remembering"] * 2,
        *["thinking"] * 2,
        *["feeling"] * 2,
        *["anticipating"] * 2,
    ]
    drawn = [Token.THINKING, Token.FEELING, Token.FEELING, Token.FEELING]
    assert bag_left(drawn) == (
        Token.REMEMBERING,
        Token.REMEMBERING,
        Token.THINKING,
        Token.ANTICIPATING,
        Token.ANTICIPATING,
    )


def test_a_token_is_a_choice_from_the_rest_of_the_bag() -> None:
    rest = bag_left([Token.THINKING])
    assert draw_token("seed", 4, rest) is Random("seed/token/4").choice(list(rest))
    with pytest.raises(IndexError):
        draw_token("seed", 4, ())


def test_m1_2_a_deal_gives_every_players_th_card_to_a_seat() -> None:
    cards = Random("seed/deal/5").sample(range(1, 101), 12)
    assert deal_hands("seed", 5, 3, 4) == [cards[0::3], cards[1::3], cards[2::3]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_m1_2_the_rules_accept_what_is_dealt(players: int) -> None:
    state = initial(Options(players, Cards.DEALT))
    hands = deal_hands(1, 0, players, 1)
    assert fold(step, state, [Deal(tuple(tuple(hand) for hand in hands))]).refusal is None


def test_partners_think_anew_after_each_lift_and_each_card() -> None:
    assert partner_rng("seed", 1).random() == Random("seed/partner/1").random()
    assert partner_event({"deal": 1, "focus": 1}) == 0
    assert partner_event({"deal": 2, "focus": 3, "play": 4, "stop": 1}) == 6


def test_a_new_seed_comes_from_the_operating_system() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert len(new_seed()) == 16
