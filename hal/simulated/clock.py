"""A clock that moves only when told to, and events that fall due while it moves.

Laws of this file:
- time is spent by whoever claims it (a bus transfer, a waiting owner), never by the machine;
- what falls due meanwhile happens at its own time, in order, also in the middle of a transfer;
- of two events at the same time the one that was ordered first happens first.
"""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING, Protocol

from hal.ports import NEVER
from hal.simulated.errors import SimulatedChipError

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDS_WITHOUT_PROGRESS = 10_000


class Timed(Protocol):
    """Something that changes by itself as time passes."""

    def next_event_us(self) -> int:
        """When it will change next, or NEVER."""

    def advance(self, now_us: int) -> None:
        """Become what it is at that time; then `next_event_us` lies later."""


class Schedule:
    """Events with their times, kept in order. It serves the fake clock and a real one alike."""

    def __init__(self) -> None:
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    def at(self, at_us: int, event: Callable[[], None]) -> None:
        """Let something happen at a time; a time that has passed means as soon as possible."""
        heapq.heappush(self._events, (at_us, next(self._order), event))

    def next_event_us(self) -> int:
        """When the next event is due, or NEVER."""
        return self._events[0][0] if self._events else NEVER

    def advance(self, now_us: int) -> None:
        """Let everything happen that is due by now."""
        fired = 0
        while self._events and self._events[0][0] <= now_us:
            heapq.heappop(self._events)[2]()
            fired += 1
            if fired > _ROUNDS_WITHOUT_PROGRESS:
                raise SimulatedChipError(f"time stands still at {now_us} us: an event re-arms itself")


class SimClock:
    """The fake clock of a simulated world. Belongs to one thread."""

    def __init__(self, start_us: int = 1_000_000) -> None:
        self._now_us = start_us
        self._wall_at_start: float | None = None
        self._wall_set_us = 0
        self.schedule = Schedule()
        self._timed: list[Timed] = [self.schedule]

    def now_us(self) -> int:
        """Microseconds since some fixed moment."""
        return self._now_us

    def wall(self) -> float | None:
        """Seconds since 1970, or None while nobody set the clock (F17)."""
        if self._wall_at_start is None:
            return None
        return self._wall_at_start + (self._now_us - self._wall_set_us) / 1e6

    def set_wall(self, seconds: float | None) -> None:
        """Let the wall clock jump; None is a machine without a battery clock and without a network."""
        self._wall_at_start = seconds
        self._wall_set_us = self._now_us

    def drive(self, timed: Timed) -> None:
        """Take a part along whenever time passes."""
        self._timed.append(timed)

    def at(self, at_us: int, event: Callable[[], None]) -> None:
        """Let something happen at a time."""
        self.schedule.at(at_us, event)

    def next_event_us(self) -> int:
        """When something changes next by itself, or NEVER."""
        return min([timed.next_event_us() for timed in self._timed])

    def spend(self, us: int) -> None:
        """Let that much time pass."""
        self.advance_to(self._now_us + us)

    def advance_to(self, at_us: int) -> None:
        """Let time pass up to a moment; nothing if it has passed."""
        stuck, last_us = 0, -1
        while True:
            due_us = self.next_event_us()
            if due_us > at_us:
                break
            self._now_us = max(self._now_us, due_us)
            stuck = stuck + 1 if self._now_us == last_us else 0
            last_us = self._now_us
            if stuck > _ROUNDS_WITHOUT_PROGRESS:
                raise SimulatedChipError(f"time stands still at {self._now_us} us: an event re-arms itself")
            for timed in self._timed:
                if timed.next_event_us() <= self._now_us:
                    timed.advance(self._now_us)
        self._now_us = max(self._now_us, at_us)
