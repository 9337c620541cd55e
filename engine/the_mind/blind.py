"""Blind mode: the pile is judged once, when all hands are empty (M5)."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from engine.the_mind import effects as fx
from engine.the_mind.shared import complete, lose, lose_lives

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.the_mind.effects import Effect
    from engine.the_mind.model import State


def count_mistakes(pile: Sequence[int]) -> int:
    """Count the mistakes in a pile of distinct cards, the first played first (M5.3).

    Cards higher than all before them are records. A late card belongs to the first record above it; the
    mistakes are the records that own a card. It is what open play would have charged for the same order.
    """
    records: list[int] = []
    owners: set[int] = set()
    for card in pile:
        place = bisect_right(records, card)
        if place == len(records):
            records.append(card)
        else:
            owners.add(place)
    return len(owners)


def settle(state: State, mistakes: int) -> tuple[State, tuple[Effect, ...]]:
    """Charge the mistakes, then complete the level or end blind mode (M5.4)."""
    found: tuple[Effect, ...] = (fx.MistakesFound(mistakes),)
    state, lost = lose_lives(state, min(mistakes, 1) if state.options.blind_cap else mistakes)
    state, ahead = complete(state) if state.lives else lose(state)
    return state, found + lost + ahead
