"""The two games by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import Game

NAMES = ("nevermind", "the-mind")
"""The names that `game_named` knows."""


def game_named(name: str) -> Game[Any, Any, Any, Any] | None:
    """Return the game that record headers call `name`, or None if there is none of that name."""
    if name == "nevermind":
        from engine.nevermind.codec import GAME as NEVERMIND  # noqa: PLC0415 - one game loads without the other

        return NEVERMIND
    if name == "the-mind":
        from engine.the_mind.codec import GAME as THE_MIND  # noqa: PLC0415 - one game loads without the other

        return THE_MIND
    return None
