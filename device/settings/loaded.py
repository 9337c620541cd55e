"""Settings in force: the defaults, what was chosen on the device laid over them, and where a file may lie.

What reads a settings file is `device.settings.load`, which a machine without one never loads.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from device.settings.build import build
from device.settings.conflicts import conflicts, make_way
from device.settings.kinds import Bad
from device.storage.folders import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Value
    from device.settings.model import Settings
    from device.settings.problems import Problem
    from device.settings.rows import Schema


SYSTEM_FILE = Path("/etc/palmstone/settings.toml")


class Source(StrEnum):
    """Where a value came from."""

    DEFAULT = "default"
    FILE = "file"
    CHOICES = CHOICES
    GIVEN = "given"
    """By a scenario."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings in force, and where each came from."""

    schema: Schema
    settings: Settings
    values: Mapping[str, Value]
    """Every setting by path."""
    sources: Mapping[str, Source]
    lines: Mapping[str, int]
    """Line in `file` of the settings that came from it."""
    file: str | None
    """The settings file that was read, if there is one."""
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """True if there is nothing but advice."""
        return all(problem.advice for problem in self.problems)

    def choices(self) -> dict[str, object]:
        """Return what choices.json is to hold: nested sections of plain JSON values."""
        tree: dict[str, object] = {}
        for path, source in self.sources.items():
            if source is Source.CHOICES:
                section, key = path.split(".", 1)
                table = tree.setdefault(section, {})
                assert isinstance(table, dict)
                table[key] = _plain(self.values[path])
        return tree


def find_file(explicit: Path | None, home: Path | None, system: Path = SYSTEM_FILE) -> Path | None:
    """Return the settings file: the one given, else the system's, else the user's; None if there is none.

    `home` is the user's folder, None for a user without one.
    """
    if explicit is not None:
        return explicit
    own = () if home is None else (home / ".config" / "palmstone" / "settings.toml",)
    return next((path for path in (system, *own) if path.exists()), None)


def default_values(schema: Schema) -> tuple[dict[str, Value], dict[str, Source]]:
    """Return every setting by path, and where each comes from: nowhere yet."""
    values: dict[str, Value] = {row.path: row.default for row in schema.rows}
    return values, dict.fromkeys(values, Source.DEFAULT)


def defaults(schema: Schema) -> Loaded:
    """Return the settings of a machine without a file and without choices."""
    values, sources = default_values(schema)
    return Loaded(schema, build(schema, values), values, sources, {}, None, ())


def with_choices(loaded: Loaded, chosen: Mapping[str, object]) -> Loaded:
    """Return the settings after choices on the device, by path, e.g. `screen.night`.

    Raises ValueError for a setting that is not chosen there, or a value that is not allowed.
    """
    read: dict[str, Value] = {}
    for path, value in chosen.items():
        row = loaded.schema.by_path.get(path)
        if row is None or not row.choosable:
            raise ValueError(f"{path} is not set on the device")
        checked = row.kind.read(_plain(value))
        if isinstance(checked, Bad):
            raise ValueError(f"{path} is {checked.shown}; allowed: {checked.allowed}")
        read[path] = checked
    for conflict in conflicts(loaded.schema, {**loaded.values, **read}):
        if not read.keys().isdisjoint(conflict.paths):
            raise ValueError(conflict.message)
    return changed(loaded, read, Source.CHOICES)


def with_stored(loaded: Loaded, stored: Mapping[str, object]) -> Loaded:
    """Lay what choices.json holds over settings; what is not allowed there is left out, never an error."""
    for section, chosen in stored.items():
        for key, value in chosen.items() if isinstance(chosen, dict) else ():
            try:
                loaded = with_choices(loaded, {f"{section}.{key}": value})
            except ValueError as error:
                logging.getLogger(__name__).warning("choices.json: %s; it is left out", error)
    return loaded


def changed(loaded: Loaded, values: Mapping[str, Value], source: Source) -> Loaded:
    """Return settings with some values, each checked before, put in the place of others."""
    merged = {**loaded.values, **values}
    sources = {**loaded.sources, **dict.fromkeys(values, source)}
    make_way(
        loaded.schema, merged, {path for path, origin in sources.items() if origin is not Source.DEFAULT}
    )
    return replace(loaded, settings=build(loaded.schema, merged), values=merged, sources=sources)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return "none" if value is None else value
