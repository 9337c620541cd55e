"""The Deep Breath (N6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.nevermind import effects as fx
from engine.nevermind.commands import (
    Acknowledge,
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
from engine.nevermind.model import Intensity, MindCard, Options, Outcome, Result, State, Thought
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
    last_card,
    mind,
    play,
    refused,
    shown,
    table,
    with_options,
)

FEELING = "thought:feeling"
FOUND = grid(N="released:feeling", S="thought:feeling")


def test_n6_1_a_center_card_may_be_added_at_a_reset() -> None:
    state, happened = play(last_card(FOUND, (N, E), stage=5), Draw())
    assert happened[-1] == fx.DeckReset(center_asked=True)
    assert state.phase is Phase.ADD_CENTER
    plain, happened = play(state, AddCenter(yes=False))
    assert (happened, plain.centers_added) == ((), 0)
    assert refused(plain, Shuffle(cards(*range(16), -1))) is RefusalCode.CARDS
    more, happened = play(state, AddCenter(yes=True))
    assert happened == (fx.CenterAdded(from_below=False),)
    assert more.centers_added == 1
    assert refused(more, Shuffle(cards(*range(16)))) is RefusalCode.CARDS
    state, happened = play(more, Shuffle(cards(*range(16), -1)))
    assert happened == (fx.DeckShuffled(17, 1, opening=False),)
    assert (state.phase, len(state.deck)) == (Phase.WATCHER, 17)


def test_n6_1_from_below_if_the_center_is_focused() -> None:
    places = grid(N="released:feeling", S="subliminal:feeling")
    _, happened = play(last_card(places, (N, E), stage=5, center=1), Draw(), AddCenter(yes=True))
    assert happened[-1] == fx.CenterAdded(from_below=True)


def test_n6_1_at_most_twice_a_game() -> None:
    state = last_card(FOUND, (N, E), stage=5, centers_added=2, discards=cards(*range(1, 16), -1, -1))
    state, happened = play(state, Draw())
    assert happened[-1] == fx.DeckReset(center_asked=False)
    assert state.phase is Phase.SHUFFLE
    play(state, Shuffle(cards(5, -1, *range(5), -1, *range(6, 16))))


def revealing(places: tuple[Thought, ...]) -> tuple[fx.Effect, ...]:
    state = mind(places, (N, E), stage=5, deck=cards(0, -1, *range(1, 16)), centers_added=1)
    return play(state, Draw())[1]


def test_n6_2_revealed_when_a_center_card_is_on_top_after_the_action() -> None:
    assert revealing(FOUND)[-1] == fx.BreatheRevealed(offered=True)


def test_n6_2_with_nothing_released_it_counts_as_no() -> None:
    state = mind(
        grid(N="thought:feeling"), (N, E), stage=5, deck=cards(0, -1, *range(1, 16)), centers_added=1
    )
    state, happened = play(state, Draw())
    assert happened[-1] == fx.BreatheRevealed(offered=False)
    assert state.phase is Phase.WATCHER


def offered(places: tuple[Thought, ...] = FOUND, **changes: Any) -> State:
    fields = {"deck": cards(-1, *range(16)), "centers_added": 1, **changes}
    return table(Phase.BREATHE, places, options=Options(stage=5), **fields)


def test_n6_2_no_goes_on_and_the_next_mind_phase_only_discards_it() -> None:
    state, happened = play(offered(barred=(S,)), Breathe(yes=False))
    assert happened == (fx.BreatheDeclined(),)
    assert (state.phase, len(state.deck), state.barred) == (Phase.WATCHER, 17, (S,))
    state, _ = play(state, Acknowledge(S))
    state, happened = play(state, Draw())
    assert happened == (fx.BreatheDiscarded(),)
    assert (state.phase, state.barred, state.discards) == (Phase.WATCHER, (), cards(-1))


def test_n6_2_a_discarded_breathe_comes_back_at_the_next_reset() -> None:
    state = last_card(FOUND, (N, E), stage=5, discards=cards(-1, *range(1, 16)), centers_added=1)
    state, _ = play(state, Draw(), AddCenter(yes=False))
    assert refused(state, Shuffle(cards(*range(16)))) is RefusalCode.CARDS
    play(state, Shuffle(cards(*range(16), -1)))


def test_n6_2_a_second_center_card_below_a_discarded_one_is_revealed() -> None:
    state = mind(FOUND, (N, E), stage=5, deck=cards(-1, -1, *range(16)), centers_added=2)
    state, happened = play(state, Draw())
    assert happened == (fx.BreatheDiscarded(), fx.BreatheRevealed(offered=True))
    assert state.phase is Phase.BREATHE


def test_n6_2_a_discarded_breathe_that_was_the_last_card_brings_a_reset() -> None:
    state = mind(FOUND, (N, E), stage=5, deck=cards(-1), discards=cards(*range(16)), centers_added=1)
    state, happened = play(state, Draw())
    assert happened == (fx.BreatheDiscarded(), fx.DeckReset(center_asked=True))


def test_n6_2_yes_takes_that_card_out_of_the_game_and_replaces_the_watcher_action() -> None:
    state, happened = play(offered(), Breathe(yes=True))
    assert happened == (fx.BreatheAccepted(),)
    assert (state.phase, len(state.deck), state.centers_added) == (Phase.BREATH_FROM, 16, 1)
    state, _ = play(state, BreatheFrom(N), DrawHand(0))
    assert (state.phase, state.round) == (Phase.MIND, 3)


def test_n6_2_switch_breath_ends_round_false_the_watcher_follows_and_the_calmed_are_barred() -> None:
    places = grid(
        NW="subliminal:feeling", N="released:thinking", S="distraction:feeling", E="thought:feeling"
    )
    state = hand(places, (N, W), ends_round=False, barred=(E,))
    state, _ = play(state, PlayHand(0), Calm(S))
    assert (state.phase, state.round, state.barred, state.breath_from) == (Phase.WATCHER, 2, (E, S), None)
    state = breath(places, ends_round=False)
    state, _ = play(state, DrawHand(0))
    assert (state.phase, state.round, state.barred) == (Phase.WATCHER, 2, ())


def test_n6_3_the_marker_of_a_released_thought_goes_to_the_center() -> None:
    state, _ = play(offered(), Breathe(yes=True))
    assert refused(state, BreatheFrom(S)) is RefusalCode.TARGET
    state, happened = play(state, BreatheFrom(N))
    assert happened == (fx.BreathBegan(N, up_to=0),)
    assert (state.phase, state.center, shown(state, N)) == (Phase.BREATH_HAND, 1, "subliminal:feeling")
    assert state.breath_from is N


def test_n6_3_a_focused_center_then_holds_two() -> None:
    places = grid(N="released:feeling", S="subliminal:feeling")
    state, _ = play(offered(places=places, center=1), Breathe(yes=True), BreatheFrom(N))
    assert state.center == 2
    state, _ = play(state, DrawHand(0))
    assert (state.center, shown(state, N)) == (1, "released:feeling")


def test_n6_3_up_to_all_distractions_and_released_counted_after_that() -> None:
    places = grid(NW="subliminal:feeling", N="released:feeling", E="distraction:feeling", S="thought:feeling")
    state = breath(places)
    for count in (-1, 3, 16):
        assert refused(state, DrawHand(count)) is RefusalCode.TARGET
    for count in (1, 2):
        after, happened = play(state, DrawHand(count))
        assert happened == (fx.HandDrawn(count),)
        assert (len(after.hand), len(after.deck)) == (count, 16 - count)
        assert after.phase is Phase.BREATH_PLAY


def test_n6_3_orientation_is_kept() -> None:
    places = grid(NW="subliminal:feeling", N="released:feeling")
    state = breath(places, deck=(MindCard(0, 180), *cards(*range(1, 16))))
    state, _ = play(state, DrawHand(1))
    assert state.hand == (MindCard(0, 180),)


LOUD = grid(NW="subliminal:feeling", N="released:thinking", NE="released:thinking", E="released:thinking")


def test_n6_3_an_empty_deck_is_reset_before_the_next_card_of_the_hand() -> None:
    state = breath(LOUD, deck=cards(0), discards=cards(*range(1, 16)))
    state, happened = play(state, DrawHand(3))
    assert happened == (fx.HandDrawn(1), fx.DeckReset(center_asked=False))
    assert (state.phase, state.hand) == (Phase.SHUFFLE, cards(0))
    assert refused(state, Shuffle(cards(*range(16)))) is RefusalCode.CARDS
    assert refused(state, Shuffle((MindCard(1, 90), *cards(*range(2, 16))))) is RefusalCode.TURN
    assert refused(state, Shuffle((MindCard(0, 90), *cards(*range(1, 16))))) is RefusalCode.CARDS
    state, happened = play(state, Shuffle(cards(*range(1, 16))))
    assert happened == (fx.DeckShuffled(15, 0, opening=False), fx.HandDrawn(2))
    assert (state.phase, state.hand) == (Phase.BREATH_PLAY, cards(0, 1, 2))


def test_n6_3_and_after_the_last_card_too() -> None:
    state = breath(LOUD, deck=cards(0), discards=cards(*range(1, 16)))
    state, happened = play(state, DrawHand(1))
    assert happened == (fx.HandDrawn(1), fx.DeckReset(center_asked=False))
    state, happened = play(state, Shuffle(cards(*range(1, 16))))
    assert (state.phase, state.hand, len(state.deck)) == (Phase.BREATH_PLAY, cards(0), 15)


def test_n6_3_also_when_none_are_drawn() -> None:
    state = breath(LOUD, deck=(), discards=cards(*range(16)))
    state, happened = play(state, DrawHand(0))
    assert happened == (fx.DeckReset(center_asked=False),)
    state, happened = play(state, Shuffle(cards(*range(16))))
    assert happened[-3:] == (fx.BreathEnded(NW), fx.TimePassed(18), fx.RoundBegan(3))


def test_n6_3_none_drawn_and_the_round_goes_on_after_the_reset() -> None:
    state = breath(LOUD, ends_round=False, deck=(), discards=cards(*range(16)))
    state, _ = play(state, DrawHand(0), Shuffle(cards(*range(16))))
    assert (state.phase, state.round) == (Phase.WATCHER, 2)


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
