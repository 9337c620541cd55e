"""Pause: at once, saved, no clock. It offers all that long presses do, and what is rarely wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.screens.power import PowerAsk
from device.screens.status import StatusPage
from device.text.catalog import line
from device.ui.events import Key, KeyPressed
from device.ui.menus import Item, Menu
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Do, Home, Push, Screen, Silence, Tell, Undo
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
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
        """Go on, undo, the game's own entries, the machine; what ends something stands last."""
        silent = model.settings.sound.silent
        rows = [Item(line("pause.on"), (Back(),)), Item(line("pause.undo"), (Back(), Undo()))]
        rows += [Item(label, _opened(screen)) for label, screen in model.game_menu]
        rows += [
            Item(line("pause.home"), (Home(),)),
            Item(line("pause.silent"), (Silence(),), line("on" if silent else "off").short),
            Item(line("settings.status"), (Push(StatusPage()),)),
        ]
        if model.play is not None and not model.play.over:
            rows.append(Item(line("pause.stop"), (Push(StopAsk()),)))
        return (*rows, Item(line("pause.power"), (Push(PowerAsk()),)))


def _opened(screen: Screen | None) -> Answer:
    return (Tell(line("pause.not")),) if screen is None else (Back(), Push(screen))


@dataclass(frozen=True, slots=True)
class StopAsk(Screen):
    """`pause.stop`: ends the game for K4 or #; anything else goes back, also the 0 that chose it."""

    mode: ClassVar[Mode] = Mode.PAUSE

    def scene(self, model: Model) -> Scene:
        """Ask, and say what agrees."""
        return Scene("pause.stop", LineBody(line("pause.stop.ask")))

    def on(self, model: Model, event: Event) -> Answer:
        """K4 and # agree."""
        match event:
            case KeyPressed(key=Key.K4 | Key.HASH) if model.play is not None:
                return Back(), Back(), Do(model.play.concede)
            case KeyPressed():
                return (Back(),)
        return ()
