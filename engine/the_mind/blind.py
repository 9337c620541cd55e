"""Blind mode: the mistakes in a pile that was played face down (M5.3)."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


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
