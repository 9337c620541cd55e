"""Which bytes of a page to send, at the least cost on the bus. Pure.

Laws of this file:
- every byte that differs is in a span, no span begins or ends with a byte that does not;
- two changes are one span if the bytes between them are not more than what a new address costs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHANGED = re.compile(rb"[^\x00]+")


class Span(NamedTuple):
    """Columns `start` to `end` - 1 of one page."""

    start: int
    end: int


def move_cost(at: int, to: int) -> int:
    """Bytes on the bus to go on at column `to` of the same page, when the pointer stands at column `at`.

    A transfer costs its address byte and the control byte of the data; each of the two commands (lower and
    upper nibble of the column) costs itself and a control byte, and is left out if the nibble stays (SSD1306
    data sheet, 8.1.5.2 and table 9-1).
    """
    return 2 + 2 * ((at ^ to) & 0x0F != 0) + 2 * ((at ^ to) & 0xF0 != 0)


def spans(old: bytes, new: bytes, offset: int = 0) -> Iterator[Span]:
    """Find the spans of a page to send, in order; `offset` is the RAM column of column 0.

    Each gap is decided alone, and that is the optimum: where the pointer stands after a span depends only on
    where the span ends.
    """
    if old == new:
        return
    size = len(new)
    mask = (int.from_bytes(old, "big") ^ int.from_bytes(new, "big")).to_bytes(size, "big")
    runs = _CHANGED.finditer(mask)
    first, last = next(runs).span()
    for run in runs:
        start, end = run.span()
        if start - last > move_cost(offset + last, offset + start):
            yield Span(first, last)
            first = start
        last = end
    yield Span(first, last)
