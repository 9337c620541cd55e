"""The Deep Breath (N6)."""

from __future__ import annotations

from typing import Any

from engine.nevermind import effects as fx
from engine.nevermind.commands import (
    Acknowledge,
    AddCenter,
    Breathe,
    BreatheFrom,
    Calm,
    Draw,
    DrawHand,
    PlayHand,
    Shuffle,
)
from engine.nevermind.model import MindCard, Options, State, Thought
from engine.nevermind.phases import Phase
from engine.step import RefusalCode
from tests.engine.nevermind.kit import (
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
