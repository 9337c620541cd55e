"""What the device says aloud, and how often. All that leaves for the voice leaves here.

Laws of this file:
- Silent means: not one call to the voice (F20);
- speech keeps its distance: the guidance level says how much, the setting "Spoken" says everything;
- nothing is said of a screen on which nothing may change (M6.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.output.output import AskedAgain, Cued, Happened, Hushed
from device.output.speech import once_more, reading
from device.settings.model import Guidance
from device.text.catalog import speech
from hal.ports import NEVER, Part

if TYPE_CHECKING:
    from device.output.output import Told, View
    from device.text.line import Line
    from device.ui.model import Model
    from device.ui.scene import Scene
    from hal.ports import Voice

SPOKEN_CUES = frozenset({"open", "end"})
"""The opening and the close of a session: their line may be spoken at every level."""
GAP_US: dict[str, int] = {
    Guidance.QUIET: 25_000_000,
    Guidance.LIGHT: 25_000_000,
    Guidance.FULL: 12_000_000,
    Guidance.NARRATE: 0,
}
"""Least time between two spoken lines of a session; quiet speaks at its opening and its close only."""


class Speech:
    """Speaks screens and guidance lines."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._spoke_us = -NEVER
        """When a guidance line was spoken last."""
        self._scene: Scene | None = None
        self._aloud = False
        """Whether that scene was spoken."""

    def shown(self, view: View, now_us: int) -> None:
        """Speak what is new on the screen, if the setting asks for it or nobody can see."""
        if view.scene == self._scene:
            return
        aloud = view.model.settings.sound.spoken or Part.OLED in view.model.status.faults
        # What stood there when the panel went was not heard.
        known = self._scene if self._aloud else None
        self._scene, self._aloud = view.scene, aloud
        if aloud and not view.model.screen.mode.is_still:
            self._say(reading(view.scene, known, view.model.table_words), view.model)

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """Speak a guidance line that is due, or the screen because it was asked for; or stop."""
        match what:
            case Happened(moment=moment) if moment.line is not None:
                self._guide(moment.line, model, now_us)
            case Cued(name=name) if name in SPOKEN_CUES:
                text = getattr(model.screen.scene(model).body, "line", None)
                if text is not None:
                    self._guide(text, model, now_us, edge=True)
            case AskedAgain() if not model.screen.mode.is_still:
                scene = model.screen.scene(model)
                table = model.table_words(scene) if model.settings.sound.spoken else ""
                self._say(once_more(scene, table), model)
            case Hushed() if not model.settings.sound.silent:
                self._voice.stop()

    def _say(self, words: str, model: Model) -> None:
        if words and not model.settings.sound.silent:
            self._voice.say(words)

    def _guide(self, text: Line, model: Model, now_us: int, *, edge: bool = False) -> None:
        """Speak a guidance line, if the last one is far enough back; `edge` at opening and close.

        With "Spoken" the screens themselves are spoken, and this adds nothing.
        """
        sound = model.settings.sound
        level = Guidance.LIGHT if model.play is None else model.play.options.guidance
        if sound.silent or sound.spoken or (level == Guidance.QUIET and not edge):
            return
        if now_us - self._spoke_us >= GAP_US[level]:
            self._spoke_us = now_us
            self._voice.say(speech(text))
