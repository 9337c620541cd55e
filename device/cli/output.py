"""The two streams of a command: all that it says goes through here.

Laws of this file:
- nothing that came from outside reaches a terminal as it came (`escaped`);
- an answer that cannot be written is an OutputError; a complaint that cannot be written is lost.
"""

from __future__ import annotations

import contextlib
import os
import sys
from errno import EBADF
from io import TextIOWrapper
from typing import TextIO

from device.text.escaped import escaped

LONGEST = 1_000
"""Characters of a complaint; what is longer is quoted from a file."""


class OutputError(Exception):
    """Standard output takes nothing more. Its text is one line with the reason."""

    def __init__(self, error: OSError) -> None:
        closed = error.errno == EBADF
        broken = f"standard output cannot be written: {error.strerror or error}"
        why = "standard output is closed" if closed else broken
        super().__init__(f"palmstone: {why}; what was asked for is not complete")


class Answer:
    """Standard output for what writes by itself, such as a study: as `say` does, without ends of lines."""

    def write(self, text: str) -> int:
        """Write; raises OutputError, or BrokenPipeError if the reader has enough."""
        try:
            return sys.stdout.write(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error) from None

    def flush(self) -> None:
        """Hand over what is kept back; raises as `write` does."""
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error) from None


def say(text: str) -> None:
    """Write one line of the answer; raises OutputError, or BrokenPipeError if the reader has enough."""
    Answer().write(f"{escaped(text)}\n")


def complain(text: str) -> None:
    """Write one line to standard error, as far as it takes one."""
    line = escaped(text)
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{line if len(line) <= LONGEST else f'{line[:LONGEST]}...'}\n")
        sys.stderr.flush()


def progress(text: str) -> None:
    """Show on one line of a terminal what goes on; "" takes it away. Elsewhere nothing is shown."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{escaped(text)}")
            sys.stderr.flush()


def watched_progress() -> TextIO | None:
    """Return the terminal on which somebody may watch how far a command is, if there is one."""
    return sys.stderr if sys.stderr.isatty() else None


def open_streams() -> None:
    """See that all three streams are there and take every character.

    A file that is opened later must not become standard output because that was closed.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # Writing to what was opened for reading fails, as it does on what is closed.
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
    # They are missing where Python found them closed.
    sys.stdin = sys.stdin or _stream(0, "r")
    sys.stdout = sys.stdout or _stream(1, "w")
    sys.stderr = sys.stderr or _stream(2, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _stream(number: int, mode: str) -> TextIOWrapper:
    return TextIOWrapper(open(number, f"{mode}b", closefd=False), encoding="utf-8", line_buffering=True)


def discard_output() -> None:
    """Let nothing more be written, at exit either: whoever read has enough, or there is no room."""
    _discard(sys.stdout)


def settle_complaints() -> None:
    """At the end of a command: what standard error did not take is lost, and changes no exit code."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
