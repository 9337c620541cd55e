"""One reading of a touch chip, and whether a living chip reads like this. Pure."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from hal.ports import ELECTRODES, FaultCode

BLOCK_BYTES = 43
"""Status, out-of-range, 13 filtered values and 13 baselines: registers 0x00 to 0x2A."""
_VALUES = struct.Struct(f"<{ELECTRODES}H")
HEALTHY = range(50, 951)
"""Counts of a living electrode."""


@dataclass(frozen=True, slots=True)
class Block:
    """One reading of registers 0x00 to 0x2A (MPR121 data sheet, table 2)."""

    raw: bytes
    status: int
    """Touched by the chip's own decision; bit n is electrode n."""
    over_current: bool
    """Bit 15 of the status; a fault, never a touch (F08)."""
    filtered: tuple[int, ...]
    """Twelve values of 10 bits; wider if the answer is rubbish."""
    baseline: tuple[int, ...]
    """Twelve values of the chip's own baseline, scaled to 10 bits."""

    @classmethod
    def parse(cls, raw: bytes) -> Block:
        """Take a reading apart. ValueError if it has not 43 bytes."""
        if len(raw) != BLOCK_BYTES:
            raise ValueError(f"a reading has {BLOCK_BYTES} bytes, not {len(raw)}")
        filtered = _VALUES.unpack_from(raw, 4)
        baseline = tuple([value << 2 for value in raw[0x1E : 0x1E + ELECTRODES]])
        return cls(raw, raw[0] | (raw[1] & 0x0F) << 8, bool(raw[1] & 0x80), filtered, baseline)


def broken(block: Block) -> FaultCode | None:
    """Return what makes a reading useless at once: over-current, nothing but zeros, or 0xFFFF (F08, F09)."""
    if 0xFFFF in block.filtered:
        return FaultCode.BAD_VALUES
    if block.over_current:
        return FaultCode.OVER_CURRENT
    return None if any(block.filtered) else FaultCode.BAD_VALUES


def judge(block: Block) -> FaultCode | None:
    """Return what is amiss with a reading, by the health rules: also a value that no living electrode has."""
    fault = broken(block)
    if fault is None and any(value not in HEALTHY for value in block.filtered):
        return FaultCode.BAD_VALUES
    return fault
