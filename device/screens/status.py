"""The machine in a page or two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens.turning import FORWARD, onward
from device.text.catalog import fault_line, line
from device.ui.events import Entered, Key, KeyPressed
from device.ui.model import Answer, Back, Go, Look, Screen
from device.ui.scene import Scene, TextBody
from hal.ports import Part

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class StatusPage(Screen):
    """`status`: what is missing, and whether anything is not saved."""

    page: int = 0

    def scene(self, model: Model) -> Scene:
        """Show a page: one fault each, then the storage; or that all is well."""
        faults = [fault_line(part, fault.code) for part, fault in sorted(model.status.faults.items())]
        amiss = [*faults, *([] if model.status.saved else [line("saved.not")])]
        reading = model.status.reading
        told = Part.LINE in model.status.faults
        unwired = [line("pads.irq")] if reading is not None and not (reading.irq_seen or told) else []
        pages = [*(amiss or [line("status.well")]), *unwired]
        page = self.page % len(pages)
        return Scene("status", TextBody(line("status.title"), (pages[page],), page, len(pages)))

    def on(self, model: Model, event: Event) -> Answer:
        """Take over what the touch chip knows of itself. K3 and 0 turn the page, K2 turns back, K1 closes."""
        match event:
            case Entered():
                return (Look(),)
            case KeyPressed(key=key) if key in FORWARD:
                return onward(model, self, replace(self, page=self.page + 1))
            case KeyPressed(key=Key.K2):
                return (Go(replace(self, page=max(0, self.page - 1))),)
            case KeyPressed(key=Key.K1):
                return (Back(),)
        return ()
