"""The MPR121 over Adafruit's driver: its register access, our own set-up in blocks and one block read.

Building the object touches no bus: the chip may be absent and come later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import adafruit_mpr121 as adafruit
from adafruit_bus_device.i2c_device import I2CDevice  # type: ignore[import-untyped]  # ships no types

from hal.errors import WrongChipError
from hal.ports import ELECTRODES, FaultCode
from hal.raspberry.lockable import LockableBus
from hal.touch.block import BLOCK_BYTES, Block

if TYPE_CHECKING:
    from hal.config import TouchConfig
    from hal.ports import I2CBus

SOFT_RESET = (adafruit.MPR121_SOFTRESET, 0x63)
FRESH_CONFIG2 = 0x24
"""CONFIG2 after a reset; nothing else answers so (MPR121 data sheet, 5.8)."""
RISING = (0x01, 0x01, 0x00, 0x00)
"""MHD, NHD, NCL, FDL of the chip's baseline filter (MPR121 data sheet, 5.5)."""
FALLING = (0x01, 0x01, 0xFF, 0x02)
TOUCHED = (0x00, 0x00, 0x00)
DEBOUNCE = 0x11
"""One sample more for touch and for release."""
CONFIG = (0x10, 0x20)
"""16 uA; 0.5 us, 4 samples, every 1 ms: a measurement each 4 ms."""
STOP = 0x00
HIGH_BASELINE = 0xFF
"""Of electrode 0 for the proof of the line: every value lies far below it, as under a hand."""
RUN_PROOF = 0x41
"""Electrode 0 alone; the baseline stays as written (MPR121 data sheet, 5.11: CL 01)."""
RUN = 0x8F
"""Twelve electrodes; baseline tracking starts from the first measurement."""
RUN_TEST = 0x4F
"""Twelve electrodes; the baselines stay as written (MPR121 data sheet, 5.11: CL 01)."""
RUN_ON = 0x0F
"""Twelve electrodes; baseline tracking goes on from the baselines there are (CL 00)."""


class Mpr121Driver(adafruit.MPR121):  # type: ignore[misc]  # Adafruit's driver is not fully typed
    """One touch chip. Raises OSError of the bus, and WrongChipError from `reset` (F09)."""

    def __init__(self, bus: I2CBus, config: TouchConfig) -> None:
        # The driver's own constructor probes and resets the chip, which may not be there yet.
        self._i2c = I2CDevice(LockableBus(bus), config.address, probe=False)
        self._buffer = bytearray(2)
        self._channels = [None] * ELECTRODES
        self.address = config.address
        self.config = config

    def _write_block(self, register: int, *values: int) -> None:
        with self._i2c:
            self._i2c.write(bytes((register, *values)))

    def reset(self) -> None:
        """Set the chip up, in eight transfers. The first measurement follows some milliseconds later."""
        self._restart()
        self._write_block(adafruit.MPR121_MHDR, *RISING, *FALLING, *TOUCHED)
        self._write_thresholds()
        self._write_block(adafruit.MPR121_DEBOUNCE, DEBOUNCE, *CONFIG)
        self._write_block(adafruit.MPR121_ECR, RUN)

    def _restart(self) -> None:
        self._write_block(*SOFT_RESET)
        self._read_register_bytes(adafruit.MPR121_CONFIG2, self._buffer, 1)
        self._recognise(self._buffer[0])
        # Stop mode is where a reset leads; said again, since the next writes are lost outside it.
        self._write_block(adafruit.MPR121_ECR, STOP)

    def begin_proof(self) -> None:
        """Make the chip see a touch where none is, so that it pulls its interrupt line within 12 ms.

        A line that nobody wired is found so before the first finger. `reset` ends it.
        """
        self._restart()
        self._write_block(adafruit.MPR121_BASELINE_0, HIGH_BASELINE)
        self._write_thresholds()
        self._write_block(adafruit.MPR121_DEBOUNCE, DEBOUNCE, *CONFIG)
        self._write_block(adafruit.MPR121_ECR, RUN_PROOF)

    def proof(self) -> bool:
        """Tell whether the chip saw that touch, and so pulled its line; lets the line go."""
        return bool(self.touched() & 1)

    def begin_test(self) -> None:
        """Make a running chip pull its line, as in `begin_proof`; all electrodes are measured on."""
        self._write_block(adafruit.MPR121_ECR, STOP)
        self._write_block(adafruit.MPR121_BASELINE_0, HIGH_BASELINE)
        self._write_block(adafruit.MPR121_ECR, RUN_TEST)

    def end_test(self, own: int) -> None:
        """Let it run on with the baseline that electrode 0 had, in counts of 10 bits.

        Baselines are not loaded anew: a finger that came meanwhile would be taken for untouched (F06).
        """
        self._write_block(adafruit.MPR121_ECR, STOP)
        self._write_block(adafruit.MPR121_BASELINE_0, own >> 2)
        self._write_block(adafruit.MPR121_ECR, RUN_ON)

    def _recognise(self, found: int) -> None:
        """Raise WrongChipError unless CONFIG2 is that of a touch chip fresh from a reset."""
        if found == FRESH_CONFIG2:
            return
        at = f"at 0x{self.address:02X}"
        if found == CONFIG[1]:
            raise WrongChipError(
                f"the touch chip {at} does not take a reset: lift all hands for a moment", FaultCode.FROZEN
            )
        if found in (0x00, 0xFF):
            raise WrongChipError(
                f"what answers {at} answers nothing but 0x{found:02X}: check its supply and the wiring",
                FaultCode.BAD_VALUES,
            )
        raise WrongChipError(
            f"what answers {at} is no MPR121 (register 0x5D reads 0x{found:02X}): check the address"
        )

    def _write_thresholds(self) -> None:
        pairs = zip(self.config.on, self.config.off, strict=True)
        self._write_block(adafruit.MPR121_TOUCHTH_0, *(value for pair in pairs for value in pair))

    def touched(self) -> int:
        """Touched electrodes by the chip's own decision, without the over-current flag (F08)."""
        return int(super().touched()) & 0x0FFF

    def read_block(self) -> Block:
        """Read status, filtered values and baselines in one transaction; lets the IRQ line go."""
        raw = bytearray(BLOCK_BYTES)
        self._read_register_bytes(adafruit.MPR121_TOUCHSTATUS_L, raw)
        return Block.parse(bytes(raw))

    def settings_kept(self) -> bool:
        """Tell whether DEBOUNCE, CONFIG and ECR are as written; they are not after a supply dip."""
        registers = bytearray(4)
        self._read_register_bytes(adafruit.MPR121_DEBOUNCE, registers)
        return bytes(registers) in (bytes((DEBOUNCE, *CONFIG, run)) for run in (RUN, RUN_ON))
