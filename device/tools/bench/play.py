"""Figures of a whole session, played on real drivers, emulated chips and the fake clock."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING

from device.sim.rig import Rig
from device.tools.bench.measured import MeasuredRig
from device.tools.bench.player import Pace, Player
from device.tools.bench.traffic import Traffic, count, least, on_bus
from hal.ports import Part
from hal.raspberry.luma_own import show_all
from hal.simulated.world import SimWorld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.settings.loaded import Loaded
    from hal.frame import Frame

QUARTER_US = 15 * 60 * 1_000_000


@dataclass(frozen=True, slots=True)
class Quantiles:
    """The middle one, and the one that 99 % do not exceed."""

    p50: float
    p99: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Quantiles:
        """Take them of some values; the smallest value that so many do not exceed."""
        ordered = sorted(values)
        size = len(ordered)
        return cls(ordered[(size - 1) // 2], ordered[-(-99 * size // 100) - 1])


def session(loaded: Loaded, seeds: Sequence[str]) -> dict[str, float]:
    """Play a guided session (light) a seed, and count its bytes and its times over all of them."""
    traffic, luma, changed = Traffic(0, 0, 0), 0, 0
    glass_us: list[float] = []
    frame_cpu_us: list[float] = []
    longest_us = 0
    for seed in seeds:
        rig = MeasuredRig(loaded)
        rig.power_on()
        # As `palmstone run` does once all is loaded: what bench itself keeps is no garbage of the device.
        gc.collect()
        gc.freeze()
        before, since, log = rig.frame, len(rig.frames), rig.world.bus.log
        assert log is not None
        begun = len(log)
        Player(rig, rig.react, seed).session()
        rig.stop()
        frames = rig.frames[since:]
        address = rig.world.address(Part.OLED)
        traffic += count(transfer for transfer in log[begun:] if transfer.addr == address)
        luma += luma_bytes(loaded, frames)
        changed += least(before, frames)
        glass_us += [reaction.glass_us for reaction in rig.reactions]
        frame_cpu_us += [reaction.frame_cpu_us for reaction in rig.reactions]
        longest_us = max(longest_us, *(counters.longest_us for counters in rig.world.bus.counters.values()))
    gc.unfreeze()
    glass = Quantiles.of(glass_us)
    return {
        "oled_bytes_ratio": traffic.all / luma,
        "oled_bytes_ratio_changes": traffic.changes / luma,
        "oled_bytes_over_changed": traffic.changes / changed,
        "oled_refresh_bytes": traffic.refreshes,
        "bus_hold_ms_max": longest_us / 1000,
        "irq_to_glass_ms_p50": glass.p50 / 1000,
        "irq_to_glass_ms_p99": glass.p99 / 1000,
        "touch_to_frame_cpu_ms_p99": Quantiles.of(frame_cpu_us).p99 / 1000,
    }


def luma_bytes(loaded: Loaded, frames: Sequence[Frame]) -> int:
    """Return the bytes that luma's own `display()` puts on the emulated bus for the same frames."""
    wiring = loaded.settings.hardware
    world = SimWorld(wiring, keep_log=True)
    log = world.bus.log
    assert log is not None
    show_all((), world.bus, wiring.panel.controller, wiring.panel.address)
    begun = len(log)
    show_all(frames, world.bus, wiring.panel.controller, wiring.panel.address)
    # Its start-up sends the same each time and belongs to no frame.
    return sum(on_bus(transfer) for transfer in log[begun:]) - sum(
        on_bus(transfer) for transfer in log[:begun]
    )


def quarter_hour(loaded: Loaded) -> dict[str, float]:
    """Play sessions until 15 minutes have passed on the fake clock; say what CPU time that took here."""
    began_s = process_time()
    rig = Rig(loaded)
    rig.power_on()
    begun_us = rig.clock.now_us()
    player = Player(rig, rig.tap, pace=Pace())
    while rig.clock.now_us() - begun_us < QUARTER_US:
        player.session()
    rig.stop()
    took_s = process_time() - began_s
    # The last session may end later than the quarter hour.
    return {"session_15min_s": took_s * QUARTER_US / (rig.clock.now_us() - begun_us)}
