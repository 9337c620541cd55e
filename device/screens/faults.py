"""What a lost part asks for beyond its notice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.text.catalog import line
from device.ui.events import KeyPressed
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Intent, Push, Screen
from device.ui.scene import LineBody, Scene
from hal.ports import FaultCode, Part

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model, Status


def untouchable(status: Status) -> bool:
    """Tell whether neither a pad nor a button could be felt."""
    buttons = status.faults.get(Part.BUTTONS)
    # Without its notify thread buttons are still read by looking.
    return Part.PADS in status.faults and buttons is not None and buttons.code is not FaultCode.NO_NOTIFY


def answer_to_faults(model: Model) -> tuple[Intent, ...]:
    """Put `fault.input` up while nothing can be touched, and take it away after; never on a still screen."""
    stands = isinstance(model.screen, FaultInput)
    if untouchable(model.status) is stands or model.screen.mode.is_still:
        return ()
    return (Back(),) if stands else (Push(FaultInput()),)


@dataclass(frozen=True, slots=True)
class FaultInput(Screen):
    """`fault.input`: pads and buttons are both away; it goes by itself as soon as one is back."""

    mode: ClassVar[Mode] = Mode.REST

    def scene(self, model: Model) -> Scene:
        """Say that no touch is felt."""
        return Scene("fault.input", LineBody(line("fault.input")))

    def on(self, model: Model, event: Event) -> Answer:
        """Whatever is felt all the same goes back."""
        return (Back(),) if isinstance(event, KeyPressed) else ()
