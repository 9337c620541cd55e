"""The app, put together: desk, games, home and the screen that a start leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.desk import Desk
from device.app.home import HomeMenu, first_screen
from device.app.loop import App
from device.games.registry import directors
from device.settings.loaded import with_stored

if TYPE_CHECKING:
    from device.settings.loaded import Loaded
    from device.storage.store import Store
    from hal.ports import Hardware


def build_app(hardware: Hardware, store: Store, loaded: Loaded, *, skip_first: bool) -> App:
    """Return the app on hardware that was built; what was chosen on the device lies over the settings.

    `skip_first`: a first start is not gone through.
    """
    desk = Desk(hardware, store, with_stored(loaded, store.choices()), directors())
    return App(desk, HomeMenu, hardware.clock.now_us(), first_screen(desk, skip_first=skip_first))
