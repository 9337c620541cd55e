"""What is kept: records of sessions, the journal, progress, choices, and where the open session stands.

Laws of this file:
- a line is appended and synced before anybody sees what it did (docs/architecture.md, What is kept);
- a torn last line is cut and kept beside, with a word; a file that makes no sense is set aside, with a word,
  never deleted;
- what cannot be read is not empty: `journal_amiss` tells whether sessions may be missing there (F34);
- the storage may fail at any time: play goes on, `problem` says "Not saved", order is kept (F21, F22).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from device.storage.decode import decode, decode_items
from device.storage.folders import CHOICES, SESSIONS, record_path, state_folder
from device.storage.journal import Reopened, read_entry
from device.storage.kept import Kept
from device.storage.outbox import Outbox, StorageFault, StorageProblem
from device.storage.progress import ResumePoint, read_progress
from device.storage.repair import End, ending
from engine.json_object import BOM, JsonError, json_object
from engine.record import RawRecord, RecordError, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from _typeshed import DataclassInstance

    from device.storage.journal import JournalEntry
    from device.storage.progress import Progress
    from hal.ports import Clock, Disk

__all__ = ["CHOICES", "OpenSession", "StorageFault", "StorageProblem", "Store", "state_folder"]

D = TypeVar("D", bound="DataclassInstance")
JOURNAL = "journal.jsonl"
PROGRESS = "progress.json"
RESUME = "resume.json"
CUT = ".bad"
"""Ending of what was cut from a file; a file that was set aside has a number behind it."""
_MOST_LOOKED_AT = 50
"""Open sessions are looked for among so many of the newest."""
_MOST_SESSIONS = 1_000_000_000
_MOST_WORDS = 20
"""Faults of one file that are said each; of more, how many there are."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session that was begun and has no journal entry."""

    number: int
    game: str
    """As in the header of its record."""


class Store:
    """Typed files over a `Disk`. Nothing is read or written before it is asked for."""

    def __init__(self, disk: Disk, clock: Clock, kept: Kept | None = None) -> None:
        """`kept` says what games keep in the journal and in progress.json; without it, nothing of a game."""
        self._kept = kept or Kept()
        self._outbox = Outbox(disk, clock, self._say_aside)
        self._last = 0
        """Highest session number given out."""
        self._words: list[str] = []
        self._said: set[str] = set()
        """Words that were taken: a file is read again and again, what is wrong with it is said once."""
        self._left_out = False
        """Whether a line of the journal makes no sense."""
        self.aside = 0
        """How many files were set aside since the start."""

    @property
    def problem(self) -> StorageProblem | None:
        """Why nothing is saved at present ("Not saved"), or None."""
        return self._outbox.problem

    @property
    def unsaved(self) -> int:
        """How many writes wait in memory."""
        return self._outbox.unsaved

    def step(self, now_us: int) -> int:
        """Try the storage again if it is time; return when to call again, or NEVER."""
        return self._outbox.step(now_us)

    def flush(self) -> bool:
        """Try to write all that waits now; True if everything is saved."""
        return self._outbox.flush()

    def take_words(self) -> tuple[str, ...]:
        """Return what was mended or set aside since the last call, one sentence each, for the log."""
        words, self._words = tuple(self._words), []
        self._said.update(words)
        return words

    # Sessions

    def new_session(self) -> int:
        """Return a number no session has had: no record, none set aside, no entry without a record."""
        known = {entry.session for entry in self.journal()} | self._numbers(aside=True)
        # A number that nobody counted up to leaves no room behind it.
        self._last = max(self._last, *(number for number in known if number < _MOST_SESSIONS), 0) + 1
        return self._last

    def append(self, session: int, line: str) -> None:
        """Append one line (without its newline) to the record of a session, and sync."""
        self._outbox.append(record_path(session), f"{line}\n".encode())

    def load(self, session: int) -> RawRecord | None:
        """Return the lines of a record, mended if the last one was torn; None if there is none to be read."""
        data = self._mended(record_path(session), header=True)
        if not data:
            return None
        try:
            return read(data)
        except RecordError as error:
            self.set_aside(session, str(error))
            return None

    def set_aside(self, session: int, why: str) -> None:
        """Put away a record that cannot be read; it is renamed, not deleted."""
        self._put_away(record_path(session), why)

    def sessions(self) -> tuple[int, ...]:
        """Return the numbers of all records, ascending."""
        return tuple(sorted(self._numbers(aside=False)))

    def open_sessions(
        self, finished: Callable[[int, RawRecord], bool] = lambda number, raw: False
    ) -> tuple[OpenSession, ...]:
        """Return the newest open session of each game, newest first.

        `finished` judges by its record whether a session without an entry is one all the same.
        """
        closed = {entry.session for entry in self.journal()}
        found: dict[str, OpenSession] = {}
        for number in self.sessions()[: -_MOST_LOOKED_AT - 1 : -1]:
            if number in closed:
                continue
            raw = self.load(number)
            if raw is None or not raw.lines or raw.game is None or raw.game in found:
                continue
            if not finished(number, raw):
                found[raw.game] = OpenSession(number, raw.game)
        return tuple(found.values())

    # Journal

    def write_entry(self, entry: JournalEntry) -> None:
        """Close a session: one line a session; a later line for the same session takes its place."""
        self._note(entry.to_json())

    def reopen(self, session: int) -> None:
        """Take a journal entry back, because its last steps were undone."""
        self._note({"session": session, "open": True})

    def journal(self) -> tuple[JournalEntry, ...]:
        """Return the entries in force, oldest first. Lines that make no sense are left out, with a word."""
        entries: dict[int, JournalEntry] = {}
        faults: list[str] = []
        for number, line in enumerate((self._mended(JOURNAL) or b"").splitlines(), 1):
            if line.strip():
                faults += self._take_entry(entries, f"{JOURNAL}:{number}", line)
        for fault in faults[:_MOST_WORDS]:
            self._say(fault)
        if len(faults) > _MOST_WORDS:
            self._say(f"{JOURNAL}: {len(faults) - _MOST_WORDS} more such faults; what is sound counts")
        return tuple(entries.values())

    @property
    def journal_amiss(self) -> bool:
        """Whether sessions may be missing in the journal: some of it makes no sense, or was set aside."""
        return self._left_out or any(name.startswith(JOURNAL + CUT) for name in self._outbox.names(""))

    def _take_entry(self, entries: dict[int, JournalEntry], where: str, line: bytes) -> list[str]:
        try:
            raw = json_object(line.removeprefix(BOM), judged=True)
        except JsonError as error:
            self._left_out = True
            return [f"{where}: this line is no journal entry: {error}; it is left out"]
        reopened = decode(Reopened, raw).value if raw.get("open") is True else None
        found = read_entry(raw, self._kept.facts)
        if found.value is not None:
            entries.pop(found.value.session, None)
            entries[found.value.session] = found.value
            return [f"{where}: {fault}; that is left out" for fault in found.faults]
        if reopened is not None:
            entries.pop(reopened.session, None)
            return []
        self._left_out = True
        return [f"{where}: this line is no journal entry: {', '.join(found.faults)}; it is left out"]

    # Whole files

    def progress(self) -> Progress:
        """Return what was reached."""
        raw = self._whole(PROGRESS)
        found = read_progress(raw, self._kept.milestones)
        self._say_anew(PROGRESS, found.faults)
        return found.value

    def save_progress(self, progress: Progress) -> None:
        """Keep what was reached."""
        self._save(PROGRESS, progress.to_json())

    def choices(self) -> dict[str, object]:
        """Return what was set on the device, by section; the settings judge each value."""
        found = decode_items(dict[str, object], self._whole(CHOICES))
        for fault in found.faults:
            self._say(f"{CHOICES}: {fault}; that is left out")
        return found.value

    def save_choices(self, choices: Mapping[str, object]) -> None:
        """Keep what was set on the device: `Loaded.choices()`."""
        self._save(CHOICES, choices)

    def resume_point(self) -> ResumePoint | None:
        """Return where the open session stands outside its record."""
        return self._decoded(RESUME, ResumePoint)

    def save_resume_point(self, stand: ResumePoint | None) -> None:
        """Keep where the open session stands; None for no open session."""
        self._save(RESUME, {} if stand is None else stand.to_json())

    # Beneath

    def _numbers(self, *, aside: bool) -> set[int]:
        pattern = re.compile(r"([1-9][0-9]{0,14})\b.*" if aside else r"([1-9][0-9]{0,14})\.jsonl", re.DOTALL)
        found = (pattern.fullmatch(name) for name in self._outbox.names(SESSIONS))
        return {int(match[1]) for match in found if match}

    def _note(self, raw: Mapping[str, object]) -> None:
        self._outbox.append(JOURNAL, (_json(raw) + "\n").encode())

    def _save(self, path: str, raw: Mapping[str, object]) -> None:
        self._outbox.replace(path, (_json(raw) + "\n").encode())

    def _mended(self, path: str, *, header: bool = False) -> bytes | None:
        """Read a file of lines; complete or cut its last one, so that the next stands on its own.

        `header`: a record, which is nothing without its first line, and of which no line may be left out.
        """
        data = self._outbox.read(path)
        if not data:
            return data
        found = ending(data)
        if found.end is End.BEGUN and header:
            self._say(f"{path}: nothing but the beginning of its first line is there; it stays as it is")
            return None
        if found.end is End.FOREIGN and header:
            self._put_away(path, "what stands behind its last new line is no line and no beginning of one")
            return None
        if found.end in (End.OPEN, End.FOREIGN):
            self._outbox.append(path, b"\n")
            return data + b"\n"
        if found.end in (End.TORN, End.BEGUN):
            why = _unreadable(data[: found.start]) if header else ""
            if why:
                # Nothing is cut from what is set aside anyway.
                self._put_away(path, why)
                return None
            return self._cut(path, data, found.start)
        return data

    def _cut(self, path: str, data: bytes, start: int) -> bytes:
        piece = data[start:]
        kept = ""
        if piece.strip(b"\0"):
            self._outbox.append(path + CUT, piece.rstrip(b"\0") + b"\n")
            kept = f" and kept in {path}{CUT}"
        self._outbox.truncate(path, start)
        self._say(f"{path}: the last line was torn; {len(piece)} bytes of it are cut off{kept}")
        return data[:start]

    def _whole(self, path: str) -> dict[str, object]:
        """Read a whole file, or its previous generation; {} if there is neither."""
        data = self._outbox.read(path)
        try:
            if data is not None:
                return json_object(data.removeprefix(BOM), judged=True)
        except JsonError as error:
            self._put_away(path, str(error))
        earlier = self._outbox.read(f"{path}.1")
        try:
            return {} if earlier is None else json_object(earlier.removeprefix(BOM), judged=True)
        except JsonError as error:
            self._say(f"{path}.1: cannot be read: {error}; what it held begins anew")
            return {}

    def _decoded(self, path: str, kind: type[D]) -> D | None:
        raw = self._whole(path)
        found = decode(kind, raw)
        self._say_anew(path, found.faults if raw else ())
        return found.value

    def _say_anew(self, path: str, faults: Iterable[str]) -> None:
        for fault in faults:
            self._say(f"{path}: {fault}; that begins anew")

    def _put_away(self, path: str, why: str) -> None:
        name = self._outbox.set_aside(path)
        where = f"it is kept as {name}" if name else "it stays where it is"
        self._say_aside(f"{path}: cannot be read: {why}; {where}")

    def _say_aside(self, word: str) -> None:
        self.aside += 1
        self._say(word)

    def _say(self, word: str) -> None:
        if word not in self._said and word not in self._words:
            self._words.append(word)


def _unreadable(data: bytes) -> str:
    """Say why bytes are no record; "" if they are one."""
    try:
        read(data)
    except RecordError as error:
        return str(error)
    return ""


def _json(raw: Mapping[str, object]) -> str:
    text = json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
    # Half of a surrogate pair is no text of a file; escaped it can be written at least.
    return text if text.isascii() or _is_text(text) else json.dumps(raw, separators=(",", ":"))


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
