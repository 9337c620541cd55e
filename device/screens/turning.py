"""Pages that are longer than the panel: the key that goes on shows the rest of a page first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw.render import sides
from device.ui.model import Go, Intent, Turn

if TYPE_CHECKING:
    from device.ui.model import Model, Screen


def onward(model: Model, page: Screen, following: Screen) -> tuple[Intent, ...]:
    """Turn to the next side of this page, or go on to the one that follows."""
    left = model.side + 1 < sides(page.scene(model), model.settings.screen.profile)
    return (Turn(),) if left else (Go(following),)
