"""`palmstone play`: the device with simulated hardware in this terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from device.cli.common import folder, sound_settings, speak
from device.cli.output import complain
from device.sim.terminal import Lifeline, Signs, run_terminal, signs_of, unfit
from device.system.instance import AlreadyRunningError, Instance

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
    from hal.disk.posix import posix_disk  # noqa: PLC0415
    from hal.errors import HalError  # noqa: PLC0415

    state = folder()
    asked = signs_of(os.environ, sys.stdout.encoding or "")
    signs = asked if options.signs is None else Signs(options.signs)
    try:
        with Lifeline() as lifeline, Instance(state, make_folder=True):
            built, world = build(loaded, "simulated")
            assert world is not None
            controls = LiveControls(loaded, world, built, posix_disk(state), options.games())
            code = run_terminal(controls, state / LOG, lifeline, signs)
    except (AlreadyRunningError, HalError) as error:
        complain(f"palmstone play: {error}")
        return 1
    except OSError as error:
        complain(
            f"palmstone play: {error.filename or state} cannot be used: {error.strerror}; make it writable"
        )
        return 1
    if controls.failure is not None:
        complain(f"palmstone play: {controls.failure}; {state / LOG} tells more, please report it")
        return 1
    if code:
        complain(f"palmstone play: the picture stopped; {state / LOG} tells more, please report it")
    return 1 if code else 0
