"""The journal in print: a table for a person, and CSV with everything that is kept."""

from __future__ import annotations

import csv
import io
from dataclasses import fields
from typing import TYPE_CHECKING

from device.storage.journal import COMMON, facts_of
from device.ui.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from device.storage.journal import JournalEntry

_VALENCE = ("unpleasant", "neutral", "pleasant")
_ENERGY = ("high", "middle", "low")


def mood(pad: int | None) -> str:
    """Say a mood in words, e.g. `neutral, low`; "" if it was not asked."""
    return "" if pad is None else f"{_VALENCE[(pad - 1) % 3]}, {_ENERGY[(pad - 1) // 3]}"


def table(entries: Iterable[JournalEntry]) -> list[str]:
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


def table_csv(entries: Iterable[JournalEntry], facts: Mapping[str, type[Any]]) -> str:
    """Return the journal as CSV with a header line: everything that is kept; minutes to a tenth.

    `facts` are what the games keep: each fact is a column.
    """
    out = io.StringIO()
    names = dict.fromkeys([*COMMON, *(field.name for kind in facts.values() for field in fields(kind))])
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["minutes" if name == "seconds" else name for name in names])
    for entry in entries:
        known = {name: getattr(entry, name) for name in COMMON} | facts_of(entry)
        writer.writerow([_cell(name, known.get(name)) for name in names])
    return out.getvalue()


def _cell(name: str, value: object) -> str:
    if name == "seconds" and isinstance(value, int):
        return f"{value / 60:.1f}"
    if isinstance(value, tuple):
        return " ".join(str(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _game(entry: JournalEntry) -> str:
    if isinstance(entry.facts, Facts):
        return entry.facts.title()
    return "Just breathe" if entry.game == "breathe" else entry.game


def _facts(entry: JournalEntry) -> str:
    told = entry.facts.told(entry.outcome) if isinstance(entry.facts, Facts) else ()
    return ", ".join(["left early", *told] if entry.outcome == "conceded" else told)


def _moods(entry: JournalEntry) -> str:
    pads = entry.facts.moods() if isinstance(entry.facts, Facts) else (None, None)
    before, after = (mood(pad) for pad in pads)
    return f"{before} > {after}" if before and after else before or after
