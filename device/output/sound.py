"""Effects become sound and speech, each once. All that leaves for buzzer and voice leaves here.

Laws of this file:
- Silent means: not one call to buzzer or voice (F20);
- a refused touch has no sound;
- speech keeps its distance: the guidance level says how much, the setting "Spoken" says everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.settings.model import Guidance
from hal.ports import NEVER

if TYPE_CHECKING:
    from device.settings.model import SoundSettings
    from device.text.line import Line
    from hal.ports import Chime, Voice

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
SPOKEN_CUES = frozenset({"open", "end"})
"""The opening and the close of a session: their line may be spoken at every level."""
GAP_US: dict[str, int] = {
    Guidance.QUIET: 25_000_000,
    Guidance.LIGHT: 25_000_000,
    Guidance.FULL: 12_000_000,
    Guidance.NARRATE: 0,
}
"""Least time between two spoken lines of a session; quiet speaks at its opening and its close only."""


class Cues:
    """Sound and speech. Holds when it spoke last, and nothing else."""

    def __init__(self, chime: Chime, voice: Voice) -> None:
        self._chime = chime
        self._voice = voice
        self._spoke_us = -NEVER

    def chime(self, name: str, sound: SoundSettings) -> None:
        """Sound a cue."""
        tones = CHIMES.get(name, ())
        if not sound.silent and tones:
            self._chime.play(tones)

    def guide(self, text: Line, level: str, sound: SoundSettings, now_us: int, *, edge: bool) -> None:
        """Speak a guidance line, if the last one is far enough back; `edge` at opening and close.

        With "Spoken" the screens themselves are spoken, and this adds nothing.
        """
        if sound.silent or sound.spoken or (level == Guidance.QUIET and not edge):
            return
        if now_us - self._spoke_us >= GAP_US[level]:
            self._spoke_us = now_us
            self._voice.say(text.full)

    def screen(self, words: str, sound: SoundSettings) -> None:
        """Speak what a screen says, without distance: the setting "Spoken", or because it was asked for."""
        if not sound.silent and words:
            self._voice.say(words)

    def hush(self, sound: SoundSettings) -> None:
        """Stop what sounds: Silent is being switched on, or the device off."""
        if not sound.silent:
            self._chime.stop()
            self._voice.stop()
