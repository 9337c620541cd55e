"""All faults of any state, as flags: for property tests, for loading, for bug reports."""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.the_mind.model import HIGHEST_CARD, MAX_LIVES, MAX_STARS, Phase

if TYPE_CHECKING:
    from engine.the_mind.model import State


class Fault(Flag):
    """What can be amiss with a state of The Mind."""

    LIVES = auto()
    """Outside 0 to 5, or none left in a game that runs or was won (M1.3, M2.4)."""
    STARS = auto()
    """Outside 0 to 3, or a vote without a star (M1.3, M4.1)."""
    LEVEL = auto()
    """A level the game does not have, or an end at the wrong one (M1.1, M5.1)."""
    BLIND = auto()
    """Blind levels that do not fit the level, or an end of the other mode (M5.4)."""
    STARTED = auto()
    """Cards fall in a level nobody began (M2.1)."""
    HANDS = auto()
    """Hands where none are known, none where they should be, or not one ascending hand a seat."""
    CARDS = auto()
    """Cards twice, missing, too many, or not 1 to 100 (M1.2)."""
    PILE = auto()
    """Open play: the pile does not rise, or a held card is below its top (M2.3)."""
    LEVEL_OVER = auto()
    """All hands are empty, yet the level goes on (M2.5)."""
    VOTES = auto()
    """Votes without a proposal, of no voter, unordered, or all of them (M4.2)."""


NONE = Fault(0)
_RUNNING = frozenset({Phase.DEAL, Phase.FOCUS, Phase.PLAYING, Phase.STAR_VOTE})
_CONCEDED = frozenset({Phase.LOST, Phase.BLIND_OVER})
_PLAYING = frozenset({Phase.PLAYING, Phase.STAR_VOTE})


def check(state: State) -> Fault:
    """Return every fault of the state; an empty flag if there is none."""
    return _supply(state) | _place(state) | _hands(state) | _cards(state) | _votes(state)


def _when(bad: bool, fault: Fault) -> Fault:
    return fault if bad else NONE


def _supply(state: State) -> Fault:
    lives_ok = 0 <= state.lives <= MAX_LIVES and (state.lives > 0 or state.phase in _CONCEDED)
    stars_ok = 0 <= state.stars <= MAX_STARS and (state.stars > 0 or state.phase is not Phase.STAR_VOTE)
    return _when(not lives_ok, Fault.LIVES) | _when(not stars_ok, Fault.STARS)


def _place(state: State) -> Fault:
    last = state.options.last_level
    finished = state.phase in (Phase.WON, Phase.BLIND_WON)
    level_ok = 1 <= state.level <= last and (state.level == last or not finished)
    score = (state.level if state.phase is Phase.BLIND_WON else state.level - 1) if state.blind else 0
    other_mode = (Phase.WON, Phase.LOST) if state.blind else (Phase.BLIND_OVER, Phase.BLIND_WON)
    blind_ok = state.blind_levels == score and state.phase not in other_mode
    started_ok = state.started if state.phase in _PLAYING or finished else True
    started_ok = started_ok and not (state.started and state.phase is Phase.DEAL)
    if state.phase is Phase.DEAL and not state.options.dealt:
        level_ok = False
    return (
        _when(not level_ok, Fault.LEVEL)
        | _when(not blind_ok, Fault.BLIND)
        | _when(not started_ok, Fault.STARTED)
    )


def _hands(state: State) -> Fault:
    if state.hands is None:
        known = state.options.dealt and state.phase is not Phase.DEAL and state.phase not in _CONCEDED
        return _when(known, Fault.HANDS)
    shape_ok = len(state.hands) == state.options.players and all(
        list(hand) == sorted(hand) for hand in state.hands
    )
    hidden = not state.options.dealt or state.phase is Phase.DEAL
    return _when(hidden or not shape_ok, Fault.HANDS)


def _cards(state: State) -> Fault:
    hands = state.hands or ()
    cards = [card for hand in hands for card in hand] + [*state.pile, *state.aside]
    expected = 0 if state.hands is None else state.options.players * state.level
    cards_ok = len(cards) == len(set(cards)) == expected and all(1 <= card <= HIGHEST_CARD for card in cards)
    cards_ok = cards_ok and list(state.aside) == sorted(state.aside)
    rises = list(state.pile) == sorted(state.pile)
    top = state.pile[-1] if state.pile else 0
    below = any(hand and hand[0] < top for hand in hands)
    empty = state.hands is not None and not any(hands)
    return (
        _when(not cards_ok, Fault.CARDS)
        | _when(not state.blind and (below or not rises), Fault.PILE)
        | _when(empty and state.phase in _RUNNING, Fault.LEVEL_OVER)
    )


def _votes(state: State) -> Fault:
    votes = state.votes
    of_voters = list(votes) == sorted(set(votes)) and set(votes) < set(state.voters)
    voting = state.phase is Phase.STAR_VOTE
    # Giving up in a vote leaves the votes as they lie.
    proposed = voting or (state.phase in _CONCEDED and state.vote_from is not None)
    if not proposed:
        return _when(bool(votes) or state.vote_from is not None, Fault.VOTES)
    origin_ok = state.vote_from in (Phase.PLAYING, Phase.FOCUS)
    return _when(not (votes and of_voters and origin_ok), Fault.VOTES)
