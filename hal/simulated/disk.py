"""A card in memory that can be full, read-only, or lose its power at any byte of any write.

Laws of this file:
- data is safe once its file was synced, a name once its folder was, and no sooner;
- what was not safe may be there after a cut, or not, or in part: `Keep` chooses;
- after a cut every operation raises PowerCut until the power is on again.
"""

from __future__ import annotations

import errno as errnos
import os
from dataclasses import dataclass, field
from enum import Enum

from hal.disk.synced import SyncedDisk
from hal.simulated.errors import PowerCut


class Keep(Enum):
    """What a power cut leaves of all that was not synced."""

    NOTHING = "nothing"
    ALL = "all"
    HALF = "half"
    """Half of the bytes that were appended; of the names, those changed first."""
    ZEROS = "zeros"
    """The length of what was appended, but zeros in its place."""


@dataclass(slots=True)
class _File:
    """One file, whatever its names."""

    data: bytes = b""
    safe: bytes = b""

    def after_cut(self, keep: Keep) -> bytes:
        grown = self.data.startswith(self.safe)
        if keep is Keep.ALL:
            return self.data
        if keep is Keep.NOTHING or not grown:
            return self.safe
        more = len(self.data) - len(self.safe)
        if keep is Keep.HALF:
            return self.data[: len(self.safe) + more // 2]
        return self.safe + bytes(more)


@dataclass(slots=True)
class SimFileOps:
    """Implements hal.disk.synced.FileOps. `steps` counts each byte written and each other change."""

    steps: int = 0
    cut_at: int | None = None
    """The power goes in the middle of this step (counted from 1): it is not carried out."""
    dead: bool = False
    blocked_errno: int | None = None
    """ENOSPC or EROFS, while the card is full or read-only."""
    room: int = 0
    """Bytes that still fit on a full card."""
    _names: dict[str, _File] = field(default_factory=dict)
    _safe_names: dict[str, _File] = field(default_factory=dict)
    _changes: list[tuple[str, _File | None]] = field(default_factory=list)
    """Names set or taken away since the folder of each was synced, in order."""
    _folders: set[str] = field(default_factory=lambda: {""})

    def _step(self) -> None:
        self._alive()
        self.steps += 1
        if self.cut_at is not None and self.steps >= self.cut_at:
            self.dead = True
            raise PowerCut

    def _alive(self) -> None:
        if self.dead:
            raise PowerCut

    def _change(self) -> None:
        self._alive()
        if self.blocked_errno == errnos.EROFS:
            raise _error(errnos.EROFS)
        self._step()

    def _file(self, path: str) -> _File:
        if path not in self._names:
            raise _error(errnos.ENOENT, path)
        return self._names[path]

    def _set(self, path: str, file: _File | None) -> None:
        if file is None:
            del self._names[path]
        else:
            self._names[path] = file
        self._changes.append((path, file))

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""
        self._alive()
        file = self._names.get(path)
        return None if file is None else file.data

    def size(self, path: str) -> int | None:
        """Return the size in bytes, or None if there is no such file."""
        data = self.read(path)
        return None if data is None else len(data)

    def create(self, path: str) -> None:
        """Make an empty file, or empty the one there is."""
        if path.rpartition("/")[0] not in self._folders:
            raise _error(errnos.ENOENT, path)
        self._change()
        if path in self._names:
            self._names[path].data = b""
        else:
            self._set(path, _File())

    def write(self, path: str, data: bytes) -> None:
        """Append byte by byte: each is a step."""
        file = self._file(path)
        if self.blocked_errno is None and (self.cut_at is None or self.steps + len(data) < self.cut_at):
            self._alive()
            self.steps += len(data)
            file.data += data
            return
        for k in range(len(data)):
            self._alive()
            if self.blocked_errno == errnos.ENOSPC:
                if not self.room:
                    raise _error(errnos.ENOSPC, path)
                self.room -= 1
            self._change()
            file.data += data[k : k + 1]

    def sync(self, path: str) -> None:
        """Make the data of a file safe."""
        file = self._file(path)
        self._change()
        file.safe = file.data

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        file = self._file(path)
        self._change()
        file.data = file.data[:size].ljust(size, b"\0")

    def rename(self, old: str, new: str) -> None:
        """Rename, over whatever had the new name."""
        file = self._file(old)
        self._change()
        self._set(new, file)
        self._set(old, None)

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""
        file = self._file(old)
        if new in self._names:
            raise _error(errnos.EEXIST, new)
        self._change()
        self._set(new, file)

    def remove(self, path: str) -> None:
        """Take a name away."""
        self._file(path)
        self._change()
        self._set(path, None)

    def make_folder(self, folder: str) -> bool:
        """Make a folder and those above it; False if it was there. Folders are safe at once."""
        if folder in self._folders:
            return False
        self._change()
        parts = folder.split("/")
        self._folders |= {"/".join(parts[: k + 1]) for k in range(len(parts))}
        return True

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder safe."""
        self._change()
        here = [c for c in self._changes if c[0].rpartition("/")[0] == folder]
        self._changes = [c for c in self._changes if c[0].rpartition("/")[0] != folder]
        _apply(self._safe_names, here)

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a folder, in any order; empty if there is none."""
        self._alive()
        split = (path.rpartition("/") for path in self._names)
        return tuple(name for above, _, name in split if above == folder)

    def after_cut(self, keep: Keep) -> SimFileOps:
        """Return the card as the next start finds it."""
        names = dict(self._safe_names)
        kept = {Keep.NOTHING: 0, Keep.HALF: len(self._changes) // 2}.get(keep, len(self._changes))
        _apply(names, self._changes[:kept])
        files: dict[int, _File] = {}
        for file in names.values():
            left = file.after_cut(keep)
            files[id(file)] = _File(left, left)
        fresh = {path: files[id(file)] for path, file in names.items()}
        return SimFileOps(_names=fresh, _safe_names=dict(fresh), _folders=set(self._folders))


def _apply(names: dict[str, _File], changes: list[tuple[str, _File | None]]) -> None:
    for path, file in changes:
        if file is None:
            names.pop(path, None)
        else:
            names[path] = file


def _error(errno: int, path: str | None = None) -> OSError:
    return OSError(errno, os.strerror(errno), path)


class SimDisk(SyncedDisk):
    """Implements hal.ports.Disk in memory."""

    def __init__(self, ops: SimFileOps | None = None) -> None:
        self.ops = SimFileOps() if ops is None else ops
        super().__init__(self.ops)

    @property
    def steps(self) -> int:
        """Bytes written and other changes so far; each is a place where the power can go."""
        return self.ops.steps

    def cut_at(self, step: int | None) -> None:
        """Let the power go in the middle of that step; None takes the order back."""
        self.ops.cut_at = step

    def cut(self, keep: Keep = Keep.NOTHING) -> SimDisk:
        """Cut the power now, if it has not gone; returns the disk that the next start finds."""
        self.ops.dead = True
        return SimDisk(self.ops.after_cut(keep))

    def fault(self, what: str | None, *, room: int = 0) -> None:
        """Let the card be `full` (with `room` bytes left) or `readonly`; None or `ok` ends it (F22)."""
        errno = {"full": errnos.ENOSPC, "readonly": errnos.EROFS, "ok": None, None: None}
        if what not in errno:
            raise ValueError(f"storage can be full, readonly or ok, not {what!r}")
        self.ops.blocked_errno = errno[what]
        self.ops.room = room
