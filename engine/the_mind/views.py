"""What a player may know: the public table and their own cards, nothing else (M5.2, M6.1).

Laws of this file:
- a view of a seat is a function of what that seat may see: hidden cards of others change nothing in it;
- it carries no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.the_mind.model import Phase, State


@dataclass(frozen=True, slots=True)
class SeatView:
    """Dealt play as one seat sees it."""

    seat: int
    phase: Phase
    level: int
    lives: int
    stars: int
    blind: bool
    hand: tuple[int, ...]
    """The seat's own cards, ascending."""
    pile_top: int | None
    """The card on top of the pile, 0 for an empty one; None in blind mode, where it lies face down."""
    pile_count: int
    aside: tuple[int, ...]
    """Cards set aside face up, ascending."""
    holders: tuple[int, ...]
    """Seats that still have cards: whether, not how many or which."""


def view_of(state: State, seat: int) -> SeatView:
    """Return what `seat` may know. Raises IndexError for a seat that does not exist."""
    if not 0 <= seat < state.options.players:
        raise IndexError(f"no seat {seat} among {state.options.players}")
    top = state.pile[-1] if state.pile else 0
    return SeatView(
        seat=seat,
        phase=state.phase,
        level=state.level,
        lives=state.lives,
        stars=state.stars,
        blind=state.blind,
        hand=state.held[seat],
        pile_top=None if state.blind else top,
        pile_count=len(state.pile),
        aside=state.aside,
        holders=state.holders,
    )
