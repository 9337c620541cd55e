"""The hand of a Deep Breath and its end (N6.4 to N6.7)."""

from __future__ import annotations

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import (
    AddCenter,
    Breathe,
    BreatheFrom,
    Calm,
    Draw,
    DrawHand,
    Notice,
    PlayHand,
    Rest,
    Shuffle,
)
from engine.nevermind.model import Intensity, Outcome, Result
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import (
    NE,
    NW,
    E,
    N,
    S,
    W,
    breath,
    cards,
    grid,
    hand,
    play,
    refused,
    shown,
    with_options,
)

FEELING = "thought:feeling"
FOUND = grid(N="released:feeling", S="thought:feeling")

LOUD = grid(NW="subliminal:feeling", N="released:thinking", NE="released:thinking", E="released:thinking")


def test_n6_4_the_hand_is_played_in_any_order_each_fully_before_the_next() -> None:
    state = hand(LOUD, (S, E), (N, E), (NE, E))
    for index in (-1, 3):
        assert refused(state, PlayHand(index)) is RefusalCode.TARGET
    state, happened = play(state, PlayHand(1))
    assert happened[0] == fx.HandPlayed(N, E, fx.Played.RELEASED)
    assert (state.hand, state.discards) == (cards(0, 2), cards(1))


def test_n6_4a_on_a_released_one_thought_is_calmed_anywhere() -> None:
    places = grid(
        NW="subliminal:feeling", N="released:thinking", S="distraction:feeling", W="thought:feeling"
    )
    state = hand(places, (N, E), (N, E), (N, E))
    state, happened = play(state, PlayHand(0))
    assert happened == (fx.HandPlayed(N, E, fx.Played.RELEASED), fx.CalmAsked())
    assert state.phase is Phase.BREATH_CALM
    assert refused(state, Calm(E)) is RefusalCode.TARGET
    noticed, happened = play(state, Calm(S))
    assert happened == (fx.Calmed(S, Intensity.THOUGHT),)
    assert shown(noticed, S) == "thought:feeling"
    acknowledged, happened = play(state, Calm(W))
    assert happened == (fx.Calmed(W, Intensity.ACKNOWLEDGED),)
    assert (shown(acknowledged, W), acknowledged.timer) == ("acknowledged:feeling", 19)


def test_n6_4a_the_barred_and_the_calmed_only_if_nothing_else_can() -> None:
    places = grid(
        NW="subliminal:feeling", N="released:thinking", S="distraction:feeling", W="distraction:feeling"
    )
    state = hand(places, (N, E), (N, E), (N, E), barred=(W,))
    state, _ = play(state, PlayHand(0))
    assert refused(state, Calm(W)) is RefusalCode.BARRED
    state, _ = play(state, Calm(S), PlayHand(0))
    # Only the barred one and the calmed one are left: both may.
    both, _ = play(state, Calm(W))
    assert shown(both, W) == "thought:feeling"
    state, _ = play(state, Calm(S))
    assert shown(state, S) == "acknowledged:feeling"


def test_n6_4a_the_calmed_wait_for_others() -> None:
    places = grid(
        NW="subliminal:feeling", N="released:thinking", S="distraction:feeling", W="thought:feeling"
    )
    state, _ = play(hand(places, (N, E), (N, E)), PlayHand(0), Calm(S), PlayHand(0))
    assert refused(state, Calm(S)) is RefusalCode.BARRED
    play(state, Calm(W))


def test_n6_4a_nothing_to_calm_goes_on() -> None:
    state, happened = play(hand(LOUD, (N, S), (N, S)), PlayHand(0))
    assert happened == (fx.HandPlayed(N, S, fx.Played.RELEASED),)
    assert state.phase is Phase.BREATH_PLAY


def test_n6_4a_on_a_distraction_time_passes() -> None:
    places = grid(NW="subliminal:feeling", N="distraction:thinking")
    state, happened = play(hand(places, (N, E), (N, E)), PlayHand(0))
    assert happened == (fx.HandPlayed(N, E, fx.Played.DISTRACTION), fx.TimePassed(18))
    assert (shown(state, N), state.phase) == ("distraction:thinking", Phase.BREATH_PLAY)


@pytest.mark.parametrize("was", ["subliminal:feeling", "acknowledged:feeling", "thought:feeling"])
def test_n6_4a_on_anything_else_it_is_set_aside_and_nothing_matches(was: str) -> None:
    places = grid(NW="subliminal:feeling", N=was, E="thought:feeling", S="released:thinking")
    state, happened = play(hand(places, (N, E), (N, E)), PlayHand(0))
    assert happened == (fx.HandPlayed(N, E, fx.Played.NOTHING),)
    assert (shown(state, N), state.timer) == (was, 19)


def test_n6_4a_the_breathing_thought_is_subliminal_too() -> None:
    _, happened = play(hand(grid(NW="subliminal:feeling", S="thought:feeling"), (NW, S), (N, S)), PlayHand(0))
    assert happened == (fx.HandPlayed(NW, S, fx.Played.NOTHING),)


@pytest.mark.parametrize("was", ["released", "distraction"])
def test_n6_4b_like_tokens_make_the_mind_focus_a_thought(was: str) -> None:
    places = grid(NW="subliminal:feeling", N=f"{was}:thinking", E="subliminal:thinking")
    state, happened = play(hand(places, (N, E), (N, E)), PlayHand(0))
    assert happened[-1] == fx.Matched(N, Intensity(was))
    assert (shown(state, N), shown(state, E)) == ("thought:thinking", "subliminal:thinking")


def test_n6_4b_no_match_without_a_token_or_with_another() -> None:
    for noting in ("subliminal", "acknowledged:feeling"):
        places = grid(NW="subliminal:feeling", N="distraction:thinking", E=noting)
        state, _ = play(hand(places, (N, E), (N, E)), PlayHand(0))
        assert shown(state, N) == "distraction:thinking"


def test_n6_4b_after_the_calming() -> None:
    places = grid(NW="subliminal:feeling", N="released:thinking", E="distraction:thinking")
    state, happened = play(hand(places, (N, E), (S, W)), PlayHand(0), Calm(E))
    assert happened[-2:] == (fx.Calmed(E, Intensity.THOUGHT), fx.Matched(N, Intensity.RELEASED))
    assert (shown(state, N), shown(state, E)) == ("thought:thinking", "thought:thinking")


def test_n6_4b_stages_three_and_four_do_not_act_inside() -> None:
    places = grid(NW="subliminal:feeling", N="distraction:anticipating", S="released:thinking")
    state, happened = play(hand(places, (N, E), (S, E), (W, E)), PlayHand(0), PlayHand(0))
    # No chain, no monkey: the Distraction may be calmed next.
    assert happened == (
        fx.HandPlayed(N, E, fx.Played.DISTRACTION),
        fx.TimePassed(18),
        fx.HandPlayed(S, E, fx.Played.RELEASED),
        fx.CalmAsked(),
    )
    assert shown(state, S) == "released:thinking"


def test_n6_4_a_center_card_in_hand_has_no_effect_and_goes_to_the_discard() -> None:
    state = hand(LOUD, hand=cards(-1, 0), deck=cards(*range(1, 16)))
    state, happened = play(state, PlayHand(0))
    assert happened == (fx.HandPlayed(None, None, fx.Played.BREATHE),)
    assert state.discards == cards(-1)


def test_n6_5_a_breath_softens_a_feeling_at_stage_six() -> None:
    places = grid(NW="subliminal:feeling", N="released:thinking", S="distraction:feeling")
    state, _ = play(hand(places, (N, E), stage=6), PlayHand(0), Calm(S))
    assert shown(state, S) == "thought:feeling"


def test_n6_5_switch_breath_calms_feeling_false_only_at_stage_six() -> None:
    places = grid(
        NW="subliminal:feeling", N="released:thinking", S="distraction:feeling", W="thought:feeling"
    )
    state, _ = play(hand(places, (N, E), stage=6, calms_feeling=False), PlayHand(0))
    assert refused(state, Calm(S)) is RefusalCode.TARGET
    play(state, Calm(W))
    play(with_options(state, stage=5), Calm(S))
    alone = grid(NW="subliminal:feeling", N="released:thinking", S="distraction:feeling")
    state, happened = play(hand(alone, (N, E), (N, E), stage=6, calms_feeling=False), PlayHand(0))
    assert happened == (fx.HandPlayed(N, E, fx.Played.RELEASED),)


def test_n6_6_the_marker_goes_back_and_time_passes_and_the_round_ends() -> None:
    state, happened = play(hand(LOUD, (S, W), barred=(S,)), PlayHand(0))
    assert happened[1:] == (fx.BreathEnded(NW), fx.TimePassed(18), fx.RoundBegan(3))
    assert (state.phase, state.center, shown(state, NW)) == (Phase.MIND, 0, "released:feeling")
    assert (state.barred, state.calmed, state.breath_from) == ((), (), None)


def test_n6_6_a_breathe_on_top_then_is_not_offered() -> None:
    state = hand(LOUD, (S, W), deck=cards(-1, *range(1, 16)), centers_added=2)
    state, happened = play(state, PlayHand(0))
    assert not any(isinstance(effect, fx.BreatheRevealed) for effect in happened)
    assert state.phase is Phase.MIND
    _, happened = play(state, Draw())
    assert happened[0] == fx.BreatheDiscarded()


def test_n6_6_the_last_timer_card_of_the_clean_up_counts_the_thought() -> None:
    state, _ = play(hand(LOUD, (S, W), timer=1), PlayHand(0))
    assert state.result == Result(Outcome.TIMER_EMPTY, 5, "Monk")
    assert (state.breath_from, shown(state, NW)) == (None, "released:feeling")


@pytest.mark.parametrize(
    ("rest", "result"),
    [
        ("released:feeling", Result(Outcome.ZEN, 9, "Zen Master")),
        ("distraction:feeling", Result(Outcome.MIND_WINS, None, None)),
    ],
)
def test_n6_6_what_the_grid_is_then_may_end_the_game_before_time_passes(rest: str, result: Result) -> None:
    """No game leads here, as it would have ended before the breath. N2.2 and N5.1 hold all the same."""
    start = breath(grid(rest, NW="subliminal:feeling", N="released:feeling"), timer=1)
    state, happened = play(start, DrawHand(0))
    assert happened == (
        fx.BreathEnded(NW),
        fx.GameEnded(result.outcome, result.score, result.rank),
    )
    assert (state.phase, state.result, state.timer) == (Phase.OVER, result, 1)


def test_n6_7_the_timer_empty_inside_a_breath_ends_the_game_there() -> None:
    places = grid(NW="subliminal:feeling", N="distraction:thinking", S="released:feeling")
    state, happened = play(hand(places, (N, E), (S, W), timer=1), PlayHand(0))
    assert isinstance(happened[-1], fx.GameEnded)
    assert state.result == Result(Outcome.TIMER_EMPTY, 1, "Initiate")
    assert (state.breath_from, state.center, shown(state, NW)) == (NW, 1, "subliminal:feeling")
    assert state.hand == cards(1)


def test_n6_commands_of_the_breath_have_their_own_phases() -> None:
    state = hand(LOUD, (S, W))
    for command in (Breathe(yes=True), BreatheFrom(N), DrawHand(0), Calm(N), AddCenter(yes=True)):
        assert refused(state, command) is RefusalCode.PHASE
    for other in (Draw(), Notice(N), Rest(), Shuffle(())):
        assert refused(state, other) is RefusalCode.PHASE
