"""What the product finds on a disk after a power cut, beside what its glass had shown."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine import record
from engine.games import GAMES as RULES
from hal.disk.posix import posix_disk
from hal.disk.synced import ASIDE
from tests.crash.monkey import sessions_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from device.session.sessions import Sessions
    from tests.board.crashstates import Moment

_CUT_OFF = "the last line was torn"
"""What the store says of a line that nobody saw on the glass."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the device wrote until the end, by path below its folder: records and the journal."""

    files: Mapping[str, bytes]

    @classmethod
    def of(cls, folder: Path) -> Written:
        """Read it where nothing was cut."""
        paths = (*folder.glob("sessions/*.jsonl"), *folder.glob("journal.jsonl"))
        return cls({str(path.relative_to(folder)): path.read_bytes() for path in paths})


@dataclass(frozen=True, slots=True)
class Demand:
    """What must be there after a cut."""

    lines: Mapping[str, int]
    """Whole lines, by path."""
    now: Moment
    """What stood on the glass."""
    then: Moment | None
    """What stood there next: it may be there already, or a part of it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a start made of a disk."""

    lost: str | None = None
    aside: str | None = None
    """What was set aside or left out."""
    cut_off: bool = False
    """A line was torn that nobody had seen."""
    repaired: bool = False
    """The disk could be mounted only after it was checked and mended."""


def demands(moments: Sequence[Moment]) -> list[Demand]:
    """Add up what has been shown by each moment."""
    lines: dict[str, int] = {}
    found = []
    for number, moment in enumerate(moments):
        if moment.session:
            path = _path(moment.session)
            lines[path] = max(moment.step, lines.get(path, 0))
        lines["journal.jsonl"] = max(moment.journal, lines.get("journal.jsonl", 0))
        then = moments[number + 1] if number + 1 < len(moments) else None
        found.append(Demand(dict(lines), moment, then))
    return found


class Judge:
    """Starts the product on a folder that was left, and compares."""

    def __init__(self, written: Written) -> None:
        self._written = written
        self._state = lru_cache(maxsize=4096)(self._played)

    def look(self, folder: Path, demand: Demand) -> Verdict:
        """Tell what is lost and what was set aside; the product mends the folder as it does at a start."""
        # Before a start: that one mends, and goes on with what the device gives by itself.
        fault = self._lines(folder, demand)
        with _quiet():
            sessions = sessions_on(posix_disk(folder))
            fault = fault or self._resumed(sessions, folder, demand)
            words = self._words(sessions)
        aside = [word for word in words if _CUT_OFF not in word]
        aside += [str(path.relative_to(folder)) for path in sorted(folder.rglob(f"*{ASIDE}[0-9]*"))]
        cut_off = any(_CUT_OFF in word for word in words)
        return Verdict(fault, "; ".join(aside) or None, cut_off)

    def _words(self, sessions: Sessions) -> tuple[str, ...]:
        """Read the other files too, and return what the store said of all of them."""
        store = sessions.store
        store.progress()
        store.choices()
        store.resume_point()
        problem = () if store.problem is None else (str(store.problem),)
        return (*store.take_words(), *problem)

    def _lines(self, folder: Path, demand: Demand) -> str | None:
        """Compare each file of lines with what was written."""
        for path, least in demand.lines.items():
            file, all_of_it = folder / path, self._written.files.get(path, b"")
            data = file.read_bytes() if file.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            lines = whole.count(b"\n")
            if lines < least:
                return f"{path} has {lines} lines, the glass had shown {least}"
            if not all_of_it.startswith(whole):
                return f"{path} has lines that were not written so"
        return None

    def _resumed(self, sessions: Sessions, folder: Path, demand: Demand) -> str | None:
        """Take up what stood on the glass, as the device does when it is switched on."""
        now, then = demand.now, demand.then
        if not now.session:
            return None
        path = _path(now.session)
        game = self._game(path)
        opened = sessions.resume(game) if game in sessions.open_games() else None
        if opened is None or opened.session.number != now.session:
            left = then is not None and then.session != now.session
            number = None if opened is None else opened.session.number
            return None if left else f"session {now.session} is not offered, but {number}"
        lines = (folder / path).read_bytes().count(b"\n")
        if repr(opened.session.state_json()) != self._state(path, lines):
            return f"session {now.session} is not taken up where its {lines} lines lead"
        return _ritual_fault((opened.ritual, opened.ritual_index), now, then)

    def _game(self, path: str) -> str:
        return record.parse(self._written.files[path], RULES).game.name if path in self._written.files else ""

    def _played(self, path: str, lines: int) -> str:
        """Play so many lines of a record."""
        data = b"".join(self._written.files[path].splitlines(keepends=True)[:lines])
        timeline: Any = record.resume(record.parse(data, RULES))
        return repr(timeline.game.state_to_json(timeline.state))


def _ritual_fault(found: tuple[str, int], now: Moment, then: Moment | None) -> str | None:
    """Compare where a ritual stands; resume.json tells of one session, it may be the next one already."""
    known = [now.ritual]
    if then is not None:
        known.append(then.ritual if then.session == now.session else ("", 0))
    if None in known or found in known:
        return None
    return f"session {now.session} is taken up at {found} of its ritual, not at {now.ritual}"


@contextmanager
def _quiet() -> Iterator[None]:
    """Thousands of torn lines are mended, each with a word in the log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _path(session: int) -> str:
    return f"sessions/{session}.jsonl"
