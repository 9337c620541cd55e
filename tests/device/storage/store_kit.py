"""A store over files in a dict, on a clock that goes when told."""

from __future__ import annotations

import errno

from device.games.registry import GAMES
from device.storage.progress import Progress
from device.storage.store import Store

HEADER = '{"format":"palmstone-record","version":1,"game":"nevermind","options":{}}'
MIND = HEADER.replace("nevermind", "the-mind")
DRAW = '{"do":"draw"}'


class FakeDisk:
    """Files in a dict; fails with any errno, after having written `partial` bytes of an append."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(files or {})
        self.errno = 0
        self.partial = 0
        self.calls = 0

    def _check(self) -> None:
        self.calls += 1
        if self.errno:
            raise OSError(self.errno, "no")

    def read(self, path: str) -> bytes | None:
        if self.errno == errno.EIO:
            raise OSError(errno.EIO, "Input/output error")
        return self.files.get(path)

    def append(self, path: str, data: bytes) -> None:
        if self.errno and self.errno != errno.EROFS:
            self.files[path] = self.files.get(path, b"") + data[: self.partial]
        self._check()
        self.files[path] = self.files.get(path, b"") + data

    def replace(self, path: str, data: bytes) -> None:
        self._check()
        if path in self.files:
            self.files[f"{path}.1"] = self.files.pop(path)
        self.files[path] = data

    def truncate(self, path: str, size: int) -> None:
        if self.errno != errno.ENOSPC:
            self._check()
        self.files[path] = self.files[path][:size]

    def set_aside(self, path: str) -> str:
        self._check()
        name = f"{path}.bad"
        while name in self.files:
            name += "x"
        self.files[name] = self.files.pop(path)
        return name

    def names(self, folder: str) -> tuple[str, ...]:
        if self.errno == errno.EIO:
            raise OSError(errno.EIO, "Input/output error")
        inside = f"{folder}/"
        return tuple(sorted(name.removeprefix(inside) for name in self.files if name.startswith(inside)))


KEPT = GAMES.kept


class FakeClock:
    """A clock that goes when told."""

    def __init__(self) -> None:
        self.us = 0

    def now_us(self) -> int:
        return self.us

    def wall(self) -> float | None:
        return None


def a_store(files: dict[str, bytes] | None = None) -> tuple[Store, FakeDisk, FakeClock]:
    disk, clock = FakeDisk(files), FakeClock()
    return Store(disk, clock, KEPT), disk, clock


def progress(
    unlocked: int = 1, *, first_start_done: bool = False, help_seen: tuple[str, ...] = ()
) -> Progress:
    """Return progress with the milestones of the games."""
    return Progress({"unlocked": unlocked}, first_start_done, help_seen)


def whole(store: Store, session: int) -> bytes | None:
    raw = store.load(session)
    return None if raw is None else raw.data
