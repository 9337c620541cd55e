"""Textual's driver for a terminal, over an input that may hold anything and may end.

What it takes over of Textual's is its reading thread, what it passes on, and where it writes:
`tests/device/sim/terminal/test_driver.py` fails when Textual changes that.
"""

from __future__ import annotations

import os
import select
import sys
import time
from io import TextIOWrapper
from typing import TYPE_CHECKING, Protocol, cast

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from device.sim.terminal.intake import Budget, Intake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from textual.app import App
    from textual.message import Message

QUIET_S = 0.1
AGAIN_S = 1.0
"""The terminal is asked for its mouse at most so often."""
MOST_A_SECOND = 400
"""Events that are passed on: more than a hand with a mouse makes, and no queue."""
_PASSED = (events.Key, events.MouseEvent, events.AppFocus, events.AppBlur)
_SUPPORTS = messages.TerminalSupportsSynchronizedOutput


class Host(Protocol):
    """What the app is to the driver."""

    def input_lost(self) -> None:
        """Nothing more will come from the terminal; called from the thread that reads."""


class Screen:
    """The terminal as a file. A terminal that is gone takes nothing; its end is noticed elsewhere."""

    def __init__(self, fileno: int) -> None:
        raw = open(fileno, "wb", closefd=False)  # noqa: SIM115 - for as long as the terminal is drawn
        self._file = TextIOWrapper(raw, encoding="utf-8", errors="replace", newline="")

    def write(self, text: str) -> int:
        """Write, or do not."""
        try:
            return self._file.write(text)
        except OSError:
            return 0

    def flush(self) -> None:
        """Hand over, or do not."""
        try:
            self._file.flush()
        except OSError:
            return

    def fileno(self) -> int:
        """Return the number of the stream."""
        return self._file.fileno()


def parsed(parser: XTermParser, text: str) -> Iterator[Message]:
    """Return what a text means; raises what the parser does not understand."""
    yield from parser.feed(text)


class TerminalDriver(LinuxDriver):
    """Draws on standard output, reads standard input."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        # Textual would draw on standard error, which may be a file.
        assert sys.__stdout__ is not None
        self._file = cast("Any", Screen(sys.__stdout__.fileno()))
        self._budget = Budget(MOST_A_SECOND)
        self._held = 0
        """Mouse buttons that went down and were passed on."""
        self._asked_s = 0.0

    def run_input_thread(self) -> None:
        """Read until the app is left or the terminal is gone."""
        intake, parser = Intake(), XTermParser()
        while not self.exit_event.is_set():
            if not select.select([self.fileno], [], [], QUIET_S)[0]:
                if intake.quiet():
                    self.process_message(events.Key("escape", "\x1b"))
            else:
                try:
                    data = os.read(self.fileno, 4096)
                except (BlockingIOError, InterruptedError):
                    continue
                except OSError:
                    data = b""
                if not data:
                    cast("Host", self._app).input_lost()
                    return
                parser = self._feed(parser, intake.taken(data))
            if intake.old_mouse:
                intake.old_mouse = False
                self._ask_for_mouse()

    def _feed(self, parser: XTermParser, text: str) -> XTermParser:
        """Parse sign by sign, so that little is lost; return the parser to go on with."""
        for sign in text:
            try:
                for message in parsed(parser, sign):
                    self.process_message(message)
            except Exception:
                # It cannot go on after an error of its own; what was begun is no key.
                parser = XTermParser()
        return parser

    def _ask_for_mouse(self) -> None:
        """Ask for reports that fit a large terminal again: a multiplexer may have forgotten."""
        now_s = time.monotonic()
        if now_s - self._asked_s >= AGAIN_S:
            self._asked_s = now_s
            self._enable_mouse_support()

    def process_message(self, message: Message) -> None:
        """Pass on what this app is about, and no flood of it."""
        if isinstance(message, events.MouseUp):
            if not self._held:
                return
            self._held -= 1
        elif not isinstance(message, _PASSED):
            if isinstance(message, _SUPPORTS) and self._budget.grants(time.monotonic()):
                super().process_message(message)
            return
        elif not self._budget.grants(time.monotonic()):
            return
        elif isinstance(message, events.MouseDown):
            self._held += 1
        elif isinstance(message, events.AppFocus):
            self._ask_for_mouse()
        super().process_message(message)

    def _query_in_band_window_resize(self) -> None:
        """Ask for nothing: the size comes by signal, and never from the input."""
