"""The I2C bus of the board over smbus2."""

from __future__ import annotations

import contextlib
import errno
import fcntl
from typing import TYPE_CHECKING, Protocol

from smbus2 import SMBus, i2c_msg

from hal.errors import bus_missing

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """Open `/dev/i2c-<number>`, lock it for whoever asks (F26), and shorten its time-out. Raises OSError.

    The lock goes with the file: one of its own would hold a bus that leaves the machine, and no bus with that
    number could come back (F16).
    """
    bus = SMBus(number)
    with contextlib.suppress(OSError):
        fcntl.flock(bus.fd or -1, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
