"""Hands on the table: which pads make a seat's zone (interaction.md, Palm zones)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.model import Model

ZONES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("1", "4", "7", "*"), ("3", "6", "9", "#")),
    3: (("1", "4"), ("3", "6"), ("*", "#")),
    4: (("1", "4"), ("3", "6"), ("7", "*"), ("9", "#")),
}
"""Pads of each seat's zone by number of players, in seat order."""


def zones_of(model: Model) -> tuple[tuple[str, ...], ...]:
    """Return the zones of the open game, in seat order; () without one of The Mind."""
    players = getattr(getattr(model.play.state if model.play else None, "options", None), "players", 0)
    return ZONES.get(players, ())
