"""Start the terminal, or say in one line why this is no place for it."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, TextIO, cast

from device.sim.terminal.picture import HEIGHT, WIDTH
from device.sim.terminal.signs import Signs
from device.text.escaped import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from device.sim.terminal.controls import Controls
    from device.sim.terminal.lifeline import Lifeline

_LOG_BYTES = 1_000_000
_LOG = logging.getLogger(__name__)


def unfit(
    stdin: TextIO, stdout: TextIO, environ: Mapping[str, str], size: os.terminal_size | None = None
) -> str | None:
    """Return what keeps the terminal from being drawn, with the remedy, or None; the exit code is 2 then."""
    if not (stdin.isatty() and stdout.isatty()):
        return "palmstone play: this is not a terminal; run it in one, or use palmstone scenario"
    term = environ.get("TERM", "")
    if term in {"", "dumb", "unknown"}:
        return f'palmstone play: TERM is "{term}"; use a terminal that can be drawn on'
    try:
        room = size if size is not None else os.get_terminal_size(stdout.fileno())
    except OSError:
        return "palmstone play: the terminal is gone; run it in another one"
    if room.columns < WIDTH or room.lines < HEIGHT:
        return (
            f"palmstone play: this terminal is {room.columns} x {room.lines} characters; "
            f"make it {WIDTH} x {HEIGHT} or larger"
        )
    return None


class Harmless(logging.Formatter):
    """Lines that can be looked at in a terminal, whatever is in them."""

    def format(self, record: logging.LogRecord) -> str:
        """Keep the lines, escape what is in them."""
        return "\n".join(map(escaped, super().format(record).splitlines()))


class LoggedErrors:
    """A file for what Textual says at its end: it goes to the log."""

    def __init__(self) -> None:
        self.said = False

    def write(self, text: str) -> int:
        """Log the lines that are not empty."""
        for line in filter(str.strip, text.splitlines()):
            self.said = True
            _LOG.error("%s", line)
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    """Send all logs to a file, none to the screen, for as long as the block runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(Harmless("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)
        handler.close()


def run_terminal(controls: Controls, log: Path, lifeline: Lifeline, signs: Signs = Signs.BRAILLE) -> int:
    """Draw until the player leaves, then stop the device; returns the exit code. See `unfit` first."""
    lifeline.stops(controls.quit)
    with logging_to(log):
        try:
            # Loading what draws takes half a second, and only `play` needs it.
            from rich.console import Console  # noqa: PLC0415

            from device.sim.terminal.app import Terminal  # noqa: PLC0415

            app = Terminal(controls, lifeline=lifeline, signs=signs)
            # An error of the picture is a page; it goes to the log.
            app.error_console = Console(file=cast("TextIO", LoggedErrors()), width=200)
            code = app.run()
        finally:
            lifeline.leave = None
            lifeline.stop()
    return 1 if code is None else code
