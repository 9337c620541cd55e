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
from typing import TYPE_CHECKING, TypeAlias

from hal.ports import ELECTRODES
from hal.touch_block import HEALTHY

if TYPE_CHECKING:
    from hal.config import TouchConfig
    from hal.touch_block import Block

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
    """A pad is held at start, or the chip is deaf for one, its own baseline being low: no IRQ comes, poll."""
    RECALIBRATE = auto()
    """The chip's own baseline is off and all pads are free: start the chip again."""
    FROZEN = auto()
    """The chip answers the same again and again: start it again, hands off (F07)."""


@dataclass(frozen=True, slots=True)
class PadMemory:
    """What is known of one pad besides its baseline and level. Times are the owner's microseconds."""

    scans: int = 0
    """Scans in a row that speak for a change."""
    since_us: int = 0
    """The first of these scans."""
    down: bool = False
    down_us: int = 0
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
    baselines: tuple[float, ...] = ()
    """Counts of each pad when untouched."""
    levels: tuple[float, ...] = ()
    """Counts of each pad while it is down, averaged slowly."""
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
        return tuple(round(value) for value in self.baselines)


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
    """The chip's own decision."""
    new: bool
    """It has changed to touched since the last scan."""
    on: int
    off: int


_Weighed: TypeAlias = "tuple[PadMemory, float, float]"
"""A pad, its baseline and its level."""


def restarted(memory: TouchMemory) -> TouchMemory:
    """Begin again after the chip was started with unknown hands on it; baselines known so far stay known."""
    return TouchMemory(known=memory.baselines or memory.known)


def rezeroed(memory: TouchMemory, block: Block) -> TouchMemory:
    """Take what is measured as untouched."""
    values = tuple(float(value) for value in block.filtered)
    pads = (PadMemory(),) * len(values)
    return replace(memory, pads=pads, baselines=values, levels=values, busy_us=memory.last_us)


def decide(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """Weigh one reading, one that is not `broken`."""
    if not memory.pads:
        return _start(memory, block, now_us, config)
    dt_s = min(max(now_us - memory.last_us, 0) / 1e6, 2.0)
    weighed = [_weigh(memory, block, n, now_us, dt_s, config) for n in range(ELECTRODES)]
    pads = tuple(pad for pad, _, _ in weighed)
    baselines = tuple(baseline for _, baseline, _ in weighed)
    shifts = [
        baselines[n] - memory.baselines[n]
        for n in range(ELECTRODES)
        if _follows(memory.pads[n], pads[n], now_us)
    ]
    if len(shifts) >= 3:
        # Touched pads follow the drift that all their free siblings show (F05). The mean, not the median: its
        # sum over time is the drift itself, without a bias.
        common = sum(shifts) / len(shifts)
        baselines = tuple(
            baseline + common if pad.down else baseline for pad, baseline in zip(pads, baselines, strict=True)
        )
    after = _noted(memory, block, now_us, pads, baselines, tuple(level for _, _, level in weighed))
    changes = sorted(
        (old.since_us if old.scans else now_us, n)
        for n, (old, new) in enumerate(zip(memory.pads, pads, strict=True))
        if old.down != new.down
    )
    after, requests = _requests(memory, after, block, now_us, config)
    return Decision(after, after.touched, requests, tuple(changes))


def _follows(before: PadMemory, after: PadMemory, now_us: int) -> bool:
    """Tell whether a pad was free all along and its baseline moved."""
    free = not (before.down or after.down or before.held or after.scans)
    return free and now_us - before.released_us >= FREEZE_US


def _start(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """First scan after the chip was started: find what is held (F06)."""
    # The third highest: two electrodes without a pad may read high, and many hands may be on.
    reference = sorted(block.filtered)[-3]
    pads: list[PadMemory] = []
    baselines: list[float] = []
    for n, value in enumerate(block.filtered):
        if memory.known:
            held = memory.known[n] - value > config.on[n]
        else:
            held = reference - value > max(START_BELOW, 2 * config.on[n])
        prior = held and bool(memory.known)
        pads.append(PadMemory(held=held, prior=prior, down_us=now_us))
        baselines.append(memory.known[n] if prior else float(value))
    memory = replace(memory, calibrated_us=now_us, busy_us=now_us)
    after = _noted(memory, block, now_us, tuple(pads), tuple(baselines), tuple(baselines))
    return Decision(after, 0, Request.WATCH if any(pad.held for pad in pads) else Request.NONE)


def _noted(
    memory: TouchMemory,
    block: Block,
    now_us: int,
    pads: tuple[PadMemory, ...],
    baselines: tuple[float, ...],
    levels: tuple[float, ...],
) -> TouchMemory:
    same = block.raw == memory.last_raw
    return TouchMemory(
        pads=pads,
        baselines=baselines,
        levels=levels,
        known=memory.known,
        last_us=now_us,
        last_status=block.status,
        last_raw=block.raw,
        same=memory.same + 1 if same else 1,
        same_us=memory.same_us if same else now_us,
        busy_us=now_us if any(pad.down or pad.held or pad.scans for pad in pads) else memory.busy_us,
        calibrated_us=memory.calibrated_us,
    )


def _requests(
    before: TouchMemory, after: TouchMemory, block: Block, now_us: int, config: TouchConfig
) -> tuple[TouchMemory, Request]:
    new = block.status & ~before.last_status
    again = scanning = watch = deaf = off = False
    for n, pad in enumerate(after.pads):
        if pad.down:
            scanning = True
        elif pad.held:
            watch = True
        else:
            again = again or bool(pad.scans or new >> n & 1)
            apart = after.baselines[n] - block.baseline[n]
            deaf = deaf or apart > config.on[n]
            off = off or abs(apart) > config.on[n]
    requests = Request.NONE
    if after.same >= FROZEN_SCANS and now_us - after.same_us >= FROZEN_US:
        requests |= Request.FROZEN
    if again:
        requests |= Request.SCAN_AGAIN
    if scanning:
        requests |= Request.SCANNING
    if watch or deaf:
        requests |= Request.WATCH
    free = now_us - after.busy_us >= FREE_US and now_us - after.calibrated_us >= RECALIBRATE_US
    if free and (off or block.status):
        return replace(after, calibrated_us=now_us), requests | Request.RECALIBRATE
    return after, requests


def _weigh(
    memory: TouchMemory, block: Block, n: int, now_us: int, dt_s: float, config: TouchConfig
) -> _Weighed:
    """Weigh one pad; what nothing happens to is passed quickly."""
    pad, baseline, level = memory.pads[n], memory.baselines[n], memory.levels[n]
    value, bit = block.filtered[n], bool(block.status >> n & 1)
    if value not in HEALTHY:
        return pad, baseline, level
    distance = baseline - value
    if not (pad.scans or pad.held):
        if pad.down and distance >= config.off[n] + _warmth(pad, now_us):
            return pad, baseline, level + (value - level) * min(1.0, dt_s / LEVEL_S)
        if not (pad.down or bit) and distance <= config.on[n]:
            return pad, _followed(pad, baseline, value, now_us, dt_s), level
    scan = _Scan(
        now_us=now_us,
        dt_s=dt_s,
        value=value,
        own=block.baseline[n],
        bit=bit,
        new=bit and not memory.last_status >> n & 1,
        on=config.on[n],
        off=config.off[n],
    )
    if pad.held:
        return _weigh_held(pad, baseline, scan)
    return _weigh_down(pad, baseline, level, scan) if pad.down else _weigh_free(pad, baseline, scan)


def _warmth(pad: PadMemory, now_us: int) -> float:
    """Counts by which a hand may have moved the baseline under it."""
    return WARMTH_PER_S * (now_us - pad.down_us) / 1e6


def _followed(pad: PadMemory, baseline: float, value: int, now_us: int, dt_s: float) -> float:
    """Return the baseline of a free pad after a scan within `on`."""
    if now_us - pad.released_us < FREEZE_US:
        return baseline
    error = value - baseline
    if error > 0:
        return baseline + error * min(1.0, dt_s / RISE_S)
    return baseline + max(error * min(1.0, dt_s / FALL_S), -FALL_PER_S * dt_s)


def _counted(pad: PadMemory, scan: _Scan) -> PadMemory:
    """One more scan in a row."""
    return replace(pad, scans=pad.scans + 1, since_us=pad.since_us if pad.scans else scan.now_us)


def _quiet(pad: PadMemory) -> PadMemory:
    return replace(pad, scans=0) if pad.scans else pad


def _weigh_free(pad: PadMemory, baseline: float, scan: _Scan) -> _Weighed:
    if scan.new and scan.own - baseline > scan.on:
        # The chip saw higher values between two looks: what was held at start was lifted (F06).
        baseline = float(scan.own)
    if baseline - scan.value <= scan.on:
        return _quiet(pad), _followed(pad, baseline, scan.value, scan.now_us, scan.dt_s), baseline
    pad = _counted(pad, scan)
    if pad.scans + scan.bit >= ON_SCANS:
        pad = replace(pad, scans=0, down=True, down_us=pad.since_us)
    return pad, baseline, float(scan.value)


def _weigh_down(pad: PadMemory, baseline: float, level: float, scan: _Scan) -> _Weighed:
    distance = baseline - scan.value
    depth = baseline - level
    near = distance < scan.off
    # Most of the depth vanished at once, and no more is left than warmth may leave behind: lifted, too.
    lifted = distance < scan.off + _warmth(pad, scan.now_us) and depth - distance >= max(
        LIFT_SHARE * depth, scan.on
    )
    if not (near or lifted):
        level += (scan.value - level) * min(1.0, scan.dt_s / LEVEL_S)
        return _quiet(pad), baseline, level
    pad = _counted(pad, scan)
    if pad.scans < OFF_SCANS:
        return pad, baseline, level
    pad = replace(pad, scans=0, down=False, released_us=scan.now_us)
    # After a lift with drift the place where the value stands is the only truth there is.
    return pad, baseline if near else float(scan.value), level


def _weigh_held(pad: PadMemory, baseline: float, scan: _Scan) -> _Weighed:
    below = baseline - scan.value
    if below < scan.off if pad.prior else -below > scan.on:
        pad = _counted(pad, scan)
        if pad.scans < OFF_SCANS:
            return pad, baseline, baseline
        return PadMemory(released_us=scan.now_us), float(scan.value), baseline
    low_by_nature = not pad.prior and scan.now_us - pad.down_us >= LOW_BY_NATURE_US
    if low_by_nature and below > 2 * scan.on:
        return PadMemory(scans=1, since_us=scan.now_us), baseline, baseline
    return _quiet(pad), baseline, baseline
