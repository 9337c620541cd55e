"""`palmstone replay`: records in, states out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from device.cli.output import complain, say
from engine import record
from hal.disk.door import MOST_LINES, read_file

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from engine.record import Answer, Line, Record


def replay(options: Namespace) -> int:
    """Answer each file; the worst exit code of all."""
    return max(_file(path, options) for path in options.files)


def _file(path: Path, options: Namespace) -> int:
    try:
        parsed = record.parse(read_file(path, MOST_LINES), options.games().rules)
    except OSError as error:
        complain(f"{path}: cannot be read: {error.strerror}; give the path of a record")
        return 2
    except record.RecordError as error:
        complain(f"{path}: {error}")
        return 2
    if parsed.torn is not None:
        complain(f"{path}: line {parsed.torn}: the last line is torn; it is left out")
    if options.json:
        for answer in record.replay(parsed):
            say(json.dumps(answer.to_json(), separators=(",", ":")))
    elif not options.verify:
        say(f"{path}: {parsed.game.name}, {_options(parsed)}")
        for text in _readable(parsed):
            say(text)
    return _verify(path, parsed, quiet=options.json) if options.verify else 0


def _verify(path: Path, parsed: Record, *, quiet: bool) -> int:
    difference = record.verify(parsed)
    if difference is not None:
        text = f"{path}: {difference}"
        complain(text) if quiet else say(text)
        return 1
    if not quiet:
        say(f"{path}: {len(parsed.lines)} lines, all as expected")
    return 0


def _options(parsed: Record) -> str:
    options = parsed.game.options_to_json(parsed.options)
    return ", ".join(f"{name} {_short(value)}" for name, value in options.items())


def _readable(parsed: Record) -> Iterator[str]:
    before: Mapping[str, object] = parsed.game.state_to_json(parsed.start().state)
    width = len(str(parsed.lines[-1].number)) if parsed.lines else 1
    for line, answer in zip(parsed.lines, record.replay(parsed), strict=True):
        yield f"{line.number:{width}}  {_command(line):<34}  {_what(answer, before)}".rstrip()
        before = answer.state


def _command(line: Line) -> str:
    """Write a command as a person would: `acknowledge at N`."""
    known = {"do", "try", "undo", "redo", "then", "legal", "at_ms"}
    verb = line.data[line.kind]
    words = [str(verb)] if line.kind == "do" else [str(line.kind), str(verb)]
    words += [f"{name} {_short(value)}" for name, value in line.data.items() if name not in known]
    return " ".join(words)


def _what(answer: Answer, before: Mapping[str, object]) -> str:
    if answer.refusal is not None:
        return f"refused: {answer.refusal.code} ({answer.refusal.message})"
    return "; ".join(_changes(before, answer.state))


def _changes(before: object, after: object, path: str = "") -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in after.items():
            yield from _changes(before.get(name), value, f"{path}.{name}" if path else str(name))
    elif before != after:
        yield f"{path} {_short(after)}"


def _short(value: object) -> str:
    """Write a value on half a line: of a list of cards, how many there are."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return f"({len(value)})"
    return json.dumps(value, separators=(",", ":"))
