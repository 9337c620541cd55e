"""What is kept: records of sessions, the journal, progress, choices, and where the open session stands.

Laws of this file:
- a line is appended and synced before anybody sees what it did (docs/architecture.md, What is kept);
- a torn last line is cut, with a word; a file that makes no sense is set aside, with a word, never deleted;
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
from engine.json_object import BOM, JsonError, json_object
from engine.record import RawRecord, RecordError, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from _typeshed import DataclassInstance

    from device.storage.journal import JournalEntry
    from device.storage.progress import Progress
    from hal.ports import Clock, Disk

__all__ = ["CHOICES", "OpenSession", "StorageFault", "StorageProblem", "Store", "state_folder"]

D = TypeVar("D", bound="DataclassInstance")
JOURNAL = "journal.jsonl"
PROGRESS = "progress.json"
RESUME = "resume.json"
_MOST_LOOKED_AT = 50
"""Open sessions are looked for among so many of the newest."""


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
        self._outbox = Outbox(disk, clock)
        self._last = 0
        """Highest session number given out."""
        self._words: list[str] = []
        self._said: set[str] = set()
        """Words that were taken: a file is read again and again, what is wrong with it is said once."""

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
        self._last = max(self._last, *known, 0) + 1
        return self._last

    def append(self, session: int, line: str) -> None:
        """Append one line (without its newline) to the record of a session, and sync."""
        self._outbox.append(record_path(session), f"{line}\n".encode())

    def load(self, session: int) -> RawRecord | None:
        """Return the lines of a record, mended if the last one was torn; None if there is none to be read."""
        data = self._mended(record_path(session))
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

    def open_sessions(self) -> tuple[OpenSession, ...]:
        """Return the newest open session of each game, newest first."""
        closed = {entry.session for entry in self.journal()}
        found: dict[str, OpenSession] = {}
        for number in self.sessions()[: -_MOST_LOOKED_AT - 1 : -1]:
            if number in closed:
                continue
            raw = self.load(number)
            if raw is not None and raw.lines and raw.game is not None:
                found.setdefault(raw.game, OpenSession(number, raw.game))
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
        for number, line in enumerate((self._mended(JOURNAL) or b"").splitlines(), 1):
            if line.strip():
                self._take_entry(entries, f"{JOURNAL}:{number}", line)
        return tuple(entries.values())

    def _take_entry(self, entries: dict[int, JournalEntry], where: str, line: bytes) -> None:
        try:
            raw = json_object(line.removeprefix(BOM))
        except JsonError as error:
            self._say(f"{where}: this line is no journal entry: {error}; it is left out")
            return
        reopened = decode(Reopened, raw).value if raw.get("open") is True else None
        found = read_entry(raw, self._kept.facts)
        if found.value is not None:
            entries.pop(found.value.session, None)
            entries[found.value.session] = found.value
            for fault in found.faults:
                self._say(f"{where}: {fault}; that is left out")
        elif reopened is not None:
            entries.pop(reopened.session, None)
        else:
            why = ", ".join(found.faults)
            self._say(f"{where}: this line is no journal entry: {why}; it is left out")

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
        pattern = re.compile(r"(\d+)\b.*" if aside else r"(\d+)\.jsonl")
        found = (pattern.fullmatch(name) for name in self._outbox.names(SESSIONS))
        return {int(match[1]) for match in found if match}

    def _note(self, raw: Mapping[str, object]) -> None:
        self._outbox.append(JOURNAL, (_json(raw) + "\n").encode())

    def _save(self, path: str, raw: Mapping[str, object]) -> None:
        self._outbox.replace(path, (_json(raw) + "\n").encode())

    def _mended(self, path: str) -> bytes | None:
        """Read a file of lines; complete or cut its last one, so that the next stands on its own."""
        data = self._outbox.read(path)
        if data is None or not data or data.endswith(b"\n"):
            return data
        whole = data.rpartition(b"\n")[0]
        start = len(whole) + 1 if whole or data.startswith(b"\n") else 0
        if _is_whole(data[start:]):
            self._outbox.append(path, b"\n")
            return data + b"\n"
        self._outbox.truncate(path, start)
        self._say(f"{path}: the last line was torn; {len(data) - start} bytes of it are cut off")
        return data[:start]

    def _whole(self, path: str) -> dict[str, object]:
        """Read a whole file, or its previous generation; {} if there is neither."""
        data = self._outbox.read(path)
        try:
            if data is not None:
                return json_object(data.removeprefix(BOM))
        except JsonError as error:
            self._put_away(path, str(error))
        earlier = self._outbox.read(f"{path}.1")
        try:
            return {} if earlier is None else json_object(earlier.removeprefix(BOM))
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
        self._say(f"{path}: cannot be read: {why}; {where}")

    def _say(self, word: str) -> None:
        if word not in self._said and word not in self._words:
            self._words.append(word)


def _is_whole(line: bytes) -> bool:
    """Tell whether it is a JSON object to its end, also one that is not taken."""
    try:
        json_object(line.removeprefix(BOM))
    except JsonError as error:
        return error.whole
    return True


def _json(raw: Mapping[str, object]) -> str:
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
