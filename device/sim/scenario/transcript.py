"""What a player perceives, as JSON Lines: each change of the panel and each utterance (docs/transcript.md).

Laws of this file:
- all is taken from the frame on the glass and from the scene that it was drawn of, nothing from a game;
- what never stood on the glass, or looks as before, is no line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.output.dimming import Light
from device.sim.scenario.view import Seen, seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.app.loop import App
    from device.draw.render import Drawn
    from device.output.output import Told, View
    from device.ui.model import Model
    from device.ui.scene import Scene
    from hal.simulated.recorders import SimVoice

TOUCH_US = 1_000_000
"""What comes later than this after a finger left comes by itself."""
POWER = "power"
"""Stands for the touch where the device was just switched on."""


@dataclass(slots=True)
class _Wish:
    """A picture on its way to the glass."""

    serial: int
    seen: Seen
    touch: str | None


class Transcript:
    """Implements `device.sim.onlooker.Onlooker` and, of each device, `device.output.output.Output`."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` takes a line of JSON."""
        self._write = write
        self._app: App | None = None
        self._voice: SimVoice | None = None
        self._heard = 0
        """Calls of the voice that were looked at."""
        self._stands = Seen()
        self._coming: _Wish | None = None
        self._looked: tuple[Drawn, bool] | None = None
        """The picture that was looked at last, and whether the panel is dark."""
        self._touch: str | None = None
        """What was touched since the last change."""
        self._touched_us: int | None = None
        """When that finger left; None while it is down."""

    # Onlooker

    def started(self, app: App, voice: SimVoice, now_us: int) -> None:
        """Begin with a dark panel."""
        self._app, self._voice, self._heard = app, voice, len(voice.calls)
        self._stands, self._coming, self._looked = Seen(), None, None
        self._touch, self._touched_us = POWER, None
        app.outputs.add(self)

    def finger(self, key: str, now_us: int, *, down: bool) -> None:
        """Remember what was touched last, and when it was let go."""
        if down:
            self._touch, self._touched_us = key, None
        elif key == self._touch:
            self._touched_us = now_us

    # Output

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """All that comes of it is seen or heard."""

    def shown(self, view: View, now_us: int) -> None:
        """Write what stands on the glass since now, and what was said."""
        app = self._app
        assert app is not None, "nothing was started"
        self._on_the_glass(app, now_us)
        picture = (app.outputs.display.drawn, view.light is Light.OFF)
        if self._looked is None or self._looked[0] is not picture[0] or self._looked[1] is not picture[1]:
            # Most looks bring nothing new.
            self._looked = picture
            self._wished(view.scene, picture, app.outputs.display.serial, now_us)
            self._on_the_glass(app, now_us)
        self._said(now_us)

    def _wished(self, scene: Scene, picture: tuple[Drawn, bool], serial: int, now_us: int) -> None:
        """Wait for a picture that looks otherwise than the last one; that may never get to the glass."""
        drawn, dark = picture
        looks = Seen(scene.id) if dark else seen(scene, drawn)
        known = self._stands if self._coming is None else self._coming.seen
        if not looks.like(known):
            before = None if self._coming is None else self._coming.touch
            self._coming = _Wish(serial, looks, before or self._taken(now_us))

    def _on_the_glass(self, app: App, now_us: int) -> None:
        coming = self._coming
        if coming is None or app.shown_serial < coming.serial:
            return
        self._coming = None
        if not coming.seen.like(self._stands):
            self._stands = coming.seen
            self._line(now_us, coming.touch, None)

    def _taken(self, now_us: int) -> str | None:
        """Return what was touched since the last change, once."""
        since_us, touch, self._touch = self._touched_us, self._touch, None
        return touch if since_us is None or now_us - since_us <= TOUCH_US else None

    def _said(self, now_us: int) -> None:
        assert self._voice is not None, "nothing was started"
        calls, self._heard = self._voice.calls[self._heard :], len(self._voice.calls)
        for call in calls:
            if call.name == "say":
                self._line(now_us, None, str(call.value))

    def _line(self, now_us: int, touch: str | None, spoken: str | None) -> None:
        fields = {"at_ms": now_us // 1000, "touch": touch, **self._stands.fields(), "spoken": spoken}
        self._write(json.dumps(fields, ensure_ascii=False))
