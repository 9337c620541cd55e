"""The panel: a frame of one pixel at its very edge (F02), and inside it what can be set, one at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens.offers import offered
from device.text.catalog import line
from device.ui.menus import Item, Menu
from device.ui.scene import BorderBody, Scene

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class DisplayCheck(Menu):
    """`settings.display`: K2 and K3 walk, K4 gives what stands in the frame its next value."""

    def scene_id(self) -> str:
        """`settings.display`."""
        return "settings.display"

    def title(self, model: Model) -> Line:
        """Ask whether the frame is whole."""
        return line("display.check")

    def items(self, model: Model) -> tuple[Item, ...]:
        """The question, then what the settings of the screen offer."""
        return (Item(line("display.check"), ()), *offered(model, "screen"))

    def scene(self, model: Model) -> Scene:
        """Show the frame and one entry with its value."""
        item = self.items(model)[self.cursor]
        shown = line("settings.entry", name=item.label, value=item.value) if item.value else item.label
        return Scene(self.scene_id(), BorderBody(shown))

    def at(self, cursor: int) -> DisplayCheck:
        """Return this screen with another entry in the frame."""
        return replace(self, cursor=cursor)
