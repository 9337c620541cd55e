"""Cues become sound, each once. All that leaves for the buzzer leaves here.

Laws of this file:
- Silent means: not one call to the buzzer (F20);
- a refused touch has no sound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.output.output import Cued, Hushed

if TYPE_CHECKING:
    from device.output.output import Told, View
    from device.ui.model import Model
    from hal.ports import Chime

HALF_STROKE = ((660, 180), (0, 900))
STROKE = ((528, 900),)
CHIMES: dict[str, tuple[tuple[int, int], ...]] = {
    "open": (),
    "settle": STROKE,
    "end": HALF_STROKE + STROKE,
    "test": STROKE,
    "away": ((330, 300),),
}
"""Tones of a cue as (Hz, ms). The end is a soft half stroke, then a stroke; `away`: the panel is gone."""


class Sound:
    """Plays tones on the buzzer."""

    def __init__(self, chime: Chime) -> None:
        self._chime = chime

    def shown(self, view: View, now_us: int) -> None:
        """What stands there has no sound."""

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """Sound a cue, or stop."""
        if model.settings.sound.silent:
            return
        match what:
            case Cued(name=name) if CHIMES.get(name):
                self._chime.play(CHIMES[name])
            case Hushed():
                self._chime.stop()
