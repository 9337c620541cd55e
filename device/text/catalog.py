"""All lines by their ids."""

from __future__ import annotations

from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.text import (
    fault_lines,
    help_lines,
    labels,
    machine_lines,
    mind_lines,
    quiet_lines,
    table_lines,
)
from device.text.line import Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hal.ports import FaultCode, Part

Family = tuple[tuple[str, str, str], ...]

SENTENCES: tuple[Family, ...] = (
    table_lines.LINES,
    quiet_lines.LINES,
    mind_lines.LINES,
    machine_lines.LINES,
    help_lines.LINES,
    fault_lines.LINES,
)
"""Families whose full lines are sentences."""
NAMES: tuple[Family, ...] = (labels.LINES, labels.PLACES, help_lines.TITLES)
"""Families whose lines are names: titles, entries, action words."""


def merged(*families: Family) -> Mapping[str, Line]:
    """Put families together. Raises ValueError if an id comes twice."""
    lines: dict[str, Line] = {}
    for family in families:
        for line_id, full, short in family:
            if line_id in lines:
                raise ValueError(f"line id {line_id!r} comes twice")
            lines[line_id] = Line(full, short)
    return MappingProxyType(lines)


CATALOG = merged(*SENTENCES, *NAMES)
"""Every line, its slots open."""


def slots_of(line_id: str) -> frozenset[str]:
    """Return the names of a line's slots. Raises ValueError for an unknown id."""
    found = _entry(line_id)
    return frozenset(
        name for text in (found.full, found.short) for _, name, _, _ in Formatter().parse(text) if name
    )


def _entry(line_id: str) -> Line:
    found = CATALOG.get(line_id)
    if found is None:
        raise ValueError(f"no line {line_id!r} in device.text")
    return found


def line(line_id: str, **slots: str | int) -> Line:
    """Return a line with its slots filled. Raises ValueError for an unknown id or an open slot."""
    found = _entry(line_id)
    try:
        return Line(found.full.format_map(slots), found.short.format_map(slots))
    except KeyError as missing:
        raise ValueError(f"line {line_id!r} needs its slot {missing}") from None


def has(line_id: str) -> bool:
    """Tell whether there is such a line."""
    return line_id in CATALOG


def place_name(place: int) -> Line:
    """Return the name of a ring place, 0 (NW) to 7 (W) clockwise, with its pad."""
    return line(labels.PLACES[place][0])


def fault_line(part: Part, code: FaultCode | None) -> Line:
    """Say what is amiss with a part; None says that it is back."""
    return line(f"fault.{part}.{code if code is not None else 'back'}")


HELP_PAGES: tuple[str, ...] = tuple(title_id.removeprefix("help.") for title_id, _, _ in help_lines.TITLES)
"""Names of the help pages in reading order."""


def help_page(name: str) -> tuple[Line, tuple[Line, ...]]:
    """Return title and lines of a help page. Raises ValueError for an unknown one."""
    lead = f"help.{name}."
    lines = tuple(line(line_id) for line_id, _, _ in help_lines.LINES if line_id.startswith(lead))
    return line(f"help.{name}"), lines


_SPOKEN = (
    ("min ", "minutes "),
    ("I2C", "I two C"),
    ("K1", "K one"),
    ("K2", "K two"),
    ("K3", "K three"),
    ("K4", "K four"),
)


def speech(said: Line) -> str:
    """Return what a voice says: always the full line, short forms spelt out."""
    text = said.full
    for written, spoken in _SPOKEN:
        text = text.replace(written, spoken)
    return text


def read_time_ms(shown: Line) -> int:
    """Return how long a line may stand by itself: 1.2 s + 0.45 s a word, at least 3 s."""
    return max(1200 + 450 * len(shown.full.split()), 3000)
