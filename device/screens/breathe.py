"""Just breathe: open-ended, with nothing to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.text.catalog import anchored, line, read_time_ms
from device.ui.events import KeyPressed, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Go, Kept, Screen
from device.ui.scene import BlackBody, LineBody, PacerBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

PACER_STEPS = 16


@dataclass(frozen=True, slots=True)
class Breathe(Screen):
    """`breathe`: one line, then a black frame, or the pacer if it was chosen; any touch ends it."""

    step: int = -1
    """-1 shows the line."""
    mode: ClassVar[Mode] = Mode.REST

    def scene(self, model: Model) -> Scene:
        """Show the line, then nothing or the circle."""
        if self.step < 0:
            anchor = model.settings.guidance.anchor.value
            return Scene("breathe", LineBody(line(anchored("breathe", anchor))))
        if not model.settings.guidance.pacer:
            return Scene("breathe", BlackBody())
        phase = self.step % (2 * PACER_STEPS)
        return Scene("breathe", PacerBody(min(phase, 2 * PACER_STEPS - phase)))

    def on(self, model: Model, event: Event) -> Answer:
        """Go on to the black frame, or the next step of the pacer; any touch ends it, and the minutes are
        kept.
        """
        match event:
            case KeyPressed():
                return (Kept("breathe"),)
            case TimedOut():
                return (Go(Breathe(self.step + 1)),)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """Stay for the read time, then for ever, or for a step of the pacer."""
        if self.step < 0:
            return read_time_ms(line(anchored("breathe", model.settings.guidance.anchor.value)))
        if not model.settings.guidance.pacer:
            return None
        return model.settings.guidance.pacer_cycle_s * 1000 // (2 * PACER_STEPS)
