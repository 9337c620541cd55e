"""The one door for files that others may have left: a look before anything is opened, and never a wait.

Laws of this file:
- only a regular file is opened; a pipe, a device, a folder, a loop of links is named in words instead;
- opening never blocks, and what is read is bounded in bytes, also where a file has no size or grows;
- whoever owns the folder says that no link is followed there (F57).
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MOST_LINES = 8 << 20
"""Bytes of a file of lines: tens of thousands of touches, or of sessions."""
MOST_WHOLE = 1 << 20
"""Bytes of a file that is read as a whole: settings, choices, progress, scenarios."""
MOST_FONT = 32 << 20
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe (FIFO)",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class NoFileError(OSError):
    """What lies there is not read or written; its `strerror` says in words what it is."""


def kind_of(path: Path) -> str | None:
    """Say what lies there, e.g. `a folder`, without following a link; None for nothing. Raises OSError."""
    try:
        return _KINDS.get(stat.S_IFMT(path.lstat().st_mode), "a file")
    except FileNotFoundError:
        return None


def open_file(path: Path, flags: int, *, links: bool = True) -> int:
    """Open a regular file that is there; raises OSError, NoFileError for what is none.

    `links`: whether a link in its place is followed.
    """
    _regular(path.stat(follow_symlinks=links), path)
    extra = os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY | (0 if links else os.O_NOFOLLOW)
    file = os.open(path, flags | extra)
    try:
        # It may have been exchanged since.
        _regular(os.fstat(file), path)
    except OSError:
        os.close(file)
        raise
    return file


def read_file(path: Path, most: int, *, links: bool = True) -> bytes:
    """Return a whole regular file of at most so many bytes; raises OSError, NoFileError for what is none."""
    file = open_file(path, os.O_RDONLY, links=links)
    try:
        size = os.fstat(file).st_size
        if size > most:
            raise _too_large(path, most)
        parts, rest = [], most + 1
        while rest and (part := os.read(file, min(rest, 1 << 20))):
            parts.append(part)
            rest -= len(part)
    finally:
        os.close(file)
    if not rest:
        raise _too_large(path, most)
    return b"".join(parts)


def make_root(root: Path) -> None:
    """Make the folder of all; a link in its place may lead to one. Raises OSError in words."""
    if root.is_dir():
        return
    try:
        root.mkdir(mode=0o755, parents=True)
    except (FileExistsError, NotADirectoryError):
        there = next((one for one in (root, *root.parents) if one.exists() and not one.is_dir()), root)
        raise NoFileError(errno.ENOTDIR, f"{there} is {kind_of(there)}, not a folder", str(there)) from None


def _regular(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "something else")
        raise NoFileError(errno.EINVAL, f"it is {kind}, not a file", str(path))


def _too_large(path: Path, most: int) -> NoFileError:
    return NoFileError(errno.EFBIG, f"it is larger than {most >> 10} kB", str(path))
