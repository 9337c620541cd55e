"""`palmstone scenario`: files played on simulated hardware and a fake clock."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from device.cli.common import sound_settings
from device.cli.output import Answer, complain, progress, say
from device.cli.written import Written
from device.games.settings import defaults
from device.sim.scenario.expect import ExpectationError
from device.sim.scenario.run import play_file
from device.sim.scenario.steps import ScenarioError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from pathlib import Path

    from device.settings.loaded import Loaded


def scenario(options: Namespace) -> int:
    """Play each file, each on empty storage; the worst exit code of all."""
    # A scenario is the same on every machine: only a file that was named is read.
    loaded = defaults() if options.settings is None else sound_settings(options)
    if loaded is None:
        return 2
    others = options.files if options.bus_log is None else [*options.files, options.bus_log]
    try:
        transcript = None if options.transcript is None else Written(options.transcript, others)
    except OSError as error:
        return _unwritten(options.transcript, error)
    with ExitStack() as stack:
        log: Callable[[str], None] | None = None
        if options.bus_log is not None:
            try:
                file = stack.enter_context(options.bus_log.open("w", encoding="utf-8"))
            except OSError as error:
                return _unwritten(options.bus_log, error)

            def log(text: str) -> None:
                try:
                    file.write(f"{text}\n")
                except OSError as error:
                    raise OSError(error.errno, error.strerror, str(options.bus_log)) from None

        worst = 0
        for number, path in enumerate(options.files, 1):
            progress(f"{number}/{len(options.files)} {path}")
            worst = max(worst, _file(path, loaded, options, log, transcript))
    if transcript is not None:
        try:
            transcript.write()
        except OSError as error:
            return _unwritten(options.transcript, error)
    return worst


def _unwritten(path: Path, error: OSError) -> int:
    complain(f"{path}: cannot be written: {error.strerror}; name another file")
    return 2


def _file(
    path: Path,
    loaded: Loaded,
    options: Namespace,
    log: Callable[[str], None] | None,
    transcript: Written | None,
) -> int:
    began_s = time.perf_counter()
    try:
        lines = None if transcript is None else transcript.lines.append
        play_file(path, loaded, options.games(), options.out, log, lines)
    except ScenarioError as error:
        progress("")
        complain(str(error))
        return 2
    except ExpectationError as error:
        progress("")
        complain(str(error))
        return 1
    except OSError as error:
        progress("")
        complain(f"{error.filename or path}: cannot be written: {error.strerror}; name another folder")
        return 2
    progress("")
    say(f"{path}: ok, {time.perf_counter() - began_s:.2f} s")
    Answer().flush()
    return 0
