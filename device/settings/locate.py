"""Find the line of each key of a TOML text; the parser of the standard library does not tell."""

from __future__ import annotations

import tomllib
from typing import TypeAlias

Path: TypeAlias = tuple[str, ...]


def key_lines(text: str) -> dict[Path, int]:
    """Return the line (from 1) of every table header and key, by its whole path.

    Keys inside inline tables are not listed: their line is that of the table, see `line_of`.
    """
    lines = text.splitlines()
    found: dict[Path, int] = {}
    section: Path = ()
    number = 0
    while number < len(lines):
        stripped = lines[number].strip()
        if stripped.startswith("["):
            section = _header(stripped) or section
            found.setdefault(section, number + 1)
            number += 1
            continue
        key, value = _split(stripped)
        if key:
            for depth in range(1, len(key) + 1):
                found.setdefault(section + key[:depth], number + 1)
        number += _height(value, lines[number + 1 :]) if key else 1
    return found


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """Return the line of a key, or of the table that holds it."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return None


def _chain(text: str) -> Path:
    """Parse one header or assignment and return its path; empty if it is none."""
    try:
        node: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return ()
    path: list[str] = []
    while isinstance(node, dict | list) and len(node) == 1:
        if isinstance(node, list):
            node = node[0]
        else:
            name, node = next(iter(node.items()))
            path.append(name)
    return tuple(path)


def _header(stripped: str) -> Path:
    return _chain(stripped)


def _split(stripped: str) -> tuple[Path, str]:
    """Split `key = value` at the first sign that is not inside a quoted key."""
    if stripped.startswith("#"):
        return (), ""
    for at, sign in enumerate(stripped):
        if sign == "=" and (key := _chain(stripped[:at] + "= 0")):
            return key, stripped[at + 1 :]
    return (), ""


def _height(value: str, following: list[str]) -> int:
    """Return how many lines a value takes: arrays and long texts may go on."""
    joined = f"x = {value}"
    for more, line in enumerate(["", *following]):
        joined += f"\n{line}" if more else ""
        if _chain(joined):
            return more + 1
    return 1
