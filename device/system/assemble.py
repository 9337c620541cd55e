"""The app, put together: storage, player, sessions, outputs, home and the screen that a start leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.home import HomeMenu, first_screen
from device.app.loop import App
from device.app.player import Player
from device.output.outputs import outputs_of
from device.session.sessions import Sessions
from device.settings.loaded import with_stored
from device.storage.store import Store

if TYPE_CHECKING:
    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from hal.ports import Disk, Hardware


def build_app(
    hardware: Hardware,
    disk: Disk,
    loaded: Loaded,
    games: DeviceGames,
    *,
    skip_first: bool,
    greets: bool = False,
) -> App:
    """Return the app on hardware that was built; what was chosen on the device lies over the settings.

    `skip_first`: a first start is not gone through; `greets`: a newcomer is one without it, too.
    """
    store = Store(disk, hardware.clock, games.kept)
    player = Player(store, with_stored(loaded, store.choices()), greets=greets)
    sessions = Sessions(store, hardware.clock, games)
    outputs = outputs_of(hardware, sessions=len(store.sessions()))
    first = first_screen(player, sessions, skip_first=skip_first)
    return App(hardware, player, sessions, outputs, HomeMenu, first)
