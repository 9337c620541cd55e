"""The interrupt line of a touch chip: whether it is heard, found out without waiting for a finger.

Laws of this file:
- a loose wire makes edges, too: one is believed only with what went with it, a change of the status or the
  test that was begun;
- a line that nobody pulls is high: one that is low after every reading is stuck, or another chip holds it;
- a line at fault is tested on, and is back once several tests in a row were heard; each relapse takes more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hal.ports import FaultCode, Part, PartChanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Fact

TEST_EVERY_US = 1_995_000
"""A line that nothing went over for so long is tested: with the test itself it is known within 2 s (F44)."""
LATE_US = 400_000
"""A slow and busy board may tell an edge that late; a line that seems silent is polled from the first.
The edge of a test of a line at fault has as long: its chip is read by polling, and done before that comes."""
STUCK_US = 100_000
"""So long low after every reading, and it is no chip that has something to say."""
MISSED = 2
"""So many changes of the status that no edge went with make a line doubtful: it is tested at once."""
NOISE_EDGES = 50
"""So many edges a second that mean nothing are a wire that flaps, and are not followed any more."""
NOISE_US = 1_000_000
TEST_EDGES = range(1, 4)
"""Edges that go with a test on a whole line: its own, and those of a finger that came meanwhile."""
WHOLE, MOST_WHOLE = 3, 96
"""Tests in a row that make a line whole again: the first time, and after many relapses."""
STEADY_US = 600_000_000
"""A loss that comes later than this is no relapse."""

WORDS = {
    FaultCode.SILENT: "the touch chip pulled it and nothing came: check the wire from its IRQ; "
    "pads are read 50 times a second instead",
    FaultCode.STUCK: "it stays low, or flaps, whatever the touch chip does: check the wire from its IRQ "
    "for a short; pads are read 50 times a second instead",
}


class LineNews:
    """Tells all interrupt lines as one part: lost with the first that is, back with the last."""

    def __init__(self, clock: Clock, tell: Callable[[Fact], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._lost: dict[Part, tuple[FaultCode, str]] = {}

    def changed(self, chip: Part, fault: FaultCode | None, detail: str) -> None:
        """Take over the state of the line of one chip."""
        before = bool(self._lost)
        if fault is None:
            self._lost.pop(chip, None)
        else:
            self._lost[chip] = (fault, detail)
        if before is not bool(self._lost):
            self._tell(PartChanged(self._clock.now_us(), Part.LINE, fault, detail))


def _unknown() -> bool | None:
    return None


def _nobody(fault: FaultCode | None, detail: str) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class LineWatch:
    """What is known of the line of one chip. Belongs to the owner of the bus."""

    pin: int | None
    """BCM number; None is not wired."""
    low: Callable[[], bool | None] = _unknown
    """Reads the level; None if that cannot be done."""
    tell: Callable[[FaultCode | None, str], None] = _nobody
    fault: FaultCode | None = None
    """What was told last."""
    edges: int = 0
    """Since the start."""
    _suspected_us: int | None = None
    """Since when it seems silent."""
    _proven: bool = False
    """By a test that found it high; else it may be whole, and only its edges are not reported (F12)."""
    _read_edges: int = 0
    """`edges` at the last reading."""
    _edge_due: bool = False
    """The status had changed at the last reading, and no edge had come."""
    _missed: int = 0
    _low_us: int | None = None
    """Since when it was low after every reading."""
    _noise: int = 0
    _noise_us: int = 0
    _proved_us: int = 0
    """When something was heard over it, or it was tested."""
    _awaited: tuple[int, int] | None = None
    """A test that no edge had gone with when it ended: when that was, and `edges` before it."""
    _good: int = 0
    _needed: int = WHOLE
    _back_us: int | None = field(default=None)

    @property
    def heard(self) -> bool:
        """Whether touches are told by it; else they have to be polled."""
        return self.pin is not None and self.fault is None and self._suspected_us is None

    @property
    def held(self) -> bool:
        """Whether it is low though it was just read: somebody on it has more to say."""
        return self._low_us is not None and self.fault is None

    @property
    def next_test_us(self) -> int:
        """When it is to be tested."""
        return self._proved_us + TEST_EVERY_US

    def test_due(self, now_us: int) -> bool:
        """Tell whether to test it now."""
        return self.pin is not None and self.fault is not FaultCode.ABSENT and now_us >= self.next_test_us

    def absent(self, detail: str) -> None:
        """Its pin cannot be had."""
        self.fault = FaultCode.ABSENT
        self.tell(FaultCode.ABSENT, detail)

    def edge(self, at_us: int) -> None:
        """It fell."""
        self.edges += 1
        self._edge_due = False
        if self._suspected_us is not None and at_us - self._suspected_us <= LATE_US:
            self._suspected_us = None

    def begun(self) -> None:
        """The chip was set up: what was missed before means nothing."""
        self._read_edges, self._edge_due = self.edges, False

    def tested(self, now_us: int, edges_before: int, *, pulled: bool, low: bool | None) -> None:
        """Take the result of a test: whether the chip pulled the line, what had come before it, and how it
        stood before it was let go.
        """
        self._proved_us = now_us
        if not pulled:
            return
        came = self.edges - edges_before
        if came in TEST_EDGES:
            self._well(now_us)
            return
        if came:
            self._good = 0
        else:
            self._awaited = now_us, edges_before
        self._suspect(now_us, proven=not low)

    def _end_wait(self, now_us: int) -> None:
        """Count a test whose edge may have come late, once none can come any more."""
        if self._awaited is None or now_us - self._awaited[0] < LATE_US:
            return
        came, self._awaited = self.edges - self._awaited[1], None
        if came in TEST_EDGES:
            self._count_good(now_us)
        else:
            self._good = 0

    def _suspect(self, now_us: int, *, proven: bool) -> None:
        if self._suspected_us is None or proven > self._proven:
            self._suspected_us, self._proven = now_us, proven

    def read(self, now_us: int, *, changed: bool) -> None:
        """Take a reading of the chip, which lets the line go; `changed`: its status differs."""
        self._end_wait(now_us)
        fresh, self._read_edges = self.edges - self._read_edges, self.edges
        if self._edge_due:
            self._missed, self._good = self._missed + 1, 0
            if self._missed == MISSED:
                self._suspect(now_us, proven=False)
                self._proved_us = now_us - TEST_EVERY_US
        self._edge_due = changed and not fresh
        if changed and fresh:
            self._well(now_us)
        elif fresh:
            self._heard_nothing(now_us, fresh)
        self._look(now_us)
        if self._suspected_us is not None and self._proven and now_us - self._suspected_us >= LATE_US:
            self._lose(now_us, FaultCode.SILENT)

    def _heard_nothing(self, now_us: int, edges: int) -> None:
        if now_us - self._noise_us >= NOISE_US:
            self._noise, self._noise_us = 0, now_us
        self._noise += edges
        if self._noise >= NOISE_EDGES:
            self._lose(now_us, FaultCode.STUCK)

    def _look(self, now_us: int) -> None:
        if not self.low():
            self._low_us = None
        elif self._low_us is None:
            self._low_us = now_us
        elif now_us - self._low_us >= STUCK_US:
            self._lose(now_us, FaultCode.STUCK)

    def _well(self, now_us: int) -> None:
        self._proved_us = now_us
        self._missed = 0
        self._suspected_us = self._awaited = None
        self._count_good(now_us)

    def _count_good(self, now_us: int) -> None:
        if self.fault is None:
            return
        self._good += 1
        if self._good >= self._needed and not self.low():
            self.fault = None
            self._back_us = now_us
            self.tell(None, "")

    def _lose(self, now_us: int, fault: FaultCode) -> None:
        self._suspected_us = self._awaited = None
        self._good = self._missed = 0
        if self.fault is not None:
            return
        relapse = self._back_us is not None and now_us - self._back_us < STEADY_US
        self._needed = min(2 * self._needed, MOST_WHOLE) if relapse else WHOLE
        self.fault = fault
        self.tell(fault, f"GPIO {self.pin} (touch IRQ): {WORDS[fault]}")
