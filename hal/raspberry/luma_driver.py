"""What luma.oled's driver of a controller says, asked once and kept as bytes.

Laws of this file:
- luma is used by what it documents alone: the constructor of a driver with an interface handed in, `display`
  overridden, `persist`, `contrast`, `show` and `hide`;
- the interface it is given writes nowhere: the bus has one owner, and that is not luma.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from luma.oled import device as drivers

from hal.frame import HEIGHT, WIDTH
from hal.panel.controllers import CONTRAST, OFF, UPRIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hal.panel.controllers import Controller

LEVELS = 256
"""Contrasts that luma takes: 0 to 255."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Commands as luma sends them, without the control byte."""

    settings: bytes
    """What starts the panel, without switching it off and on and without luma's contrast."""
    on: bytes
    off: bytes
    contrast: Mapping[int, bytes]
    """By level, 0 to 255."""


class Recorder:
    """A serial interface as luma asks for it; keeps the commands that would be written."""

    def __init__(self) -> None:
        self._sent: list[bytes] = []

    def command(self, *commands: int) -> None:
        """Keep a transfer of commands."""
        self._sent.append(bytes(commands))

    def data(self, data: Iterable[int]) -> None:
        """Refuse data: no picture is sent through luma."""
        raise ValueError("luma.oled sends a picture, which it was not asked for")

    def cleanup(self) -> None:
        """Nothing is open."""

    def take(self) -> list[bytes]:
        """Return what was kept, and forget it."""
        sent, self._sent = self._sent, []
        return sent

    def only(self) -> bytes:
        """Return the one transfer that was kept, and forget it. Raises ValueError if it is not one."""
        (sent,) = self.take()
        return sent


def driver_of(controller: Controller) -> Any:
    """Return luma's class for a controller: called with a serial interface, width and height."""
    return getattr(drivers, controller.facts.driver)


@lru_cache(maxsize=16)
def spoken(controller: Controller) -> Spoken:
    """Ask luma. Raises ValueError if it starts the panel in a way that is not known here.

    It is asked once for each controller, since luma keeps every driver to the end of the process: it
    registers an exit hook for each. With `persist` the hook leaves the panel as it is.
    """

    class WithoutPictures(driver_of(controller)):  # type: ignore[misc]  # luma ships no types
        """luma's driver; it clears the panel when it is made, and that is not sent."""

        def display(self, image: Any) -> None:
            """Send nothing."""

    recorder = Recorder()
    driver = WithoutPictures(recorder, width=WIDTH, height=HEIGHT)
    driver.persist = True
    settings = settings_of(recorder.take())
    driver.show()
    on = recorder.only()
    driver.hide()
    off = recorder.only()
    contrast = {}
    for level in range(LEVELS):
        driver.contrast(level)
        contrast[level] = recorder.only()
    _forget_pictures(driver)
    return Spoken(settings, on, off, contrast)


def _forget_pictures(driver: Any) -> None:
    """Drop the tables of a driver that shows no picture: two numbers for each pixel, 0.3 MB."""
    for name, value in list(vars(driver).items()):
        if isinstance(value, list):
            delattr(driver, name)


def settings_of(sent: list[bytes]) -> bytes:
    """Take the settings out of what luma sent at its start: its first transfer, without "display off".

    Some drivers set their contrast in between; that is left out, so that a refresh does not blink.
    """
    settings = sent[0]
    if settings[0] != OFF or any(settings.count(command) != 1 for command in UPRIGHT):
        raise ValueError(f"luma.oled starts the panel in a way that is not known here: {settings.hex(' ')}")
    before, _, after = settings[1:].partition(bytes((CONTRAST,)))
    return before + after[1:]
