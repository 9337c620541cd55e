"""Print settings and problems for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.settings.loaded import Source
from device.settings.schema import ENTRIES

if TYPE_CHECKING:
    from device.settings.loaded import Loaded


def settings_lines(loaded: Loaded) -> list[str]:
    """Return the settings in force as TOML, each with a comment that says where it came from."""
    rows: list[tuple[str, str]] = []
    section = ""
    for entry in ENTRIES:
        if entry.section != section:
            section = entry.section
            rows += [("", "")] if rows else []
            rows.append((f"[{section}]", ""))
        key = entry.key if entry.key.replace("_", "").isalnum() else f'"{entry.key}"'
        rows.append((f"{key} = {entry.kind.text(loaded.values[entry.path])}", _origin(loaded, entry.path)))
    width = max(len(text) for text, origin in rows if origin and len(text) <= 60)
    return [f"{text.ljust(width)}  # {origin}" if origin else text for text, origin in rows]


def problem_lines(loaded: Loaded) -> list[str]:
    """Return one line a problem, in the order of the file; empty if all is well."""
    return [str(problem) for problem in loaded.problems]


def _origin(loaded: Loaded, path: str) -> str:
    source = loaded.sources[path]
    if source is Source.FILE:
        return f"{loaded.file}:{loaded.lines[path]}" if path in loaded.lines else str(loaded.file)
    return str(source)
