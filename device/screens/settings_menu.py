"""Settings: what a player sets on the device. K4 on an entry gives it its next value (choices.json)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.screens.display import DisplayCheck
from device.screens.help import Help
from device.screens.pads import PadBars
from device.screens.setup import SetupRead
from device.screens.status import StatusPage
from device.settings.model import Anchor, Guidance
from device.text.catalog import line
from device.ui.menus import Item, Menu, following
from device.ui.model import Choose, Push, Silence

if TYPE_CHECKING:
    from enum import StrEnum

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
            Item(line("settings.display"), (Push(DisplayCheck()),)),
            Item(line("settings.sound"), (Push(SoundMenu()),)),
            Item(line("settings.guidance"), (Push(GuidanceMenu()),)),
            Item(line("settings.pads"), (Push(PadBars()),)),
            Item(line("settings.status"), (Push(StatusPage()),)),
            Item(line("settings.setup"), (Push(SetupRead()),)),
            Item(line("settings.help"), (Push(Help()),)),
        )


@dataclass(frozen=True, slots=True)
class SoundMenu(Menu):
    """`settings.sound`."""

    def scene_id(self) -> str:
        """`settings.sound`."""
        return "settings.sound"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return line("settings.sound")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Silent, and whether all is spoken."""
        sound = model.settings.sound
        return (
            Item(line("settings.silent"), (Silence(),), on_off(sound.silent)),
            switch("settings.spoken", "sound.spoken", sound.spoken),
        )


@dataclass(frozen=True, slots=True)
class GuidanceMenu(Menu):
    """`settings.guidance`."""

    def scene_id(self) -> str:
        """`settings.guidance`."""
        return "settings.guidance"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return line("settings.guidance")

    def items(self, model: Model) -> tuple[Item, ...]:
        """How much is said, where attention rests, careful touches, the pacer."""
        guidance = model.settings.guidance
        return (
            choice("stage.guidance", "guidance.level", guidance.level, "guidance", Guidance),
            choice("stage.anchor", "guidance.anchor", guidance.anchor, "anchor", Anchor),
            switch("settings.careful", "guidance.careful", guidance.careful),
            switch("settings.pacer", "guidance.pacer", guidance.pacer),
        )


def on_off(on: bool) -> str:
    """Return the word for a switch."""
    return line("on" if on else "off").short


def switch(label_id: str, key: str, on: bool) -> Item:
    """Return an entry that switches a setting."""
    return Item(line(label_id), (Choose(key, not on),), on_off(on))


def choice(label_id: str, key: str, value: StrEnum, family: str, kinds: type[StrEnum]) -> Item:
    """Return an entry that gives a setting its next value."""
    after = following(list(kinds), value)
    return Item(line(label_id), (Choose(key, after.value),), line(f"{family}.{value.value}").short)
