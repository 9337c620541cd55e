"""Take a TOML text apart into its statements, each with its line: the parser of the standard library tells
neither the line of a key nor what is sound beside an error.

Laws of this file:
- it goes through the text once, whatever stands there;
- a value that is not closed ends where the next statement begins.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Path: TypeAlias = tuple[str, ...]
_MOST_DOTS = 200
_WORD = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEY = re.compile(rf"\s*({_WORD}(?:[ \t]*\.[ \t]*{_WORD})*)[ \t]*=")
_HEADER = re.compile(rf"\s*\[\[?[ \t]*({_WORD}(?:[ \t]*\.[ \t]*{_WORD})*)")
_NEW = re.compile(
    rf"[ \t]*(?:{_WORD}(?:[ \t]*\.[ \t]*{_WORD})*[ \t]*=|\[\[?[A-Za-z_][\w. -]*\]\]?[ \t]*(?:#.*)?$)"
)
"""A line that begins anew, also where an array before it was not closed."""
_LEX = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'|#[^\n]*|[\[\]{}\n]",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A table header, or a key with its value."""

    line: int
    """Counted from 1."""
    text: str
    key: Path
    """Of the table or, within its table, of the key; empty for what is neither."""
    is_header: bool = False


def statements(text: str) -> Iterator[Statement]:
    """Yield every statement of a text, what is none too; blank lines and comments are left out."""
    at, line = 0, 1
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        first = text[at:stop]
        end = stop
        if first.strip() and not first.lstrip().startswith("#"):
            header = _HEADER.match(first)
            header = header if header and _path(header[1]) else None
            key = None if header else _KEY.match(first)
            if key is not None:
                end = _end(text, at + key.end())
            found = header or key
            path = _path(found[1]) if found else ()
            yield Statement(line, text[at:end], path, header is not None)
        line += text.count("\n", at, end + 1)
        at = end + 1


def key_lines(text: str) -> dict[Path, int]:
    """Return the line (from 1) of every table header and key, by its whole path.

    Keys inside inline tables are not listed: their line is that of the table, see `line_of`.
    """
    found: dict[Path, int] = {}
    section: Path = ()
    for one in statements(text):
        if one.is_header:
            section = one.key
            found.setdefault(section, one.line)
        for depth in range(1, len(one.key) + 1) if not one.is_header else ():
            found.setdefault(section + one.key[:depth], one.line)
    return found


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """Return the line of a key, or of the table that holds it."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return None


def _end(text: str, start: int) -> int:
    """Return where a value ends that begins at `start`."""
    depth = 0
    for found in _LEX.finditer(text, start):
        sign = found[0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign == "\n":
            if depth <= 0:
                return found.start()
            if _NEW.match(text, found.end(), _line_end(text, found.end())):
                return found.start()
    return len(text)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _path(words: str) -> Path:
    """Return the names of a dotted key; empty if it is none, or of more parts than any setting has."""
    if words.count(".") > _MOST_DOTS:
        return ()
    try:
        node: object = tomllib.loads(f"{words} = 0")
    except ValueError:
        return ()
    path: list[str] = []
    while isinstance(node, dict):
        name, node = next(iter(node.items()))
        path.append(name)
    return tuple(path)
