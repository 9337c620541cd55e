"""A guard over scenarios: Silent means that not one call leaves for buzzer or voice (F20)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.run import Player
from device.sim.scenario.steps import read
from hal.simulated.recorders import SimChime, SimVoice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from device.sim.scenario.steps import Step

DEEDS = ("start", "tap", "hold", "palms", "lift", "wait", "fault", "power")
LOUD = ("silent", "sound", "sound.silent")
"""Settings by which a `start` may ask for sound."""
SOUND_KEY = re.compile(r"""\b(silent|sound(\.\w+)?)["']?\s*:""")
"""What the text of a file has in it that gives one of these."""


class Guard:
    """Notes every call to buzzer or voice that leaves while the device is silent."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.leaks: list[str] = []

    def heard(self, name: str) -> None:
        rig = self._player._rig
        # A call while the device is being put together cannot know its settings yet: it is one too many.
        if rig is None or not hasattr(rig, "app") or rig.app.player.settings.sound.silent:
            self.leaks.append(name)

    def over(self, kind: type, name: str) -> Callable[..., Any]:
        """Return a method that notes a call and passes it on."""
        method = getattr(kind, name)

        def noted(*given: Any) -> Any:
            self.heard(f"{kind.__name__}.{name}")
            return method(*given)

        return noted


def leaks(steps: list[Step], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play steps with all their expectations; return the calls that left while the device was silent.

    Raises ExpectationError.
    """
    player = Player(defaults(), GAMES)
    guard = Guard(player)
    for kind, name in ((SimChime, "play"), (SimChime, "stop"), (SimVoice, "say"), (SimVoice, "stop")):
        monkeypatch.setattr(kind, name, guard.over(kind, name))
    player.play(steps)
    return guard.leaks


def touches(path: Path) -> list[Step]:
    """Return what a file does, silently from the start; without what it expects, which may be to hear."""
    return [hushed(step) for step in read(path) if step.kind in DEEDS]


def hushed(step: Step) -> Step:
    """Return the same step on a device that starts silent, whatever its file asks for."""
    if step.kind != "start" or not isinstance(step.value, dict):
        return step
    given = step.value.get("settings", {})
    assert isinstance(given, dict)
    kept = {name: value for name, value in given.items() if name not in LOUD}
    return replace(step, value={**step.value, "settings": {**kept, "silent": "true"}})


def asks_for_sound(steps: list[Step]) -> bool:
    """Tell whether a start gives a setting of sound; all others start silent, as a new device does."""
    starts = [step.value for step in steps if step.kind == "start" and isinstance(step.value, dict)]
    given = [start.get("settings", {}) for start in starts]
    names = [name for settings in given if isinstance(settings, dict) for name in settings]
    return any(name.partition(".")[0] in LOUD for name in names)
