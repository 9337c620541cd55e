"""The I2C bus of the board over smbus2, and the small bus object that Adafruit's driver asks for."""

from __future__ import annotations

import errno
import fcntl
from typing import TYPE_CHECKING, Protocol

from smbus2 import SMBus, i2c_msg

from hal.errors import bus_missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import I2CBus

I2C_TIMEOUT = 0x0702
"""Request of `linux/i2c-dev.h`: how long the adapter waits, in units of 10 ms."""
TIMEOUT_10MS = 10
"""A hung bus answers errno 110 after 100 ms, so that the device can be stopped within 1 s (F23)."""
GONE = frozenset({errno.ENODEV, errno.EBADF})
"""Errnos that say the bus went away under the open file."""


class _Node(Protocol):
    """What is used of smbus2's SMBus."""

    fd: int | None

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Carry out the messages as one transaction."""

    def close(self) -> None:
        """Close the file."""


def open_node(number: int) -> _Node:
    """Open `/dev/i2c-<number>` and shorten its time-out. Raises OSError."""
    bus = SMBus(number)
    try:
        # Not every adapter knows the request; the bus works all the same, it only hangs longer.
        fcntl.ioctl(bus.fd or -1, I2C_TIMEOUT, TIMEOUT_10MS)
    except OSError as error:
        if error.errno not in (errno.ENOTTY, errno.EINVAL):
            bus.close()
            raise
    return bus


class SmbusBus:
    """`hal.ports.I2CBus` over one file, for one owner.

    Opened at the first transfer, since node and permissions may come seconds after the service (F16), and
    again after the node went away. Raises BusMissingError for the node, OSError for a transfer.
    """

    def __init__(self, number: int, opener: Callable[[int], _Node] = open_node) -> None:
        self._number = number
        self._opener = opener
        self._node: _Node | None = None

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        """Write, then read with a repeated start, as one transaction."""
        node = self._opened()
        messages = [i2c_msg.write(address, write)] if write or not read else []
        if read:
            messages.append(i2c_msg.read(address, read))
        try:
            node.i2c_rdwr(*messages)
        except OSError as error:
            if error.errno in GONE:
                self.close()
                raise bus_missing(error, self._number) from error
            raise
        return bytes(messages[-1]) if read else b""

    def _opened(self) -> _Node:
        if self._node is None:
            try:
                self._node = self._opener(self._number)
            except OSError as error:
                raise bus_missing(error, self._number) from error
        return self._node

    def close(self) -> None:
        """Close the file; the next transfer opens it again."""
        node, self._node = self._node, None
        if node is not None:
            node.close()


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
