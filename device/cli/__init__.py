"""The command line: `palmstone`, also `python -m device`.

Laws of this package:
- what a command needs is imported by that command, so that each starts fast;
- whoever asked wrongly gets one line with file and remedy, never a traceback;
- exit codes: 0 all well, 1 something was not as expected, 2 it could not be read or begun;
- 70 is for bugs: what came from outside is told in a line, with 1 or 2.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING

from device.cli.common import CannotBeginError
from device.cli.output import Answer, OutputError, complain, discard_output, open_streams, settle_complaints
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
    open_streams()
    try:
        code = _answer(sys.argv[1:] if args is None else args, games)
    except BrokenPipeError:
        # Whoever read has enough.
        discard_output()
        return QUIT_BY_PIPE
    except KeyboardInterrupt:
        return QUIT_BY_HAND
    except (OutputError, CannotBeginError) as error:
        discard_output()
        complain(str(error))
        return 1 if isinstance(error, OutputError) else 2
    except OSError as error:
        if sys.flags.dev_mode:
            raise
        complain(f"palmstone: {_outside(error)}")
        discard_output()
        return 1
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain(f"palmstone: this is a bug: {_where(error)}; python -X dev shows more")
        discard_output()
        return BUG
    finally:
        settle_complaints()
    return code


def _answer(args: Sequence[str], games: Callable[[], DeviceGames]) -> int:
    """Run a command and hand its answer over to the last byte."""
    # Without a handler the logging module would write warnings to standard error by itself.
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        options = parse(args, games)
    except SystemExit:
        # Help is an answer, too.
        Answer().flush()
        raise
    code: int = options.command(options)
    Answer().flush()
    return code


def _outside(error: OSError) -> str:
    """Say what the system refused, where no command said it better."""
    file = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return f"{file}{error.strerror or error}; look at the file, its folder and the free space"


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {error}{place}"
