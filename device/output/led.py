"""The LED: lit while the device waits for a touch in a session, or while the panel is away; else dark.

It never blinks, it says nothing on a still screen (M6.1), and at night it stays dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import Part

if TYPE_CHECKING:
    from device.output.output import Told, View
    from device.ui.model import Model
    from hal.ports import Lights


def led_lit(model: Model) -> bool:
    """Tell whether the LED is lit: a function of what stands there."""
    screen = model.screen
    if screen.mode.is_still or model.settings.screen.night:
        return False
    if Part.OLED in model.status.faults:
        return True
    return screen.mode.in_session and screen.timeout_ms(model) is None


class Led:
    """Switches the LED, each change once."""

    def __init__(self, lights: Lights) -> None:
        self._lights = lights
        self._lit = False
        self._view: View | None = None

    def shown(self, view: View, now_us: int) -> None:
        """Light it as the model asks."""
        if view is self._view:
            return
        self._view = view
        lit = led_lit(view.model)
        if lit is not self._lit:
            self._lit = lit
            self._lights.set(lit)

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """It says nothing of what happened."""
