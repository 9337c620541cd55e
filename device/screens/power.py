"""Switching off: a bar that fills, a question, and a picture that stays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.input.gestures import LONG_US, POWER_US
from device.text.catalog import line
from device.ui.events import Key, KeyPressed, KeyReleased, PowerHeld, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Go, PowerOff, Push, Screen, Stay
from device.ui.scene import BarBody, LineBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

STEPS = 11
STEP_MS = (POWER_US - LONG_US) // 1000 // STEPS


@dataclass(frozen=True, slots=True)
class PowerHold(Screen):
    """`power.hold`: the bar fills while K2 is held; letting go does nothing."""

    filled: int = 0
    mode: ClassVar[Mode] = Mode.QUESTION

    def scene(self, model: Model) -> Scene:
        """Show how far it is."""
        return Scene("power.hold", BarBody(line("power.hold"), self.filled, STEPS))

    def on(self, model: Model, event: Event) -> Answer:
        """Fill on, and ask at the end. Let go before, or with any other key, nothing happened."""
        match event:
            case KeyPressed() | KeyReleased(key=Key.K2):
                return (Back(),)
            case PowerHeld():
                return (Back(), Push(PowerAsk()))
            case TimedOut():
                return (Go(replace(self, filled=self.filled + 1)),)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """A step of the bar."""
        return STEP_MS if self.filled < STEPS else None


@dataclass(frozen=True, slots=True)
class PowerAsk(Screen):
    """`power.ask`: K4 or # rests, anything else goes back. While the storage takes nothing it says so."""

    mode: ClassVar[Mode] = Mode.QUESTION

    def scene(self, model: Model) -> Scene:
        """Ask."""
        saved = model.status.saved
        return Scene("power.ask", LineBody(line("power.ask" if saved else "power.ask.unsaved")))

    def on(self, model: Model, event: Event) -> Answer:
        """K4 and # agree. The finger that opened this screen lifts: no answer."""
        match event:
            case KeyPressed(key=Key.K4 | Key.HASH):
                return (PowerOff(),)
            case KeyPressed():
                return (Back(),)
        return ()


@dataclass(frozen=True, slots=True)
class PowerBye(Screen):
    """`power.bye`: everything is stored; the picture stays on the panel."""

    mode: ClassVar[Mode] = Mode.END

    def scene(self, model: Model) -> Scene:
        """Say that it is safe; or, if it was agreed to nevertheless, that not all is stored."""
        return Scene("power.bye", LineBody(line("power.bye" if model.status.saved else "power.bye.unsaved")))

    def on(self, model: Model, event: Event) -> Answer:
        """Nothing can be done here any more."""
        return (Stay(),)
