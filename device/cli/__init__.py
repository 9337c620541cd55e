"""The command line: `palmstone`, also `python -m device`.

Laws of this package:
- what a command needs is imported by that command, so that each starts fast;
- whoever asked wrongly gets one line with file and remedy, never a traceback;
- exit codes: 0 all well, 1 something was not as expected, 2 it could not be read or begun.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from typing import TYPE_CHECKING

from device.cli.parser import parse, the_games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.session.games import DeviceGames

__all__ = ["main"]
QUIT_BY_PIPE = 141
"""What a shell sees of a program that wrote into a closed pipe: 128 + SIGPIPE."""
QUIT_BY_HAND = 130
"""128 + SIGINT."""
BUG = 70


def main(args: Sequence[str] | None = None, games: Callable[[], DeviceGames] = the_games) -> int:
    """Run a command; the exit code. Wrong arguments leave through SystemExit with code 2.

    `games` loads the games that the device leads.
    """
    try:
        # Without a handler the logging module would write warnings to standard error by itself.
        logging.getLogger().addHandler(logging.NullHandler())
        _escape()
        options = parse(sys.argv[1:] if args is None else args, games)
        code: int = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has enough; nothing may be written at exit either.
        _discard_output()
        return QUIT_BY_PIPE
    except KeyboardInterrupt:
        return QUIT_BY_HAND
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"palmstone: this is a bug: {_where(error)}; python -X dev shows more", file=sys.stderr)
        return BUG
    return code


def _escape() -> None:
    """Let characters that the terminal lacks (LC_ALL=C) be written escaped, not end the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{place}"
