"""What is amiss in the settings, one line a problem."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 60
"""Characters of a word that could be meant for another."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing amiss, with where it is and what would be right."""

    file: str
    line: int | None
    """Counted from 1; None if the key is not in the file itself."""
    message: str
    advice: bool = False
    """True if the value is used all the same."""

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {'advice: ' if self.advice else ''}{self.message}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" for the nearest known word, or nothing; also for a very long one."""
    if len(word) > _LONGEST:
        return ""
    folded = {one.casefold(): one for one in known}
    near = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    if not near:
        # A word that was begun or abridged is far by distance and near by sense.
        near = [one for one in folded if len(word) > 2 and one.startswith(word.casefold())][:1]
    return f'; did you mean "{folded[near[0]]}"?' if near else ""
