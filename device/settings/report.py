"""Print settings and problems for a person, and the file that is shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.settings.loaded import Source
from device.settings.rows import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.settings.loaded import Loaded
    from device.settings.rows import Row, Schema, Section

_WIDTH = 103
"""Characters of a comment line of the shipped file."""
_HEAD = """\
# Settings of Palmstone, all at their defaults.
#
# Copy this file to /etc/palmstone/settings.toml (the appliance) or ~/.config/palmstone/settings.toml
# (for yourself) and keep what you change; what is left out has its default. The device only reads it.
# `palmstone settings` shows what is in force and what is amiss, with lines.
"""


def settings_lines(loaded: Loaded) -> list[str]:
    """Return the settings in force as TOML, each with a comment that says where it came from."""
    rows: list[tuple[str, str]] = []
    for section in loaded.schema.sections:
        rows += [("", "")] if rows else []
        rows.append((f"[{section.name}]", ""))
        for row in section.rows:
            text = row.kind.text(loaded.values[row.path])
            rows.append((f"{_key(row)} = {text}", _origin(loaded, row.path)))
    width = max(len(text) for text, origin in rows if origin and len(text) <= 60)
    return [f"{text.ljust(width)}  # {origin}" if origin else text for text, origin in rows]


def problem_lines(loaded: Loaded) -> list[str]:
    """Return one line a problem, in the order of the file; empty if all is well."""
    return [str(problem) for problem in loaded.problems]


def shipped_file(schema: Schema) -> str:
    """Return the settings file with every setting at its default, and what each is for."""
    sections = ("\n".join(_section_lines(section)) for section in schema.sections)
    return "\n".join((_HEAD, *(f"{text}\n" for text in sections)))


def _section_lines(section: Section) -> Iterator[str]:
    yield from (f"# {text}" for text in section.about.splitlines())
    yield f"[{section.name}]"
    for row in section.rows:
        if section.notes is Notes.ABOVE:
            yield from _note(row)
        beside = f"  # {row.about}" if section.notes is Notes.BESIDE else ""
        yield f"{_key(row)} = {row.kind.text(row.default)}{beside}"


def _note(row: Row) -> Iterator[str]:
    allowed = f"Allowed: {row.kind.allowed}."
    if len(f"# {row.about} {allowed}") <= _WIDTH:
        yield f"# {row.about} {allowed}"
    else:
        yield from (f"# {row.about}", f"# {allowed}")


def _key(row: Row) -> str:
    return row.key if row.key.replace("_", "").isalnum() else f'"{row.key}"'


def _origin(loaded: Loaded, path: str) -> str:
    source = loaded.sources[path]
    if source is Source.FILE:
        return f"{loaded.file}:{loaded.lines[path]}" if path in loaded.lines else str(loaded.file)
    return str(source)
