"""The copper: between the module in the machine and the emulated chips of `hal.simulated`.

Laws of this file:
- what the module tells is answered at once, in order; the levers may be moved from any thread;
- what lies on a line lies there whoever restarts: a new machine is told all of it again.
"""

from __future__ import annotations

import contextlib
import struct
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hal.config import HardwareConfig
from hal.ports import NEVER
from hal.raspberry.clock import RealClock
from hal.simulated.world import SimWorld

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from hal.simulated.bus import Transfer

READ = 0x0001
"""I2C_M_RD of linux/i2c.h."""
LET_GO = 2
LOOK_S = 0.05
"""How seldom the chips are looked after at the least."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What stood on the glass from a moment on."""

    at_s: float
    """time.monotonic."""
    pages: bytes
    on: bool
    mark: int
    """What `Wires.marker` gave then: how far the log of the disk was."""


@dataclass
class Wires:
    """The header of one machine with everything on it. `world` has the levers."""

    config: HardwareConfig = field(default_factory=HardwareConfig)
    seed: int = 0
    marker: Callable[[], int] = lambda: 0

    def __post_init__(self) -> None:
        self.world = SimWorld(self.config, RealClock(), seed=self.seed)
        self.sights: list[Sight] = []
        self.outputs: dict[int, int] = {}
        """Lines that the machine drives, with their level."""
        self.pulls: dict[int, int] = {}
        """Pull resistors that the machine asked for: 0 none, 1 up, 2 down."""
        self.transfers = 0
        self.failed = 0
        """How many of them ended with an error."""
        self._line: socket.socket | None = None
        self._sending = threading.Lock()
        self._wake = threading.Event()
        self._on_glass: tuple[bytes, bool] | None = None
        self.world.pins.level_listeners.append(self._level)
        self.world.bus.listeners.append(self._transferred)
        self.world.on_lever = self._wake.set
        threading.Thread(target=self._keep_time, daemon=True).start()

    def join(self, line: socket.socket) -> None:
        """Join the wires to a machine that was switched on: all chips have lost their supply meanwhile."""
        self.world.restart(cold=True)
        line.settimeout(None)
        self._line = line
        threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _keep_time(self) -> None:
        while True:
            due_us = self.world.step(self.world.clock.now_us())
            left_s = LOOK_S if due_us >= NEVER else max(0.0, (due_us - self.world.clock.now_us()) / 1e6)
            self._wake.wait(min(left_s, LOOK_S))
            self._wake.clear()

    # To the machine

    def _send(self, packet: bytes) -> None:
        line = self._line
        if line is None:
            return
        with self._sending, contextlib.suppress(OSError):
            line.sendall(struct.pack("<I", len(packet)) + packet)

    def _level(self, pin: int, high: bool | None, lost: bool) -> None:
        self._send(struct.pack("<cBBB", b"I", pin, LET_GO if high is None else high, lost))

    def hang(self, milliseconds: int) -> None:
        """Let the next transfer hang in the kernel, whatever time-out was asked for."""
        self._send(struct.pack("<cxxxI", b"H", milliseconds))

    def bus_away(self) -> None:
        """Take the bus out of the machine."""
        self._send(b"U\0\0\0")

    def bus_back(self) -> None:
        """Put it in again."""
        self._send(b"B\0\0\0")

    def lie_again(self) -> None:
        """Tell a module that was loaded anew what lies on its lines."""
        for pin in self.world.pins.driven():
            self._level(pin, self.world.pins.level(pin), True)

    # From the machine

    def _serve(self, line: socket.socket) -> None:
        reader = line.makefile("rb")
        with contextlib.suppress(OSError):
            while len(head := reader.read(4)) == 4:
                packet = reader.read(struct.unpack("<I", head)[0])
                self._take(packet)

    def _take(self, packet: bytes) -> None:
        kind = packet[:1]
        if kind == b"X":
            self._answer(packet)
        elif kind == b"G":
            self.outputs[packet[1]] = packet[2]
        elif kind == b"P":
            self.pulls[packet[1]] = packet[2]

    def _answer(self, packet: bytes) -> None:
        count, number = packet[1], packet[4:8]
        at, address, written, read = 8, 0, b"", 0
        for _ in range(count):
            address, flags, length = struct.unpack_from("<HHH", packet, at)
            at += 6
            if flags & READ:
                read += length
            else:
                written += packet[at : at + length]
                at += length
        result, data = 0, b""
        try:
            data = self.world.bus.transfer(address, written, read)
        except OSError as error:
            result = -(error.errno or 5)
        self._send(b"A\0\0\0" + number + struct.pack("<i", result) + data)

    def _transferred(self, transfer: Transfer) -> None:
        self.transfers += 1
        self.failed += transfer.error is not None
        if transfer.addr != self.config.panel.address or transfer.error is not None:
            return
        seen = (self.world.frame().pages, self.world.panel.lit)
        if seen != self._on_glass:
            self._on_glass = seen
            self.sights.append(Sight(time.monotonic(), *seen, self.marker()))
