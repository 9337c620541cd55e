"""The device in a terminal: a face for `palmstone play`. Textual is imported only when it is drawn."""

from device.sim.terminal.controls import Controls, Lever, Snapshot
from device.sim.terminal.lifeline import Lifeline
from device.sim.terminal.signs import Signs, signs_of
from device.sim.terminal.start import run_terminal, unfit

__all__ = ["Controls", "Lever", "Lifeline", "Signs", "Snapshot", "run_terminal", "signs_of", "unfit"]
