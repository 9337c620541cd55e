"""`palmstone run`: what has to be there before the device runs."""

from __future__ import annotations

import gc
import logging
import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from device.cli.common import folder, lock_state, machine_settings, speak
from device.cli.output import complain
from device.system.instance import AlreadyRunningError, Instance
from device.text.escaped import escaped

if TYPE_CHECKING:
    from argparse import Namespace

    from device.settings.loaded import Loaded
    from device.system.signals import Waiting
    from hal.assemble import Built
    from hal.simulated.world import SimWorld


class OneLine(logging.Formatter):
    """A log for a person: an error is one line with its place, not a page."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the name is logging's
        """Say where it happened."""
        trace = ei[2] if isinstance(ei, tuple) else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return f"  at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""

    def format(self, record: logging.LogRecord) -> str:
        """Put all of it on one line, with nothing in it that a terminal would act on."""
        return escaped(" ".join(super().format(record).split()))


def run(options: Namespace) -> int:
    """Run the device until it is stopped."""
    # Loading makes next to no garbage, and looking for it takes a tenth of the start.
    gc.disable()
    _log_to_stderr()
    _close_input()
    loaded = machine_settings(options)
    for problem in loaded.problems:
        # An appliance goes on with defaults; what is amiss stands in the log.
        complain(str(problem))
    speak(loaded)
    with ExitStack() as stack:
        from device.system.signals import StoppedError, Waiting  # noqa: PLC0415

        waiting = stack.enter_context(Waiting())
        try:
            with waiting.interruptible():
                lock_state(stack, "run")
                _ask_for_bus(loaded, options.hardware)
            return _run(loaded, options, waiting)
        except AlreadyRunningError as error:
            complain(f"palmstone run: {error}")
            return 1
        except StoppedError:
            return 0


def _run(loaded: Loaded, options: Namespace, waiting: Waiting) -> int:
    """Build, show the first frame, load the rest, and serve. A stop gives back what was built by then."""
    from device.system.signals import StoppedError  # noqa: PLC0415
    from hal.errors import HalError  # noqa: PLC0415

    built: Built | None = None
    try:
        with waiting.interruptible():
            built, _ = build(loaded, options.hardware)
            _first_frame(built, loaded, folder())
            # Most of the device is loaded now, behind the first frame.
            from device.system.run import serve  # noqa: PLC0415

            games = options.games()
            # What was loaded stays; it need not be looked through for garbage ever again.
            gc.collect()
            gc.freeze()
            gc.enable()
        return serve(loaded, folder(), built, waiting, games)
    except HalError as error:
        complain(f"palmstone run: {error}")
        return 1
    except StoppedError:
        if built is not None:
            from device.system.machine import leave  # noqa: PLC0415

            leave(built)
        return 0


def awake(loaded: Loaded, hardware: str, state: Path) -> tuple[Built, SimWorld | None]:
    """Build a backend by name and put the first frame on the glass; raises hal.errors.HalError in words."""
    built, world = build(loaded, hardware)
    _first_frame(built, loaded, state)
    return built, world


def _first_frame(built: Built, loaded: Loaded, state: Path) -> None:
    from device.system.boot import chosen_screen, show_boot  # noqa: PLC0415

    show_boot(built, chosen_screen(loaded, state))


def build(loaded: Loaded, hardware: str) -> tuple[Built, SimWorld | None]:
    """Build a backend by name; raises hal.errors.HalError in words."""
    config = loaded.settings.hardware
    if hardware == "raspberry":
        from hal.raspberry.assemble import build_raspberry  # noqa: PLC0415

        return build_raspberry(config), None
    from hal.raspberry.clock import RealClock  # noqa: PLC0415
    from hal.simulated.assemble import build_simulated  # noqa: PLC0415
    from hal.simulated.world import SimWorld  # noqa: PLC0415

    world = SimWorld(config, RealClock())
    return build_simulated(config, world), world


def _ask_for_bus(loaded: Loaded, hardware: str) -> None:
    """Raise AlreadyRunningError if another copy has the bus; its lock is taken where the bus is opened."""
    node = Path(f"/dev/i2c-{loaded.settings.hardware.i2c_bus}")
    # The node may come seconds after the service (F16).
    if hardware == "raspberry" and os.access(node, os.R_OK):
        with suppress(OSError):
            # Whoever may read the node and not open it meets the same error, with its remedy, at the bus.
            Instance(node).close()


class Stderr(logging.StreamHandler[TextIO]):
    """Where nothing can be written any more, nothing is; the device goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        """Leave it: there is nowhere to say so."""


def _log_to_stderr() -> None:
    handler = Stderr(sys.stderr)
    handler.setFormatter(OneLine("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)


def _close_input() -> None:
    """Nothing may ask on the terminal (F24)."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
