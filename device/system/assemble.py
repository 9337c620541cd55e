"""The app, put together: player, sessions, outputs, home and the screen that a start leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.home import HomeMenu, first_screen
from device.app.loop import App
from device.app.player import Player
from device.games.registry import directors
from device.output.outputs import outputs_of
from device.session.sessions import Sessions
from device.settings.loaded import with_stored

if TYPE_CHECKING:
    from device.settings.loaded import Loaded
    from device.storage.store import Store
    from hal.ports import Hardware


def build_app(hardware: Hardware, store: Store, loaded: Loaded, *, skip_first: bool) -> App:
    """Return the app on hardware that was built; what was chosen on the device lies over the settings.

    `skip_first`: a first start is not gone through.
    """
    player = Player(store, with_stored(loaded, store.choices()))
    sessions = Sessions(store, hardware.clock, directors())
    outputs = outputs_of(hardware, sessions=len(store.sessions()))
    first = first_screen(player, sessions, skip_first=skip_first)
    return App(hardware, player, sessions, outputs, HomeMenu, first)
