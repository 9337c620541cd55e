"""The journal in print: a table for a person, and CSV with everything that is kept."""

from __future__ import annotations

import csv
import io
from dataclasses import fields
from typing import TYPE_CHECKING

from device.storage.journal import COMMON, UNKNOWN, facts_of
from device.text.catalog import line
from device.text.escaped import escaped
from device.ui.facts import Facts

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide ones count too
"""What a cell begins with that spreadsheets take for a formula (OWASP, CSV injection)."""

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from device.storage.journal import JournalEntry


def _said(line_id: str, **slots: str | int) -> str:
    return line(line_id, **slots).full


def mood(pad: int | None) -> str:
    """Say a mood in words, e.g. `neutral, low`; "" if it was not asked."""
    if pad is None:
        return ""
    return ", ".join((_said(f"print.valence.{(pad - 1) % 3}"), _said(f"print.energy.{(pad - 1) // 3}")))


def table(entries: Iterable[JournalEntry]) -> list[str]:
    """Return the journal as lines of text, oldest first, without score and rank."""
    rows = [tuple(_said(f"print.{name}") for name in ("date", "game", "minutes", "facts", "mood"))]
    rows += [(_day(e), _game(e), _minutes(e), _facts(e), _moods(e)) for e in entries]
    if len(rows) == 1:
        return [_said("print.none")]
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
        return _harmless(" ".join(str(one) for one in value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _harmless(value) if isinstance(value, str) else "" if value is None else str(value)


def _harmless(text: str) -> str:
    """Return a text as a cell that a spreadsheet shows and does not reckon with."""
    shown = escaped(text)
    return f"'{shown}" if text.startswith(_FORMULA) else shown


def _day(entry: JournalEntry) -> str:
    return _said("print.undated") if entry.date == UNKNOWN else entry.date


def _minutes(entry: JournalEntry) -> str:
    return str(entry.minutes) if entry.minutes else _said("print.short")


def _game(entry: JournalEntry) -> str:
    if isinstance(entry.facts, Facts):
        return entry.facts.title()
    return _said("print.breathe") if entry.game == "breathe" else entry.game


def _facts(entry: JournalEntry) -> str:
    told = entry.facts.told(entry.outcome) if isinstance(entry.facts, Facts) else ()
    return ", ".join([_said("print.early"), *told] if entry.outcome == "conceded" else told)


def _moods(entry: JournalEntry) -> str:
    pads = entry.facts.moods() if isinstance(entry.facts, Facts) else (None, None)
    before, after = (mood(pad) for pad in pads)
    both = before and after
    return _said("print.moods", before=before, after=after) if both else before or after
