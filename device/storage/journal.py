"""The journal: one entry a session, facts only. No streaks, no goals, no totals (F28).

Laws of this file:
- durations come from the monotonic clock; a date only from a wall clock that can be trusted (F17);
- a session left early keeps its minutes (F27) and has neither score nor rank;
- score and rank are kept if there are any, and shown only where they are asked for.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from device.storage.decode import Count, Integer, Pad, Text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import tzinfo

UNKNOWN = "unknown"
_VALENCE = ("unpleasant", "neutral", "pleasant")
_ENERGY = ("high", "middle", "low")


@dataclass(frozen=True, slots=True)
class Entry:
    """One session. None: does not apply, or was not asked."""

    session: Count
    game: Text
    """`nevermind`, `the-mind` or `breathe`."""
    seconds: Count
    """How long it lasted, without pauses and absences."""
    date: Text = UNKNOWN
    """Day it ended, YYYY-MM-DD, or `unknown`."""
    outcome: Text = ""
    """As in the state of the engine: `zen`, `timer_empty`, `mind_wins`, `conceded`, `won`, `lost` ..."""
    stage: Count | None = None
    super: bool | None = None
    rounds: Count | None = None
    released: Count | None = None
    distractions: Count | None = None
    score: Integer | None = None
    rank: Text | None = None
    mood_before: Pad | None = None
    """Pad 1 to 9: columns unpleasant, neutral, pleasant; rows high, middle, low energy."""
    mood_after: Pad | None = None
    players: Count | None = None
    cards: Text | None = None
    """`table` or `dealt`."""
    level: Count | None = None
    """Best level completed."""
    misplays: tuple[Count, ...] | None = None
    """Misplays of each level that was begun, level 1 first."""
    blind_levels: Count | None = None
    """Blind levels completed."""

    @property
    def minutes(self) -> int:
        """Whole minutes; a session that was begun counts one at least."""
        return max(1, round(self.seconds / 60))

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values, without what does not apply."""
        raw = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in raw.items() if v is not None}


@dataclass(frozen=True, slots=True)
class Reopened:
    """A line that takes the entry of a session back."""

    session: Count


def day(wall_s: float | None, zone: tzinfo | None = None) -> str:
    """Return the day as YYYY-MM-DD, in `zone` or the machine's own; `unknown` without a trusted clock."""
    if wall_s is None:
        return UNKNOWN
    return datetime.fromtimestamp(wall_s, UTC).astimezone(zone).date().isoformat()


def mood(pad: int | None) -> str:
    """Say a mood in words, e.g. `neutral, low`; "" if it was not asked."""
    return "" if pad is None else f"{_VALENCE[(pad - 1) % 3]}, {_ENERGY[(pad - 1) // 3]}"


def table(entries: Iterable[Entry]) -> list[str]:
    """Return the journal as lines of text, oldest first, without score and rank."""
    rows = [("date", "game", "min", "what happened", "mood")]
    rows += [(e.date, _game(e), str(e.minutes), _facts(e), _moods(e)) for e in entries]
    if len(rows) == 1:
        return ["No sessions yet."]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return [
        "  ".join(
            cell.rjust(width) if column == 2 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def table_csv(entries: Iterable[Entry]) -> str:
    """Return the journal as CSV with a header line: everything that is kept; minutes to a tenth."""
    out = io.StringIO()
    names = [f.name for f in fields(Entry)]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["minutes" if name == "seconds" else name for name in names])
    for entry in entries:
        writer.writerow([_cell(name, getattr(entry, name)) for name in names])
    return out.getvalue()


def _cell(name: str, value: object) -> str:
    if name == "seconds" and isinstance(value, int):
        return f"{value / 60:.1f}"
    if isinstance(value, tuple):
        return " ".join(str(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _game(entry: Entry) -> str:
    if entry.game == "nevermind":
        return f"Nevermind, stage {entry.stage or 1}{' super' if entry.super else ''}"
    if entry.game == "the-mind":
        return f"The Mind, {entry.players or 2} players" + (", dealt" if entry.cards == "dealt" else "")
    return "Just breathe" if entry.game == "breathe" else entry.game


_OUTCOMES = {
    "conceded": "left early",
    "won": "all levels",
    "blind_won": "all levels, blind",
}


def _facts(entry: Entry) -> str:
    facts = [_OUTCOMES[entry.outcome]] if entry.outcome in _OUTCOMES else []
    if entry.game == "nevermind":
        facts += [f"{entry.released or 0} released", f"{entry.distractions or 0} drifted"]
        facts += [f"{entry.rounds} rounds"] if entry.rounds is not None else []
    elif entry.game == "the-mind":
        facts += [f"level {entry.level or 0}"]
        misplays = sum(entry.misplays or ())
        facts += [f"{misplays} misplay{'s' if misplays != 1 else ''}"]
        facts += [f"blind {entry.blind_levels}"] if entry.blind_levels is not None else []
    return ", ".join(facts)


def _moods(entry: Entry) -> str:
    before, after = mood(entry.mood_before), mood(entry.mood_after)
    return f"{before} > {after}" if before and after else before or after
