"""Whether a part is there, told once a change, and when to try again. Pure apart from the inbox.

Laws of this file:
- a failure of a part that was well is cured silently if the next attempt works, and told if it does not, or
  if it comes again soon;
- attempts never end: at once, after 0.25 s, then twice as long each time, up to 5 s;
- a missing bus is told only after 30 s, since node and permissions may come after the service (F16), a frozen
  touch chip only if it does not thaw (F07).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hal.ports import FaultCode, Part, PartChanged

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_RETRY_US = 250_000
LAST_RETRY_US = 5_000_000
RELAPSE_US = 10_000_000
"""A silent cure that lasts shorter than this was none."""
GRACE_US = {FaultCode.NO_BUS: 30_000_000, FaultCode.FROZEN: 3_000_000}
"""How long a fault has to last before it is told."""


@dataclass(slots=True)
class Backoff:
    """When to try something again that has no owner of its own: after 0.25 s, then ever more seldom."""

    wait_us: int = FIRST_RETRY_US
    next_us: int | None = None

    def due(self, now_us: int) -> bool:
        """Tell whether to try now; the first call only begins to wait."""
        if self.next_us is None:
            self.next_us = now_us + self.wait_us
        if now_us < self.next_us:
            return False
        self.wait_us = min(2 * self.wait_us, LAST_RETRY_US)
        self.next_us = now_us + self.wait_us
        return True


@dataclass(slots=True)
class Presence:
    """The state of one part, as it was told and as it is."""

    part: Part
    tell: Callable[[PartChanged], None]
    told: bool = False
    """Anything was told yet."""
    fault: FaultCode | None = None
    """What was told last."""
    seen: bool = False
    """It was well at some time."""
    well: bool = False
    errors: int = 0
    next_try_us: int = 0
    _retry_us: int = FIRST_RETRY_US
    _cured_us: int | None = None
    _failing: FaultCode | None = None
    _failing_us: int = 0
    """Since when it has failed in this way without a break."""

    @property
    def lost(self) -> bool:
        """True while a fault stands that was told."""
        return self.fault is not None

    def failed(self, now_us: int, fault: FaultCode, detail: str) -> None:
        """Note a failure; `next_try_us` says when to try again."""
        self.errors += 1
        relapse = self._cured_us is not None and now_us - self._cured_us < RELAPSE_US
        was_well, self.well = self.well, False
        if fault is not self._failing:
            self._failing, self._failing_us = fault, now_us
        if was_well and not relapse:
            self._cured_us = now_us
            self.next_try_us = now_us
            return
        self.next_try_us = now_us + self._retry_us
        self._retry_us = min(2 * self._retry_us, LAST_RETRY_US)
        if fault is not self.fault and now_us - self._failing_us >= GRACE_US.get(fault, 0):
            self._tell(now_us, fault, detail)

    def works(self, now_us: int) -> None:
        """Note that it does all that it should."""
        self.well = self.seen = True
        self._retry_us = FIRST_RETRY_US
        self._failing = None
        if self.fault is not None or not self.told:
            self._cured_us = None
            self._tell(now_us, None, "")

    def _tell(self, now_us: int, fault: FaultCode | None, detail: str) -> None:
        self.told = True
        self.fault = fault
        self.tell(PartChanged(now_us, self.part, fault, detail))
