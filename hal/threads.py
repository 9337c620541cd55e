"""Real time: a thread that steps an owner when it is due or woken, and ends within a second (F23)."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

from hal.ports import Fact, Shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Stepper

_LOG = logging.getLogger(__name__)

LONGEST_WAIT_US = 5_000_000
"""An owner with nothing to do is still seen to live by whoever beats the watchdog."""


class WakingInbox(SimpleQueue[Fact]):
    """An inbox that wakes its owner with every fact that it may have to act on. Safe from any thread; raises
    nothing.

    That a picture is on the glass can wait for the next look: else every picture would wake the app twice.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wake = threading.Event()

    def put_nowait(self, item: Fact) -> None:
        """Add a fact, then wake."""
        super().put_nowait(item)
        self._wake_for(item)

    def put(self, item: Fact, block: bool = True, timeout: float | None = None) -> None:
        """Add a fact, then wake."""
        super().put(item, block, timeout)
        self._wake_for(item)

    def _wake_for(self, item: Fact) -> None:
        if not isinstance(item, Shown):
            self.wake.set()


def run_thread(
    stepper: Stepper,
    clock: Clock,
    wake: threading.Event,
    stop: threading.Event,
    beat: Callable[[int], None] | None = None,
) -> None:
    """Step until `stop` is set; wait for the due time or for `wake` in between.

    Whoever sets `stop` sets `wake` too. `beat` is told the time after each step.
    """
    while not stop.is_set():
        # Cleared before the step: what comes during it wakes the wait after it.
        wake.clear()
        due_us = stepper.step(clock.now_us())
        now_us = clock.now_us()
        if beat is not None:
            beat(now_us)
        if due_us > now_us and not stop.is_set():
            wake.wait(min(due_us - now_us, LONGEST_WAIT_US) / 1e6)


class OwnerThread:
    """A thread of its own for one stepper, started at once.

    `last_step_us` tells whether it progresses; `failure` is the exception that ended it, a bug.
    """

    def __init__(
        self,
        name: str,
        stepper: Stepper,
        clock: Clock,
        wake: threading.Event,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._stepper = stepper
        self._clock = clock
        self._wake = wake
        self._at_end = at_end
        self._stop = threading.Event()
        self.last_step_us = clock.now_us()
        self.failure: BaseException | None = None
        # A daemon, since a bus that hangs in the kernel must not keep the process.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _beat(self, now_us: int) -> None:
        self.last_step_us = now_us

    def _run(self) -> None:
        try:
            run_thread(self._stepper, self._clock, self._wake, self._stop, self._beat)
            if self._at_end is not None:
                self._at_end()
        except BaseException as error:
            self.failure = error
            _LOG.exception("the thread %s ended by an error", self._thread.name)

    @property
    def alive(self) -> bool:
        """True while it runs."""
        return self._thread.is_alive()

    def stop(self, timeout_s: float = 0.8) -> bool:
        """Ask it to end, let it do its last act, and wait. False if it hangs: it dies with the process."""
        self._stop.set()
        self._wake.set()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()
