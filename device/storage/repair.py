"""What a power cut, an editor or a failing card left at the end of a file of lines, and what becomes of it.

Laws of this file:
- only what can be the beginning of a line is cut: what was being written when the power went (F21);
- the first line of a record is never cut: without its header nothing of it could be read (F35).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.json_object import BOM, JsonError, is_beginning, json_object


class End(Enum):
    """How a file of lines ends."""

    WHOLE = "whole"
    OPEN = "open"
    """The last line is whole and lacks its new line."""
    TORN = "torn"
    """The last line is the beginning of one."""
    BEGUN = "begun"
    """There is nothing but the beginning of a first line."""
    FOREIGN = "foreign"
    """What stands there after the last new line is no line and no beginning of one."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a file of lines."""

    end: End
    start: int = 0
    """Where the last line begins, in bytes."""


def ending(data: bytes) -> Ending:
    """Look at the end of a file of lines; an empty one is whole."""
    start = data.rfind(b"\n") + 1
    piece = data[start:]
    if not piece.strip():
        return Ending(End.WHOLE)
    if _is_whole(piece):
        return Ending(End.OPEN, start)
    if not is_beginning(piece.removeprefix(BOM)):
        return Ending(End.FOREIGN, start)
    return Ending(End.TORN if data[:start].removeprefix(BOM).strip() else End.BEGUN, start)


def _is_whole(line: bytes) -> bool:
    """Tell whether it is a JSON object to its end, also one that is not taken."""
    try:
        json_object(line.removeprefix(BOM))
    except JsonError as error:
        return error.whole
    return True
