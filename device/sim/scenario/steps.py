"""Scenario files read: YAML in, steps out; what cannot be read names file, line and remedy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

import yaml

from engine.game import quoted
from hal.disk.door import read_file

if TYPE_CHECKING:
    from pathlib import Path

Value: TypeAlias = "str | list[Value] | dict[str, Value]"
KINDS = (
    "start",
    "tap",
    "hold",
    "menu",
    "palms",
    "lift",
    "wait",
    "screen",
    "text",
    "line",
    "framed",
    "state",
    "said",
    "shot",
    "fault",
    "power",
)
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(us|ms|s|min|h)")
_MAPS = {
    "hold": "{key: K2, for: 3s}",
    "fault": "{gone: oled}",
    "start": "{seed: 7, guided: true}",
    "line": "{id: early, minutes: 3}",
}
DEEPEST = 16
"""Lists and maps within each other; steps need four."""
LARGEST_BYTES = 256 * 1024
MOST_NODES = 20_000
MOST_VALUES = 20_000
"""Values of all steps, those that an alias brings again included."""
MOST_DIGITS = 9
LONGEST_H = 24
"""Fake hours of one file: a minute of work, or less."""
_UNITS_US = {"us": 1, "ms": 1_000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000}


class ScenarioError(ValueError):
    """The file cannot be played. Its text is one line: file, line, what is wrong, what to do."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a scenario."""

    kind: str
    value: Value
    file: str
    line: int
    number: int
    """From 1."""

    def bad(self, problem: str) -> ScenarioError:
        """Return the error that this step cannot be played."""
        return ScenarioError(self.file, self.line, f"step {self.number} ({self.kind}): {problem}")

    def text(self) -> str:
        """The value as one text that is not empty; raises ScenarioError."""
        value = self.word(self.value)
        if not value:
            raise self.bad("there is no value after the colon")
        return value

    def word(self, value: Value) -> str:
        """Read a value that is one text; raises ScenarioError."""
        if not isinstance(value, str):
            raise self.bad("give one value, not a list or a map")
        return value

    def map(self) -> dict[str, Value]:
        """The value as a map; raises ScenarioError."""
        if not isinstance(self.value, dict):
            raise self.bad(f"give a map in braces, such as {_MAPS.get(self.kind, '{timer: 19}')}")
        if not self.value:
            raise self.bad("the map is empty")
        return self.value

    def pads(self) -> list[Value]:
        """The value as a list of pads; raises ScenarioError."""
        if not isinstance(self.value, list):
            raise self.bad("give a list of pads, such as [1]; [] for none")
        return self.value

    def duration_us(self, text: Value) -> int:
        """Read a duration: 500ms, 3s, 2min; raises ScenarioError."""
        found = _DURATION.fullmatch(text.strip()) if isinstance(text, str) else None
        if found is None:
            raise self.bad(f"{quoted(text)} is no duration; write 500ms, 3s or 2min")
        us = float(found[1]) * _UNITS_US[found[2]]
        if us > LONGEST_H * _UNITS_US["h"]:
            raise self.bad(f"{quoted(text)} is longer than the {LONGEST_H} h that a file may last")
        return round(us)

    def only(self, given: dict[str, Value], known: tuple[str, ...]) -> None:
        """Refuse keys that mean nothing here."""
        for key in given:
            if key not in known:
                near = _nearest(key, known)
                raise self.bad(f"{quoted(key)} is unknown here{near}; there are {', '.join(known)}")

    def flag(self, text: Value) -> bool:
        """Read true or false; raises ScenarioError."""
        if text not in ("true", "false"):
            raise self.bad(f"{quoted(text)} is neither true nor false")
        return text == "true"

    def whole(self, text: Value) -> int:
        """Read a whole number; raises ScenarioError."""
        if not isinstance(text, str) or not re.fullmatch(r"-?\d+", text):
            raise self.bad(f"{quoted(text)} is no whole number")
        if len(text) > MOST_DIGITS:
            raise self.bad(f"{quoted(text)} is too large; write at most {MOST_DIGITS} digits")
        return int(text)


def read(path: Path) -> list[Step]:
    """Read a scenario file; raises ScenarioError."""
    text = _text(path)
    try:
        root = _composed(text)
    except _TooMuchError as error:
        raise ScenarioError(str(path), error.line, str(error)) from None
    except RecursionError:
        raise ScenarioError(str(path), 1, "lists and maps are nested too deeply; write flat steps") from None
    except (ValueError, OverflowError) as error:
        # Of the parser, for an escape that is no character.
        raise ScenarioError(str(path), 1, f"{error}; mend the YAML") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "it is no YAML"
        raise ScenarioError(str(path), mark.line + 1 if mark else 1, f"{problem}; mend the YAML") from None
    if not isinstance(root, yaml.SequenceNode) or not root.value:
        raise ScenarioError(str(path), 1, "a scenario is a list of steps: begin each with `- `")
    values = _Values(str(path))
    steps = [_step(str(path), number, node, values) for number, node in enumerate(root.value, 1)]
    _bound(steps)
    return steps


def _bound(steps: list[Step]) -> None:
    """Refuse a file that asks for too much time, before any of it passes; raises ScenarioError."""
    lasted_us = 0
    for step in steps:
        asked = step.value.get("for") if isinstance(step.value, dict) else step.value
        if step.kind in ("wait", "hold") and isinstance(asked, str) and _DURATION.fullmatch(asked.strip()):
            lasted_us += step.duration_us(asked)
            if lasted_us > LONGEST_H * _UNITS_US["h"]:
                raise step.bad(f"all waits and holds until here last longer than {LONGEST_H} h; wait less")


def _text(path: Path) -> str:
    """Read no more of a file than is taken; raises ScenarioError."""
    try:
        return read_file(path, LARGEST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise ScenarioError(str(path), 1, f"cannot be read: {reason}") from None


class _TooMuchError(Exception):
    """More than a scenario needs. Its text says what, without file and line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


class _Bounded(yaml.BaseLoader):
    """Composes no more nodes, and none deeper, than a scenario needs."""

    nodes = depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose one node and those in it; raises _TooMuchError."""
        self.nodes += 1
        self.depth += 1
        line = max(1, self.line)
        if self.nodes > MOST_NODES:
            raise _TooMuchError(line, f"more than {MOST_NODES} values; split the file")
        if self.depth > 2 * DEEPEST:
            raise _TooMuchError(line, "lists and maps are nested too deeply; write out what is meant")
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


def _composed(text: str) -> yaml.Node | None:
    loader = _Bounded(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()


def _step(file: str, number: int, node: yaml.Node, values: _Values) -> Step:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
        raise ScenarioError(file, line, f"step {number} is not of the form `- tap: 5`")
    name = node.value[0][0]
    kind = str(name.value) if isinstance(name, yaml.ScalarNode) else "a list or a map"
    if kind not in KINDS:
        known = f"{_nearest(kind, KINDS)}; the steps are {', '.join(KINDS)}"
        raise ScenarioError(file, line, f"step {number}: {quoted(kind)} is no step{known}")
    return Step(kind, values.plain(node.value[0][1]), file, line, number)


@dataclass(slots=True)
class _Values:
    """Makes plain values of the nodes of one file, so many and no more."""

    file: str
    left: int = MOST_VALUES

    def plain(self, node: yaml.Node, within: tuple[yaml.Node, ...] = ()) -> Value:
        """Return a node as texts, lists and maps; `within`: the nodes around it, outermost first.

        Raises ScenarioError.
        """
        line = node.start_mark.line + 1
        self.left -= 1
        if self.left < 0:
            raise ScenarioError(self.file, line, f"aliases make more than {MOST_VALUES} values; write fewer")
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        if node in within or len(within) == DEEPEST:
            problem = "lists and maps are nested too deeply; write out what is meant"
            raise ScenarioError(self.file, line, problem)
        inside = (*within, node)
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(item, inside) for item in node.value]
        assert isinstance(node, yaml.MappingNode)
        plain: dict[str, Value] = {}
        for key, value in node.value:
            key_line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise ScenarioError(self.file, key_line, "a name is one word, not a list or a map")
            if key.value in plain:
                raise ScenarioError(self.file, key_line, f"{quoted(key.value)} is given twice")
            plain[str(key.value)] = self.plain(value, inside)
        return plain


def _nearest(word: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(word, known, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""
