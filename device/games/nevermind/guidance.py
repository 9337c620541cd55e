"""When guidance speaks, and which line: the table of events and levels, and the shuffle bags.

Laws of this file:
- pure: the same guide and the same event are the same answer;
- no line of an event returns until all its siblings were used;
- counts and bags go on at every level, so that a level can be changed in mid-session.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from device.games.nevermind.words import WORDS, anchored, line
from device.settings.model import Anchor, Guidance

if TYPE_CHECKING:
    from device.text.line import Line


class Event(StrEnum):
    """What guidance may speak of."""

    NEW = "new"
    """A thought shows for the first time."""
    UP = "up"
    """It is a Thought again."""
    DISTRACTION = "dist"
    AGAIN = "again"
    """A Distraction is hit again."""
    SAFE = "safe"
    """The Mind points at a Released thought."""
    STOLEN = "stolen"
    NOTICE = "notice"
    ACKNOWLEDGE = "ack"
    FOCUS = "focus"
    LET_GO = "go"
    HALF = "half"
    LAST = "last"


class Due(StrEnum):
    """How often an event has a line."""

    MAP = "map"
    """Never: map and action word say it."""
    EACH = "each"
    SECOND = "second"
    """Every 2nd time, starting with the first."""
    THIRD = "third"
    """Every 3rd time, starting with the first."""
    FIRST = "first"
    """The first time in a game."""


LEVELS = (Guidance.QUIET, Guidance.LIGHT, Guidance.FULL)
"""The columns of the table; `narrate` has each step told."""

TABLE: dict[Event, tuple[Due, Due, Due]] = {
    Event.NEW: (Due.MAP, Due.SECOND, Due.EACH),
    Event.UP: (Due.MAP, Due.SECOND, Due.EACH),
    Event.NOTICE: (Due.MAP, Due.SECOND, Due.EACH),
    Event.FOCUS: (Due.MAP, Due.SECOND, Due.EACH),
    Event.ACKNOWLEDGE: (Due.MAP, Due.THIRD, Due.EACH),
    Event.SAFE: (Due.MAP, Due.THIRD, Due.EACH),
    Event.DISTRACTION: (Due.EACH, Due.EACH, Due.EACH),
    Event.LET_GO: (Due.EACH, Due.EACH, Due.EACH),
    Event.AGAIN: (Due.MAP, Due.FIRST, Due.EACH),
    Event.STOLEN: (Due.MAP, Due.EACH, Due.EACH),
    Event.HALF: (Due.MAP, Due.EACH, Due.EACH),
    Event.LAST: (Due.MAP, Due.EACH, Due.EACH),
}
"""A refused touch has its own line (`no.*`) at every level."""

SIBLINGS: dict[Event, tuple[str, ...]] = {
    Event.NEW: ("new.1", "new.2", "new.3"),
    Event.UP: ("up.1", "up.2", "up.3"),
    Event.DISTRACTION: ("dist.1", "dist.2", "dist.3"),
    Event.AGAIN: ("again.1", "again.2"),
    Event.SAFE: ("safe.1", "safe.2"),
    Event.STOLEN: ("stolen.1", "stolen.2"),
    Event.NOTICE: ("notice.1", "notice.2", "notice.3"),
    Event.ACKNOWLEDGE: ("ack.1", "ack.2", "ack.3"),
    Event.FOCUS: ("focus.1", "focus.3"),
    Event.LET_GO: ("go.1", "go.2", "go.3"),
    Event.HALF: ("half",),
    Event.LAST: ("last",),
}
_MIND_EVENTS = frozenset({Event.NEW, Event.UP, Event.DISTRACTION, Event.AGAIN, Event.SAFE, Event.STOLEN})


@dataclass(frozen=True, slots=True)
class Guide:
    """What guidance remembers. All fields are plain data, so that it can be stored."""

    seed: str = ""
    anchor: str = Anchor.BREATH
    bags: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Event -> ids that are still in its bag, the next one first."""
    counts: tuple[tuple[str, int], ...] = ()
    """Event -> how often it came."""
    drawn: tuple[tuple[str, int, str], ...] = ()
    """Event -> how often its bag was filled, and the id that came out last."""
    mind: str = ""
    """What the Mind touched last: the type of a token, `any` if it is not named; "" for a quiet one. Only
    `narrate` looks at it.
    """


def frequency(event: Event, level: str) -> Due:
    """Return how often an event has a line at a level. Raises ValueError for an unknown level."""
    if level == Guidance.NARRATE:
        return Due.EACH
    if level not in LEVELS:
        raise ValueError(f"guidance is quiet, light, full or narrate, not {level!r}")
    return TABLE[event][LEVELS.index(Guidance(level))]


def _is_due(due: Due, count: int) -> bool:
    """Tell whether the time number `count` (from 0) has a line."""
    return {
        Due.MAP: False,
        Due.EACH: True,
        Due.SECOND: count % 2 == 0,
        Due.THIRD: count % 3 == 0,
        Due.FIRST: count == 0,
    }[due]


def due(guide: Guide, event: Event, level: str, token: str = "") -> tuple[Guide, Line | None]:
    """Tell the guide of an event; return the new guide and the line that is due, if any.

    `token` is the type of the thought's token (`remembering` and so on), "" if no label is shown: then a line
    with that slot waits in the bag. Raises ValueError for an unknown level.
    """
    counts = dict(guide.counts)
    count = counts.get(event.value, 0)
    counts[event.value] = count + 1
    guide = replace(guide, counts=tuple(sorted(counts.items())))
    if event in _MIND_EVENTS:
        guide = replace(guide, mind="" if event is Event.SAFE else token or "any")
    if not _is_due(frequency(event, level), count):
        return guide, None
    if level == Guidance.NARRATE and event not in (Event.HALF, Event.LAST):
        return guide, _narrated(event, guide.mind)
    return _draw(guide, event, token)


def _narrated(event: Event, mind: str) -> Line:
    if event is Event.SAFE:
        return line(f"narrate.{event}")
    return line(f"narrate.{event}", token=line(f"token.{mind}")) if mind else line(f"narrate.{event}.quiet")


def _draw(guide: Guide, event: Event, token: str) -> tuple[Guide, Line]:
    """Take the next line out of the event's bag; a new bag never begins with the line that came last."""
    bags = dict(guide.bags)
    drawn = {name: (times, last) for name, times, last in guide.drawn}
    times, last = drawn.get(event.value, (0, ""))
    bag = bags.get(event.value, ())
    usable = [line_id for line_id in bag if token or not WORDS.slots_of(line_id)]
    if not usable:
        bag = _filled(guide, event, times, last)
        times += 1
        usable = [line_id for line_id in bag if token or not WORDS.slots_of(line_id)]
    chosen = usable[0]
    bags[event.value] = tuple(line_id for line_id in bag if line_id != chosen)
    drawn[event.value] = (times, chosen)
    after = replace(
        guide,
        bags=tuple(sorted(bags.items())),
        drawn=tuple(sorted((name, *value) for name, value in drawn.items())),
    )
    shown = anchored(chosen, guide.anchor)
    return after, line(shown, token=line(f"token.{token}")) if WORDS.slots_of(shown) else line(shown)


def _filled(guide: Guide, event: Event, times: int, last: str) -> tuple[str, ...]:
    ids = list(SIBLINGS[event])
    random.Random(f"{guide.seed}/lines/{event}/{times}").shuffle(ids)
    if len(ids) > 1 and ids[0] == last:
        ids.append(ids.pop(0))
    return tuple(ids)
