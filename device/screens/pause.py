"""Pause: at once, saved, no clock. It offers all that long presses do, and what is rarely wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.screens.power import PowerAsk
from device.screens.status import StatusPage
from device.text.catalog import line
from device.ui.menus import Item, Menu
from device.ui.model import Back, Do, Home, Mode, Push, Silence, Undo

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class Pause(Menu):
    """`pause`."""

    mode: ClassVar[Mode] = Mode.PAUSE

    def scene_id(self) -> str:
        """`pause`."""
        return "pause"

    def title(self, model: Model) -> Line:
        """Say that there is no hurry."""
        return line("pause")

    def items(self, model: Model) -> tuple[Item, ...]:
        """Go on, undo, the game's own entries, stop here, and the machine."""
        silent = model.settings.sound.silent
        rows = [Item(line("pause.on"), (Back(),)), Item(line("pause.undo"), (Back(), Undo()))]
        rows += [Item(label, (Back(), Push(screen))) for label, screen in model.game_menu]
        if model.play is not None and not model.play.over:
            rows.append(Item(line("pause.stop"), (Back(), Do(model.play.concede))))
        rows += [
            Item(line("pause.home"), (Home(),)),
            Item(line("pause.silent"), (Silence(),), line("on" if silent else "off").short),
            Item(line("settings.status"), (Push(StatusPage()),)),
            Item(line("pause.power"), (Push(PowerAsk()),)),
        ]
        return tuple(rows)
