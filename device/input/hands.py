"""The owner's sense of hands: keeps the memory of the palm zones while a game that has them is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.input import palms
from device.ui.events import HandsMoved, Pads
from hal.ports import NEVER

if TYPE_CHECKING:
    from device.input.senses import Heard
    from device.ui.events import Event
    from device.ui.model import Model


class Hands:
    """Follows pads and plates all the time, so that a hand that lies is known on every screen."""

    def __init__(self, plates: tuple[int, ...]) -> None:
        self._plates = plates
        """Electrode of each seat's plate."""
        self._memory = palms.PalmMemory()
        self._zones: tuple[tuple[str, ...], ...] = ()
        self._pads: frozenset[str] = frozenset()
        self._laid: frozenset[str] = frozenset()
        """Plates under a hand."""

    @property
    def settled(self) -> bool:
        """Whether every zone that was let go is known to be free."""
        return all(zone.free_us is None for zone in self._memory.zones)

    def hear(self, model: Model, heard: Heard, now_us: int) -> tuple[tuple[Event, ...], int]:
        """Return what hands did, in the order of time, and when to call again."""
        zones = palms.zones_of(model)
        pads = Pads.KEYS if heard.woke else model.screen.pads(model)
        changes = self._changes(heard)
        gone: tuple[Event, ...] = ()
        if zones != self._zones:
            # What lies there as a game begins is no hand yet: it began as something else.
            if self._memory.down:
                gone = (HandsMoved(now_us, frozenset(), self._memory.down, frozenset()),)
            self._zones, self._memory, pads = zones, palms.laid_out(zones), Pads.KEYS
            changes = [(now_us, self._pads | self._laid)]
        if not zones:
            return gone, NEVER
        self._memory, events, due_us = palms.advance(self._memory, changes, now_us, pads)
        return (*gone, *events), due_us

    def _changes(self, heard: Heard) -> list[tuple[int, frozenset[str]]]:
        """Put the changes of pads and plates on one line of time."""
        news: list[tuple[int, frozenset[str] | None, int]] = [(at_us, pads, 0) for at_us, pads in heard.pads]
        news += [(at_us, None, plates) for at_us, plates in heard.plates]
        changes = []
        for at_us, pads, plates in sorted(news, key=lambda change: change[0]):
            if pads is not None:
                self._pads = pads
            else:
                self._laid = frozenset(
                    palms.PLATE.format(seat)
                    for seat, electrode in enumerate(self._plates)
                    if plates >> electrode & 1
                )
            changes.append((at_us, self._pads | self._laid))
        return changes
