"""Seeded chance of Nevermind: the shuffle of the Mind Deck and the bag of Noting Tokens (docs/records.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.session.chance import event
from engine.nevermind.model import BREATHE, TURNS, MindCard, Token

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.session.chance import Seed
    from engine.nevermind.model import Card

SHUFFLE = "shuffle"
TOKEN = "token"  # noqa: S105 - a token of the game
MIND_CARDS = range(16)
"""Indices of the Mind Cards (N1.4)."""
TOKENS_OF_A_TYPE = 2
"""Single-sided Noting Tokens in the bag (N1.6)."""


def shuffle_cards(
    seed: Seed, k: int, rotation: int, breathes: int = 0, cards: Iterable[int] = MIND_CARDS
) -> tuple[Card, ...]:
    """Shuffle the Mind Deck: the `cards` of a Shuffle, top first (N1.3, N3.5).

    `rotation` is the option (0, 90 or 180), `breathes` how many Center Cards are in, `cards` the Mind
    Cards that are shuffled, by default all. A Center Card takes no turn.
    """
    random = event(seed, SHUFFLE, k)
    deck: list[int | None] = [*sorted(cards), *([None] * breathes)]
    random.shuffle(deck)
    turns = TURNS[rotation]
    return tuple(BREATHE if card is None else MindCard(card, random.choice(turns)) for card in deck)


def bag_left(drawn: Iterable[Token]) -> tuple[Token, ...]:
    """Return what is left in the bag of tokens, in N0 order, when these lie on the table (N1.6)."""
    gone = list(drawn)
    return tuple(token for token in Token for _ in range(max(0, TOKENS_OF_A_TYPE - gone.count(token))))


def draw_token(seed: Seed, k: int, bag: Sequence[Token]) -> Token:
    """Draw blind from the rest of the bag, given in N0 order (N1.6). Raises IndexError if it is empty."""
    return event(seed, TOKEN, k).choice(bag)
