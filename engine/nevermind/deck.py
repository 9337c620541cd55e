"""The Mind Deck: reset, Center Cards, and the offer of a breath (N1.3, N3.5, N6.1, N6.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind import paper
from engine.nevermind.commands import AddCenter, Breathe, Shuffle
from engine.nevermind.model import (
    BREATHE,
    MAX_CENTERS_ADDED,
    TURNS,
    CenterCard,
    Intensity,
    MindCard,
)
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Card


# When


def deck_is_empty(draft: Draft) -> bool:
    """No card is left in the Mind Deck (N3.5)."""
    return not draft.deck


def a_center_card_may_be_added(draft: Draft) -> bool:
    """From Stage Five on, at most twice a game (N6.1)."""
    return draft.options.stage >= 5 and draft.centers_added < MAX_CENTERS_ADDED


def a_center_card_lies_on_top(draft: Draft) -> bool:
    """ "breathe" is revealed (N6.2)."""
    return isinstance(draft.deck[0], CenterCard)


def a_thought_is_released(draft: Draft) -> bool:
    """Some thought could lend its marker (N6.2)."""
    return any(thought.intensity is Intensity.RELEASED for thought in draft.grid)


# Needs


def the_answer_is_to_add_one(draft: Draft) -> Refusal | None:
    """Yes to a Center Card (N6.1); a No takes the next row."""
    return None if draft.said(AddCenter).yes else _NO


def the_answer_is_to_breathe(draft: Draft) -> Refusal | None:
    """Yes to a Deep Breath (N6.2); a No takes the next row."""
    return None if draft.said(Breathe).yes else _NO


_NO = Refusal(RefusalCode.TARGET, "the answer is no")


def cards_are_the_discards(draft: Draft) -> Refusal | None:
    """The new deck is all discards (N3.5)."""
    if _kinds(draft.said(Shuffle).cards) == _kinds(draft.discards):
        return None
    breathes = paper.centers_of(draft.discards)
    message = (
        f"the shuffled deck is each of the {len(draft.discards) - breathes} discarded Mind Cards once "
        f"and {breathes} breathe"
    )
    return Refusal(RefusalCode.CARDS, message)


def cards_are_turned_as_allowed(draft: Draft) -> Refusal | None:
    """Each card lies straight or turned by an allowed angle (N1.3)."""
    turns = TURNS[draft.options.rotation]
    for card in draft.said(Shuffle).cards:
        if isinstance(card, MindCard) and card.turn not in turns:
            allowed = ", ".join(map(str, turns))
            return Refusal(RefusalCode.TURN, f"card {card.card} is turned by {card.turn}, not {allowed}")
    return None


def _kinds(cards: Iterable[Card]) -> Counter[int]:
    return Counter(card.card if isinstance(card, MindCard) else -1 for card in cards)


# Deeds


def lay_the_deck(draft: Draft) -> None:
    """Put the new deck down; nothing is left on the discard (N3.5)."""
    draft.deck = draft.said(Shuffle).cards
    draft.discards = ()


def tell_of_the_deck(draft: Draft) -> None:
    """Say how many cards will form the deck, Center Cards among them (N1.3, N3.5)."""
    breathes = paper.centers_of(draft.discards)
    draft.told.append(fx.DeckShuffled(len(draft.discards), breathes, opening=draft.round == 1))


def ask_about_a_center_card(draft: Draft) -> None:
    """The deck is reset, and a Center Card may join it (N6.1)."""
    draft.told.append(fx.DeckReset(center_asked=True))


def reset_the_deck(draft: Draft) -> None:
    """The deck is reset (N3.5)."""
    draft.told.append(fx.DeckReset(center_asked=False))


def add_a_center_card(draft: Draft) -> None:
    """A Center Card joins the cards to be shuffled (N6.1)."""
    draft.discards = (*draft.discards, BREATHE)
    draft.centers_added += 1
    draft.told.append(fx.CenterAdded(from_below=draft.center > 0))


def offer_a_breath(draft: Draft) -> None:
    """A Center Card lies on top: the player chooses (N6.2)."""
    draft.told.append(fx.BreatheRevealed(offered=True))


def pass_the_breath_over(draft: Draft) -> None:
    """With nothing Released it counts as No (N6.2)."""
    draft.told.append(fx.BreatheRevealed(offered=False))


def ask_for_the_back(draft: Draft) -> None:
    """Paper decks: the player looks at the back of the top card (N8.4)."""
    draft.told.append(fx.BackAsked())


def decline_the_breath(draft: Draft) -> None:
    """On to the Watcher Phase; the next Mind Phase discards the card (N6.2)."""
    draft.told.append(fx.BreatheDeclined())


def take_the_center_card_out(draft: Draft) -> None:
    """That card leaves the game (N6.2)."""
    draft.deck = draft.deck[1:]
    draft.told.append(fx.BreatheAccepted())
