"""The end of `play`, whichever way it comes: a signal, or a terminal that is gone.

Laws of this file:
- nothing that hangs keeps the process: not a terminal that takes no more, not a thread, not the app;
- the device is stopped first, once, so that everything is stored;
- who is asked to leave, leaves as with Q; only then, or without a terminal, the process is cut off.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import termios
import threading
import time
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

_LOG = logging.getLogger(__name__)
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
POLITE_S = 0.6
"""How long leaving as with Q may take, terminal and device together."""
STORED_S = 1.1
"""How long stopping the device may take; it needs less than a second."""
LOOK_MS = 250
"""A terminal that is hung up wakes nobody who waits for that alone."""
GONE = b"\0"
"""No signal has this number."""
CUT = 1
"""The exit code without a terminal."""
RESTORED = b"\x1b[<u\x1b[?1000;1003;1006;1015;2004;1004l\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Keys, mouse, paste, focus, wrapping, screen and cursor as a shell wants them."""


class Lifeline:
    """Watches signals and the terminal. To be entered by the main thread; signals are as before after it."""

    def __init__(self, streams: tuple[int, ...] = (0, 1), cut: Callable[[int], object] = os._exit) -> None:
        """Watch these streams; `cut` ends the process with a code."""
        self._streams = streams
        self._cut_with = cut
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._before: dict[int, Any] = {}
        self._wakeup = -1
        self._saved: list[Any] | None = None
        self._thread = threading.Thread(target=self._watch, name="lifeline", daemon=True)
        self._stop: Callable[[], None] = lambda: None
        self._stopping = threading.Lock()
        self._stopped = False
        self._over = False
        self.leave: Callable[[], None] | None = None
        """Asks the app to leave, from any thread; None while there is none."""

    def __enter__(self) -> Self:
        with contextlib.suppress(termios.error, OSError):
            self._saved = termios.tcgetattr(self._streams[0])
        self._wakeup = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, lambda number, frame: None) for number in STOPPING}
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._over = True
        self._tell(GONE)
        self._thread.join()
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read)
        os.close(self._write)

    def stops(self, stop: Callable[[], None]) -> None:
        """Name what stores everything and stops the device."""
        self._stop = stop

    def stop(self) -> None:
        """Stop the device, once, whoever asks first; returns when it has stopped."""
        with self._stopping:
            if not self._stopped:
                self._stopped = True
                self._stop()

    def lost(self) -> None:
        """The terminal is gone; from any thread."""
        self._tell(GONE)

    def _tell(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self._write, word)

    def _watch(self) -> None:
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        for stream in self._streams:
            # Only its end is looked for, and that is always told.
            poll.register(stream, 0)
        until_s: float | None = None
        while not self._over:
            told = dict(poll.poll(LOOK_MS))
            words = os.read(self._read, 4096) if told.pop(self._read, 0) else b""
            if self._over:
                return
            if told or GONE in words:
                self._cut("the terminal is gone")
                return
            if until_s is None and any(number in words for number in STOPPING):
                until_s = time.monotonic() + POLITE_S
                if self.leave is None:
                    until_s = 0.0
                else:
                    self.leave()
            if until_s is not None and time.monotonic() >= until_s:
                self._restore()
                self._cut("the terminal takes nothing")
                return

    def _cut(self, why: str) -> None:
        """Store everything and end the process, whatever the other threads do."""
        thread = threading.Thread(target=self.stop, daemon=True)
        thread.start()
        thread.join(STORED_S)
        if not self._over:
            _LOG.warning("%s; the device was stopped", why)
            self._cut_with(CUT)

    def _restore(self) -> None:
        """Give a terminal that still lives back as it was, without waiting for it."""
        out = self._streams[-1]
        with contextlib.suppress(termios.error, OSError):
            termios.tcflush(out, termios.TCOFLUSH)
            os.set_blocking(out, False)
            os.write(out, RESTORED)
            os.set_blocking(out, True)
        if self._saved is not None:
            with contextlib.suppress(termios.error, OSError):
                termios.tcsetattr(self._streams[0], termios.TCSANOW, self._saved)
