"""`python -m device.system.lights_out`: the panel off, after the device ended without doing it itself.

The unit calls it as ExecStopPost. Always exit 0, within a second, whatever the bus does (F03, F23). While the
mark of `power.bye` lies in the runtime folder nothing is sent: "Safe to unplug." is to stay.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING

from device.system.power import MARK, runtime_folder
from device.text.escaped import escaped
from hal.panel.controllers import COMMANDS, OFF

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from hal.ports import I2CBus

DISPLAY_OFF = bytes((COMMANDS, OFF))
LONGEST_S = 0.9
"""A bus that hangs in the kernel is left behind then."""


def lights_out(bus: I2CBus, address: int, runtime: Path | None) -> bool:
    """Switch the panel off unless the mark is there; tell whether it was told. Raises OSError."""
    if runtime is not None and (runtime / MARK).exists():
        return False
    bus.transfer(address, DISPLAY_OFF)
    return True


def switch_off(environ: Mapping[str, str]) -> None:
    """Open the bus of the settings and switch the panel off; what hinders it is said in one line."""
    try:
        from device.settings.load import load  # noqa: PLC0415 - the wait of `main` is over these too
        from device.settings.loaded import find_file  # noqa: PLC0415 - the wait of `main` is over these too
        from device.settings.schema import schema  # noqa: PLC0415 - the wait of `main` is over these too
        from device.storage.folders import home_folder  # noqa: PLC0415 - the wait of `main` is over these too
        from hal.raspberry.i2c import SmbusBus  # noqa: PLC0415

        hardware = load(schema(), find_file(None, home_folder(environ))).settings.hardware
        lights_out(SmbusBus(hardware.i2c_bus), hardware.panel.address, runtime_folder(environ))
    except Exception as error:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"the panel was not switched off: {escaped(str(error))}\n")


def main(act: Callable[[Mapping[str, str]], None] = switch_off, longest_s: float = LONGEST_S) -> int:
    """Do it, but wait no longer than that; 0 whatever happens."""
    # A daemon, so that the process ends while the bus still hangs.
    thread = threading.Thread(target=act, args=(os.environ,), daemon=True)
    thread.start()
    thread.join(longest_s)
    return 0


if __name__ == "__main__":
    sys.exit(main())
