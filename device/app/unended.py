"""A long press that has not ended yet: what it did is kept in mind, and taken back if it never ends (F51).

A long press acts while it is held, so a button that is stuck acts, too. Once it is known to be stuck, all
stands as before it, unless somebody did something meanwhile and so agreed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.ui.events import KeyHeld, KeyReleased, KeysFreed, KeyStuck, PowerHeld
from device.ui.model import Choose

if TYPE_CHECKING:
    from device.app.effects import Effects
    from device.session.sessions import OpenSession
    from device.ui.events import Event
    from device.ui.model import Screen


@dataclass(frozen=True, slots=True)
class _Stood:
    """What stood there before the first of the presses that have not ended."""

    screen: Screen
    under: tuple[Screen, ...]
    opened: OpenSession | None
    silent: bool


class Unended:
    """Watches the events that go to the screens."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._stood: _Stood | None = None

    def before(self, event: Event) -> None:
        """Hear of an event before it acts."""
        if isinstance(event, KeyHeld):
            if self._stood is None:
                self._stood = self._now()
        elif isinstance(event, KeysFreed) or self._is_deed(event):
            self._stood = None

    @staticmethod
    def _is_deed(event: Event) -> bool:
        """Tell whether somebody did something: a touch, or the end of a long press."""
        if isinstance(event, PowerHeld | KeyStuck):
            return False
        return not event.lifts or (isinstance(event, KeyReleased) and not event.key.is_pad)

    def _now(self) -> _Stood:
        fx = self._effects
        model = fx.stage.model
        return _Stood(model.screen, model.under, fx.sessions.current, fx.player.settings.sound.silent)

    def take_back(self, now_us: int) -> None:
        """A press never ended: let stand again what stood before it."""
        fx, stood = self._effects, self._stood
        fx.sounds_after_hold = False
        if stood is None:
            return
        if fx.player.settings.sound.silent is not stood.silent:
            fx.perform((Choose("sound.silent", stood.silent),), now_us)
        if fx.sessions.current is not stood.opened:
            fx.sessions.current = stood.opened
            fx.refresh()
        model = fx.stage.model
        if (model.screen, model.under) != (stood.screen, stood.under):
            fx.stage.put(stood.screen, now_us, stood.under)
            fx.enter(now_us, again=True)
