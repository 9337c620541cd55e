"""One pad: where it would stand untouched, whether it is touched, and what moves under a hand. Pure.

Laws of this file:
- the baseline stands still under a hand; where a pad that drifts alone would stand after a lift is its
  ground, which follows only what moves slower than any hand does (F05);
- what moves at once is a hand, never drift; an abrupt move takes back what slowly went the other way, since
  that was the hand, too;
- a lift is seen by the baseline or by the ground, whichever the value comes back to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

ON_SCANS = 2
OFF_SCANS = 3
FREEZE_US = 1_000_000
"""After a release the baseline waits that long."""
LOW_BY_NATURE_US = 10_000_000
"""A pad that was taken for held that long and is then pressed further is in use."""
RISE_S = 0.5
"""Time constant of a free baseline towards higher values, which no finger makes."""
FALL_S = 4.0
"""Time constant towards lower values."""
FALL_PER_S = 3.0
"""Counts a second that a free baseline falls at most, so that a slow finger is not swallowed."""
SETTLE_US = 1_000_000
"""A hand that comes takes that long until it lies still."""
LEVEL_S = 3.0
"""Time constant of the level of a held pad."""
MOVED = 12
"""Counts off its level, two scans long, by which a hand has moved: no drift of 4 counts a second
comes that far."""
CREEP_S = 120.0
"""Time constant in which what crept under a hand is no longer taken for the hand."""
WARMTH_PER_S = 0.02
"""Counts a second by which the estimate of a ground may be off, up to the touch distance."""
LIFT_SHARE = 0.7
"""Share of the depth that vanishes at once when a hand lifts."""


@dataclass(frozen=True, slots=True)
class PadMemory:
    """What is known of one pad besides its place. Times are the owner's microseconds."""

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
    moved: bool = False
    """The scan before was far off the level."""
    moved_us: int = 0
    """When the hand moved last."""
    jump: float = 0.0
    """Counts by which it moved; not yet weighed against the ground."""


@dataclass(frozen=True, slots=True)
class Scan:
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


Place: TypeAlias = "tuple[float, float, float, float]"
"""Counts: baseline (untouched, as last seen), level (under the hand), ground (untouched, as reckoned now),
and how far level and ground crept lately.
"""
Weighed: TypeAlias = "tuple[PadMemory, Place]"


def free_at(baseline: float) -> Place:
    """Return the place of a pad with nothing on it."""
    return baseline, baseline, baseline, 0.0


def warmth(pad: PadMemory, now_us: int, on: int) -> float:
    """Counts by which what is left after a lift may differ from the reckoning."""
    return min(on, WARMTH_PER_S * (now_us - pad.down_us) / 1e6)


def followed(pad: PadMemory, baseline: float, value: int, now_us: int, dt_s: float) -> float:
    """Return the baseline of a free pad after a scan within `on`."""
    if now_us - pad.released_us < FREEZE_US:
        return baseline
    error = value - baseline
    if error > 0:
        return baseline + error * (dt_s / RISE_S if dt_s < RISE_S else 1.0)
    fall, most = error * (dt_s / FALL_S if dt_s < FALL_S else 1.0), -FALL_PER_S * dt_s
    return baseline + (fall if fall > most else most)


def under_hand(pad: PadMemory, place: Place, value: int, now_us: int, dt_s: float) -> Weighed:
    """Follow a pad that stays held."""
    baseline, level, ground, crept = place
    if now_us - pad.down_us < SETTLE_US:
        return pad, (baseline, float(value), baseline, 0.0)
    error = value - level
    if abs(error) > MOVED:
        if not pad.moved:
            # One wild scan moves nothing.
            return replace(pad, moved=True), place
        pad = replace(pad, moved=False, moved_us=now_us, jump=pad.jump + error)
        return pad, (baseline, float(value), ground, crept)
    if pad.jump and now_us - pad.moved_us >= SETTLE_US:
        # It was no lift, so what crept the other way shortly before was the hand, too.
        back = _taken_back(pad.jump, crept)
        ground, crept = ground + back, crept + back
        pad = replace(pad, jump=0.0)
    step = error * min(1.0, dt_s / LEVEL_S)
    crept = (crept + step) * (1.0 - dt_s / CREEP_S)
    return replace(pad, moved=False) if pad.moved else pad, (baseline, level + step, ground + step, crept)


def _taken_back(jump: float, crept: float) -> float:
    if jump > 0 > crept:
        return min(2 * jump, -crept)
    return max(2 * jump, -crept) if jump < 0 < crept else 0.0


def weigh(pad: PadMemory, place: Place, scan: Scan) -> Weighed:
    """Weigh a pad to which something happens."""
    if pad.held:
        return _weigh_prior(pad, place, scan) if pad.prior else _weigh_held(pad, place, scan)
    return _weigh_down(pad, place, scan) if pad.down else _weigh_free(pad, place[0], scan)


def _counted(pad: PadMemory, scan: Scan) -> PadMemory:
    """One more scan in a row."""
    return replace(pad, scans=pad.scans + 1, since_us=pad.since_us if pad.scans else scan.now_us)


def _quiet(pad: PadMemory) -> PadMemory:
    return replace(pad, scans=0) if pad.scans else pad


def _weigh_free(pad: PadMemory, baseline: float, scan: Scan) -> Weighed:
    if scan.new and scan.own - baseline > scan.on:
        # The chip saw higher values between two looks: what was held at start was lifted (F06).
        baseline = float(scan.own)
    if baseline - scan.value <= scan.on:
        baseline = followed(pad, baseline, scan.value, scan.now_us, scan.dt_s)
        return _quiet(pad), free_at(baseline)
    pad = _counted(pad, scan)
    if pad.scans + scan.bit >= ON_SCANS:
        pad = replace(pad, scans=0, down=True, down_us=pad.since_us, moved=False, jump=0.0)
    return pad, (baseline, float(scan.value), baseline, 0.0)


def _lifts(pad: PadMemory, place: Place, scan: Scan) -> bool:
    """Tell whether a scan speaks for a lift: back within `off` of where the pad stands untouched, or most of
    the depth vanished at once, with no more left than the reckoning may be off.
    """
    baseline, level, ground, _ = place
    slack = scan.off + warmth(pad, scan.now_us, scan.on)
    rise = scan.value - level
    for rest in (baseline, ground):
        left = rest - scan.value
        if left < scan.off or (left < slack and rise >= max(LIFT_SHARE * (rest - level), scan.on)):
            return True
    return False


def _weigh_down(pad: PadMemory, place: Place, scan: Scan) -> Weighed:
    if not _lifts(pad, place, scan):
        return under_hand(_quiet(pad), place, scan.value, scan.now_us, scan.dt_s)
    pad = _counted(pad, scan)
    if pad.scans < OFF_SCANS:
        return pad, place
    baseline = place[0]
    if baseline - scan.value >= scan.off:
        # After a lift with drift the place where the value stands is the only truth there is.
        baseline = float(scan.value)
    return replace(pad, scans=0, down=False, released_us=scan.now_us), free_at(baseline)


def _lifted_at_last(scan: Scan) -> Weighed:
    return PadMemory(released_us=scan.now_us), free_at(float(scan.value))


def _in_use(pad: PadMemory, place: Place, scan: Scan) -> bool:
    """Tell whether a pad that was taken for held, for long, is pressed further at once: it was not held."""
    return scan.now_us - pad.down_us >= LOW_BY_NATURE_US and place[1] - scan.value > 2 * scan.on


def _weigh_prior(pad: PadMemory, place: Place, scan: Scan) -> Weighed:
    """Weigh a pad held at start whose baseline is known: it lifts as any pad that is down."""
    if _lifts(pad, place, scan):
        pad = _counted(pad, scan)
        return (pad, place) if pad.scans < OFF_SCANS else _lifted_at_last(scan)
    if _in_use(pad, place, scan):
        return PadMemory(scans=1, since_us=scan.now_us), free_at(place[1])
    return under_hand(_quiet(pad), place, scan.value, scan.now_us, scan.dt_s)


def _weigh_held(pad: PadMemory, place: Place, scan: Scan) -> Weighed:
    """Weigh a pad held at start of which nothing else is known: a rise at once is its lift."""
    if scan.value - place[1] > scan.on:
        pad = _counted(pad, scan)
        return (pad, place) if pad.scans < OFF_SCANS else _lifted_at_last(scan)
    if _in_use(pad, place, scan):
        return PadMemory(scans=1, since_us=scan.now_us), free_at(place[1])
    level = place[1] + (scan.value - place[1]) * min(1.0, scan.dt_s / LEVEL_S)
    return _quiet(pad), free_at(level)
