"""The journal: one entry a session, facts only. No streaks, no goals, no totals (F28).

Laws of this file:
- durations come from the monotonic clock; a date only from a wall clock that can be trusted (F17);
- a session left early keeps its minutes (F27) and has neither score nor rank;
- what happened in a session are facts of its game: they are kept here and told by it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from device.storage.decode import Count, Decoded, Text, decode

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One session."""

    session: Count
    game: Text
    """As in the header of its record; `breathe` for just breathing."""
    seconds: Count
    """How long it lasted, without pauses and absences."""
    date: Text = UNKNOWN
    """Day it ended, YYYY-MM-DD, or `unknown`."""
    outcome: Text = ""
    """As in the state of the engine, for example `conceded`."""
    facts: Any = None
    """What its game keeps beside: a frozen dataclass of the game's own, its fields None for what does not
    apply; None without any.
    """

    @property
    def minutes(self) -> int:
        """Whole minutes, rounded; 0 for less than half of one."""
        return (self.seconds + 30) // 60

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values, without what does not apply."""
        raw = {name: getattr(self, name) for name in COMMON} | facts_of(self)
        return {name: list(v) if isinstance(v, tuple) else v for name, v in raw.items() if v is not None}


COMMON = tuple(field.name for field in fields(JournalEntry) if field.name != "facts")
"""What every session has."""


def facts_of(entry: JournalEntry) -> dict[str, object]:
    """Return the facts of an entry by name."""
    return {} if entry.facts is None else {f.name: getattr(entry.facts, f.name) for f in fields(entry.facts)}


def read_entry(raw: Mapping[str, object], facts: Mapping[str, type[Any]]) -> Decoded[JournalEntry | None]:
    """Read an entry, with the facts of its game if that is known; what is at fault is left out."""
    common = decode(JournalEntry, {name: value for name, value in raw.items() if name in COMMON})
    if common.value is None or common.value.game not in facts:
        return common
    own = decode(facts[common.value.game], raw)
    return Decoded(replace(common.value, facts=own.value), common.faults + own.faults)


@dataclass(frozen=True, slots=True)
class Reopened:
    """A line that takes the entry of a session back."""

    session: Count


def day(wall_s: float | None, zone: tzinfo | None = None) -> str:
    """Return the day as YYYY-MM-DD, in `zone` or the machine's own; `unknown` without a trusted clock."""
    if wall_s is None:
        return UNKNOWN
    return datetime.fromtimestamp(wall_s, UTC).astimezone(zone).date().isoformat()
