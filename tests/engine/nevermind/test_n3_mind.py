"""The Mind Phase (N3)."""

from __future__ import annotations

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import AddCenter, Draw, Focus, GiveToken, LetGo, Shuffle, Surface
from engine.nevermind.model import RING, MindCard, Place, Thought, Token
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import (
    E,
    N,
    S,
    W,
    cards,
    grid,
    last_card,
    mind,
    play,
    refused,
    shown,
)

CARD = fx.MindCardFlipped(0, 0, N, E)


def test_n3_1_the_card_goes_from_deck_to_discard() -> None:
    state, _ = play(mind(grid(), (N, E)), Draw())
    assert state.deck == cards(*range(1, 16))
    assert state.discards == cards(0)


def test_n3_1_released_is_blocked() -> None:
    state, happened = play(mind(grid(N="released:feeling", S="thought:feeling"), (N, E)), Draw())
    assert happened == (CARD, fx.ReleasedHeld(N))
    assert (state.phase, state.timer) == (Phase.WATCHER, 19)


def test_n3_1_subliminal_becomes_thought_and_a_first_time_thought_gets_its_token() -> None:
    state, happened = play(mind(grid(), (N, E)), Draw())
    assert happened == (CARD, fx.ThoughtArose(N, first_time=True, stolen=False))
    assert (state.phase, shown(state, N)) == (Phase.TOKEN, "thought")
    state, happened = play(state, GiveToken(Token.REMEMBERING))
    assert happened == (fx.TokenFixed(N, Token.REMEMBERING),)
    assert (state.phase, shown(state, N), state.timer) == (Phase.WATCHER, "thought:remembering", 19)


def test_n3_1_subliminal_with_token_keeps_it() -> None:
    state, happened = play(mind(grid(N="subliminal:feeling"), (N, E)), Draw())
    assert happened == (CARD, fx.ThoughtArose(N, first_time=False, stolen=False))
    assert (state.phase, shown(state, N), state.timer) == (Phase.WATCHER, "thought:feeling", 19)


def test_n3_1_acknowledged_becomes_thought() -> None:
    state, happened = play(mind(grid(N="acknowledged:feeling"), (N, E)), Draw())
    assert happened == (CARD, fx.ThoughtReturned(N))
    assert (shown(state, N), state.timer) == ("thought:feeling", 19)


def test_n3_1_thought_becomes_distraction_and_time_passes() -> None:
    state, happened = play(mind(grid(N="thought:feeling"), (N, E)), Draw())
    assert happened == (CARD, fx.DistractionArose(N), fx.TimePassed(18))
    assert (shown(state, N), state.timer) == ("distraction:feeling", 18)


def test_n3_1_distraction_stays_and_time_passes() -> None:
    state, happened = play(mind(grid(N="distraction:feeling"), (N, E)), Draw())
    assert happened == (CARD, fx.DistractionHeld(N), fx.TimePassed(18))
    assert (shown(state, N), state.timer) == ("distraction:feeling", 18)


@pytest.mark.parametrize(
    ("was", "barred"),
    [
        ("released:feeling", ()),
        ("subliminal:feeling", (N,)),
        ("acknowledged:feeling", (N,)),
        ("thought:feeling", (N,)),
        ("distraction:feeling", (N,)),
    ],
)
def test_n3_2_a_thought_that_took_an_action_is_barred_a_blocked_one_is_not(
    was: str, barred: tuple[Place, ...]
) -> None:
    state, _ = play(mind(grid(N=was, S="thought:feeling"), (N, E)), Draw())
    assert state.barred == barred


def test_n3_3_blocked_with_nothing_active_a_subliminal_of_choice_rises_and_is_barred() -> None:
    state, happened = play(mind(grid(N="released:feeling", S="subliminal:thinking"), (N, E)), Draw())
    assert happened == (CARD, fx.ReleasedHeld(N), fx.SurfaceAsked())
    assert (state.phase, state.barred) == (Phase.SURFACE, ())
    assert refused(state, Surface(N)) is RefusalCode.TARGET
    noted, happened = play(state, Surface(S))
    assert happened == (fx.ThoughtArose(S, first_time=False, stolen=False),)
    assert (noted.phase, noted.barred, shown(noted, S)) == (Phase.WATCHER, (S,), "thought:thinking")
    fresh, _ = play(state, Surface(W))
    assert (fresh.phase, shown(fresh, W), fresh.barred) == (Phase.TOKEN, "thought", (W,))
    fresh, _ = play(fresh, GiveToken(Token.FEELING))
    assert fresh.phase is Phase.WATCHER


@pytest.mark.parametrize(
    ("places", "center"),
    [(grid(N="released:feeling", S="subliminal:feeling"), 1)]
    + [(grid(N="released:feeling", S=f"{active}:feeling"), 0) for active in ("acknowledged", "thought")],
)
def test_n3_3_nothing_rises_while_something_is_active(places: tuple[Thought, ...], center: int) -> None:
    state, _ = play(mind(places, (N, E), center=center), Draw())
    assert state.phase is Phase.WATCHER


def test_n3_3_nothing_rises_when_the_action_was_not_blocked() -> None:
    state, _ = play(mind(grid(N="subliminal:feeling", S="released:feeling"), (N, E)), Draw())
    assert state.phase is Phase.WATCHER


def test_n3_4_stolen_focus_leaves_the_earlier_thought_subliminal_with_its_token() -> None:
    state = mind(grid(N="subliminal:feeling", S="subliminal:thinking"), (S, E), center=1)
    state, happened = play(state, Draw())
    assert fx.ThoughtArose(S, first_time=False, stolen=True) in happened
    assert (state.center, shown(state, N), shown(state, S)) == (0, "subliminal:feeling", "thought:thinking")


def test_n3_4_the_focused_thought_itself_may_be_hit() -> None:
    state, happened = play(mind(grid(N="subliminal:feeling"), (N, E), center=1), Draw())
    assert fx.ThoughtArose(N, first_time=False, stolen=True) in happened
    assert (state.center, shown(state, N)) == (0, "thought:feeling")
    assert refused(state, LetGo(N)) is RefusalCode.TARGET
    assert refused(state, Focus(N)) is RefusalCode.TARGET


@pytest.mark.parametrize(
    ("was", "now"), [("acknowledged:feeling", "thought:feeling"), ("thought:feeling", "distraction:feeling")]
)
def test_n3_4_only_a_subliminal_thought_steals_the_focus(was: str, now: str) -> None:
    state, _ = play(mind(grid(N=was, S="subliminal:thinking"), (N, E), center=1), Draw())
    assert (state.center, shown(state, N)) == (1, now)


def test_n3_5_an_empty_mind_deck_is_reset_at_once_with_all_discards_freshly_turned() -> None:
    state, happened = play(last_card(grid(N="thought:feeling"), (N, E)), Draw())
    assert happened[-1] == fx.DeckReset(center_asked=False)
    assert (state.phase, state.deck) == (Phase.SHUFFLE, ())
    assert refused(state, Shuffle(cards(*range(15)))) is RefusalCode.CARDS
    deck = tuple(MindCard(index, 180) for index in reversed(range(16)))
    state, happened = play(state, Shuffle(deck))
    assert happened == (fx.DeckShuffled(16, 0, opening=False),)
    assert (state.phase, state.deck, state.discards) == (Phase.WATCHER, deck, ())


def test_n3_5_the_reset_waits_for_a_token_that_is_due() -> None:
    state, _ = play(last_card(grid(), (N, E)), Draw())
    assert state.phase is Phase.TOKEN
    state, happened = play(state, GiveToken(Token.FEELING))
    assert happened == (fx.TokenFixed(N, Token.FEELING), fx.DeckReset(center_asked=False))
    assert state.phase is Phase.SHUFFLE


def test_n3_5_then_a_breathe_on_top_is_looked_at() -> None:
    state = last_card(grid(N="released:feeling", S="thought:feeling"), (N, E), stage=5)
    state, _ = play(state, Draw(), AddCenter(yes=True), Shuffle(cards(-1, *range(16))))
    assert state.phase is Phase.BREATHE


def test_n3_1_any_place_of_the_ring_may_be_hit() -> None:
    for at in RING:
        state, _ = play(mind(grid(), (at, at.moved(3))), Draw())
        assert state.barred == (at,)
