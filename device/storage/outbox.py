"""Writes that are not lost when the storage takes nothing for a while.

Laws of this file:
- a write that fails is kept in memory, with all that come after it for the same file, in order; no file waits
  for another (F33);
- a file is tried again after 1 s, then ever more seldom, up to every 30 s: no loop of errors (F22);
- what a failed write left behind is cut off before the write is tried again;
- what cannot be read, or is no file, is set aside, with a word: it is renamed, never deleted;
- `read` answers what the file will be once all is written.
"""

from __future__ import annotations

import errno
import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from hal.disk.door import NoFileError
from hal.ports import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock, Disk

_log = logging.getLogger(__name__)
FIRST_RETRY_US = 1_000_000
LAST_RETRY_US = 30_000_000
HELD_FILES = 4


class StorageFault(StrEnum):
    """Why the storage takes nothing."""

    FULL = "full"
    READ_ONLY = "read_only"
    FAILED = "failed"


_FAULTS = {
    errno.ENOSPC: StorageFault.FULL,
    errno.EDQUOT: StorageFault.FULL,
    errno.EROFS: StorageFault.READ_ONLY,
    errno.EACCES: StorageFault.READ_ONLY,
    errno.EPERM: StorageFault.READ_ONLY,
}
_REMEDIES = {
    StorageFault.FULL: "free some space; nothing is lost while the device stays on",
    StorageFault.READ_ONLY: "remount it for writing or give the folder to the user of the device",
    StorageFault.FAILED: "check the card",
}


@dataclass(frozen=True, slots=True)
class StorageProblem:
    """The storage takes nothing at present."""

    fault: StorageFault
    path: str
    """Relative to the state folder."""
    detail: str
    """What the system said."""
    remedy: str = ""
    """What to do; "" is what helps with such a fault."""

    def __str__(self) -> str:
        return f"{self.path}: not saved: {self.detail}; {self.remedy or _REMEDIES[self.fault]}"

    @classmethod
    def of(cls, path: str, error: OSError) -> StorageProblem:
        """Say what an error of the system means."""
        fault = _FAULTS.get(error.errno or 0, StorageFault.FAILED)
        remedy = "move it away" if isinstance(error, NoFileError) else ""
        return cls(fault, path, error.strerror or str(error), remedy)


@dataclass(frozen=True, slots=True)
class _Append:
    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class _Replace:
    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class _Truncate:
    path: str
    size: int


_Write: TypeAlias = _Append | _Replace | _Truncate
_PASSING = frozenset((errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EINTR))
"""Errors of a moment: they say nothing of the file."""
_OF_THE_CARD = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOENT, errno.ENODEV))
"""Errors that no other name would mend."""


@dataclass(slots=True)
class _Queue:
    """What waits for one file, and why."""

    writes: list[_Write]
    problem: StorageProblem | None = None
    due_us: int = NEVER
    """When it is tried again."""
    wait_us: int = FIRST_RETRY_US


class Outbox:
    """All writes go through here. Never raises OSError: see `problem`."""

    def __init__(self, disk: Disk, clock: Clock, say: Callable[[str], None] | None = None) -> None:
        """`say` hears of what was set aside, in a sentence each; else it is logged."""
        self._disk = disk
        self._clock = clock
        self._say = say or _log.warning
        self._queues: dict[str, _Queue] = {}
        """By file; one that has nothing to wait for has none."""
        self._held: dict[str, bytes] = {}
        """Confirmed content of the last few files that were appended to; read without the storage."""
        self._torn: set[str] = set()
        """Files that a failed append may have left too long."""
        self._renewed: set[str] = set()
        """Files that were written anew because they took nothing; that is done once."""

    @property
    def problem(self) -> StorageProblem | None:
        """Why something is not saved at present, or None."""
        return next((queue.problem for queue in self._queues.values() if queue.problem is not None), None)

    @property
    def unsaved(self) -> int:
        """How many writes wait."""
        return sum(len(queue.writes) for queue in self._queues.values())

    def append(self, path: str, data: bytes) -> None:
        """Append whole lines and sync, or keep them for later."""
        self._put(_Append(path, data))

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file, or keep it for later; of several that wait the last is kept."""
        if path in self._queues:
            self._queues[path].writes.clear()
        self._put(_Replace(path, data))

    def truncate(self, path: str, size: int) -> None:
        """Cut a file, now or later."""
        self._put(_Truncate(path, size))

    def read(self, path: str) -> bytes | None:
        """Return a file with all that waits for it, or None if there is none; what cannot be read is set
        aside, and then there is none.
        """
        data = self._held.get(path)
        if data is None:
            try:
                data = self._disk.read(path)
            except OSError as error:
                self._unreadable(path, error)
        for write in self._waiting(path):
            data = _applied(write, data or b"")
        return data

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of what lies in a folder, and of what waits to be written there."""
        try:
            known = set(self._disk.names(folder))
        except OSError as error:
            self._unreadable(folder, error)
            known = set()
        waiting = (path.rpartition("/") for path, queue in self._queues.items() if queue.writes)
        return tuple(sorted(known | {name for above, _, name in waiting if above == folder}))

    def set_aside(self, path: str) -> str | None:
        """Rename an unreadable file and return its new name, or None if that could not be done."""
        try:
            name = self._disk.set_aside(path)
        except OSError as error:
            self._note(path, error)
            return None
        self._held.pop(path, None)
        self._torn.discard(path)
        if path in self._queues:
            # What was to be cut, or to be ended with a new line, is not there any more.
            queue = self._queues[path]
            queue.writes = [w for w in queue.writes if not isinstance(w, _Truncate) and w.data.strip()]
            self._done(path)
        return name

    def step(self, now_us: int) -> int:
        """Try again what is due; return when to call again."""
        for path, queue in tuple(self._queues.items()):
            if now_us >= queue.due_us:
                self._flush(path, now_us)
        return min((queue.due_us for queue in self._queues.values()), default=NEVER)

    def flush(self) -> bool:
        """Try now, whatever the time, for example before the power goes; True if all is saved."""
        for path in tuple(self._queues):
            self._flush(path, self._clock.now_us())
        return not self.unsaved

    def _waiting(self, path: str) -> list[_Write]:
        return self._queues[path].writes if path in self._queues else []

    def _put(self, write: _Write) -> None:
        queue = self._queues.setdefault(write.path, _Queue([]))
        queue.writes.append(write)
        now_us = self._clock.now_us()
        if queue.problem is None or now_us >= queue.due_us:
            self._flush(write.path, now_us)

    def _flush(self, path: str, now_us: int) -> None:
        queue = self._queues[path]
        while queue.writes:
            try:
                self._write(queue.writes[0])
            except OSError as error:
                if not self._out_of_the_way(path, error):
                    self._fail(path, error)
                    return
                continue
            del queue.writes[0]
        self._done(path)

    def _done(self, path: str) -> None:
        """Forget a queue in which nothing waits."""
        if self._queues[path].writes:
            return
        troubled = self._queues.pop(path).problem is not None
        if troubled and self.problem is None:
            _log.info("storage: saving again, all that waited is written")

    def _write(self, write: _Write) -> None:
        path = write.path
        if isinstance(write, _Append):
            held = self._mend(path)
            self._torn.add(path)
            self._disk.append(path, write.data)
            self._torn.discard(path)
            self._hold(path, held + write.data)
        elif isinstance(write, _Truncate):
            self._disk.truncate(path, write.size)
            self._torn.discard(path)
            self._held.pop(path, None)
        else:
            self._disk.replace(path, write.data)

    def _mend(self, path: str) -> bytes:
        """Cut off what a failed append left; return the confirmed content."""
        held = self._held.get(path)
        if held is None:
            held = self._disk.read(path) or b""
            self._hold(path, held)
        elif path in self._torn and len(self._disk.read(path) or b"") > len(held):
            self._disk.truncate(path, len(held))
        return held

    def _hold(self, path: str, content: bytes) -> None:
        self._held[path] = content
        spare = [other for other in self._held if other != path and other not in self._torn]
        for other in spare[: max(0, len(self._held) - HELD_FILES)]:
            del self._held[other]

    def _unreadable(self, path: str, error: OSError) -> None:
        """What cannot be read is not empty: it is set aside, or said to be a problem (F34)."""
        if not self._out_of_the_way(path, error):
            self._note(path, error)

    def _out_of_the_way(self, path: str, error: OSError) -> bool:
        """Set aside what is no file that can be read, also in the place of its folder; False if it stays.

        What can be read and not written, again and again, is written anew under its name.
        """
        if (error.errno or 0) in _PASSING | _OF_THE_CARD:
            return False
        above = path.rpartition("/")[0]
        culprit = above if isinstance(error, NoFileError) and above and error.filename == above else path
        if not isinstance(error, NoFileError) and self._reads(path):
            tried = path in self._queues and self._queues[path].problem is not None
            if not tried or path not in self._held or path in self._renewed:
                return False
            self._renewed.add(path)
        try:
            name = self._disk.set_aside(culprit)
        except OSError:
            return False
        self._write_anew(culprit)
        self._say(f"{culprit}: cannot be used: {error.strerror or error}; it is kept as {name}")
        return True

    def _write_anew(self, culprit: str) -> None:
        """What was confirmed in files that are gone comes before what waits for them."""
        for path, held in tuple(self._held.items()):
            if path == culprit or path.startswith(f"{culprit}/"):
                self._held[path] = b""
                self._torn.discard(path)
                queue = self._queues.setdefault(path, _Queue([], due_us=self._clock.now_us()))
                queue.writes[:0] = [_Append(path, held)] if held else []

    def _reads(self, path: str) -> bool:
        try:
            self._disk.read(path)
        except OSError:
            return False
        return True

    def _note(self, path: str, error: OSError) -> None:
        """Say that reading failed; when to write again is not changed by that."""
        if self.problem is None:
            self._queues.setdefault(path, _Queue([]))
            self._fail(path, error)

    def _fail(self, path: str, error: OSError) -> None:
        queue = self._queues[path]
        problem = StorageProblem.of(path, error)
        if queue.problem is None:
            if problem.fault not in {other.problem.fault for other in self._queues.values() if other.problem}:
                _log.warning("storage: %s", problem)
            queue.wait_us = FIRST_RETRY_US
        else:
            queue.wait_us = min(queue.wait_us * 2, LAST_RETRY_US)
        queue.problem = problem
        queue.due_us = self._clock.now_us() + queue.wait_us


def _applied(write: _Write, data: bytes) -> bytes:
    if isinstance(write, _Append):
        return data + write.data
    return write.data if isinstance(write, _Replace) else data[: write.size]
