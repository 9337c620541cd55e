"""What a row of The Mind's table asks for: `when` it has its place, and what it `needs` of a command.

Laws of this file:
- a guard looks at what lies on the table and answers a bool; a need looks at what was said too;
- nothing here changes a draft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import quoted
from engine.step import Refusal, RefusalCode
from engine.the_mind.commands import Agree, Deal, Decline, Play, ProposeStar, ReportLevelDone
from engine.the_mind.model import HIGHEST_CARD, MAX_LIVES, MAX_STARS, REWARDS, Phase, Reward

if TYPE_CHECKING:
    from engine.the_mind.draft import Draft


# When: what lies on the table


def cards_are_dealt(draft: Draft) -> bool:
    """The device knows the hands."""
    return draft.options.dealt


def cards_are_paper(draft: Draft) -> bool:
    """The device is told what happened."""
    return not draft.options.dealt


def pile_lies_open(draft: Draft) -> bool:
    """It is no blind mode: a misplay is called at once (M2.3)."""
    return not draft.blind


def pile_lies_face_down(draft: Draft) -> bool:
    """It is blind mode (M5.2)."""
    return draft.blind


def level_has_started(draft: Draft) -> bool:
    """Playing, voting, or stopped inside a level in which hands have lifted once (M4.1)."""
    return draft.started or draft.phase is not Phase.FOCUS


def play_was_on(draft: Draft) -> bool:
    """The star was proposed while cards could fall (M4.2)."""
    return draft.vote_from is Phase.PLAYING


def somebody_holds_a_lower_card(draft: Draft) -> bool:
    """Some hand has a card below the one just laid (M2.3)."""
    top = draft.pile[-1]
    return any(hand[0] < top for hand in draft.held if hand)


def all_hands_are_empty(draft: Draft) -> bool:
    """Dealt: nobody holds a card (M2.5). Of paper cards the device cannot know it."""
    return draft.options.dealt and not draft.holders


def no_life_is_left(draft: Draft) -> bool:
    """The last life is gone (M2.4)."""
    return not draft.lives


def all_have_agreed(draft: Draft) -> bool:
    """Every voter said yes (M4.2)."""
    return draft.votes == draft.voters


def level_pays_a_life(draft: Draft) -> bool:
    """The level's card promises a life (M3.1)."""
    return REWARDS.get(draft.level) is Reward.LIFE


def level_pays_a_star(draft: Draft) -> bool:
    """The level's card promises a star (M3.1)."""
    return REWARDS.get(draft.level) is Reward.STAR


def lives_are_at_their_cap(draft: Draft) -> bool:
    """The supply of lives is empty (M1.3)."""
    return draft.lives == MAX_LIVES


def stars_are_at_their_cap(draft: Draft) -> bool:
    """The supply of stars is empty (M1.3)."""
    return draft.stars == MAX_STARS


def levels_are_left(draft: Draft) -> bool:
    """It was not the last level (M1.1)."""
    return draft.level < draft.options.last_level


# Needs: what was said too


def hands_fit_the_level(draft: Draft) -> Refusal | None:
    """Each seat gets as many different cards as the level (M1.2)."""
    hands = draft.said(Deal).hands
    players, level = draft.options.players, draft.level
    if len(hands) != players or any(len(hand) != level for hand in hands):
        return Refusal(RefusalCode.CARDS, f"A deal of level {level} is {players} hands of {level}.")
    cards = [card for hand in hands for card in hand]
    if len(set(cards)) != len(cards) or min(cards) < 1 or max(cards) > HIGHEST_CARD:
        return Refusal(RefusalCode.CARDS, f"A deal is of different cards from 1 to {HIGHEST_CARD}.")
    return None


def seat_is_taken(draft: Draft) -> Refusal | None:
    """There is such a seat."""
    seat = draft.said(Play).seat
    if 0 <= seat < draft.options.players:
        return None
    return Refusal(RefusalCode.SEAT, f"No seat {quoted(seat)}.")


def card_is_its_lowest(draft: Draft) -> Refusal | None:
    """A player plays the lowest card of their hand (M2.2)."""
    play = draft.said(Play)
    hand = draft.held[play.seat]
    if hand and play.card == hand[0]:
        return None
    return Refusal(RefusalCode.CARDS, f"{quoted(play.card)} is not the lowest card of seat {play.seat}.")


def no_mistakes_are_told(draft: Draft) -> Refusal | None:
    """In open play there is nothing to be found in the pile (M5.6)."""
    if draft.said(ReportLevelDone).mistakes is None:
        return None
    return Refusal(RefusalCode.MISTAKES, "Mistakes belong to blind mode.")


def mistakes_are_told(draft: Draft) -> Refusal | None:
    """In blind mode the mistakes found are told (M5.6)."""
    mistakes = draft.said(ReportLevelDone).mistakes
    if mistakes is None:
        return Refusal(RefusalCode.MISTAKES, "Blind mode needs the mistakes found.")
    if mistakes < 0:
        return Refusal(RefusalCode.MISTAKES, f"Not a number of mistakes: {quoted(mistakes)}.")
    return None


def a_star_is_left(draft: Draft) -> Refusal | None:
    """A proposal needs a star (M4.1)."""
    return None if draft.stars else Refusal(RefusalCode.NO_STAR, "No star is left.")


def seat_may_propose(draft: Draft) -> Refusal | None:
    """Who votes may propose (M4.1, M4.3)."""
    return _has_a_vote(draft, draft.said(ProposeStar).seat)


def seat_may_decline(draft: Draft) -> Refusal | None:
    """Any voter ends the proposal, also one who agreed (M4.2)."""
    return _has_a_vote(draft, draft.said(Decline).seat)


def seat_has_not_agreed(draft: Draft) -> Refusal | None:
    """A voter agrees once (M4.2)."""
    seat = draft.said(Agree).seat
    if seat in draft.voters and seat not in draft.votes:
        return None
    return Refusal(RefusalCode.SEAT, f"Seat {quoted(seat)} has no vote left.")


def _has_a_vote(draft: Draft, seat: int) -> Refusal | None:
    if seat in draft.voters:
        return None
    return Refusal(RefusalCode.SEAT, f"Seat {quoted(seat)} has no vote.")
