"""One device at a time: a second copy says who holds the first (F26).

The lock is the kernel's, on the state folder and on the node of the I2C bus themselves (that one is taken by
`hal.raspberry.i2c`, with the file that it opens): no file is left behind, it works on a full or read-only
card, and it is gone with its process, however that ended.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import TYPE_CHECKING, Self

from hal.disk.door import make_root

if TYPE_CHECKING:
    from types import TracebackType

LOCKS = Path("/proc/locks")


class AlreadyRunningError(RuntimeError):
    """Another copy holds the lock. The text says who, and what to do."""

    def __init__(self, path: Path, pid: int | None) -> None:
        who = f"process {pid}" if pid is not None else "another process"
        remedy = f"stop it first (systemctl stop palmstone, or kill {pid})" if pid else "stop it first"
        super().__init__(f"{path} is in use: Palmstone already runs as {who}; {remedy}")
        self.path = path
        self.pid = pid
        """Of the holder, if the system tells."""


class Instance:
    """Holds the lock on a path until it is closed."""

    def __init__(self, path: Path, *, make_folder: bool = False) -> None:
        """Take the lock; raises AlreadyRunningError, or OSError if the path is missing or closed to us.

        `make_folder`: the path is a folder, made if it is missing; NoFileError names what is in its place.
        """
        if make_folder:
            make_root(path)
        folder = os.O_DIRECTORY if make_folder else 0
        self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | folder)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            status = os.fstat(self._fd)
            os.close(self._fd)
            raise AlreadyRunningError(path, holder(status.st_dev, status.st_ino)) from None

    def close(self) -> None:
        """Give the lock back."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def holder(device: int, inode: int, locks: Path = LOCKS) -> int | None:
    """Return the process that holds a flock on a file, or None if the kernel does not tell (proc(5))."""
    try:
        lines = locks.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    node = f"{os.major(device):02x}:{os.minor(device):02x}:{inode}"
    held = [fields for fields in map(str.split, lines) if len(fields) >= 6 and fields[1] == "FLOCK"]
    # Some file systems number their device differently there: then the inode alone decides.
    exact = [fields for fields in held if fields[5] == node]
    close = [fields for fields in held if fields[5].rpartition(":")[2] == str(inode)]
    found = exact or close
    return int(found[0][4]) if found else None
