"""Hands on the table: levels of the pads and plates become zones. Pure.

Laws of this file:
- time is an argument: `advance` feeds all changes in the order of their times, and what fell due between;
- a zone is down when any of its pads was down for 150 ms, up when all were up for 150 ms;
- a guard pad acts on release, and only if no zone pad was down from 150 ms before it until then;
- a touch that began where pads are keys, or that was a move of its own, is no hand until it was lifted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.ui.events import GuardTapped, HandHeld, HandsMoved, HandsTouched, Key, Pads
from hal.ports import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.ui.events import Event
    from device.ui.model import Model

HAND_US = 150_000
"""So long a pad is down before its zone is, and all are up before it is up."""
HOLD_US = 500_000
"""A zone held so long, from its first contact, is a stop at the table."""
ZONES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("1", "4", "7", "*"), ("3", "6", "9", "#")),
    3: (("1", "4"), ("3", "6"), ("*", "#")),
    4: (("1", "4"), ("3", "6"), ("7", "*"), ("9", "#")),
}
"""Pads of each seat's zone by number of seats, in seat order."""
PLACES: dict[int, tuple[str, ...]] = {2: ("W", "E"), 3: ("NW", "NE", "S"), 4: ("NW", "NE", "SW", "SE")}
"""Where each seat's zone lies."""
PLATE = "plate {}"
"""Name of a seat's palm plate among the pads of its zone."""


def zones_of(model: Model) -> tuple[tuple[str, ...], ...]:
    """Return the zones of the open game, in seat order; () without a game that has any."""
    return ZONES.get(model.play.seats, ()) if model.play else ()


@dataclass(frozen=True, slots=True)
class Zone:
    """One seat's zone."""

    contact_us: int | None = None
    """First contact since it was free; None while it is free."""
    free_us: int | None = None
    """When its last pad was let go; None while one is touched."""
    down: bool = False
    held: bool = False
    """Its hold was told."""
    deaf: bool = False
    """Its touch is no hand until it is lifted."""


@dataclass(frozen=True, slots=True)
class PalmMemory:
    """What is remembered between two calls."""

    pads: tuple[frozenset[str], ...] = ()
    """Pads of each zone, the seat's plate among them."""
    zones: tuple[Zone, ...] = ()
    since_us: tuple[tuple[str, int], ...] = ()
    """What is touched, and since when."""
    guards: tuple[tuple[str, bool], ...] = ()
    """Guard pads that are touched, and whether they may act."""
    left_us: int = -NEVER
    """When the last zone pad was let go."""

    @property
    def touched(self) -> frozenset[str]:
        """What is touched."""
        return frozenset(pad for pad, _ in self.since_us)

    @property
    def down(self) -> frozenset[int]:
        """Seats whose hand lies."""
        return frozenset(seat for seat, zone in enumerate(self.zones) if zone.down)


def laid_out(zones: tuple[tuple[str, ...], ...]) -> PalmMemory:
    """Return the memory of a table with these zones, nothing touched."""
    pads = tuple(frozenset((*names, PLATE.format(seat))) for seat, names in enumerate(zones))
    return PalmMemory(pads, (Zone(),) * len(pads))


def advance(
    memory: PalmMemory,
    changes: Sequence[tuple[int, frozenset[str]]],
    now_us: int,
    on: Pads = Pads.HANDS,
) -> tuple[PalmMemory, tuple[Event, ...], int]:
    """Feed changes (time, and all that is touched then) and what falls due up to now.

    Returns the events in the order of their times, and when to
    call again, in microseconds.
    """
    events: list[Event] = []
    for at_us, touched in changes:
        memory, early = _catch_up(memory, at_us - 1, on)
        memory, news = _moment(memory, touched, at_us, on)
        events += (*early, *news)
    memory, late = _catch_up(memory, now_us, on)
    return memory, (*events, *late), due_us(memory)


def due_us(memory: PalmMemory) -> int:
    """Return when something happens by itself."""
    since = dict(memory.since_us)
    return min(
        (_zone_due_us(zone, pads, since) for zone, pads in zip(memory.zones, memory.pads, strict=True)),
        default=NEVER,
    )


def _zone_due_us(zone: Zone, pads: frozenset[str], since: dict[str, int]) -> int:
    if zone.contact_us is None:
        return NEVER
    if zone.free_us is not None:
        return zone.free_us + HAND_US
    if zone.deaf:
        return NEVER
    if not zone.down:
        return min(since[pad] for pad in pads if pad in since) + HAND_US
    return NEVER if zone.held else zone.contact_us + HOLD_US


def _catch_up(memory: PalmMemory, until_us: int, on: Pads) -> tuple[PalmMemory, tuple[Event, ...]]:
    events: list[Event] = []
    while (at_us := due_us(memory)) <= until_us:
        memory, news = _moment(memory, memory.touched, at_us, on)
        events += news
    return memory, tuple(events)


def _moment(
    memory: PalmMemory, touched: frozenset[str], at_us: int, on: Pads
) -> tuple[PalmMemory, tuple[Event, ...]]:
    known = dict(memory.since_us)
    since = {pad: known.get(pad, at_us) for pad in sorted(touched)}
    memory = replace(memory, since_us=tuple(since.items()))
    memory, taps = _guards(memory, known, at_us, on.are_hands)
    zones = tuple(
        _zone_step(zone, [since[pad] for pad in pads if pad in since], at_us, on)
        for zone, pads in zip(memory.zones, memory.pads, strict=True)
    )
    return replace(memory, zones=zones), (*_told(memory.zones, zones, at_us, on), *taps)


def _zone_step(zone: Zone, starts_us: list[int], at_us: int, on: Pads) -> Zone:
    """One zone at one moment; `starts_us` tells since when each of its touched pads is down."""
    if not starts_us:
        if zone.contact_us is None:
            return zone
        if zone.free_us is None:
            return replace(zone, free_us=at_us)
        return Zone() if at_us - zone.free_us >= HAND_US else zone
    if zone.contact_us is None:
        return Zone(contact_us=at_us, deaf=on is not Pads.HANDS)
    down = zone.down or (not zone.deaf and at_us - min(starts_us) >= HAND_US)
    held = zone.held or (down and at_us - zone.contact_us >= HOLD_US)
    return replace(zone, free_us=None, down=down, held=held)


def _told(before: tuple[Zone, ...], after: tuple[Zone, ...], at_us: int, on: Pads) -> list[Event]:
    """Return what the players would say happened."""
    pairs = list(enumerate(zip(before, after, strict=True)))
    touched = [seat for seat, (old, new) in pairs if old.contact_us is None and new.contact_us is not None]
    contacts = tuple(touched) if on.are_hands else ()
    came = frozenset(seat for seat, (old, new) in pairs if new.down and not old.down)
    gone = frozenset(
        seat
        for seat, (old, new) in pairs
        if old.contact_us is not None and new.contact_us is None and not old.deaf
    )
    events: list[Event] = [HandsTouched(at_us, contacts)] if contacts else []
    if came or gone:
        down = frozenset(seat for seat, zone in enumerate(after) if zone.down)
        events.append(HandsMoved(at_us, came, gone, down))
    events += [HandHeld(at_us, seat) for seat, (old, new) in pairs if new.held and not old.held]
    return events


def _guards(
    memory: PalmMemory, before: dict[str, int], at_us: int, touches: bool
) -> tuple[PalmMemory, tuple[GuardTapped, ...]]:
    """Advance the pads between the zones; `touches`: those that begin now mean something on this screen.

    Plates lie apart from the pads and forbid them nothing.
    """
    touched = memory.touched
    plates = {PLATE.format(seat) for seat in range(len(memory.pads))}
    zone_pads = frozenset[str]().union(*memory.pads) - plates
    near = bool(zone_pads & touched)
    if not near and zone_pads & before.keys():
        memory = replace(memory, left_us=at_us)
    may_begin = touches and not near and at_us - memory.left_us >= HAND_US
    guards = dict(memory.guards)
    taps = tuple(
        GuardTapped(at_us, Key(pad)) for pad, may in guards.items() if pad not in touched and may and not near
    )
    after = {
        pad: (guards[pad] and not near) if pad in guards else may_begin
        for pad in sorted(touched - zone_pads - plates)
    }
    return replace(memory, guards=tuple(after.items())), taps
