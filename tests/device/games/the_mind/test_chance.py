"""Seeded chance of The Mind, as docs/records.md words it."""

from __future__ import annotations

from random import Random

import pytest

from device.games.the_mind.chance import DEAL, PARTNER, deal_hands, partner_event, partner_rng
from engine.the_mind.commands import Deal
from engine.the_mind.model import Cards, Options, initial
from engine.the_mind.rules import step
from tests.engine.fold import fold


def test_the_kinds_of_events_have_the_names_of_the_record_format() -> None:
    assert (DEAL, PARTNER) == ("deal", "partner")


def test_m1_2_a_deal_gives_every_players_th_card_to_a_seat() -> None:
    cards = Random("seed/deal/5").sample(range(1, 101), 12)
    assert deal_hands("seed", 5, 3, 4) == (tuple(cards[0::3]), tuple(cards[1::3]), tuple(cards[2::3]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_m1_2_the_rules_accept_what_is_dealt(players: int) -> None:
    state = initial(Options(players, Cards.DEALT))
    hands = deal_hands(1, 0, players, 1)
    assert fold(step, state, [Deal(hands)]).refusal is None


def test_partners_think_anew_after_each_lift_and_each_card() -> None:
    assert partner_rng("seed", 1).random() == Random("seed/partner/1").random()
    assert partner_event({"deal": 1, "focus": 1}) == 0
    assert partner_event({"deal": 2, "focus": 3, "play": 4, "stop": 1}) == 6
