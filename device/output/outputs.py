"""All outputs of the device: the one place that builds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.output.display import Display
from device.output.led import Led
from device.output.sound import Sound
from device.output.voice import Speech

if TYPE_CHECKING:
    from device.output.output import Output, Told, View
    from device.ui.model import Model
    from hal.ports import Hardware


class Outputs:
    """Gives each output what is shown and what is told, in their order."""

    def __init__(self, display: Display, *others: Output) -> None:
        self.display = display
        """The one that a look at the device asks what stands there."""
        self._all: tuple[Output, ...] = (display, *others)

    def add(self, output: Output) -> None:
        """Let one more be given what these are, after them."""
        self._all = (*self._all, output)

    def shown(self, view: View, now_us: int) -> None:
        """Show what stands there."""
        for output in self._all:
            output.shown(view, now_us)

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """Tell what happened."""
        for output in self._all:
            output.told(what, model, now_us)


def outputs_of(hardware: Hardware, *, sessions: int) -> Outputs:
    """Return the outputs on hardware that was built; `sessions` were held before (F18)."""
    return Outputs(
        Display(hardware.display, swap=sessions % 2 == 1),
        Led(hardware.lights),
        Sound(hardware.chime),
        Speech(hardware.voice),
    )
