"""All faults of a state, whatever its origin: for property tests, on load, in bug reports."""

from __future__ import annotations

from collections import Counter
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.nevermind.choices import calm_places, second_type, surface_places
from engine.nevermind.model import (
    MARKERS,
    MAX_CENTERS_ADDED,
    MIND_CARDS,
    RING,
    TIMER_FULL,
    TURNS,
    CenterCard,
    Intensity,
    MindCard,
    UnseenCard,
)
from engine.nevermind.paper import centers_in_play, centers_of
from engine.nevermind.phases import Phase
from engine.nevermind.score import end_of

if TYPE_CHECKING:
    from engine.nevermind.model import State

IN_BREATH = frozenset({Phase.BREATH_HAND, Phase.BREATH_PLAY, Phase.BREATH_CALM})
"""Phases in which a marker is lent to the Center for a breath."""


class Fault(Flag):
    """What cannot be true of a state."""

    SOUND = 0
    GRID = auto()
    """There are not eight thoughts."""
    TOKEN = auto()
    """A thought that is not Subliminal has no token, or a token is asked for and none is missing (N1.6)."""
    MARKERS = auto()
    """More markers lie out than there are (N1.5)."""
    CENTER = auto()
    """The Center holds what it cannot hold now (N4.3, N6.3)."""
    TIMER = auto()
    """The Timer Deck is out of range, or empty in a game that goes on (N2.2)."""
    CARDS = auto()
    """Not the sixteen and the Center Cards added, or one lies turned as it may not (N1.3, N6.1)."""
    BARRED = auto()
    """Places barred or calmed are not in ring order, or not once each."""
    ROUND = auto()
    """The round does not fit the phase (N2.1)."""
    BREATH = auto()
    """What belongs to a breath is there outside one, or missing in it (N6.3)."""
    RESULT = auto()
    """A result in a game that goes on, or none in one that is over (N7)."""
    ENDED = auto()
    """The grid should have ended the game (N2.2, N5.1)."""
    STUCK = auto()
    """The phase offers nothing to choose."""


def check(state: State) -> Fault:
    """Return all faults; falsy if there is none."""
    if len(state.grid) != 8:
        return Fault.GRID
    found = {
        Fault.TOKEN: _token_wrong(state),
        Fault.MARKERS: 8 - state.count(Intensity.SUBLIMINAL) + state.center > MARKERS,
        Fault.CENTER: _center_wrong(state),
        Fault.TIMER: not (0 if state.phase is Phase.OVER else 1) <= state.timer <= TIMER_FULL,
        Fault.CARDS: _cards_wrong(state),
        Fault.BARRED: any(
            list(places) != [at for at in RING if at in places] for places in (state.barred, state.calmed)
        ),
        Fault.ROUND: _round_wrong(state),
        Fault.BREATH: _breath_wrong(state),
        Fault.RESULT: (state.result is not None) != (state.phase is Phase.OVER),
        Fault.ENDED: state.phase is not Phase.OVER and end_of(state.grid, state.options.stage) is not None,
        Fault.STUCK: _stuck(state),
    }
    faults = Fault.SOUND
    for fault, wrong in found.items():
        if wrong:
            faults |= fault
    return faults


def _token_wrong(state: State) -> bool:
    bare = sum(t.token is None and t.intensity is not Intensity.SUBLIMINAL for t in state.grid)
    if state.phase is Phase.OVER:
        return bare > 1
    return bare != (1 if state.phase is Phase.TOKEN else 0)


def _center_wrong(state: State) -> bool:
    noted = sum(t.intensity is Intensity.SUBLIMINAL and t.token is not None for t in state.grid)
    most = 2 if state.breath_from is not None else 1
    return not 0 <= state.center <= min(most, noted)


def _paper_wrong(state: State) -> bool:
    """Paper decks: nobody has seen deck and hand, and the counts can be true (N8.3)."""
    in_play = centers_in_play(state)
    least, most = state.hand_centers
    unseen = in_play - centers_of(state.discards)
    return (
        any(not isinstance(card, UnseenCard) for card in (*state.deck, *state.hand))
        or any(isinstance(card, UnseenCard) for card in state.discards)
        or not 0 <= in_play <= state.centers_added <= MAX_CENTERS_ADDED
        or not 0 <= unseen <= len(state.deck) + len(state.hand)
        or not 0 <= least <= most <= min(unseen, len(state.hand))
        or (state.centers_added > 0 and state.options.stage < 5)
    )


def _cards_wrong(state: State) -> bool:
    if state.options.paper:
        return _paper_wrong(state)
    cards = (*state.deck, *state.discards, *state.hand)
    mind_cards = [card for card in cards if isinstance(card, MindCard)]
    turns = TURNS[state.options.rotation]
    counts = Counter(card.card for card in mind_cards)
    return (
        counts != Counter(range(MIND_CARDS))
        or any(card.turn not in turns for card in mind_cards)
        or not len(cards) - MIND_CARDS <= state.centers_added <= MAX_CENTERS_ADDED
        or (state.centers_added > 0 and state.options.stage < 5)
    )


def _round_wrong(state: State) -> bool:
    if state.round == 1:
        return state.phase not in {Phase.SHUFFLE, Phase.WATCHER, Phase.OVER}
    return state.round < 1


def _breath_wrong(state: State) -> bool:
    if state.phase is Phase.OVER:
        return False
    if state.phase in IN_BREATH or (state.phase is Phase.SHUFFLE and state.breath_from is not None):
        return (
            state.breath_from is None or state.grid[state.breath_from].intensity is not Intensity.SUBLIMINAL
        )
    return state.breath_from is not None or bool(state.calmed or state.hand or state.to_draw)


def _stuck(state: State) -> bool:
    match state.phase:
        case Phase.MIND:
            return not state.deck
        case Phase.SURFACE:
            return not surface_places(state)
        case Phase.SECOND:
            return not _card_out(state) or second_type(state) is None
        case Phase.BREATHE | Phase.BREATH_FROM:
            return not state.count(Intensity.RELEASED)
        case Phase.BREATH_PLAY:
            return not state.hand
        case Phase.BREATH_CALM:
            return not _card_out(state) or not calm_places(state)
        case _:
            return False


def _card_out(state: State) -> bool:
    return bool(state.discards) and not isinstance(state.discards[-1], CenterCard | UnseenCard)
