"""Waiting for a signal or for another thread, without a lock that a signal could find taken."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class StoppedError(BaseException):
    """A signal to stop came while the device was starting. No guard against faults may hold it up."""


class Waiting:
    """A pipe that a signal or `wake` writes to. To be entered by the main thread.

    Signals are as before after it. `stopped` is the signal that came, if one did.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._before: dict[int, Any] = {}
        self._wakeup = -1
        self.stopped: int | None = None
        self._hasty = False

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal raise StoppedError at once, whatever the main thread does; an earlier one, too."""
        self._hasty = True
        try:
            if self.stopped is not None:
                raise StoppedError
            yield
        finally:
            self._hasty = False

    def __enter__(self) -> Self:
        self._wakeup = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._note) for number in STOPPING}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)

    def _note(self, number: int, frame: object) -> None:
        self.stopped = number
        if self._hasty:
            # Once: what cleans up after it is not to be torn, too.
            self._hasty = False
            raise StoppedError

    def wake(self) -> None:
        """End the wait; from any thread. A full pipe wakes as well."""
        with contextlib.suppress(OSError):
            os.write(self._write, b"\0")

    def wait(self, seconds: float | None) -> None:
        """Wait for a signal, for `wake`, or for so long."""
        if select.select([self._read], [], [], seconds)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(self._read, 4096)
