"""Writes that are not lost when the storage takes nothing for a while.

Laws of this file:
- a write that fails is kept in memory, in order, with all that come after it; nothing overtakes;
- the storage is tried again after 1 s, then ever more seldom, up to every 30 s: no loop of errors (F22);
- what a failed write left behind is cut off before the write is tried again;
- `read` answers what the file will be once all is written.
"""

from __future__ import annotations

import errno
import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from hal.ports import NEVER

if TYPE_CHECKING:
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

    def __str__(self) -> str:
        return f"{self.path}: not saved: {self.detail}; {_REMEDIES[self.fault]}"

    @classmethod
    def of(cls, path: str, error: OSError) -> StorageProblem:
        """Say what an error of the system means."""
        fault = _FAULTS.get(error.errno or 0, StorageFault.FAILED)
        return cls(fault, path, error.strerror or str(error))


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


class Outbox:
    """All writes go through here. Never raises OSError: see `problem`."""

    def __init__(self, disk: Disk, clock: Clock) -> None:
        self._disk = disk
        self._clock = clock
        self._waiting: list[_Write] = []
        self._held: dict[str, bytes] = {}
        """Confirmed content of the last few files that were appended to; read without the storage."""
        self._torn: set[str] = set()
        """Files that a failed append may have left too long."""
        self._problem: StorageProblem | None = None
        self._due_us = NEVER
        self._wait_us = FIRST_RETRY_US

    @property
    def problem(self) -> StorageProblem | None:
        """Why nothing is saved at present, or None."""
        return self._problem

    @property
    def unsaved(self) -> int:
        """How many writes wait."""
        return len(self._waiting)

    def append(self, path: str, data: bytes) -> None:
        """Append whole lines and sync, or keep them for later."""
        self._put(_Append(path, data))

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file, or keep it for later; of several that wait the last is kept."""
        self._waiting = [w for w in self._waiting if not (isinstance(w, _Replace) and w.path == path)]
        self._put(_Replace(path, data))

    def truncate(self, path: str, size: int) -> None:
        """Cut a file, now or later."""
        self._put(_Truncate(path, size))

    def read(self, path: str) -> bytes | None:
        """Return a file with all that waits for it, or None if there is none or it cannot be read."""
        data = self._held.get(path)
        if data is None:
            try:
                data = self._disk.read(path)
            except OSError as error:
                self._note(path, error)
        for write in self._waiting:
            if write.path == path:
                data = _applied(write, data or b"")
        return data

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the file names in a folder, those that wait to be written too."""
        try:
            known = set(self._disk.names(folder))
        except OSError as error:
            self._note(folder, error)
            known = set()
        inside = f"{folder}/"
        known |= {w.path.removeprefix(inside) for w in self._waiting if w.path.startswith(inside)}
        return tuple(sorted(known))

    def set_aside(self, path: str) -> str | None:
        """Rename an unreadable file and return its new name, or None if that could not be done."""
        self._held.pop(path, None)
        self._torn.discard(path)
        try:
            return self._disk.set_aside(path)
        except OSError as error:
            self._note(path, error)
            return None

    def step(self, now_us: int) -> int:
        """Try again if it is time; return when to call again."""
        if now_us >= self._due_us:
            self._flush(now_us)
        return self._due_us

    def flush(self) -> bool:
        """Try now, whatever the time, for example before the power goes; True if all is saved."""
        self._flush(self._clock.now_us())
        return not self._waiting

    def _put(self, write: _Write) -> None:
        self._waiting.append(write)
        now_us = self._clock.now_us()
        if self._problem is None or now_us >= self._due_us:
            self._flush(now_us)

    def _flush(self, now_us: int) -> None:
        while self._waiting:
            write = self._waiting[0]
            try:
                self._write(write)
            except OSError as error:
                self._fail(write.path, error)
                return
            del self._waiting[0]
        if self._problem is not None:
            _log.info("storage: saving again, all that waited is written")
        self._problem = None
        self._due_us, self._wait_us = NEVER, FIRST_RETRY_US

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

    def _note(self, path: str, error: OSError) -> None:
        """Say that reading failed; when to write again is not changed by that."""
        if self._problem is None:
            self._fail(path, error)

    def _fail(self, path: str, error: OSError) -> None:
        problem = StorageProblem.of(path, error)
        if self._problem is None:
            _log.warning("storage: %s", problem)
            self._wait_us = FIRST_RETRY_US
        else:
            self._wait_us = min(self._wait_us * 2, LAST_RETRY_US)
        self._problem = problem
        self._due_us = self._clock.now_us() + self._wait_us


def _applied(write: _Write, data: bytes) -> bytes:
    if isinstance(write, _Append):
        return data + write.data
    return write.data if isinstance(write, _Replace) else data[: write.size]
