"""What luma.oled's own `display()` puts on the bus: what `Panel` is held against. Only for measuring."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from hal.frame import HEIGHT, WIDTH
from hal.raspberry.luma_driver import driver_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hal.config import Controller
    from hal.frame import Frame
    from hal.ports import I2CBus


class _Wire:
    """A serial interface as luma asks for it: each call is the one transfer that luma makes of it on a Pi."""

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self._address = address

    def command(self, *commands: int) -> None:
        """Send commands."""
        self._bus.transfer(self._address, bytes((0x00, *commands)))

    def data(self, data: Iterable[int]) -> None:
        """Send data for the RAM."""
        self._bus.transfer(self._address, bytes((0x40, *data)))

    def cleanup(self) -> None:
        """Nothing is open."""


def show_all(frames: Iterable[Frame], bus: I2CBus, controller: Controller, address: int) -> None:
    """Show the frames one after the other with luma's own driver, as it comes."""
    with warnings.catch_warnings():
        # luma reads the picture by a call that Pillow is going to drop.
        warnings.simplefilter("ignore", DeprecationWarning)
        panel = driver_of(controller)(_Wire(bus, address), width=WIDTH, height=HEIGHT)
        # Its exit hook would write to a bus that is gone by then.
        panel.persist = True
        for frame in frames:
            panel.display(frame.image())
