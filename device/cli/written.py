"""A file that a command writes at its end, whole or not at all."""

from __future__ import annotations

import os
from errno import EEXIST
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def _same(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and path.samefile(other)


class Written:
    """Lines that become a file. What the file held before stays until all of them are stored."""

    def __init__(self, path: Path, others: Iterable[Path]) -> None:
        """Raises OSError for a file that cannot be written, also if it is one of `others`."""
        if any(path.resolve() == other.resolve() or _same(path, other) for other in others):
            raise OSError(EEXIST, "this run reads or writes it already")
        self._path = path
        self._plain = path.is_file() or not path.exists()
        """Not a pipe or a device, which cannot be put in place of another."""
        self.lines: list[str] = []
        if path.exists():
            path.open("a", encoding="utf-8").close()
        else:
            self._beside.open("w", encoding="utf-8").close()
            self._beside.unlink()

    @property
    def _beside(self) -> Path:
        """Where it is written first: beside a link's file, if it is a link."""
        real = self._path.resolve()
        return real.with_name(f".{real.name}.{os.getpid()}")

    def write(self) -> None:
        """Store all lines. Raises OSError, and leaves what was there before."""
        text = "".join(f"{line}\n" for line in self.lines)
        if not self._plain:
            self._path.write_text(text, encoding="utf-8")
            return
        beside = self._beside
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self._path.resolve())
        except OSError:
            beside.unlink(missing_ok=True)
            raise
