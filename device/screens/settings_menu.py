"""Settings: what a player sets on the device. K4 on an entry gives it its next value (choices.json)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.screens.display import DisplayCheck
from device.screens.help import Help
from device.screens.offers import offered
from device.screens.pads import PadBars
from device.screens.setup import SetupRead
from device.screens.status import StatusPage
from device.text.catalog import line
from device.ui.menus import Item, Menu
from device.ui.model import Push

if TYPE_CHECKING:
    from device.settings.rows import Section
    from device.text.line import Line
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class SettingsMenu(Menu):
    """`settings.menu`."""

    def scene_id(self) -> str:
        """`settings.menu`."""
        return "settings.menu"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return line("settings.title")

    def items(self, model: Model) -> tuple[Item, ...]:
        """All there is to set or to look at."""
        return (
            *(Item(model.words.line(one.menu), (Push(_page(one)),)) for one in model.settings.menus),
            Item(line("settings.pads"), (Push(PadBars()),)),
            Item(line("settings.status"), (Push(StatusPage()),)),
            Item(line("settings.setup"), (Push(SetupRead()),)),
            Item(line("settings.help"), (Push(Help()),)),
            *(
                Item(model.words.line(label), (Push(page),))
                for offer in model.games
                for label, page in offer.settings
            ),
        )


@dataclass(frozen=True, slots=True)
class SectionMenu(Menu):
    """`settings.sound`, `settings.guidance`: the settings of a section that are offered on the device."""

    section: str = ""
    """Its name in the settings file."""

    def scene_id(self) -> str:
        """Return `settings.` and the name of the section."""
        return f"settings.{self.section}"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return model.words.line(model.settings.menu(self.section).menu)

    def items(self, model: Model) -> tuple[Item, ...]:
        """Return the entries, each with its value."""
        return offered(model, self.section)


def _page(section: Section) -> Menu:
    """Return the screen of a section: the panel has one of its own."""
    return DisplayCheck() if section.name == "screen" else SectionMenu(section=section.name)
