"""The device in a terminal: a face for `palmstone play`. Textual is imported only when it is drawn."""

from device.sim.terminal.controls import Controls, Lever, Snapshot
from device.sim.terminal.start import run_terminal, unfit

__all__ = ["Controls", "Lever", "Snapshot", "run_terminal", "unfit"]
