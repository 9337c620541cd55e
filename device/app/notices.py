"""Lines about what happened by itself, in the order they are to be told: one a part, nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.text.line import Line


class Notices:
    """What waits to be told: another notice stands there, or nothing may change by itself (M6.1)."""

    def __init__(self) -> None:
        self._waiting: dict[str, Line] = {}

    def put(self, about: str, text: Line, *, over: bool = False) -> None:
        """Let a line wait its turn; `over`: what it speaks of has ended.

        An end that comes before its beginning was told makes both of them no news.
        """
        untold = self._waiting.pop(about, None) is not None
        if not (over and untold):
            self._waiting[about] = text

    def take(self) -> Line | None:
        """Return the line whose turn it is, or None."""
        for about in self._waiting:
            return self._waiting.pop(about)
        return None
