"""Which guidance line a moment calls for: effects to events, the most telling first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from device.games.nevermind.guidance import Event, Guide, due
from device.games.nevermind.words import anchored, line
from device.settings.model import Guidance
from engine.nevermind import effects as fx
from engine.nevermind.model import RING, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from device.games.nevermind.options import NevermindOptions
    from device.session.game_ui import Batch
    from device.text.line import Line
    from engine.nevermind.commands import Command
    from engine.nevermind.model import State

    NevermindBatch: TypeAlias = Batch[State, Command, fx.Effect]

HALFWAY_LEFT = 9
"""Timer cards left when the tenth of nineteen was taken."""
_EVENTS: dict[type, Event] = {
    fx.DistractionArose: Event.DISTRACTION,
    fx.DistractionHeld: Event.AGAIN,
    fx.WasLetGo: Event.LET_GO,
    fx.ThoughtArose: Event.NEW,
    fx.ThoughtReturned: Event.UP,
    fx.MonkeyWoke: Event.UP,
    fx.Matched: Event.UP,
    fx.Noticed: Event.NOTICE,
    fx.Acknowledged: Event.ACKNOWLEDGE,
    fx.Focused: Event.FOCUS,
    fx.ReleasedHeld: Event.SAFE,
}
"""In the order of rank: the line of the first that has one is shown."""


@dataclass(frozen=True, slots=True)
class GuideMemory:
    """What the guidance of a game remembers from moment to moment."""

    guide: Guide
    guesses: frozenset[Place] = frozenset()
    """Places whose token the device guessed: their type is never named (N1.6)."""


def guessed(batch: NevermindBatch) -> bool:
    """Tell whether the device answered in the player's place (N1.6)."""
    return any(entry.extra.get("guess") is True for entry in batch.entries)


def _event(effect: object) -> Event | None:
    if isinstance(effect, fx.ThoughtArose) and not effect.first_time:
        return Event.UP
    return _EVENTS.get(type(effect))


def events(effects: Iterable[object], types: Mapping[Place, str]) -> list[tuple[Event, str]]:
    """Return the events of a moment in the order of rank, each with the type of its token or ""."""
    found: list[tuple[Event, str]] = []
    happened = tuple(effects)
    timers = [effect.timer for effect in happened if isinstance(effect, fx.TimePassed)]
    if 1 in timers:
        found.append((Event.LAST, ""))
    if HALFWAY_LEFT in timers:
        found.append((Event.HALF, ""))
    if any(isinstance(effect, fx.ThoughtArose) and effect.stolen for effect in happened):
        found.append((Event.STOLEN, ""))
    hits: dict[Event, str] = {}
    for effect in happened:
        event = _event(effect)
        if event is not None:
            hits.setdefault(event, _type(effect, types))
    return found + [(event, hits[event]) for event in dict.fromkeys(_EVENTS.values()) if event in hits]


def _type(effect: object, types: Mapping[Place, str]) -> str:
    at = getattr(effect, "at", None)
    return "" if at is None else types.get(at, "")


def _types(options: NevermindOptions, state: State, guesses: frozenset[Place]) -> dict[Place, str]:
    """Return the types of the tokens that may be named."""
    if not options.labels:
        return {}
    tokens = {place: state.grid[place].token for place in RING if place not in guesses}
    return {place: token.value for place, token in tokens.items() if token is not None}


def told(options: NevermindOptions, memory: object, batch: NevermindBatch) -> tuple[GuideMemory, Line | None]:
    """Return what the guidance remembers after the moment, and the line that is due, if any."""
    known = memory if isinstance(memory, GuideMemory) else GuideMemory(Guide(options.seed, options.anchor))
    if guessed(batch):
        fixed = {effect.at for effect in batch.effects if isinstance(effect, fx.TokenFixed)}
        known = replace(known, guesses=known.guesses | fixed)
    if any(isinstance(effect, fx.GridFixed) for effect in batch.effects):
        return known, line("fix.done")
    guide = known.guide
    for event, token in events(batch.effects, _types(options, batch.state, known.guesses)):
        guide, text = due(guide, event, options.guidance, token)
        if text is not None:
            return replace(known, guide=guide), text
    settled = any(isinstance(effect, fx.BreathEnded) for effect in batch.effects)
    quiet = options.guidance == Guidance.QUIET
    return replace(known, guide=guide), line(
        anchored("deep.end", options.anchor)
    ) if settled and not quiet else None
