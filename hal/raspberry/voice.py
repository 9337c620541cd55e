"""Speech through espeak-ng, if it is installed."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = "espeak-ng"
WORDS_PER_MINUTE = 140
"""Slower than its own 175: the lines are to be heard, not followed."""
AMPLITUDE_AT_FULL = 200
"""The loudest that its option `-a` takes; half of it is what it speaks at by itself."""


class _Process(Protocol):
    """What is used of subprocess.Popen."""

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""

    def terminate(self) -> None:
        """Ask it to end."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""

    def kill(self) -> None:
        """End it."""


def start(command: list[str]) -> _Process:
    """Start a program that can ask nothing and writes nowhere (F24). Raises OSError."""
    return subprocess.Popen(  # noqa: S603 - no shell; the text is one argument
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def find_program(which: Callable[[str], str | None] = shutil.which) -> str | None:
    """Return the path of espeak-ng, or None if it is not installed."""
    return which(PROGRAM)


class NoVoice:
    """No speech: takes texts all the same."""

    def say(self, text: str) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


class EspeakVoice:
    """`hal.ports.Voice`: one process a text; a later text ends the one being spoken. Raises nothing."""

    def __init__(
        self,
        program: str,
        starter: Callable[[list[str]], _Process] = start,
        volume_percent: int = 50,
    ) -> None:
        """`volume_percent` is 1 to 100."""
        amplitude = AMPLITUDE_AT_FULL * volume_percent // 100
        self._command = (program, "-s", str(WORDS_PER_MINUTE), "-a", str(amplitude), "--")
        self._starter = starter
        self._process: _Process | None = None

    def say(self, text: str) -> None:
        """Speak without waiting."""
        self.stop()
        with contextlib.suppress(OSError):
            self._process = self._starter([*self._command, text])

    def stop(self) -> None:
        """Be quiet now."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        with contextlib.suppress(OSError):
            process.terminate()
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(0.1)

    def close(self) -> None:
        """Be quiet."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.stop()
