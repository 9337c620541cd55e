"""The small bus object that Adafruit's driver asks for, over any bus of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import I2CBus


class LockableBus:
    """What `adafruit_bus_device` expects of a `busio.I2C`, over an I2CBus with a single owner."""

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self._locked = False

    def try_lock(self) -> bool:
        """Take the lock; False if it is taken. There is one owner, so it never is."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the lock back."""
        self._locked = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write `buffer[start:end]`."""
        self._bus.transfer(address, bytes(buffer[start:end]))

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Fill `buffer[start:end]`."""
        end = len(buffer) if end is None else end
        buffer[start:end] = self._bus.transfer(address, read=end - start)

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write and read as one transaction."""
        in_end = len(in_buffer) if in_end is None else in_end
        written = bytes(out_buffer[out_start:out_end])
        in_buffer[in_start:in_end] = self._bus.transfer(address, written, in_end - in_start)
