"""Read a settings text against the schema; every problem is told, none stops the reading.

Laws of this file:
- what is wrong with one statement of a file costs that statement alone (F39);
- the work is bounded, whatever stands there; of very many problems the first are told, and their number.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.settings.kinds import LONGEST, Bad, short
from device.settings.locate import key_lines, line_of, statements
from device.settings.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Value
    from device.settings.rows import Schema

_AT_LINE = re.compile(r" ?\(at line (\d+), column \d+\)$")
MOST_PROBLEMS = 50
"""Problems of one file that are told."""
_MOST_DOTS = 200
"""In a line."""
_MOST_HINTS = 20
"""Problems that are told with the nearest word, which takes its time to find."""


@dataclass(slots=True)
class Reading:
    """What was found in one source of settings."""

    file: str
    schema: Schema
    lines: dict[tuple[str, ...], int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    """Checked values by path."""
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    """Of all problems that were noted."""
    failed: set[str] = field(default_factory=set)
    """Settings whose value was not allowed."""
    renamed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Settings that an earlier version called otherwise, each with the key that says it here."""

    def line(self, path: str) -> int | None:
        """Return the line of a setting, if it is in the file."""
        return line_of(self.lines, self.renamed.get(path, _parts(path)))

    def complain(self, parts: tuple[str, ...], message: str) -> None:
        """Note a problem at the line of a key."""
        self.note(line_of(self.lines, parts), message)

    def note(self, line: int | None, message: str) -> None:
        """Note a problem at a line; of too many only their number."""
        self.count += 1
        if self.count <= MOST_PROBLEMS:
            self.problems.append(Problem(self.file, line, message))


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def parse_toml(text: str, file: str, schema: Schema) -> Reading:
    """Read a settings file. After what is no TOML the rest is read all the same."""
    reading = Reading(file, schema)
    # The end of a line is what TOML knows as one, and no other sign that ends one elsewhere.
    text = text.replace("\r\n", "\n")
    try:
        tree = tomllib.loads(text if _is_brief(text) else "=")
        reading.lines = key_lines(text)
    except (ValueError, RecursionError):
        tree = _by_statements(text, reading)
    read_tree(tree, reading, as_text=False)
    if reading.count > MOST_PROBLEMS:
        more = f"{reading.count - MOST_PROBLEMS} more such problems; mend these first"
        reading.problems.append(Problem(file, None, more))
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


def _by_statements(text: str, reading: Reading) -> dict[str, object]:
    """Read each statement for itself; of what is given twice the first holds."""
    tree: dict[str, object] = {}
    section: tuple[str, ...] | None = ()
    headers: dict[tuple[str, ...], int] = {}
    for one in statements(text):
        value, why = _one(one.text)
        if one.is_header:
            section = one.key
            if why:
                reading.note(one.line, f"this is not TOML: {why}; it is read as [{brief(section)}]")
            elif section in headers:
                again = f"[{brief(section)}] is there already, in line {headers[section]}"
                reading.note(one.line, f"{again}; both are read: make them one")
            headers.setdefault(section, one.line)
            reading.lines.setdefault(section, one.line)
        elif one.text.lstrip().startswith("["):
            section = None
            reading.note(one.line, f"this is not TOML: {why}; what stands below it is left out")
        elif why or not one.key:
            reading.note(one.line, f"this is not TOML: {why or 'it sets nothing'}")
        elif section is not None:
            _take(tree, (*section, *one.key), _inner(value, one.key), one.line, reading)
    return tree


def _one(text: str) -> tuple[dict[str, object], str]:
    """Parse one statement: what it says, and why it says nothing."""
    if not _is_brief(text):
        return {}, "a name of very many parts"
    try:
        return tomllib.loads(text), ""
    except RecursionError:
        return {}, "nested too deeply"
    except tomllib.TOMLDecodeError as error:
        what = _AT_LINE.sub("", str(error)).replace(" (at end of document)", "")
        if what == "Invalid value":
            what += "; text goes in quotes, true and false in small letters"
        return {}, what
    except ValueError:
        # A number too long for Python, or a date that is none.
        return {}, "a number or a date that cannot be"


def _is_brief(text: str) -> bool:
    """Tell whether no line has names of very many parts: the parser takes ever longer for each of them."""
    return all(line.count(".") <= _MOST_DOTS for line in text.split("\n"))


def _inner(node: object, key: tuple[str, ...]) -> object:
    for name in key:
        assert isinstance(node, dict), "a key that was parsed leads to its value"
        node = node[name]
    return node


def _take(tree: dict[str, object], path: tuple[str, ...], value: object, line: int, reading: Reading) -> None:
    """Put a value into the tree, unless it or something above it was given before."""
    for depth in range(1, len(path)):
        reading.lines.setdefault(path[:depth], line)
        below = tree.setdefault(path[depth - 1], {})
        if not isinstance(below, dict):
            _twice(path[:depth], line, reading)
            return
        tree = below
    if path[-1] in tree:
        _twice(path, line, reading)
        return
    tree[path[-1]] = value
    reading.lines[path] = line


def _twice(path: tuple[str, ...], line: int, reading: Reading) -> None:
    name = brief(path)
    first = line_of(reading.lines, path)
    reading.note(line, f"{name} is given twice: line {first} holds; take one of them out")


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
                hint = (
                    "" if reading.count >= _MOST_HINTS else did_you_mean(value.shown.strip('"'), value.near)
                )
                reading.complain(parts, f"{path} is {value.shown}; allowed: {value.allowed}{hint}")
                reading.failed.add(path)
            elif row is not None:
                reading.values[path] = value
            else:
                found[path] = (value, parts)
        elif any(section == path or section.startswith(f"{path}.") for section in reading.schema.names):
            if isinstance(raw, dict):
                _read_table(raw, parts, reading, as_text, found)
            else:
                reading.complain(parts, f"{path} is {short(raw)}; it is a section: write [{path}]")
        else:
            hinted = reading.count < _MOST_HINTS
            reading.complain(parts, _unknown(reading.schema, above, str(name), raw, hinted=hinted))


def brief(parts: tuple[str, ...]) -> str:
    """Write the path of a key, on part of a line: a very long one is cut."""
    path = ".".join(parts)
    return path if len(path) <= LONGEST else f"{path[: LONGEST - 3]}..."


def _unknown(schema: Schema, above: tuple[str, ...], name: str, raw: object, *, hinted: bool = True) -> str:
    if not hinted:
        return f"there is no {'section' if isinstance(raw, dict) else 'setting'} {brief((*above, name))}"
    section = ".".join(above)
    depth = len(above)
    names = [_parts(name) for name in schema.names]
    inner = [parts[depth] for parts in names if parts[:depth] == above and len(parts) > depth]
    siblings = list(dict.fromkeys([*(row.key for row in schema.rows if row.section == section), *inner]))
    path = brief((*above, name))
    what = f"section [{path}]" if isinstance(raw, dict) else f"setting {path}"
    hint = did_you_mean(name, siblings)
    if not hint:
        # The right key in the wrong section.
        near = did_you_mean(name, (row.key for row in schema.rows if len(row.key) > 2))
        elsewhere = [row.path for row in schema.rows if f'"{row.key}"' in near]
        hint = f'; did you mean "{elsewhere[0]}"?' if elsewhere else f"; there are {', '.join(siblings)}"
    return f"there is no {what}{hint}"
