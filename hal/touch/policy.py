"""The touch decision: from what the MPR121 measured to what is touched. Pure.

Laws of this file:
- a baseline for each pad, frozen while it is touched and for a second after; the chip's own is only a hint;
- a touch is two scans beyond `on`, the chip's own debounced bit counting as the first; a release is three
  scans within `off` (`hal.touch.pad`);
- a living signal is never timed out, and what is held when the chip starts counts only after it was lifted;
- a pad on which something lay when the chip started may stay deaf in the chip (F06): it is watched, and the
  chip started again once all pads are free;
- distances are counts below the baseline: a finger lowers the measured value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import TYPE_CHECKING

from hal.touch.block import HEALTHY
from hal.touch.pad import FREEZE_US, PadMemory, Scan, followed, free_at, under_hand, warmth, weigh

if TYPE_CHECKING:
    from hal.config import TouchConfig
    from hal.touch.block import Block
    from hal.touch.pad import Place, Weighed

FREE_US = 2_000_000
"""The chip is calibrated again only when all pads were free that long."""
RECALIBRATE_US = 60_000_000
"""And not more often than this."""
LIES_US = 10_000_000
"""A touch of that long is a hand that lies; its lift is three scans, so 40 ms may pass up to the first."""
FROZEN_SCANS = 5
FROZEN_US = 2_000_000
START_BELOW = 70
"""Counts below its siblings (or twice `on`) that make a pad held at start; pads differ by tens anyway."""


class Request(Flag):
    """What the decision asks of the owner of the chip."""

    NONE = 0
    SCAN_AGAIN = auto()
    """A touch has begun: look again after 5 ms."""
    SCANNING = auto()
    """Something is touched or being let go: look every 10 ms."""
    LYING = auto()
    """All that is touched has lain there for 10 s: every 20 ms is enough."""
    WATCH = auto()
    """A pad is held at start, or the chip is deaf for one: no IRQ comes, poll."""
    RECALIBRATE = auto()
    """The chip's own baseline is off and all pads are free: start the chip again."""
    FROZEN = auto()
    """The chip answers the same again and again: start it again, hands off (F07)."""


@dataclass(frozen=True, slots=True)
class TouchMemory:
    """What the decision remembers from scan to scan."""

    pads: tuple[PadMemory, ...] = ()
    """Twelve; none before the first scan."""
    baselines: tuple[float, ...] = ()
    """Counts of each pad when untouched."""
    levels: tuple[float, ...] = ()
    """Counts of each pad while it is held, averaged slowly."""
    grounds: tuple[float, ...] = ()
    """Counts of each held pad if it were lifted now, as reckoned from what moved slowly."""
    crept: tuple[float, ...] = ()
    """Counts by which levels and grounds moved lately."""
    known: tuple[float, ...] = ()
    """Baselines from before the chip was started again, if any."""
    at_start: tuple[float, ...] = ()
    """What was measured when the chip was started last; none before that scan."""
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
        return sum([1 << n for n, pad in enumerate(self.pads) if pad.down])

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


def restarted(memory: TouchMemory) -> TouchMemory:
    """Begin again after the chip was started with unknown hands on it; baselines known so far stay known."""
    known = tuple(
        ground if pad.down or pad.prior else baseline
        for pad, baseline, ground in zip(memory.pads, memory.baselines, memory.grounds, strict=True)
    )
    return TouchMemory(known=known or memory.known)


def started_again(memory: TouchMemory) -> TouchMemory:
    """Go on over a start of the chip: touches stay, but what lies on a pad may make the chip deaf for it."""
    return replace(memory, at_start=())


def rezeroed(memory: TouchMemory, block: Block) -> TouchMemory:
    """Take what is measured as untouched."""
    values = tuple(float(value) for value in block.filtered)
    pads = (PadMemory(),) * len(values)
    return replace(
        memory,
        pads=pads,
        baselines=values,
        levels=values,
        grounds=values,
        crept=(0.0,) * len(values),
        busy_us=memory.last_us,
    )


def decide(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """Weigh one reading, one that is not `broken`."""
    if not memory.pads:
        return _start(memory, block, now_us, config)
    dt_s = min(max(now_us - memory.last_us, 0) / 1e6, 2.0)
    pads, places = _weighed(memory, block, now_us, dt_s, config)
    if any(pad.down or pad.prior for pad in pads):
        places = _drifted(memory, pads, places, now_us)
    after = _noted(memory, block, now_us, pads, places)
    changes: list[tuple[int, int]] = []
    if pads != memory.pads:
        changes = [
            (old.since_us if old.scans else now_us, n)
            for n, (old, new) in enumerate(zip(memory.pads, pads, strict=True))
            if old.down != new.down
        ]
    after, requests = _requests(memory, after, block, now_us, config)
    return Decision(after, after.touched, requests, tuple(sorted(changes)))


def _weighed(
    memory: TouchMemory, block: Block, now_us: int, dt_s: float, config: TouchConfig
) -> tuple[tuple[PadMemory, ...], tuple[Place, ...]]:
    """Weigh all pads; what nothing happens to is passed quickly."""
    pads: list[PadMemory] = []
    places: list[Place] = []
    status = block.status
    known = zip(memory.pads, memory.baselines, block.filtered, config.on, strict=True)
    for n, (pad, baseline, value, on) in enumerate(known):
        free = not (pad.down or pad.scans or pad.held or status >> n & 1)
        if free and baseline - value <= on and value in HEALTHY:
            pads.append(pad)
            places.append(free_at(followed(pad, baseline, value, now_us, dt_s)))
        else:
            after, place = _weigh(memory, block, n, now_us, dt_s, config)
            pads.append(after)
            places.append(place)
    return tuple(pads), tuple(places)


def _drifted(
    memory: TouchMemory, pads: tuple[PadMemory, ...], places: tuple[Place, ...], now_us: int
) -> tuple[Place, ...]:
    """Let touched pads follow the drift that all their free siblings show (F05)."""
    known = zip(places, memory.baselines, memory.pads, pads, strict=True)
    shifts = [
        place[0] - baseline for place, baseline, before, after in known if _follows(before, after, now_us)
    ]
    if len(shifts) < 3:
        return places
    # The mean, not the median: its sum over time is the drift itself, without a bias.
    common = sum(shifts) / len(shifts)
    return tuple(
        [
            (place[0] + common, *place[1:]) if pad.down or pad.prior else place
            for pad, place in zip(pads, places, strict=True)
        ]
    )


def _follows(before: PadMemory, after: PadMemory, now_us: int) -> bool:
    """Tell whether a pad was free all along and its baseline moved."""
    free = not (before.down or after.down or before.held or after.scans)
    return free and now_us - before.released_us >= FREEZE_US


def _start(memory: TouchMemory, block: Block, now_us: int, config: TouchConfig) -> Decision:
    """First scan after the chip was started: find what is held (F06)."""
    # The third highest: two electrodes without a pad may read high, and many hands may be on.
    reference = sorted(block.filtered)[-3]
    known = memory.known
    if known:
        # All of them may have drifted while the chip was away.
        moved = sorted(value - before for value, before in zip(block.filtered, known, strict=True))[-3]
        known = tuple(before + moved for before in known)
    pads: list[PadMemory] = []
    baselines: list[float] = []
    for n, value in enumerate(block.filtered):
        if known:
            held = known[n] - value > config.on[n]
        else:
            held = reference - value > max(START_BELOW, 2 * config.on[n])
        prior = held and bool(known)
        pads.append(PadMemory(held=held, prior=prior, down_us=now_us))
        baselines.append(known[n] if prior else float(value))
    memory = replace(memory, calibrated_us=now_us, busy_us=now_us)
    places = tuple(
        (baseline, float(value), baseline, 0.0)
        for baseline, value in zip(baselines, block.filtered, strict=True)
    )
    after = _noted(memory, block, now_us, tuple(pads), places)
    return Decision(after, 0, Request.WATCH if any(pad.held for pad in pads) else Request.NONE)


def _noted(
    memory: TouchMemory,
    block: Block,
    now_us: int,
    pads: tuple[PadMemory, ...],
    places: tuple[Place, ...],
) -> TouchMemory:
    same = block.raw == memory.last_raw
    baselines, levels, grounds, crept = zip(*places, strict=True)
    return TouchMemory(
        pads=pads,
        baselines=baselines,
        levels=levels,
        grounds=grounds,
        crept=crept,
        known=memory.known,
        at_start=memory.at_start or tuple(float(value) for value in block.filtered),
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
    new, standing = block.status & ~before.last_status, block.status & before.last_status
    again = scanning = watch = deaf = off = False
    places = zip(after.pads, after.baselines, block.baseline, after.at_start, config.on, strict=True)
    for n, (pad, baseline, own, at_start, on) in enumerate(places):
        if pad.down:
            scanning = True
        elif pad.held:
            watch = True
        else:
            if pad.scans or new >> n & 1:
                again = True
            apart = baseline - own
            # Something lay on it when the chip was started: its own bit may stay dead (F06).
            covered = baseline - at_start > on
            # A bit that stands though nobody touches will not be set by the next finger either.
            if covered or apart > on or standing >> n & 1:
                deaf = True
            if covered or not -on <= apart <= on:
                off = True
    requests = Request.NONE
    if after.same >= FROZEN_SCANS and now_us - after.same_us >= FROZEN_US:
        requests |= Request.FROZEN
    if again:
        requests |= Request.SCAN_AGAIN
    if scanning:
        requests |= Request.SCANNING | (Request.LYING if _lies(after.pads, now_us) else Request.NONE)
    if watch or deaf:
        requests |= Request.WATCH
    free = now_us - after.busy_us >= FREE_US and now_us - after.calibrated_us >= RECALIBRATE_US
    if free and (off or block.status):
        return replace(after, calibrated_us=now_us), requests | Request.RECALIBRATE
    return after, requests


def _lies(pads: tuple[PadMemory, ...], now_us: int) -> bool:
    """Tell whether all that is touched has lain there for a while, and nothing speaks for a lift yet."""
    return all(not pad.down or not (pad.scans or now_us - pad.down_us < LIES_US) for pad in pads)


def _weigh(
    memory: TouchMemory, block: Block, n: int, now_us: int, dt_s: float, config: TouchConfig
) -> Weighed:
    """Weigh one pad that is touched, or something happens to; a hand that lies is passed quickly."""
    pad, baseline = memory.pads[n], memory.baselines[n]
    place = baseline, memory.levels[n], memory.grounds[n], memory.crept[n]
    value, bit = block.filtered[n], bool(block.status >> n & 1)
    if value not in HEALTHY:
        return pad, place
    on, off = config.on[n], config.off[n]
    lies = pad.down and not (pad.scans or pad.held)
    if lies and min(baseline, place[2]) - value >= off + warmth(pad, now_us, on):
        return under_hand(pad, place, value, now_us, dt_s)
    scan = Scan(
        now_us=now_us,
        dt_s=dt_s,
        value=value,
        own=block.baseline[n],
        bit=bit,
        new=bit and not memory.last_status >> n & 1,
        on=on,
        off=off,
    )
    return weigh(pad, place, scan)
