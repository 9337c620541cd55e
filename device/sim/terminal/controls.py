"""What the terminal may do to the simulated hardware, and what it may see of it.

Laws of this file:
- a call only queues a lever and returns; the terminal never waits for the device;
- a snapshot is what stands on the emulated glass, not what the app wished for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hal.frame import Frame

BUTTONS = ("K1", "K2", "K3", "K4", "K5", "K6")
STUCK_PAD = "5"
"""The pad that `Lever.PAD_STUCK` is about."""


class Lever(StrEnum):
    """Faults that can be switched on and off."""

    OLED_GONE = "oled_gone"
    PADS_GONE = "pads_gone"
    BUTTONS_GONE = "buttons_gone"
    OLED_ERROR = "oled_error"
    """Transfers to the panel fail with errno 121."""
    PADS_ERROR = "pads_error"
    """Transfers to the pads fail with errno 121."""
    PAD_STUCK = "pad_stuck"
    STORAGE_FULL = "storage_full"
    STORAGE_READ_ONLY = "storage_read_only"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What can be seen of the device now."""

    frame: Frame
    """The picture on the glass; blank while the panel is off or gone."""
    scene_id: str
    """Id of the screen."""
    words: str
    """The words shown; line breaks count as spaces."""
    led: bool = False
    alive: bool = True
    """False once the device has stopped by itself: the terminal is left."""


class Controls(Protocol):
    """The simulated hardware on the table."""

    def touch(self, key: str, down: bool) -> None:
        """Begin or end a touch of a pad (`1` ... `#`) or a button (`K1` ... `K6`)."""

    def palms(self, down: bool) -> None:
        """Lay down or lift the hands of all seats."""

    def pull(self, lever: Lever, on: bool) -> None:
        """Switch a fault on or off."""

    def snapshot(self) -> Snapshot:
        """Return what can be seen now; cheap."""

    def quit(self) -> None:
        """The terminal is left: stop the device."""
