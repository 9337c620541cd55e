"""Read and lay the settings over each other: default, file, what was chosen on the device.

Laws of this file:
- settings files are read, never written (docs/records.md, Files);
- a value at fault gives way to its default, so there are always settings to go on with;
- choices.json wins, for choosable settings only.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.settings.build import build
from device.settings.conflicts import conflicts, make_way
from device.settings.loaded import Loaded, Source, changed, default_values
from device.settings.parse import Reading, parse_toml, read_tree
from device.settings.problems import Problem
from device.storage.folders import CHOICES
from hal.disk.door import MOST_FONT, MOST_WHOLE, read_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Value
    from device.settings.rows import Schema


_LETTERS = "".join(map(chr, range(33, 127)))
"""A font has at least these."""


def load(schema: Schema, file: Path | None, choices: Mapping[str, object] | None = None) -> Loaded:
    """Read a settings file and lay choices over it. Never raises: see `Loaded.problems`."""
    layers: list[tuple[Source, Reading]] = []
    if file is not None:
        layers.append((Source.FILE, _read_file(file, schema)))
    if choices:
        layers.append((Source.CHOICES, _read_choices(choices, schema)))
    return _lay(schema, layers, str(file) if file is not None else None)


def with_texts(loaded: Loaded, texts: Mapping[str, object], file: str = "settings") -> Loaded:
    """Lay settings given as text over others, as `start: {settings: ...}` of a scenario does.

    Sections may be nested or dotted; a key that only one section has needs no section.
    """
    schema = loaded.schema
    reading = Reading(file, schema)
    tree: dict[str, object] = {}
    for name, raw in texts.items():
        homes = [path for path in (*schema.by_path, *schema.former) if path.rpartition(".")[2] == name]
        path = homes[0] if len(homes) == 1 else name
        _graft(tree, path.split("."), raw)
    read_tree(tree, reading, as_text=True)
    problems = reading.problems
    wished = {**loaded.values, **reading.values}
    make_way(schema, wished, {*_given(loaded.sources), *reading.values})
    losers = _settle(reading, wished, problems)
    given = {path: value for path, value in reading.values.items() if path not in losers}
    laid = changed(loaded, given, Source.GIVEN)
    return replace(laid, problems=(*loaded.problems, *problems))


def _graft(tree: dict[str, object], parts: list[str], raw: object) -> None:
    below = tree.get(parts[0])
    if len(parts) > 1:
        below = below if isinstance(below, dict) else {}
        _graft(below, parts[1:], raw)
        tree[parts[0]] = below
    elif isinstance(below, dict) and isinstance(raw, dict):
        tree[parts[0]] = {**below, **raw}
    else:
        tree[parts[0]] = raw


def _read_file(file: Path, schema: Schema) -> Reading:
    try:
        text = read_file(file, MOST_WHOLE).decode("utf-8-sig")
    except FileNotFoundError:
        message = "there is no such file; copy device/settings/default.toml there, or leave --settings out"
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8 text (byte {error.start}); save it as UTF-8"
    except OSError as error:
        message = f"cannot be read: {error.strerror}; check its permissions"
    else:
        return _with_font(parse_toml(text, str(file), schema))
    return Reading(str(file), schema, problems=[Problem(str(file), None, message)])


def _with_font(reading: Reading) -> Reading:
    font = reading.values.get("screen.font")
    if isinstance(font, str) and font:
        why = _font_fault(Path(font))
        if why:
            message = f"screen.font: {why}; give the whole path of a font file, or leave it empty"
            reading.complain(("screen", "font"), message)
            del reading.values["screen.font"]
    return reading


def _font_fault(path: Path) -> str:
    """Say why a file is no font that letters can be drawn with; "" if it is one."""
    try:
        data = read_file(path, MOST_FONT)
    except FileNotFoundError:
        return f"there is no file {path}"
    except OSError as error:
        return f"{path} cannot be read: {error.strerror or error}"
    # Who sets no font need not load this before the first frame.
    from io import BytesIO  # noqa: PLC0415

    from PIL import ImageFont  # noqa: PLC0415

    try:
        font = ImageFont.truetype(BytesIO(data), 12, layout_engine=ImageFont.Layout.BASIC)
        return "" if font.getmask(_LETTERS, mode="1").getbbox() else f"{path} has no letters"
    except (OSError, ValueError, OverflowError, MemoryError, SystemError):
        return f"{path} is no font"


def _read_choices(choices: Mapping[str, object], schema: Schema) -> Reading:
    reading = Reading(CHOICES, schema)
    read_tree(choices, reading, as_text=False)
    for path in [path for path in reading.values if not schema.by_path[path].choosable]:
        del reading.values[path]
        reading.complain((), f"{path} is not set on the device; set it in the settings file")
    return reading


def _lay(schema: Schema, layers: list[tuple[Source, Reading]], file: str | None) -> Loaded:
    values, sources = default_values(schema)
    lines: dict[str, int] = {}
    problems: list[Problem] = []
    for source, reading in layers:
        problems += reading.problems
        before, before_sources = dict(values), dict(sources)
        values.update(reading.values)
        sources.update(dict.fromkeys(reading.values, source))
        for path in reading.values:
            line = reading.line(path)
            if line is not None:
                lines[path] = line
        make_way(schema, values, _given(sources))
        for path in _settle(reading, values, problems):
            values[path], sources[path] = before[path], before_sources[path]
        make_way(schema, values, _given(sources))
    problems.sort(key=lambda problem: (problem.file, problem.line or 0))
    return Loaded(schema, build(schema, values), values, sources, lines, file, tuple(problems))


def _given(sources: Mapping[str, Source]) -> set[str]:
    return {path for path, source in sources.items() if source is not Source.DEFAULT}


def _settle(reading: Reading, values: Mapping[str, Value], problems: list[Problem]) -> set[str]:
    """Note the conflicts that a layer brings; return the settings of it that give way."""
    losers: set[str] = set()
    for conflict in conflicts(reading.schema, values):
        mine = [path for path in conflict.paths if path in reading.values]
        if mine and not reading.failed.intersection(conflict.paths):
            line = max(reading.line(path) or 0 for path in mine)
            problems.append(Problem(reading.file, line or None, conflict.message, conflict.advice))
        if mine and not conflict.advice:
            groups = {_group(reading, path) for path in mine}
            losers |= {path for path in reading.values if _group(reading, path) in groups}
    return losers


def _group(reading: Reading, path: str) -> str:
    """Return what gives way together: half of a wiring would clash with the defaults of the other half."""
    section = reading.schema.by_path[path].section
    return "wiring" if section.split(".")[0] in {"wiring", "palms"} else section
