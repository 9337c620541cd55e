"""One I2C bus: addresses, the time a transfer takes, faults to order, and a log of all that went across.

Laws of this file:
- a transfer takes 9 bits a byte, the address included, and a bit for each start, repeated start and stop
  (UM10204, 3.1), at the set rate;
- written bytes reach the chip when the last of them is across, bytes read are those of the moment at which
  the reading begins;
- what a driver sees of a fault is an OSError with the errno that the kernel's driver gives.
"""

from __future__ import annotations

import errno as errnos
import json
import os
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

STALL_US = 1_000_000
"""How long the kernel waits for a bus that hangs before it gives up with errno 110."""


class Chip(Protocol):
    """What answers at an address."""

    def write(self, data: bytes) -> None:
        """Take the bytes of one write."""

    def read(self, count: int) -> bytes:
        """Answer a read."""

    def cut(self, data: bytes) -> None:
        """Take the bytes of a write that broke off after them."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One transaction as it went across the bus."""

    t_us: int
    """When it began."""
    addr: int
    write: bytes
    read: int
    """Bytes asked for."""
    bits: int
    """Bits that went across; fewer than whole if it failed."""
    error: int | None = None
    """The errno, or None."""

    def json(self) -> str:
        """Return its line of a bus log (docs/records.md)."""
        line = {
            "t_us": self.t_us,
            "addr": self.addr,
            "write": self.write.hex(),
            "read": self.read,
            "bits": self.bits,
            "error": self.error,
        }
        return json.dumps(line, separators=(",", ":"))


@dataclass(slots=True)
class BusFault:
    """A fault on order. `bus.cure` ends it."""

    errno: int
    addr: int | None
    """None is every address."""
    skip: int
    """Transfers that still pass."""
    left: int | None
    """Transfers that still fail; None is no limit."""
    until_us: int | None
    delivered: int
    """Bytes of a write that reach the chip before it fails."""
    stall_us: int
    """Time that is lost before the errno comes."""


@dataclass(slots=True)
class Counters:
    """What went to and from one address. Bytes count the address bytes too."""

    transfers: int = 0
    bytes: int = 0
    errors: int = 0
    longest_us: int = 0
    """The longest hold of the bus by one transfer that did not stall."""


@dataclass(frozen=True, slots=True)
class BusTime:
    """How a bus lets time pass: on the fake clock both spend it, in real time only `stall` waits."""

    now_us: Callable[[], int]
    spend: Callable[[int], None]
    """For the bits of a transfer."""
    stall: Callable[[int], None]
    """For a bus that hangs."""


def transfer_bits(written: int, read: int) -> int:
    """Bits of a whole transaction; an empty one is a start, the address and a stop."""
    bits = 1 + 9 + 9 * written if written or not read else 0
    if read:
        bits += 1 + 9 + 9 * read
    return bits + 1


@dataclass(slots=True)
class SimBus:
    """The bus. `transfer` belongs to one thread at a time; the levers may be moved from any.

    Implements hal.ports.I2CBus. `lock` guards the chips: whoever moves a lever of a chip holds it.
    """

    time: BusTime
    hz: int = 400_000
    absent_errno: int = errnos.EREMOTEIO
    """What an address answers where nothing is: 121 as the Broadcom driver has it, or 6."""
    log: list[Transfer] | None = None
    """Every transfer is appended here, if given."""
    listeners: list[Callable[[Transfer], None]] = field(default_factory=list)
    counters: dict[int, Counters] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    _held: Lock = field(default_factory=Lock)
    _chips: dict[int, Chip] = field(default_factory=dict)
    _faults: list[BusFault] = field(default_factory=list)
    _closed: bool = False

    def attach(self, address: int, chip: Chip) -> None:
        """Put a chip at an address."""
        with self.lock:
            self._chips[address] = chip

    def detach(self, address: int) -> None:
        """Take away what answers at an address."""
        with self.lock:
            self._chips.pop(address, None)

    def fault(
        self,
        errno: int,
        address: int | None = None,
        *,
        nth: int = 1,
        times: int | None = None,
        for_us: int | None = None,
        delivered: int = 0,
        stall_us: int | None = None,
    ) -> BusFault:
        """Order a fault from the `nth` transfer on: so many times, for a time, or else until cured.

        Errno 110 stalls the bus for a second first, unless told otherwise.
        """
        if stall_us is None:
            stall_us = STALL_US if errno == errnos.ETIMEDOUT else 0
        until_us = None if for_us is None else self.time.now_us() + for_us
        fault = BusFault(errno, address, nth - 1, times, until_us, delivered, stall_us)
        with self.lock:
            self._faults.append(fault)
        return fault

    def cure(self, address: int | None = None) -> None:
        """End the faults of an address, or all of them."""
        with self.lock:
            self._faults = [f for f in self._faults if address is not None and f.addr != address]

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        """Write, then read, as one transaction. Raises OSError with errno 5, 6, 110, 121 or as ordered."""
        if self._closed:
            raise OSError(errnos.EBADF, "the bus was closed")
        with self._held:
            return self._transfer(address, bytes(write), read)

    def _transfer(self, address: int, write: bytes, read: int) -> bytes:
        start_us = self.time.now_us()
        with self.lock:
            fault = self._due(address)
            chip = self._chips.get(address)
        if fault is not None:
            raise self._failed(start_us, address, write, read, fault, chip)
        if chip is None:
            self._spend(11)
            raise self._error(start_us, address, write, read, 11, self.absent_errno)
        bits = transfer_bits(len(write), read)
        answer = b""
        across = 0
        if write or not read:
            across = 10 + 9 * len(write)
            self._spend(across)
            with self.lock:
                if self._chips.get(address) is chip:
                    chip.write(write)
        if read:
            with self.lock:
                if self._chips.get(address) is chip:
                    answer = chip.read(read)
        self._spend(bits, across)
        if self._chips.get(address) is not chip:
            raise self._error(start_us, address, write, read, bits, errnos.EIO)
        self._note(Transfer(start_us, address, write, read, bits))
        return answer

    def _due(self, address: int) -> BusFault | None:
        if not self._faults:
            return None
        now_us = self.time.now_us()
        self._faults = [f for f in self._faults if f.until_us is None or now_us < f.until_us]
        found = None
        for fault in self._faults:
            if fault.addr not in (None, address):
                continue
            if fault.skip:
                fault.skip -= 1
            elif found is None:
                found = fault
        if found is not None and found.left is not None:
            found.left -= 1
            self._faults = [f for f in self._faults if f.left is None or f.left > 0]
        return found

    def _failed(
        self, start_us: int, address: int, write: bytes, read: int, fault: BusFault, chip: Chip | None
    ) -> OSError:
        part = write[: fault.delivered]
        bits = 11 + 9 * len(part)
        self._spend(bits)
        with self.lock:
            if chip is not None and part:
                chip.cut(part)
        if fault.stall_us:
            self.time.stall(fault.stall_us)
        return self._error(start_us, address, write, read, bits, fault.errno)

    def _spend(self, bits: int, since: int = 0) -> None:
        """Spend the time of the bits after `since`, rounded so that the parts add up to the whole."""
        self.time.spend(self.bits_us(bits) - self.bits_us(since))

    def bits_us(self, bits: int) -> int:
        """How long so many bits take, in whole microseconds, rounded up."""
        return -(-bits * 1_000_000 // self.hz)

    def _error(self, start_us: int, address: int, write: bytes, read: int, bits: int, errno: int) -> OSError:
        self._note(Transfer(start_us, address, write, read, bits, errno))
        return OSError(errno, os.strerror(errno))

    def _note(self, transfer: Transfer) -> None:
        with self.lock:
            counters = self.counters.setdefault(transfer.addr, Counters())
            counters.transfers += 1
            counters.bytes += transfer.bits // 9
            counters.errors += transfer.error is not None
            counters.longest_us = max(counters.longest_us, self.bits_us(transfer.bits))
            if self.log is not None:
                self.log.append(transfer)
        for listener in self.listeners:
            listener(transfer)

    def close(self) -> None:
        """Give the bus back; the levers still move."""
        self._closed = True

    def reopen(self) -> None:
        """Let a new owner have it, as after a restart."""
        self._closed = False
