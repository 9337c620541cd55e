"""`palmstone play`: the device with simulated hardware in this terminal."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.common import folder, lock_state, sound_settings, speak
from device.cli.output import complain
from device.sim.terminal import Lifeline, Signs, run_terminal, signs_of, unfit
from device.system.instance import AlreadyRunningError

if TYPE_CHECKING:
    from argparse import Namespace

LOG = "play.log"
"""In the state folder."""


def play(options: Namespace) -> int:
    """Play until the player leaves."""
    why = unfit(sys.stdin, sys.stdout, os.environ)
    if why is not None:
        complain(why)
        return 2
    loaded = sound_settings(options)
    if loaded is None:
        return 2
    speak(loaded)
    from device.cli.run import build  # noqa: PLC0415
    from device.sim.levers import LiveControls  # noqa: PLC0415
    from hal.disk.door import kind_of  # noqa: PLC0415
    from hal.disk.posix import posix_disk  # noqa: PLC0415
    from hal.errors import HalError  # noqa: PLC0415

    state = folder()
    log = state / LOG
    asked = signs_of(os.environ, sys.stdout.encoding or "")
    signs = asked if options.signs is None else Signs(options.signs)
    try:
        with Lifeline() as lifeline, ExitStack() as stack:
            lock_state(stack, "play")
            if not state.is_dir() or kind_of(log) not in (None, "a file"):
                # Nothing may be written there, or it would wait for whoever reads the pipe.
                log = Path(os.devnull)
            built, world = build(loaded, "simulated")
            assert world is not None
            controls = LiveControls(loaded, world, built, posix_disk(state), options.games())
            code = run_terminal(controls, log, lifeline, signs)
    except (AlreadyRunningError, HalError) as error:
        complain(f"palmstone play: {error}")
        return 1
    except OSError as error:
        complain(
            f"palmstone play: {error.filename or state} cannot be used: {error.strerror}; make it writable"
        )
        return 1
    if controls.failure is not None:
        complain(f"palmstone play: {controls.failure}; {log} tells more, please report it")
        return 1
    if code:
        complain(f"palmstone play: the picture stopped; {log} tells more, please report it")
    return 1 if code else 0
