"""Seeded chance of The Mind: the deal of a level, and when virtual partners think (docs/records.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.session.chance import event
from engine.the_mind.phases import Verb

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from device.session.chance import Seed

DEAL = "deal"
PARTNER = "partner"
NUMBER_CARDS = range(1, 101)
"""The cards of The Mind (M1.2)."""


def deal_hands(seed: Seed, k: int, players: int, level: int) -> tuple[tuple[int, ...], ...]:
    """Deal a level: the `hands` of a Deal (M1.2)."""
    cards = event(seed, DEAL, k).sample(NUMBER_CARDS, players * level)
    return tuple(tuple(cards[seat::players]) for seat in range(players))


def partner_rng(seed: Seed, k: int) -> Random:
    """Return the generator that the virtual partners draw their waits from after lift or card number `k`."""
    return event(seed, PARTNER, k)


def partner_event(counts: Mapping[str, int]) -> int:
    """Return the k of the partners' last event, from how many commands of each verb are in force.

    The partners think anew after every lift of hands and every card: after `focus` and `play`.
    """
    return counts.get(Verb.FOCUS, 0) + counts.get(Verb.PLAY, 0) - 1
