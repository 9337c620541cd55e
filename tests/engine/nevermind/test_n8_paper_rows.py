"""N8: which row of the table is taken with paper decks, and in which order its deeds are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.nevermind import commands as c
from engine.nevermind import effects as fx
from engine.nevermind.model import BREATHE, UNSEEN, CenterCard, ShownCard, State
from engine.nevermind.phases import Phase
from engine.nevermind.rules import step
from engine.step import RefusalCode
from tests.engine.nevermind.kit import NW, E, N, S, W, cards, grid, hand, mind, play, refused
from tests.engine.nevermind.test_n8_paper import lying

if TYPE_CHECKING:
    from engine.nevermind.commands import Command

BREATHING = grid(NW="subliminal:thinking", N="released:feeling", E="distraction:feeling")


def in_breath(phase: Phase, **changes: Any) -> State:
    """A breath from NW of a paper game in which one Center Card was added and left the game."""
    fields = {"center": 1, "breath_from": NW, "centers_added": 1, "places": BREATHING}
    return lying(phase, **{**fields, **changes})


def said(state: State, command: Command) -> str:
    """Return the message of a command that is refused."""
    assert refused(state, command) is RefusalCode.CARDS
    done = step(state, command)
    assert done.refusal is not None
    return done.refusal.message


@pytest.mark.parametrize("card", [ShownCard(W, S), CenterCard()])
def test_n8_2_the_devices_own_deck_shows_what_it_holds_whatever_is_told(card: ShownCard | CenterCard) -> None:
    state, happened = play(mind(grid(S="thought:feeling"), (N, E)), c.Draw(card))
    assert happened[0] == fx.MindCardFlipped(0, 0, N, E)
    assert state.discards == cards(0)


@pytest.mark.parametrize("card", [None, ShownCard(E)])
def test_n8_2_what_is_not_told_is_asked_for_before_it_is_judged(card: ShownCard | None) -> None:
    state = lying(Phase.MIND, centers=2, in_deck=2, stage=6, super_monkey=True)
    assert said(state, c.Draw(card)).startswith("say ")
    assert said(state, c.Draw(ShownCard(E, S))).startswith("only Center Cards")


def test_n8_3_a_center_card_shuffled_inside_a_breath_may_be_among_the_cards_drawn_after_it() -> None:
    state = in_breath(Phase.BREATH_HAND, centers=1, seen=1, in_deck=1, centers_added=2)
    state, _ = play(state, c.DrawHand(2))
    assert (state.phase, state.hand, state.hand_centers) == (Phase.SHUFFLE, (UNSEEN,), (0, 0))
    state, happened = play(state, c.Shuffle())
    assert happened == (fx.DeckShuffled(16, 1, opening=False), fx.HandDrawn(1))
    assert (state.hand, state.hand_centers, len(state.deck)) == ((UNSEEN,) * 2, (0, 1), 15)
    play(state, c.PlayHand(card=BREATHE))
    state, _ = play(state, c.PlayHand(card=ShownCard(S, W)))
    assert state.hand_centers == (0, 1)


@pytest.mark.parametrize("in_deck", [2, 9])
def test_n8_6_the_cards_drawn_may_hold_what_the_deck_did(in_deck: int) -> None:
    state = in_breath(Phase.BREATH_HAND, centers=1, in_deck=in_deck, centers_added=2)
    state, happened = play(state, c.DrawHand(1))
    assert happened == (fx.HandDrawn(1),)
    assert (state.hand, state.hand_centers, state.to_draw) == ((UNSEEN,), (0, 1), 0)
    for card in (BREATHE, ShownCard(S, W)):
        play(state, c.PlayHand(card=card))


def test_n8_6_no_more_than_distractions_and_released_thoughts_may_be_drawn() -> None:
    state = in_breath(Phase.BREATH_HAND)
    for count in (-1, 3):
        assert refused(state, c.DrawHand(count)) is RefusalCode.TARGET
    assert play(state, c.DrawHand(2))[0].hand == (UNSEEN,) * 2


def test_n8_6_the_devices_own_hand_is_played_by_its_index_whatever_is_told() -> None:
    places = grid(NW="subliminal:feeling", N="released:thinking", S="thought:feeling")
    state = hand(places, (W, E), (S, E))
    _, happened = play(state, c.PlayHand(1, ShownCard(N, E)))
    assert happened[0] == fx.HandPlayed(S, E, fx.Played.NOTHING)


@pytest.mark.parametrize("card", [None, ShownCard(E)])
def test_n8_6_what_is_not_told_of_a_hand_is_asked_for_before_it_is_judged(card: ShownCard | None) -> None:
    state = in_breath(Phase.BREATH_PLAY, centers=1, in_deck=16, hand=(UNSEEN,), hand_centers=(1, 1))
    assert said(state, c.PlayHand(card=card)).startswith("say ")
    assert said(state, c.PlayHand(card=ShownCard(E, S))).startswith("only Center Cards")
