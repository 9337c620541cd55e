"""Which guidance line a moment calls for: effects to events, the most telling first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.nevermind.acts import SLOTS
from device.text.guidance import Event, Guide, due
from engine.nevermind import effects as fx

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.director import Batch
    from device.play import Manner
    from device.scene import Line

HALFWAY_LEFT = 9
"""Timer cards left when the tenth of nineteen was taken."""
_EVENTS: dict[type, Event] = {
    fx.DistractionArose: Event.DISTRACTION,
    fx.DistractionHeld: Event.AGAIN,
    fx.WasLetGo: Event.LET_GO,
    fx.ThoughtArose: Event.NEW,
    fx.ThoughtReturned: Event.UP,
    fx.MonkeyWoke: Event.UP,
    fx.Noticed: Event.NOTICE,
    fx.Acknowledged: Event.ACKNOWLEDGE,
    fx.Focused: Event.FOCUS,
    fx.ReleasedHeld: Event.SAFE,
}
"""In the order of rank: the line of the first that has one is shown."""


def events(effects: Iterable[object]) -> list[tuple[Event, str]]:
    """Return the events of a moment in the order of rank, each with the word for its token or ""."""
    found: list[tuple[Event, str]] = []
    timers = [effect.timer for effect in effects if isinstance(effect, fx.TimePassed)]
    if 1 in timers:
        found.append((Event.LAST, ""))
    if HALFWAY_LEFT in timers:
        found.append((Event.HALF, ""))
    if any(isinstance(effect, fx.ThoughtArose) and effect.stolen for effect in effects):
        found.append((Event.STOLEN, ""))
    tokens = {effect.at: SLOTS[effect.type] for effect in effects if isinstance(effect, fx.TokenFixed)}
    for kind, event in _EVENTS.items():
        hits = [effect for effect in effects if type(effect) is kind]
        found += [(event, tokens.get(effect.at, "")) for effect in hits[:1]]  # type: ignore[attr-defined]
    return found


def told(manner: Manner, memory: object, batch: Batch) -> tuple[Guide, Line | None]:
    """Return what the guidance remembers after the moment, and the line that is due, if any."""
    guide = memory if isinstance(memory, Guide) else Guide(manner.seed, manner.anchor)
    for event, token in events(batch.effects):
        guide, text = due(guide, event, manner.guidance, token if manner.labels else "")
        if text is not None:
            return guide, text
    return guide, None
