"""Records of games: JSON Lines in, states out (docs/records.md).

Laws of this file:
- it knows a game only as engine.game.Game, and which games there are from whoever calls;
- whatever the bytes are, the answer is a Record or a RecordError that names the line and the remedy;
- a command that the rules refuse is no error: replay says so and goes on.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.game import C, E, O, OptionsError, S, quoted
from engine.json_object import BOM, JsonError, json_object, json_value
from engine.step import Refusal, Step
from engine.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.game import Game
    from engine.games import AnyGame, Games

FORMAT = "palmstone-record"
VERSIONS = (1, 2)
"""The versions of the format that are read. What is written has the least that can tell its game."""
HEADER = ("format", "version", "game", "options", "seed")
"""The keys of a header that the format gives a meaning; a writer may add others."""


class RecordError(ValueError):
    """The bytes are no record. Its text is one line: where, what is wrong, what to do."""

    def __init__(self, line: int, problem: str, remedy: str) -> None:
        super().__init__(f"line {line}: {problem}; {remedy}")
        self.line = line
        """Counts from 1, blank lines too."""


class Kind(StrEnum):
    """What a line does."""

    DO = "do"
    TRY = "try"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the header."""

    number: int
    """In the file, from 1."""
    kind: Kind
    data: Mapping[str, object]
    """All its keys."""

    @property
    def command(self) -> Mapping[str, object]:
        """The line with its command under `do`, also if it is a `try`."""
        return {**self.data, "do": self.data[self.kind]}


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as JSON objects, each with the number of its line: the game that it is of is not loaded."""

    data: bytes
    """The bytes of the file that count; behind them lay a torn last line, if there was one."""
    header: tuple[int, Mapping[str, object]]
    lines: tuple[tuple[int, Mapping[str, object]], ...]
    torn: int | None = None
    """Number of the torn last line, which was cut off."""

    @property
    def game(self) -> str | None:
        """What the header calls the game; None if it has no name for it."""
        name = self.header[1].get("game")
        return name if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class Record:
    """A record that could be read."""

    game: AnyGame
    options: Any
    """Options of that game."""
    seed: int | str | None
    """Where the device drew its chance from, if the header says so."""
    lines: tuple[Line, ...]
    size: int
    """Bytes of the file that count; behind them lies a torn last line, if there is one."""
    torn: int | None = None
    """Number of the torn last line, which was cut off."""
    closed: bool = True
    """False if the last line that counts lacks its newline; write one before anything is appended."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """What the header holds beside the keys of HEADER, untouched: its writer's own."""

    def start(self) -> Timeline[Any, Any, Any, Any]:
        """Return a timeline before the first line."""
        return Timeline(self.game, self.options)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line of a record led to."""

    line: int
    """Its number."""
    state: dict[str, object]
    """The state after it; unchanged if refused, and after any `try`."""
    legal: tuple[dict[str, object], ...]
    """All commands legal then."""
    refusal: Refusal | None = None

    def to_json(self) -> dict[str, object]:
        """Return the object that `replay --json` prints."""
        if self.refusal is not None:
            return {"line": self.line, "refused": self.refusal.code.value, "message": self.refusal.message}
        return {"line": self.line, "state": self.state, "legal": list(self.legal)}


# Reading


def parse(data: bytes, games: Games) -> Record:
    """Read a whole file, of one of these games; raises RecordError."""
    return interpret(read(data), games)


def read(data: bytes) -> RawRecord:
    """Read the lines of a file, whatever they say; raises RecordError."""
    size = len(data)
    torn = None
    pieces = data.removeprefix(BOM).split(b"\n")
    if pieces[-1].strip() and not _is_whole(pieces[-1]):
        torn = len(pieces)
        size -= len(pieces[-1])
        pieces.pop()
    lines = [
        (number, _object(number, piece)) for number, piece in enumerate(pieces, start=1) if piece.strip()
    ]
    if not lines:
        raise RecordError(
            1, "there is no header", f'begin with {{"format":"{FORMAT}","version":{VERSIONS[0]},...}}'
        )
    return RawRecord(data[:size], lines[0], tuple(lines[1:]), torn)


def interpret(raw: RawRecord, games: Games) -> Record:
    """Say what the lines are to the game that they are of, which is loaded for it; raises RecordError."""
    game, options, seed = _header(*raw.header, games)
    extra = {key: value for key, value in raw.header[1].items() if key not in HEADER}
    lines = tuple(_line(*line) for line in raw.lines)
    closed = raw.data.endswith(b"\n")
    return Record(game, options, seed, lines, len(raw.data), raw.torn, closed, extra)


def _is_whole(piece: bytes) -> bool:
    try:
        json_value(piece)
    except JsonError:
        return False
    return True


def _object(number: int, piece: bytes) -> dict[str, object]:
    try:
        return json_object(piece)
    except JsonError as error:
        raise RecordError(number, str(error), "mend or remove the line") from None


def _header(number: int, header: Mapping[str, object], games: Games) -> tuple[AnyGame, Any, int | str | None]:
    if header.get("format") != FORMAT:
        raise RecordError(number, "no palmstone record", f'the first line needs "format":"{FORMAT}"')
    version = header.get("version")
    if type(version) is not int or version not in VERSIONS:
        problem = f"version {quoted(version)} of the record format is unknown"
        raise RecordError(number, problem, f"this program reads version {' and '.join(map(str, VERSIONS))}")
    name = header.get("game")
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        raise RecordError(number, f"{quoted(name)} is no game", f"the games are {' and '.join(games)}")
    options = header.get("options", {})
    if not isinstance(options, dict):
        raise RecordError(number, f"options are {quoted(options)}", "give an object, or leave them out")
    seed = header.get("seed")
    if isinstance(seed, bool) or not (seed is None or isinstance(seed, int | str)):
        raise RecordError(number, f"seed is {quoted(seed)}", "give a whole number or text, or leave it out")
    try:
        read = game.options_from_json(options)
    except OptionsError as error:
        raise RecordError(number, "options cannot be played", str(error)) from None
    if version < game.version(read):
        problem = f"version {version} of the record format does not know these options"
        raise RecordError(number, problem, f"such a game has version {game.version(read)}")
    return game, read, seed


def _line(number: int, data: Mapping[str, object]) -> Line:
    kinds = [kind for kind in Kind if kind in data]
    if len(kinds) != 1:
        problem = "neither do, try, undo nor redo" if not kinds else f"both {kinds[0]} and {kinds[1]}"
        raise RecordError(number, problem, "a line has exactly one of do, try, undo and redo")
    return Line(number, kinds[0], data)


# Writing


def header_line(
    game: AnyGame,
    options: object,
    seed: int | str | None = None,
    extra: Mapping[str, object] | None = None,
) -> bytes:
    """Write the first line of a record; `extra` is what its writer adds behind the format's own keys."""
    header: dict[str, object] = {"format": FORMAT, "version": game.version(options), "game": game.name}
    header["options"] = game.options_to_json(options)
    if seed is not None:
        header["seed"] = seed
    return json_line({**header, **(extra or {})})


def do_line(game: Game[O, S, C, E], command: C, extra: Mapping[str, object]) -> bytes:
    """Write a command that was accepted; `extra` are further keys, such as `by` and `at_ms`."""
    return json_line({**game.command_to_json(command), **extra})


def undo_line(count: int, **extra: object) -> bytes:
    """Write that `count` lines were taken back."""
    return json_line({"undo": count, **extra})


def redo_line(count: int, **extra: object) -> bytes:
    """Write that `count` lines were brought back."""
    return json_line({"redo": count, **extra})


def json_line(value: object) -> bytes:
    """Write one compact line of JSON, newline included."""
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def legal_to_json(game: Game[O, S, C, E], state: S) -> tuple[dict[str, object], ...]:
    """Write all that is legal, as the key `legal` has it."""
    return tuple(
        {"do": entry.value} if isinstance(entry, StrEnum) else game.command_to_json(entry)
        for entry in game.legal(state)
    )


# Replaying


def command_of(game: Game[O, S, C, E], state: S, line: Mapping[str, object]) -> C | Refusal:
    """Read the command that a line names by `do`, or why it cannot be one; a wrong phase goes first."""
    command = game.command_from_json(line, state)
    if not isinstance(command, Refusal):
        return command
    verb = line.get("do")
    return game.misplaced(state, verb if isinstance(verb, str) else "") or command


def apply(game: Game[O, S, C, E], state: S, line: Mapping[str, object]) -> Step[S, E]:
    """Apply the command that a line names by `do`; total."""
    command = command_of(game, state, line)
    return Step(state, (), command) if isinstance(command, Refusal) else game.step(state, command)


def do(timeline: Timeline[O, S, C, E], line: Mapping[str, object]) -> Step[S, E]:
    """Carry a `do` line out; if accepted it is in force, with all that it has beside its command."""
    command = command_of(timeline.game, timeline.state, line)
    if isinstance(command, Refusal):
        return Step(timeline.state, (), command)
    own = timeline.game.command_to_json(command)
    return timeline.do(command, {key: value for key, value in line.items() if key not in own})


def advance(timeline: Timeline[Any, Any, Any, Any], line: Line) -> Refusal | None:
    """Carry out one line on a timeline; a `try` is only judged. Returns the refusal, if it was refused."""
    match line.kind:
        case Kind.DO:
            return do(timeline, line.data).refusal
        case Kind.TRY:
            return apply(timeline.game, timeline.state, line.command).refusal
        case Kind.UNDO:
            return timeline.undo(line.data["undo"])
        case _:
            return timeline.redo(line.data["redo"])


def resume(record: Record) -> Timeline[Any, Any, Any, Any]:
    """Return the timeline at the end of a record; refused lines change nothing."""
    timeline = record.start()
    for line in record.lines:
        advance(timeline, line)
    return timeline


def replay(record: Record) -> Iterator[Answer]:
    """Answer every line after the header, in order."""
    game = record.game
    timeline = record.start()
    for line in record.lines:
        refusal = advance(timeline, line)
        state = timeline.state
        yield Answer(line.number, game.state_to_json(state), legal_to_json(game, state), refusal)


def verify(record: Record) -> str | None:
    """Return the first difference between what a record expects and the rules, in words, or None.

    A refused `do` and an accepted `try` are differences, with `then` and `legal` or without.
    """
    for line, answer in zip(record.lines, replay(record), strict=True):
        found = list(_differences(line, answer))
        if found:
            what = line.data[line.kind]
            head = f"line {line.number} ({line.kind} {quoted(what)})"
            return "\n  ".join([head, *found])
    return None


def _differences(line: Line, answer: Answer) -> Iterator[str]:
    if line.kind is Kind.DO and answer.refusal is not None:
        yield f"refused: {answer.refusal.code} ({answer.refusal.message})"
    if line.kind is Kind.TRY and answer.refusal is None:
        yield "accepted, though it should be refused"
    if "then" in line.data:
        yield from _unlike("then", line.data["then"], answer.state)
    if "legal" in line.data:
        yield from _unlike_legal(line.data["legal"], answer.legal)


def _unlike(path: str, expected: object, found: object) -> Iterator[str]:
    """Compare JSON values strictly (true is not 1), maps in depth; one text a field that differs."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            where = f"{path}.{key}"
            if key not in found:
                yield f"{where}: the record has {_text(expected[key])}, the rules know no such field"
            elif key not in expected:
                yield f"{where}: missing in the record, the rules give {_text(found[key])}"
            else:
                yield from _unlike(where, expected[key], found[key])
    elif not _same(expected, found) and _text(expected) != _text(found):
        yield f"{path}: the record has {_text(expected)}, the rules give {_text(found)}"


def _same(expected: object, found: object) -> bool:
    """Tell whether JSON values are surely the same, without writing them; if not, their texts say."""
    if type(expected) is not type(found):
        return False
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(_same, expected, found))
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(_same(expected[key], found[key]) for key in expected)
    return expected == found


def _unlike_legal(expected: object, found: tuple[dict[str, object], ...]) -> Iterator[str]:
    if not isinstance(expected, list):
        yield f"legal: the record has {_text(expected)}, which is no list"
        return
    if _same(expected, list(found)):
        return
    in_record = Counter(map(_text, expected))
    in_rules = Counter(map(_text, found))
    for text in (in_record - in_rules).elements():
        yield f"legal: the record has {text}, the rules do not"
    for text in (in_rules - in_record).elements():
        yield f"legal: the rules have {text}, the record does not"


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)
