"""Every line of the catalog is said by something: code names it, or builds its id."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from device.games.settings import SCHEMA
from device.games.words import WORDS
from device.settings.kinds import Word
from device.settings.model import Anchor
from device.text.catalog import place_name
from device.text.spoken_lines import SPELT

DEVICE = Path(__file__).parents[3] / "device"


def wordless(path: Path) -> bool:
    """Tell whether it is a file of the lines themselves: to stand there is no use."""
    game = path.name.endswith("words.py") and path.parent.parent.name == "games"
    return game or (path.parent.name == "text" and (path.stem.endswith("_lines") or path.stem == "labels"))


def named(source: str) -> tuple[set[str], list[str]]:
    """Return the strings of a piece of code, and patterns of those it builds around a fixed part."""
    strings, patterns = set(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            fixed = [part.value for part in node.values if isinstance(part, ast.Constant)]
            # Only an id with a family of its own in it: `f"{part}.{code}"` could be anything.
            if re.match(r"[a-z_]{2,}", str(fixed[0]) if fixed else ""):
                patterns.append(
                    "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                        for part in node.values
                    )
                )
    return strings, patterns


def offered() -> set[str]:
    """Return the ids of the values that settings offer on the device."""
    return {
        f"{row.offer.words}.{value.value}"
        for row in SCHEMA.rows
        if row.offer is not None and row.offer.words and isinstance(row.kind, Word)
        for value in row.kind.enum
    }


def unused(ids: set[str], sources: list[str]) -> set[str]:
    """Return the ids that no source names."""
    for source in sources:
        strings, patterns = named(source)
        ids = {one for one in ids - strings if not any(re.fullmatch(pattern, one) for pattern in patterns)}
    return ids


def test_every_line_is_said_by_something() -> None:
    paths = [path for path in DEVICE.rglob("*.py") if not wordless(path)]
    assert len(paths) > 100
    left = unused(set(WORDS.lines), [path.read_text(encoding="utf-8") for path in paths])
    said = {
        line_id
        for line_id in WORDS.lines
        if WORDS.lines[line_id] in [place_name(place) for place in range(8)]
    }
    said |= {WORDS.anchored(line_id, anchor) for line_id in set(WORDS.lines) - left for anchor in Anchor}
    assert left - said - offered() - {line_id for line_id, _, _ in SPELT} == set()


def test_a_line_that_nothing_says_is_found() -> None:
    source = 'line("a.b"); line(f"help.{name}"); line(f"{one}.{two}")'
    assert unused({"a.b", "a.c", "help.now", "x.y"}, [source]) == {"a.c", "x.y"}
