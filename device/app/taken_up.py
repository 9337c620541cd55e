"""Where a session stands that is taken up again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.session.sessions import OpenSession
    from device.ui.model import Model, Screen


def stood(opened: OpenSession, model: Model) -> Screen:
    """Return the screen: of its ritual, of what was taken back last, or where the player is waited for.

    It is tried once. Raises whatever that raises: what cannot be shown is found here, and not at each start.
    """
    play, session = model.play, opened.session
    assert play is not None, "a session is open"
    screen = opened.ui.ritual(play, opened.ritual, opened.ritual_index) if opened.ritual else None
    if screen is None and session.gone is not None:
        screen = opened.ui.undone(play, session.gone, None, redo=False).screen
    if screen is None:
        screen = opened.ui.resumed(play)
    screen.scene(replace(model, screen=screen, under=()))
    return screen
