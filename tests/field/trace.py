"""Traces as a touch chip would give them, scan by scan, for the pure decision."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hal.config import TouchConfig
from hal.ports import ELECTRODES
from hal.touch.block import Block
from hal.touch.policy import Decision, TouchMemory, decide

if TYPE_CHECKING:
    from collections.abc import Callable

REST = 700
MS = 1_000
_RAW = struct.Struct(f"<2H{ELECTRODES + 1}H{ELECTRODES + 1}s")


def block_of(filtered: list[int], status: int = 0, own: int = REST) -> Block:
    """Make a reading of twelve values of 0 to 1023."""
    return Block.parse(_RAW.pack(status, 0, *filtered, 0, bytes([own >> 2] * ELECTRODES + [0])))


@dataclass
class Pads:
    """Twelve pads with hands, drift and noise. Counts; times in seconds where they end in `_s`."""

    noise: int = 1
    drift_per_s: dict[int, float] = field(default_factory=dict)
    """Of single pads; the others stand still."""
    seed: int = 1
    memory: TouchMemory = field(default_factory=TouchMemory)
    now_us: int = 0
    config: TouchConfig = field(default_factory=TouchConfig)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._noises = range(-self.noise, self.noise + 1)

    def scan(self, depths: dict[int, float] | None = None, after_ms: int = 10) -> Decision:
        """Read once with hands as deep as given, without any help of the chip's own bits."""
        self.now_us += after_ms * MS
        offsets = self._random.choices(self._noises, k=ELECTRODES)
        values = [REST + offset for offset in offsets]
        given = depths or {}
        for n in self.drift_per_s.keys() | given.keys():
            drift = self.drift_per_s.get(n, 0.0) * self.now_us / 1e6
            value = round(REST + drift - given.get(n, 0.0) + offsets[n])
            values[n] = min(1023, max(0, value))
        decision = decide(self.memory, block_of(values), self.now_us, self.config)
        self.memory = decision.memory
        return decision

    def free(self, scans: int = 5) -> set[int]:
        """Let nobody touch; returns all masks that were decided."""
        return {self.scan().touched for _ in range(scans)}

    def hold(
        self,
        pads: tuple[int, ...],
        depth: float | Callable[[float], float],
        seconds: float,
        step_ms: int = 100,
    ) -> set[int]:
        """Lay a hand down and keep it there; returns all masks decided once it was down.

        `depth` may depend on the seconds since then.
        """
        begun_us = self.now_us

        def depths() -> dict[int, float]:
            given = depth if isinstance(depth, (int, float)) else depth((self.now_us - begun_us) / 1e6)
            return dict.fromkeys(pads, given)

        for _ in range(3):
            self.scan(depths())
        return {self.scan(depths(), step_ms).touched for _ in range(round(seconds * 1000 / step_ms))}

    def lift_ms(self, most_ms: int = 3_000) -> int:
        """Take all hands off; returns after how many milliseconds nothing was touched any more."""
        for ms in range(10, most_ms + 1, 10):
            if self.scan().touched == 0:
                return ms
        return most_ms + 1
