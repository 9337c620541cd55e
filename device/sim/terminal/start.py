"""Start the terminal, or say in one line why this is no place for it."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, TextIO

from device.sim.terminal.picture import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from device.sim.terminal.controls import Controls

_LOG_BYTES = 1_000_000


def unfit(
    stdin: TextIO, stdout: TextIO, environ: Mapping[str, str], size: os.terminal_size | None = None
) -> str | None:
    """Return what keeps the terminal from being drawn, with the remedy, or None; the exit code is 2 then."""
    if not (stdin.isatty() and stdout.isatty()):
        return "palmstone play: this is not a terminal; run it in one, or use palmstone scenario"
    term = environ.get("TERM", "")
    if term in {"", "dumb", "unknown"}:
        return f'palmstone play: TERM is "{term}"; use a terminal that can be drawn on'
    encoding = (stdout.encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        return f"palmstone play: the terminal takes {stdout.encoding}, not UTF-8; set LANG=C.UTF-8"
    room = size if size is not None else os.get_terminal_size(stdout.fileno())
    if room.columns < WIDTH or room.lines < HEIGHT:
        return (
            f"palmstone play: this terminal is {room.columns} x {room.lines} characters; "
            f"make it {WIDTH} x {HEIGHT} or larger"
        )
    return None


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    """Send all logs to a file, none to the screen, for as long as the block runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
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


def run_terminal(controls: Controls, log: Path) -> int:
    """Draw until the player leaves, then stop the device; returns the exit code. See `unfit` first."""
    # Loading what draws takes half a second, and only `play` needs it.
    from device.sim.terminal.app import Terminal  # noqa: PLC0415

    with logging_to(log):
        try:
            app = Terminal(controls, signals=True)
            code = app.run()
        finally:
            controls.quit()
    return 1 if code is None else code
