"""The one owner of the I2C bus: touch chips first, then the panel, one transfer at a time.

Laws of this file:
- a routine scan of held pads stands back for a redraw, by one period at most; an IRQ never waits;
- a step does at most one transfer of a page, or one sequence that is shorter, so a touch waits 3 ms at most;
- others only leave wishes, orders and IRQ times, and wake the owner; they never touch the bus;
- no failure of the bus comes out of a step.
"""

from __future__ import annotations

import threading
from collections import deque
from queue import SimpleQueue
from typing import TYPE_CHECKING

from hal.ports import NEVER, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hal.panel.owner import PanelOwner
    from hal.ports import PadReading, PanelWish
    from hal.touch.owner import PadsOwner


MOST_EDGES = 8
"""Falls of a line that are kept for the owner: more within one step say nothing more."""


class BusWorker:
    """Stepper, Display and Pads of `hal.ports`.

    `want`, `set_thresholds`, `rezero`, `reading`, `irq` and `due_us` may be called from any thread; `step`
    and `shutdown` belong to the owner.
    """

    def __init__(self, panel: PanelOwner, chips: Mapping[Part, PadsOwner]) -> None:
        self._panel = panel
        self._chips = dict(chips)
        self._mailbox: deque[PanelWish] = deque(maxlen=1)
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._fallen: dict[Part, deque[int]] = {part: deque(maxlen=MOST_EDGES) for part in chips}
        """When the IRQ line of each chip fell, until the owner takes it; a line that flaps fills nothing."""
        self._ended = False
        self.wake = threading.Event()
        """Set when there is something new to do."""

    # From any thread

    def want(self, wish: PanelWish) -> None:
        """Put a wish into the mailbox of one."""
        self._mailbox.append(wish)
        self.wake.set()

    def set_thresholds(self, source: Part, on: tuple[int, ...], off: tuple[int, ...]) -> None:
        """Set the touch and release distance of each electrode; nothing without that chip."""
        chip = self._chips.get(source)
        if chip is not None:
            self._order(lambda: chip.set_thresholds(on, off))

    def rezero(self, source: Part) -> None:
        """Take what is measured now as untouched; nothing without that chip."""
        chip = self._chips.get(source)
        if chip is not None:
            self._order(chip.rezero)

    def irq(self, source: Part, at_us: int) -> None:
        """The IRQ line of a chip fell. Called from the thread of the GPIO backend; raises nothing."""
        fallen = self._fallen.get(source)
        if fallen is not None:
            fallen.append(at_us)
            self.wake.set()

    def reading(self, source: Part) -> PadReading | None:
        """Return the last measurement, or None if the chip is absent."""
        chip = self._chips.get(source)
        return None if chip is None else chip.reading()

    def due_us(self) -> int:
        """When `step` should be called: 0 if something is waiting now."""
        if self._ended:
            return NEVER
        if self._mailbox or not self._orders.empty():
            return 0
        due_us = min(self._panel.due_us(), NEVER)
        for part, chip in self._chips.items():
            if self._fallen[part]:
                return 0
            due_us = min(due_us, chip.due_us())
        return due_us

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put_nowait(order)
        self.wake.set()

    # The owner's

    def step(self, now_us: int) -> int:
        """Do one transfer, if one is due, and return when the next one is."""
        if self._ended:
            return NEVER
        self._take_over(now_us)
        chip = min(self._chips.values(), key=lambda chip: chip.due_us(), default=None)
        drawing = self._panel.due_us() <= now_us
        if chip is not None and chip.due_us() <= now_us and not (drawing and chip.can_wait(now_us)):
            chip.step(now_us)
            self._look_at_siblings(chip)
            self._panel.awake(now_us)
        elif drawing:
            self._panel.step(now_us)
        return max(self.due_us(), now_us)

    def _look_at_siblings(self, chip: PadsOwner) -> None:
        """Where chips share a line that is still low, the other has something to say; no edge will come."""
        if chip.line.held:
            for other in self._chips.values():
                if other is not chip and other.line.pin == chip.line.pin:
                    other.look_now()

    def _take_over(self, now_us: int) -> None:
        while not self._orders.empty():
            self._orders.get_nowait()()
        for part, fallen in self._fallen.items():
            while fallen:
                self._chips[part].irq(fallen.popleft())
        if self._mailbox:
            self._panel.want(self._mailbox.pop())
        for chip in self._chips.values():
            if chip.dipped:
                chip.dipped = False
                self._panel.refresh_soon(now_us)

    def shutdown(self, blank: bool = True) -> None:
        """Leave the panel dark, also in the middle of a redraw (F03), or with the last wish on it.

        The last thing the owner does: later steps do nothing. Raises nothing.
        """
        if not self._ended:
            if not blank and self._mailbox:
                self._panel.want(self._mailbox.pop())
            self._ended = True
            self._panel.finish(blank)
