"""Pages that are longer than the panel: the key that goes on shows the rest of a page first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw.render import sides
from device.ui.events import Key
from device.ui.model import Go, Intent, Turn

if TYPE_CHECKING:
    from device.ui.model import Model, Screen

FORWARD = frozenset({Key.K3, Key.K4, Key.PAD_0})
BACKWARD = frozenset({Key.K2, Key.STAR})
"""The keys that turn pages."""


def onward(model: Model, page: Screen, following: Screen) -> tuple[Intent, ...]:
    """Turn to the next side of this page, or go on to the one that follows."""
    left = model.side + 1 < sides(page.scene(model), model.settings.screen.profile)
    return (Turn(),) if left else (Go(following),)
