"""Seeded chance: a chance event of a game is a function of its seed, its kind and its number (records.md).

Laws of this file:
- event k of a kind is drawn from its own generator, so a game is a function of seed and choices, and an undo
  followed by the same choice brings the same cards;
- k counts the events of that kind in force, from 0: the caller reads it off the record;
- only `new_seed` asks the operating system.
"""

from __future__ import annotations

import os
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.nevermind.model import Token

MIND_CARDS = range(16)
"""Indices of the Mind Cards (N1.4)."""
NUMBER_CARDS = range(1, 101)
"""The cards of The Mind (M1.2)."""
TOKENS_OF_A_TYPE = 2
"""Single-sided Noting Tokens in the bag (N1.6)."""

Seed = str | int
"""As in the header of a record; 7 and "7" are the same game."""


class Kind(StrEnum):
    """The kinds of chance events."""

    SHUFFLE = "shuffle"
    TOKEN = "token"  # noqa: S105 - a token of the game
    DEAL = "deal"
    PARTNER = "partner"


def new_seed() -> str:
    """Return a fresh seed from the operating system."""
    # The module `secrets` would do the same and load a cryptography library of 3 MB for it.
    return os.urandom(8).hex()


def event(seed: Seed, kind: Kind, k: int) -> Random:
    """Return the generator of chance event `k` of a kind; the same answer on every machine."""
    return Random(f"{seed}/{kind.value}/{k}")


def shuffle_cards(
    seed: Seed, k: int, rotation: int, breathes: int = 0, cards: Iterable[int] = MIND_CARDS
) -> list[object]:
    """Shuffle the Mind Deck: the `cards` of a `shuffle` command, top first (N1.3, N3.5).

    `rotation` is the option (0, 90 or 180), `breathes` how many Center Cards are in, `cards` the Mind
    Cards that are shuffled, by default all. A "breathe" takes no turn.
    """
    from engine.nevermind.model import TURNS  # noqa: PLC0415 - the other game loads without it

    random = event(seed, Kind.SHUFFLE, k)
    deck: list[int | None] = [*sorted(cards), *([None] * breathes)]
    random.shuffle(deck)
    turns = TURNS[rotation]
    return ["breathe" if card is None else {"card": card, "turn": random.choice(turns)} for card in deck]


def bag_left(drawn: Iterable[Token]) -> tuple[Token, ...]:
    """Return what is left in the bag of tokens, in N0 order, when these lie on the table (N1.6)."""
    from engine.nevermind.model import Token  # noqa: PLC0415 - the other game loads without it

    gone = list(drawn)
    return tuple(token for token in Token for _ in range(max(0, TOKENS_OF_A_TYPE - gone.count(token))))


def draw_token(seed: Seed, k: int, bag: Sequence[Token]) -> Token:
    """Draw blind from the rest of the bag, given in N0 order (N1.6). Raises IndexError if it is empty."""
    return event(seed, Kind.TOKEN, k).choice(bag)


def deal_hands(seed: Seed, k: int, players: int, level: int) -> list[list[int]]:
    """Deal a level of The Mind: the `hands` of a `deal` command (M1.2)."""
    cards = event(seed, Kind.DEAL, k).sample(NUMBER_CARDS, players * level)
    return [cards[seat::players] for seat in range(players)]


def partner_rng(seed: Seed, k: int) -> Random:
    """Return the generator that the virtual partners draw their waits from after lift or card number `k`."""
    return event(seed, Kind.PARTNER, k)


def partner_event(counts: Mapping[str, int]) -> int:
    """Return the k of the partners' last event, from how many commands of each name are in force.

    The partners think anew after every lift of hands and every card: after `focus` and `play`.
    """
    return counts.get("focus", 0) + counts.get("play", 0) - 1
