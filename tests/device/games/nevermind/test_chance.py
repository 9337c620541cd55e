"""Seeded chance of Nevermind, as docs/records.md words it."""

from __future__ import annotations

from random import Random

import pytest

from device.games.nevermind.chance import SHUFFLE, TOKEN, bag_left, draw_token, shuffle_cards
from engine.nevermind.model import BREATHE, MindCard, Token

FIRST_CARDS = [4, 0, 11, 1, 10, 7, 15, 2, 9, 8, 5, 6, 14, 3, 12, 13]
FIRST_TURNS = [180, 0, 180, 0, 0, 180, 0, 0, 180, 0, 0, 180, 180, 0, 180, 0]


def test_the_kinds_of_events_have_the_names_of_the_record_format() -> None:
    assert (SHUFFLE, TOKEN) == ("shuffle", "token")


@pytest.mark.parametrize(
    ("rotation", "turns"), [(0, [0]), (180, [0, 180]), (90, [0, 90, 180, 270])], ids=["0", "180", "90"]
)
@pytest.mark.parametrize("breathes", [0, 1, 2])
def test_a_shuffle_then_top_first_a_turn_a_card_and_none_for_a_breathe(
    rotation: int, turns: list[int], breathes: int
) -> None:
    random = Random("seed/shuffle/3")
    deck: list[int | None] = [*range(16), *([None] * breathes)]
    random.shuffle(deck)
    expected = [BREATHE if card is None else MindCard(card, random.choice(turns)) for card in deck]
    assert shuffle_cards("seed", 3, rotation, breathes) == tuple(expected)


def test_the_first_shuffle_of_seed_7_for_all_times() -> None:
    cards = shuffle_cards(7, 0, 180)
    assert [card.card for card in cards if isinstance(card, MindCard)] == FIRST_CARDS
    assert [card.turn for card in cards if isinstance(card, MindCard)] == FIRST_TURNS


def test_a_shuffle_may_hold_fewer_cards() -> None:
    cards = shuffle_cards(7, 0, 0, cards=(5, 3))
    assert sorted(card.card for card in cards if isinstance(card, MindCard)) == [3, 5]
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
