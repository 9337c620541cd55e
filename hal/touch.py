"""The touch decision: from what the MPR121 measured to what is touched. Pure (hardware.md, Touch policy).

Laws of this file:
- a baseline for each pad, frozen while it is touched and for a second after; the chip's own is only a hint;
- a touch is two scans beyond `on`, the chip's own debounced bit counting as the first; a release is three
  scans within `off`;
- a living signal is never timed out, and what is held when the chip starts counts only after it was lifted;
- distances are counts below the baseline: a finger lowers the measured value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import TYPE_CHECKING

from hal.ports import ELECTRODES, FaultCode

if TYPE_CHECKING:
    from hal.config import TouchConfig

BLOCK_BYTES = 43
"""Status, out-of-range, 13 filtered values and 13 baselines: registers 0x00 to 0x2A."""
ON_SCANS = 2
OFF_SCANS = 3
FREEZE_US = 1_000_000
"""After a release the baseline waits that long."""
FREE_US = 2_000_000
"""The chip is calibrated again only when all pads were free that long."""
RECALIBRATE_US = 60_000_000
"""And not more often than this."""
FROZEN_SCANS = 5
FROZEN_US = 2_000_000
HEALTHY = range(50, 951)
"""Counts of a living electrode."""
START_BELOW = 70
"""Counts below its siblings (or twice `on`) that make a pad held at start; pads differ by tens anyway."""
LOW_BY_NATURE_US = 10_000_000
"""A pad that stood below its siblings that long and is then pressed further was never held."""
RISE_S = 0.5
"""Time constant of a free baseline towards higher values, which no finger makes."""
FALL_S = 4.0
"""Time constant towards lower values."""
FALL_PER_S = 3.0
"""Counts a second that a free baseline falls at most, so that a slow finger is not swallowed."""
LEVEL_S = 3.0
"""Time constant of the level of a held pad."""
WARMTH_PER_S = 0.02
"""Counts a second by which a pad may drift under a hand, apart from what its free siblings show."""
LIFT_SHARE = 0.7
"""Share of the depth that vanishes at once when a hand lifts."""


class Request(Flag):
    """What the decision asks of the owner of the chip."""

    NONE = 0
    SCAN_AGAIN = auto()
    """A touch has begun: look again after 5 ms."""
    SCANNING = auto()
    """Something is touched or being let go: look every 10 ms."""
    WATCH = auto()
    """A pad is held at start: look more often than idle, its lifting raises no IRQ."""
    RECALIBRATE = auto()
    """The chip's own baseline is off and all pads are free: start the chip again."""
    FROZEN = auto()
    """The chip answers the same again and again: start it again, hands off (F07)."""


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
        filtered = tuple(raw[4 + 2 * n] | raw[5 + 2 * n] << 8 for n in range(ELECTRODES))
        baseline = tuple(value << 2 for value in raw[0x1E : 0x1E + ELECTRODES])
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


@dataclass(frozen=True, slots=True)
class PadMemory:
    """What is known of one pad. Times are the owner's microseconds."""

    baseline: float
    """Counts when untouched."""
    scans: int = 0
    """Scans in a row that speak for a change."""
    since_us: int = 0
    """The first of these scans."""
    down: bool = False
    down_us: int = 0
    level: float = 0.0
    """Counts while down, averaged slowly."""
    released_us: int = -FREEZE_US
    held: bool = False
    """Held at start: suppressed until lifted."""
    prior: bool = False
    """Of a pad held at start: its baseline is known from before."""


@dataclass(frozen=True, slots=True)
class TouchMemory:
    """What the decision remembers from scan to scan."""

    pads: tuple[PadMemory, ...] = ()
    """Twelve; none before the first scan."""
    known: tuple[float, ...] = ()
    """Baselines from before the chip was started again, if any."""
    last_us: int = 0
    last_status: int = 0
    last_raw: bytes = b""
    same: int = 0
    """Readings in a row that were equal to the bit."""
    same_us: int = 0
    """The first of these."""
    busy_us: int = 0
    """When last a pad was not free."""
    calibrated_us: int = 0
    """When the chip was started or asked to be calibrated."""

    @property
    def touched(self) -> int:
        """Bit n is set while electrode n is touched."""
        return sum(1 << n for n, pad in enumerate(self.pads) if pad.down)

    @property
    def baseline(self) -> tuple[int, ...]:
        """Twelve baselines in whole counts."""
        return tuple(round(pad.baseline) for pad in self.pads)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a scan led to."""

    memory: TouchMemory
    touched: int
    requests: Request
    changes: tuple[tuple[int, int], ...] = ()
    """(time of the first scan that spoke for it, electrode) of each change, in order of these times."""


@dataclass(frozen=True, slots=True)
class _Scan:
    """One pad in one scan."""

    now_us: int
    dt_s: float
    value: int
    own: int
    """The chip's own baseline."""
    bit: bool
    on: int
    off: int


def restarted(memory: TouchMemory) -> TouchMemory:
    """Begin again after the chip was started with unknown hands on it; baselines known so far stay known."""
    return TouchMemory(known=tuple(pad.baseline for pad in memory.pads) or memory.known)


def rezeroed(memory: TouchMemory, block: Block) -> TouchMemory:
    """Take what is measured as untouched."""
    pads = tuple(PadMemory(float(value)) for value in block.filtered)
    return replace(memory, pads=pads, busy_us=memory.last_us)


def decide(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """Weigh one reading, one that is not `broken`."""
    if not memory.pads:
        return _start(memory, block, now_us, config)
    dt_s = min(max(now_us - memory.last_us, 0) / 1e6, 2.0)
    new = block.status & ~memory.last_status
    pads: list[PadMemory] = []
    changes: list[tuple[int, int]] = []
    shifts: list[float] = []
    requests = Request.NONE
    for n, pad in enumerate(memory.pads):
        scan = _Scan(
            now_us=now_us,
            dt_s=dt_s,
            value=block.filtered[n],
            own=block.baseline[n],
            bit=bool(block.status >> n & 1),
            on=config.on[n],
            off=config.off[n],
        )
        after = pad if scan.value not in HEALTHY else _weigh(pad, scan)
        pads.append(after)
        if after.down != pad.down:
            changes.append((pad.since_us if pad.scans else now_us, n))
        if not (pad.held or pad.down or after.down):
            if after.scans or new >> n & 1:
                requests |= Request.SCAN_AGAIN
            if not after.scans and now_us - pad.released_us >= FREEZE_US:
                shifts.append(after.baseline - pad.baseline)
        requests |= Request.SCANNING if after.down else Request.NONE
        requests |= Request.WATCH if after.held else Request.NONE
    after_memory = _note(memory, block, now_us, _drifted(pads, shifts))
    after_memory, more = _chip_requests(after_memory, block, now_us, config)
    return Decision(after_memory, after_memory.touched, requests | more, tuple(sorted(changes)))


def _start(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """First scan after the chip was started: find what is held (F06)."""
    # The third highest: two electrodes without a pad may read high, and many hands may be on.
    reference = sorted(block.filtered)[-3]
    pads: list[PadMemory] = []
    for n, value in enumerate(block.filtered):
        if memory.known:
            held = memory.known[n] - value > config.on[n]
            pads.append(PadMemory(memory.known[n] if held else value, held=held, prior=held, down_us=now_us))
        else:
            held = reference - value > max(START_BELOW, 2 * config.on[n])
            pads.append(PadMemory(value, held=held, down_us=now_us))
    after = _note(replace(memory, calibrated_us=now_us, busy_us=now_us), block, now_us, tuple(pads))
    return Decision(after, 0, Request.WATCH if any(pad.held for pad in pads) else Request.NONE)


def _note(memory: TouchMemory, block: Block, now_us: int, pads: tuple[PadMemory, ...]) -> TouchMemory:
    same = block.raw == memory.last_raw
    return replace(
        memory,
        pads=pads,
        last_us=now_us,
        last_status=block.status,
        last_raw=block.raw,
        same=memory.same + 1 if same else 1,
        same_us=memory.same_us if same else now_us,
        busy_us=now_us if any(pad.down or pad.held or pad.scans for pad in pads) else memory.busy_us,
    )


def _chip_requests(
    memory: TouchMemory, block: Block, now_us: int, config: TouchConfig
) -> tuple[TouchMemory, Request]:
    if memory.same >= FROZEN_SCANS and now_us - memory.same_us >= FROZEN_US:
        return memory, Request.FROZEN
    free = now_us - memory.busy_us >= FREE_US and now_us - memory.calibrated_us >= RECALIBRATE_US
    off = any(
        abs(own - pad.baseline) > on
        for own, pad, on in zip(block.baseline, memory.pads, config.on, strict=True)
    )
    if free and (off or block.status):
        return replace(memory, calibrated_us=now_us), Request.RECALIBRATE
    return memory, Request.NONE


def _drifted(pads: list[PadMemory], shifts: list[float]) -> tuple[PadMemory, ...]:
    """Let the frozen baselines of touched pads follow the drift that all their free siblings show (F05)."""
    if len(shifts) < 3:
        return tuple(pads)
    # The mean, not the median: its sum over time is the drift itself, without a bias.
    common = sum(shifts) / len(shifts)
    return tuple(replace(pad, baseline=pad.baseline + common) if pad.down else pad for pad in pads)


def _weigh(pad: PadMemory, scan: _Scan) -> PadMemory:
    if pad.held:
        return _weigh_held(pad, scan)
    return _weigh_down(pad, scan) if pad.down else _weigh_free(pad, scan)


def _counted(pad: PadMemory, scan: _Scan) -> PadMemory:
    """One more scan in a row."""
    return replace(pad, scans=pad.scans + 1, since_us=pad.since_us if pad.scans else scan.now_us)


def _weigh_free(pad: PadMemory, scan: _Scan) -> PadMemory:
    if scan.bit and scan.own - pad.baseline > scan.on:
        # The chip saw higher values between two looks: what was held at start was lifted (F06).
        pad = replace(pad, baseline=float(scan.own))
    if pad.baseline - scan.value > scan.on:
        pad = _counted(pad, scan)
        if pad.scans + scan.bit < ON_SCANS:
            return pad
        return replace(pad, scans=0, down=True, down_us=pad.since_us, level=float(scan.value))
    if scan.now_us - pad.released_us < FREEZE_US:
        return replace(pad, scans=0) if pad.scans else pad
    error = scan.value - pad.baseline
    if error > 0:
        step = error * min(1.0, scan.dt_s / RISE_S)
    else:
        step = max(error * min(1.0, scan.dt_s / FALL_S), -FALL_PER_S * scan.dt_s)
    return replace(pad, scans=0, baseline=pad.baseline + step)


def _weigh_down(pad: PadMemory, scan: _Scan) -> PadMemory:
    distance = pad.baseline - scan.value
    near = distance < scan.off
    if near or _lifted_at_once(pad, scan, distance):
        pad = _counted(pad, scan)
        if pad.scans < OFF_SCANS:
            return pad
        # After a lift with drift the place where the value stands is the only truth there is.
        baseline = pad.baseline if near else float(scan.value)
        return replace(pad, scans=0, down=False, released_us=scan.now_us, baseline=baseline)
    level = pad.level + (scan.value - pad.level) * min(1.0, scan.dt_s / LEVEL_S)
    return replace(pad, scans=0, level=level)


def _lifted_at_once(pad: PadMemory, scan: _Scan, distance: float) -> bool:
    """Tell whether most of the depth vanished at once, and no more is left than warmth may leave behind."""
    warmth = WARMTH_PER_S * (scan.now_us - pad.down_us) / 1e6
    depth = pad.baseline - pad.level
    return distance < scan.off + warmth and depth - distance >= max(LIFT_SHARE * depth, scan.on)


def _weigh_held(pad: PadMemory, scan: _Scan) -> PadMemory:
    below = pad.baseline - scan.value
    if below < scan.off if pad.prior else -below > scan.on:
        pad = _counted(pad, scan)
        if pad.scans < OFF_SCANS:
            return pad
        return PadMemory(float(scan.value), released_us=scan.now_us)
    low_by_nature = not pad.prior and scan.now_us - pad.down_us >= LOW_BY_NATURE_US
    if low_by_nature and below > 2 * scan.on:
        return PadMemory(pad.baseline, scans=1, since_us=scan.now_us)
    return replace(pad, scans=0) if pad.scans else pad
