"""The machine in a page or two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.screens.turning import onward
from device.text.catalog import fault_line, line
from device.ui.model import Answer, Back, Go, Intent, Look, Screen
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class StatusPage(Screen):
    """`status`: what is missing, and whether anything is not saved."""

    page: int = 0
    menu: ClassVar[bool] = True

    def scene(self, model: Model) -> Scene:
        """Show a page: one fault each, then the storage; or that all is well."""
        faults = [fault_line(part, fault.code) for part, fault in sorted(model.status.faults.items())]
        amiss = [*faults, *([] if model.status.saved else [line("saved.not")])]
        reading = model.status.reading
        unwired = [line("pads.irq")] if reading is not None and not reading.irq_seen else []
        pages = [*(amiss or [line("status.well")]), *unwired]
        page = self.page % len(pages)
        return Scene("status", TextBody(line("status.title"), (pages[page],), page, len(pages)))

    def came(self, model: Model) -> tuple[Intent, ...]:
        """Take over what the touch chip knows of itself."""
        return (Look(),)

    def on(self, model: Model, key: str) -> Answer:
        """K3 and 0 turn the page, K2 turns back, K1 closes."""
        if key in ("K3", "K4", "0"):
            return onward(model, self, replace(self, page=self.page + 1))
        if key == "K2":
            return (Go(replace(self, page=max(0, self.page - 1))),)
        return (Back(),) if key == "K1" else ()
