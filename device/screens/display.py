"""The panel: a frame of one pixel at its very edge (F02), and inside it what can be set, one at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.settings.model import Profile
from device.text.catalog import line
from device.text.line import Line
from device.ui.menus import Item, Menu, following
from device.ui.model import Choose
from device.ui.scene import BorderBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model

BRIGHTNESS_PERCENT = (10, 25, 50, 75, 100)


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
        """The question, then brightness, night, the turned picture, the letters."""
        screen = model.settings.screen
        brighter = next(
            (step for step in BRIGHTNESS_PERCENT if step > screen.brightness_percent), BRIGHTNESS_PERCENT[0]
        )
        size = following(list(Profile), screen.profile)
        on, off = line("on").short, line("off").short
        return (
            Item(line("display.check"), ()),
            Item(
                line("settings.brightness"),
                (Choose("screen.brightness_percent", brighter),),
                str(screen.brightness_percent),
            ),
            Item(
                line("settings.night"),
                (Choose("screen.night", not screen.night),),
                on if screen.night else off,
            ),
            Item(
                line("settings.flip"), (Choose("screen.flip", not screen.flip),), on if screen.flip else off
            ),
            Item(line("settings.size"), (Choose("screen.profile", size.value),), screen.profile.value),
        )

    def scene(self, model: Model) -> Scene:
        """Show the frame and one entry with its value."""
        item = self.items(model)[self.cursor]
        full, short = (f"{text} {item.value}".strip() for text in (item.label.full, item.label.short))
        return Scene(self.scene_id(), BorderBody(Line(full, short)))

    def at(self, cursor: int) -> DisplayCheck:
        """Return this screen with another entry in the frame."""
        return replace(self, cursor=cursor)
