"""Switching off: a bar that fills, a question, and a picture that stays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.input.gestures import LONG_US, POWER_US
from device.text.catalog import line
from device.ui.model import Answer, Back, Go, Intent, PowerOff, Screen
from device.ui.scene import BarBody, LineBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model

STEPS = 11
STEP_MS = (POWER_US - LONG_US) // 1000 // STEPS


@dataclass(frozen=True, slots=True)
class PowerHold(Screen):
    """`power.hold`: the bar fills while K2 is held; letting go does nothing."""

    filled: int = 0
    asks: ClassVar[bool] = True

    def scene(self, model: Model) -> Scene:
        """Show how far it is."""
        return Scene("power.hold", BarBody(line("power.hold"), self.filled, STEPS))

    def on(self, model: Model, key: str) -> Answer:
        """Anything else closes it."""
        return (Back(),)

    def on_lift(self, model: Model, key: str) -> Answer:
        """Let go before the end: nothing happened."""
        return (Back(),) if key == "K2" else ()

    def stays_ms(self, model: Model) -> int | None:
        """A step of the bar."""
        return STEP_MS if self.filled < STEPS else None

    def after(self, model: Model) -> tuple[Intent, ...]:
        """Fill on."""
        return (Go(replace(self, filled=self.filled + 1)),)


@dataclass(frozen=True, slots=True)
class PowerAsk(Screen):
    """`power.ask`: K4 or # rests, anything else goes back. While the storage takes nothing it says so."""

    menu: ClassVar[bool] = True
    asks: ClassVar[bool] = True

    def scene(self, model: Model) -> Scene:
        """Ask."""
        saved = model.status.saved
        return Scene("power.ask", LineBody(line("power.ask" if saved else "power.ask.unsaved")))

    def on(self, model: Model, key: str) -> Answer:
        """K4 and # agree."""
        return (PowerOff(),) if key in ("K4", "#") else (Back(),)

    def on_lift(self, model: Model, key: str) -> Answer:
        """The finger that opened this screen lifts: no answer."""
        return ()


@dataclass(frozen=True, slots=True)
class PowerBye(Screen):
    """`power.bye`: everything is stored; the picture stays on the panel."""

    still: ClassVar[bool] = True

    def scene(self, model: Model) -> Scene:
        """Say that it is safe; or, if it was agreed to nevertheless, that not all is stored."""
        return Scene("power.bye", LineBody(line("power.bye" if model.status.saved else "power.bye.unsaved")))

    def on(self, model: Model, key: str) -> Answer:
        """Nothing can be done here any more."""
        return ()
