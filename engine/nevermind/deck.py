"""The Mind Deck: reset, Center Cards, and the offer of a breath (N1.3, N3.5, N6.1, N6.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.nevermind.choices import released_places
from engine.nevermind.effects import BreatheRevealed, CenterAdded, DeckReset, DeckShuffled
from engine.nevermind.model import BREATHE, MAX_CENTERS_ADDED, TURNS, CenterCard, MindCard
from engine.nevermind.phases import Trigger
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.nevermind.commands import AddCenter, Shuffle
    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Card, State


def reset_or_offer(draft: Draft) -> None:
    """End the Mind Phase: reset an empty deck, else see what lies on top (N3.5)."""
    state = draft.state
    if state.deck:
        offer_or_watch(draft)
        return
    asked = state.options.stage >= 5 and state.centers_added < MAX_CENTERS_ADDED
    draft.tell(DeckReset(center_asked=asked))
    draft.go(Trigger.ASK_CENTER if asked else Trigger.RESET)


def add_center(draft: Draft, command: AddCenter) -> None:
    """Let a Center Card join the cards to be shuffled, or not (N6.1)."""
    state = draft.state
    if command.yes:
        draft.state = replace(
            state, discards=(*state.discards, BREATHE), centers_added=state.centers_added + 1
        )
        draft.tell(CenterAdded(from_below=state.center > 0))
    draft.go(Trigger.RESET)


def refuse_shuffle(state: State, cards: tuple[Card, ...]) -> Refusal | None:
    """Say why these cards are not the discards, shuffled and turned as allowed (N1.3, N3.5)."""
    if _kinds(cards) != _kinds(state.discards):
        breathes = sum(isinstance(card, CenterCard) for card in state.discards)
        message = (
            f"the shuffled deck is each of the {len(state.discards) - breathes} discarded Mind Cards once "
            f"and {breathes} breathe"
        )
        return Refusal(RefusalCode.CARDS, message)
    turns = TURNS[state.options.rotation]
    for card in cards:
        if isinstance(card, MindCard) and card.turn not in turns:
            allowed = ", ".join(map(str, turns))
            return Refusal(RefusalCode.TURN, f"card {card.card} is turned by {card.turn}, not {allowed}")
    return None


def lay_deck(draft: Draft, command: Shuffle) -> None:
    """Put the new deck down; nothing is left on the discard."""
    breathes = sum(isinstance(card, CenterCard) for card in command.cards)
    draft.tell(DeckShuffled(len(command.cards), breathes, opening=draft.state.round == 1))
    draft.state = replace(draft.state, deck=command.cards, discards=())


def offer_or_watch(draft: Draft) -> None:
    """Reveal a Center Card on top of the deck, or hand over to the Watcher (N6.2)."""
    state = draft.state
    trigger = Trigger.WATCH
    if isinstance(state.deck[0], CenterCard):
        offered = bool(released_places(state))
        draft.tell(BreatheRevealed(offered))
        if offered:
            trigger = Trigger.REVEAL
    draft.go(trigger)


def _kinds(cards: Iterable[Card]) -> Counter[int]:
    return Counter(card.card if isinstance(card, MindCard) else -1 for card in cards)
