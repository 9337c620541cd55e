"""Words, set-up and the round (N0 to N2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.choices import nothing_active
from engine.nevermind.commands import Acknowledge, Draw, Focus, GiveToken, LetGo, Rest, Shuffle
from engine.nevermind.model import (
    DEFAULT_MIND_CARDS,
    RING,
    TURNS,
    Intensity,
    MindCard,
    Options,
    Outcome,
    Place,
    State,
    Thought,
    Token,
)
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import (
    NE,
    NW,
    SE,
    SW,
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
    watcher,
)

if TYPE_CHECKING:
    from engine.nevermind.model import Card


def opened(options: Options | None = None) -> State:
    state, _ = play(State(options or Options()), Shuffle(cards(*range(16))))
    return state


def test_n0_ring_is_clockwise_from_nw_and_neighbours_lie_beside() -> None:
    assert [at.name for at in RING] == ["NW", "N", "NE", "E", "SE", "S", "SW", "W"]
    assert (NW.moved(1), NW.moved(-1)) == (N, W)
    assert [at.moved(1) for at in RING] == [*RING[1:], NW]


@pytest.mark.parametrize(
    ("places", "center", "quiet"),
    [
        (grid(), 0, True),
        (grid(N="released:feeling"), 0, True),
        (grid(N="subliminal:feeling"), 1, False),
        (grid(N="acknowledged:feeling"), 0, False),
        (grid(N="thought:feeling"), 0, False),
        (grid(N="distraction:feeling"), 0, False),
    ],
)
def test_n0_active_is_acknowledged_thought_distraction_and_the_focused_center(
    places: tuple[Thought, ...], center: int, quiet: bool
) -> None:
    assert nothing_active(watcher(places, center=center)) is quiet


def test_n1_1_eight_thoughts_lie_subliminal_without_token() -> None:
    state = opened()
    assert [shown(state, at) for at in RING] == ["subliminal"] * 8
    assert state.center == 0


def test_n1_2_timer_deck_has_19_cards_and_counts_events() -> None:
    state = opened()
    assert state.timer == 24 - 8 + 3
    state, _ = play(state, Rest(), Draw(), GiveToken(Token.FEELING))
    assert state.timer == 19


@pytest.mark.parametrize(("rotation", "turns"), [(180, (0, 180)), (90, (0, 90, 180, 270)), (0, (0,))])
def test_n1_3_rotation_says_how_cards_may_lie(rotation: int, turns: tuple[int, ...]) -> None:
    state = State(Options(rotation=rotation))
    assert TURNS[rotation] == turns
    for turn in (0, 45, 90, 180, 270, 360, -90):
        deck = (MindCard(0, turn), *cards(*range(1, 16)))
        if turn in turns:
            play(state, Shuffle(deck))
        else:
            assert refused(state, Shuffle(deck)) is RefusalCode.TURN


@pytest.mark.parametrize(("turn", "foci"), [(0, (NW, N)), (90, (NE, E)), (180, (SE, S)), (270, (SW, W))])
def test_n1_3_a_half_turn_moves_both_foci_four_places_a_quarter_turn_two(
    turn: int, foci: tuple[Place, Place]
) -> None:
    deck = (MindCard(0, turn), *cards(*range(1, 16)))
    _, happened = play(State(Options(rotation=90)), Shuffle(deck), Rest(), Draw())
    assert fx.MindCardFlipped(0, turn, *foci) in happened


@pytest.mark.parametrize(
    "deck",
    [
        (),
        cards(*range(15)),
        cards(0, *range(15)),
        cards(*range(16), -1),
        (*cards(*range(15)), MindCard(16, 0)),
    ],
)
def test_n1_3_the_mind_deck_is_the_sixteen_cards(deck: tuple[Card, ...]) -> None:
    assert refused(State(), Shuffle(deck)) is RefusalCode.CARDS
    turned = tuple(replace(card, turn=45) if isinstance(card, MindCard) else card for card in deck)
    assert refused(State(), Shuffle(turned)) is RefusalCode.CARDS


def test_n1_4_default_cards_are_ours_and_own_ones_replace_them() -> None:
    assert (
        *((0, 1), (0, 3), (1, 3), (1, 6), (2, 4), (2, 7), (3, 6), (3, 7)),
        *((4, 0), (4, 2), (5, 1), (5, 4), (6, 2), (6, 5), (7, 0), (7, 5)),
    ) == DEFAULT_MIND_CARDS
    own = Options(mind_cards=((5, 2), *DEFAULT_MIND_CARDS[1:]))
    _, happened = play(opened(own), Rest(), Draw())
    assert fx.MindCardFlipped(0, 0, S, NE) in happened


def test_n1_5_eight_markers_always_suffice() -> None:
    # Seven lie out; the eighth goes from a token to the Center and from there to a card.
    state = watcher(grid("acknowledged:feeling", N="subliminal:feeling"))
    state, _ = play(state, Focus(S))
    assert state.center + 8 - state.count(Intensity.SUBLIMINAL) == 7


def test_n1_6_any_type_may_be_given_any_number_of_times_and_stays() -> None:
    state = mind(grid(), (N, E), (S, E), (W, E))
    # The bar of N3.2 is lifted by hand, so that each new one can be answered at once.
    for at in (N, S, W):
        state, happened = play(state, Draw(), GiveToken(Token.THINKING))
        assert fx.TokenFixed(at, Token.THINKING) in happened
        state, _ = play(replace(state, barred=()), Acknowledge(at))
    assert [at for at in RING if state.grid[at].token is Token.THINKING] == [N, S, W]
    assert refused(state, GiveToken(Token.FEELING)) is RefusalCode.PHASE


def test_n2_1_round_1_has_no_mind_phase_and_the_watcher_rests() -> None:
    state = opened()
    assert (state.phase, state.round) == (Phase.WATCHER, 1)
    assert refused(state, Draw()) is RefusalCode.PHASE
    state, happened = play(state, Rest())
    assert happened == (fx.Rested(), fx.RoundBegan(2))
    assert (state.phase, state.round) == (Phase.MIND, 2)


def test_n2_1_a_round_is_a_mind_phase_then_a_watcher_phase() -> None:
    state, _ = play(opened(), Rest(), Draw(), GiveToken(Token.FEELING))
    assert (state.phase, state.round, state.barred) == (Phase.WATCHER, 2, (NW,))
    state, _ = play(state, Acknowledge(NW))
    assert (state.phase, state.round, state.barred) == (Phase.MIND, 3, ())


def test_n2_2_an_empty_timer_deck_ends_the_game_at_once() -> None:
    state, happened = play(mind(grid(N="distraction:feeling"), (N, E), timer=1), Draw())
    assert (state.phase, state.timer) == (Phase.OVER, 0)
    assert happened[-2:] == (fx.TimePassed(0), fx.GameEnded(Outcome.TIMER_EMPTY, 0, "Asleep"))


def test_n2_2_the_last_timer_card_may_go_for_a_new_distraction() -> None:
    state, happened = play(mind(grid(N="thought:feeling"), (N, E), timer=1), Draw())
    assert (state.phase, state.timer, shown(state, N)) == (Phase.OVER, 0, "distraction:feeling")
    assert happened[-2:] == (fx.TimePassed(0), fx.GameEnded(Outcome.TIMER_EMPTY, 0, "Asleep"))


def test_n2_2_all_eight_released_ends_the_game_at_once() -> None:
    state, happened = play(
        watcher(grid("released:feeling", N="subliminal:feeling"), center=1, timer=7), LetGo(N)
    )
    assert (state.phase, state.timer) == (Phase.OVER, 7)
    assert happened == (fx.WasLetGo(N), fx.GameEnded(Outcome.ZEN, 9, "Zen Master"))


def test_n2_3_a_thought_released_by_the_last_timer_card_counts() -> None:
    state, happened = play(watcher(grid(N="subliminal:feeling"), center=1, timer=1), LetGo(N))
    assert happened == (fx.WasLetGo(N), fx.TimePassed(0), fx.GameEnded(Outcome.TIMER_EMPTY, 2, "Initiate"))
    assert shown(state, N) == "released:feeling"


def test_n2_3_the_ends_the_grid_brings_come_before_the_empty_timer() -> None:
    start = mind(grid("released:feeling", N="thought:feeling"), (N, E), stage=2, timer=1)
    state, happened = play(start, Draw())
    assert (state.timer, state.result and state.result.outcome) == (1, Outcome.MIND_WINS)
    assert not any(isinstance(effect, fx.TimePassed) for effect in happened)
    zen = watcher(grid("released:feeling", N="subliminal:feeling"), center=1, timer=1)
    state, _ = play(zen, LetGo(N))
    assert state.result
    assert state.result.outcome is Outcome.ZEN


def test_n2_3_one_card_leaves_the_timer_for_one_event() -> None:
    _, happened = play(last_card(grid(N="thought:feeling"), (N, E)), Draw())
    times = [effect.timer for effect in happened if isinstance(effect, fx.TimePassed)]
    assert times == [18]
