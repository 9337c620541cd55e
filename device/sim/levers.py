"""The simulated hardware on the table of `palmstone play`: levers go in, snapshots come out."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from device.input.palms import zones_of
from device.sim.card import LeverDisk
from device.sim.terminal.controls import STUCK_PAD, Lever, Snapshot
from device.system.machine import Ending, Machine
from device.ui.plain import plain_words
from hal.ports import Part

if TYPE_CHECKING:
    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from hal.assemble import Built
    from hal.ports import Disk
    from hal.simulated.world import SimWorld

BUS_ERROR = 121
_GONE = {Lever.OLED_GONE: Part.OLED, Lever.PADS_GONE: Part.PADS, Lever.BUTTONS_GONE: Part.BUTTONS}
_ERRORS = {Lever.OLED_ERROR: Part.OLED, Lever.PADS_ERROR: Part.PADS}
_CARD = {Lever.STORAGE_FULL: errno.ENOSPC, Lever.STORAGE_READ_ONLY: errno.EROFS}


class LiveControls:
    """`device.sim.terminal.Controls` over a simulated world and a machine that runs on it."""

    def __init__(self, loaded: Loaded, world: SimWorld, built: Built, disk: Disk, games: DeviceGames) -> None:
        self._settings = loaded.settings
        self._world = world
        self._disk = LeverDisk(disk)
        self._ending = Ending(lambda: None)
        self._palms: tuple[str, ...] = ()
        self._plates: tuple[int, ...] = ()
        self._machine = Machine(loaded, built, self._disk, self._ending, games, skip_first=True, greets=True)
        self._machine.start()

    @property
    def failure(self) -> str | None:
        """What broke, in one line, or None."""
        return self._ending.failure

    def touch(self, key: str, down: bool) -> None:
        """Begin or end a touch of a pad or a button."""
        if key.startswith("K"):
            number = int(key[1:])
            pins = self._settings.hardware.button_pins
            if number <= len(pins) and pins[number - 1] is not None:
                (self._world.press if down else self._world.release)(number)
            return
        electrode = self._settings.pads.electrode(key)
        (self._world.touch if down else self._world.lift)(electrode)

    def palms(self, down: bool) -> None:
        """Lay down or lift the hands of all seats, on plates if there are any; not every game has seats."""
        if down:
            zones = zones_of(self._machine.app.model)
            self._palms = tuple(pad for zone in zones for pad in zone)
            self._plates = self._settings.plates[: len(zones)]
        if self._settings.hardware.palms is not None:
            for electrode in self._plates:
                (self._world.touch if down else self._world.lift)(electrode, part=Part.PALMS)
            return
        for pad in self._palms:
            self.touch(pad, down)

    def pull(self, lever: Lever, on: bool) -> None:
        """Switch a fault on or off."""
        world = self._world
        if lever in _GONE:
            (world.gone if on else world.back)(_GONE[lever])
        elif lever in _ERRORS:
            part = _ERRORS[lever]
            world.i2c(BUS_ERROR, part) if on else world.i2c_ok(part)
        elif lever in _CARD:
            self._disk.fault = _CARD[lever] if on else None
        else:
            world.stuck(self._settings.pads.electrode(STUCK_PAD), stuck=on)

    def snapshot(self) -> Snapshot:
        """What stands on the glass now."""
        scene = self._machine.app.outputs.display.scene
        return Snapshot(
            frame=self._world.frame(),
            scene_id="" if scene is None else scene.id,
            words="" if scene is None else plain_words(scene, self._machine.app.model.table_words),
            led=bool(self._world.lights.calls and self._world.lights.calls[-1].value),
            alive=not self._ending.due,
        )

    def quit(self) -> None:
        """Stop the device; everything is stored."""
        self._machine.stop()
