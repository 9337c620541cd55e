"""Paper decks (N8): what the player's own cards can show, counted, not known.

Laws of this file:
- the engine counts Mind and Center Cards in the discards, the box, and unseen (deck and hand);
- accepted is what some real deck with these counts can show (N8.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind.commands import Draw, PlayHand
from engine.nevermind.model import BREATHE, MIND_CARDS, UNSEEN, CenterCard, MindCard, ShownCard
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Card, Shown, State


def centers_in_play(table: State | Draft) -> int:
    """Return the Center Cards in deck, hand and discards; those that left the game lie in the box."""
    return len(table.deck) + len(table.hand) + len(table.discards) - MIND_CARDS


def centers_unseen(table: State | Draft) -> int:
    """Return the Center Cards in deck and hand."""
    return centers_in_play(table) - centers_of(table.discards)


def centers_of(cards: Sequence[Card]) -> int:
    """Count the Center Cards among cards that were seen."""
    return sum(isinstance(card, CenterCard) for card in cards)


# When


def decks_are_paper(draft: Draft) -> bool:
    """The player's own decks are the truth (N8.1)."""
    return draft.options.paper


def decks_are_the_devices(draft: Draft) -> bool:
    """The device keeps the decks, and knows each card."""
    return not draft.options.paper


def a_center_card_can_be_in_the_deck(draft: Draft) -> bool:
    """Paper decks: one is unseen while no hand is held (N8.4)."""
    return draft.options.paper and centers_unseen(draft) > 0


# Needs


def flipped_card_is_told(draft: Draft) -> Refusal | None:
    """A draw says what the card shows, with Super both places (N8.2)."""
    return _fault_of(draft.said(Draw).card, both=draft.options.super_monkey)


def hand_card_is_told(draft: Draft) -> Refusal | None:
    """A card of the hand always shows both places (N8.6)."""
    return _fault_of(draft.said(PlayHand).card, both=True)


def _fault_of(card: Shown | None, *, both: bool) -> Refusal | None:
    if card is None:
        return Refusal(RefusalCode.CARDS, "say what the card shows: mind, or breathe")
    if both and isinstance(card, ShownCard) and card.noting in (None, card.mind):
        return Refusal(RefusalCode.CARDS, "say mind and noting, two different places")
    return None


def deck_can_show_it(draft: Draft) -> Refusal | None:
    """The top card of some deck with these counts is such a card (N8.3)."""
    centers = centers_unseen(draft)
    return _unlike(draft.said(Draw).card, centers, len(draft.deck) - centers)


def hand_can_show_it(draft: Draft) -> Refusal | None:
    """A card of some hand with these counts is such a card (N8.3)."""
    least, most = draft.hand_centers
    return _unlike(draft.said(PlayHand).card, most, len(draft.hand) - least)


def _unlike(card: Shown | None, centers: int, minds: int) -> Refusal | None:
    """Refuse a card of a kind that none is left of; at most so many are."""
    if isinstance(card, CenterCard):
        return None if centers > 0 else Refusal(RefusalCode.CARDS, "no Center Card can be left")
    return None if minds > 0 else Refusal(RefusalCode.CARDS, "only Center Cards can be left")


# Deeds


def flip_what_is_shown(draft: Draft) -> None:
    """The card told goes from the deck to the discard (N8.2)."""
    card = draft.said(Draw).card
    assert card is not None
    if isinstance(card, ShownCard) and not draft.options.super_monkey:
        card = ShownCard(card.mind)
    draft.deck = draft.deck[1:]
    draft.discards = (*draft.discards, card)


def lay_an_unseen_deck(draft: Draft) -> None:
    """All discards are the new deck, and nobody knows its order (N8.4)."""
    draft.deck = (UNSEEN,) * len(draft.discards)
    draft.discards = ()


def draw_unseen(draft: Draft) -> None:
    """Cards of the deck come into the hand; count which Center Cards can be among them (N8.3, N8.6).

    At a reset inside a breath the hand holds all that was unseen; so the deck's Center Cards are known.
    """
    least, most = draft.hand_centers
    centers = centers_unseen(draft) - least
    drawn = min(draft.to_draw, len(draft.deck))
    minds = len(draft.deck) - centers
    draft.hand_centers = (least + max(0, drawn - minds), most + min(drawn, centers))


def play_what_is_shown(draft: Draft) -> None:
    """The card told goes from the hand to the discard (N8.6)."""
    card = draft.said(PlayHand).card
    assert card is not None
    draft.hand = draft.hand[1:]
    draft.discards = (*draft.discards, card)
    least, most = draft.hand_centers
    if isinstance(card, CenterCard):
        least, most = max(0, least - 1), most - 1
    draft.hand_centers = (least, min(most, len(draft.hand)))


def lay_as_told(draft: Draft, cards: int, centers: int) -> None:
    """The deck has so many cards, Center Cards among them; the rest in play are discards (N8.8)."""
    rest = centers_in_play(draft) - centers
    minds = MIND_CARDS - (cards - centers)
    draft.deck = (UNSEEN,) * cards
    draft.discards = (*(MindCard(index, 0) for index in range(minds)), *(BREATHE,) * rest)
