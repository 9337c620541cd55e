"""The games that the device can lead, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.nevermind.director import NevermindDirector
from device.the_mind.director import MindDirector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.director import Director


def directors() -> Mapping[str, Director]:
    """Return one director a game."""
    return {"nevermind": NevermindDirector(), "the-mind": MindDirector()}
