"""Read a settings text against the schema; every problem is told, none stops the reading."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.settings.kinds import Bad, shown
from device.settings.locate import key_lines, line_of
from device.settings.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Value
    from device.settings.rows import Schema

_AT_LINE = re.compile(r" ?\(at line (\d+), column \d+\)$")
_MOST_SYNTAX_PROBLEMS = 20


@dataclass(slots=True)
class Reading:
    """What was found in one source of settings."""

    file: str
    schema: Schema
    lines: dict[tuple[str, ...], int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    """Checked values by path."""
    problems: list[Problem] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    """Settings whose value was not allowed."""
    renamed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Settings that an earlier version called otherwise, each with the key that says it here."""

    def line(self, path: str) -> int | None:
        """Return the line of a setting, if it is in the file."""
        return line_of(self.lines, self.renamed.get(path, _parts(path)))

    def complain(self, parts: tuple[str, ...], message: str) -> None:
        """Note a problem at the line of a key."""
        self.problems.append(Problem(self.file, line_of(self.lines, parts), message))


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def parse_toml(text: str, file: str, schema: Schema) -> Reading:
    """Read a settings file. After a line that is no TOML the rest is read all the same."""
    reading = Reading(file, schema)
    tree = _tree(text, reading)
    reading.lines = key_lines(text)
    read_tree(tree, reading, as_text=False)
    return reading


def read_tree(tree: Mapping[str, object], reading: Reading, *, as_text: bool) -> None:
    """Check nested sections against the schema, into `reading`."""
    found: dict[str, tuple[Value, tuple[str, ...]]] = {}
    _read_table(tree, (), reading, as_text, found)
    for path, (value, parts) in found.items():
        former, now = reading.schema.former[path]
        if value in former.means:
            reading.values[now] = former.means[value]
            reading.renamed[now] = parts


def _tree(text: str, reading: Reading) -> dict[str, object]:
    lines = text.splitlines()
    for _ in range(_MOST_SYNTAX_PROBLEMS):
        try:
            return tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            found = _AT_LINE.search(str(error))
            number = int(found[1]) if found else None
            what = _AT_LINE.sub("", str(error)).replace(" (at end of document)", "")
            if what == "Invalid value":
                what += "; text goes in quotes, true and false in small letters"
            reading.problems.append(Problem(reading.file, number, f"this is not TOML: {what}"))
            # Only a line that sets one key can be left out without changing the sense of the others.
            if number is None or number > len(lines) or not _lone(lines[number - 1]):
                return {}
            lines[number - 1] = ""
    return {}


def _lone(line: str) -> bool:
    return re.match(r"\s*[\w.\"'*#-]+\s*(=|$)", line) is not None and not re.search(r"[\[{]|'''|\"\"\"", line)


def _read_table(
    table: Mapping[str, object],
    above: tuple[str, ...],
    reading: Reading,
    as_text: bool,
    found: dict[str, tuple[Value, tuple[str, ...]]],
) -> None:
    for name, raw in table.items():
        parts = (*above, str(name))
        path = ".".join(parts)
        row = reading.schema.by_path.get(path)
        former = reading.schema.former.get(path)
        kind = row.kind if row is not None else former[0].kind if former is not None else None
        if kind is not None:
            value = kind.read_text(raw) if as_text else kind.read(raw)
            if isinstance(value, Bad):
                reading.complain(parts, _not_allowed(path, value))
                reading.failed.add(path)
            elif row is not None:
                reading.values[path] = value
            else:
                found[path] = (value, parts)
        elif any(section == path or section.startswith(f"{path}.") for section in reading.schema.names):
            if isinstance(raw, dict):
                _read_table(raw, parts, reading, as_text, found)
            else:
                reading.complain(parts, f"{path} is {shown(raw)}; it is a section: write [{path}]")
        else:
            reading.complain(parts, _unknown(reading.schema, above, str(name), raw))


def _not_allowed(path: str, bad: Bad) -> str:
    hint = did_you_mean(bad.shown.strip('"'), bad.near)
    return f"{path} is {bad.shown}; allowed: {bad.allowed}{hint}"


def _unknown(schema: Schema, above: tuple[str, ...], name: str, raw: object) -> str:
    section = ".".join(above)
    depth = len(above)
    names = [_parts(name) for name in schema.names]
    inner = [parts[depth] for parts in names if parts[:depth] == above and len(parts) > depth]
    siblings = list(dict.fromkeys([*(row.key for row in schema.rows if row.section == section), *inner]))
    path = ".".join((*above, name))
    what = f"section [{path}]" if isinstance(raw, dict) else f"setting {path}"
    hint = did_you_mean(name, siblings)
    if not hint:
        # The right key in the wrong section.
        near = did_you_mean(name, (row.key for row in schema.rows if len(row.key) > 2))
        elsewhere = [row.path for row in schema.rows if f'"{row.key}"' in near]
        hint = f'; did you mean "{elsewhere[0]}"?' if elsewhere else f"; there are {', '.join(siblings)}"
    return f"there is no {what}{hint}"
