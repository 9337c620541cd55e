"""Frames as text: half blocks for goldens, braille for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.frame import HEIGHT, WIDTH

if TYPE_CHECKING:
    from hal.frame import Frame

_HALVES = " ▀▄█"
_BRAILLE = 0x2800


def _braille_bits(left: int, right: int) -> int:
    """Turn two columns of four pixels, the lowest bit on top, into the dots of a braille sign."""
    low = (left & 7) | (right & 7) << 3
    return low | (left >> 3 & 1) << 6 | (right >> 3 & 1) << 7


_DOTS = tuple(tuple(chr(_BRAILLE + _braille_bits(left, right)) for right in range(16)) for left in range(16))


def halfblocks(frame: Frame) -> str:
    """Return the frame as 32 lines of 128 signs, two pixels above each other in one; each ends in a newline.

    Dark ends of lines are cut, so that editors do not quarrel with the file.
    """
    rows = []
    for y in range(0, HEIGHT, 2):
        page, shift = y // 8 * WIDTH, y % 8
        signs = (_HALVES[frame.pages[page + x] >> shift & 3] for x in range(WIDTH))
        rows.append("".join(signs).rstrip() + "\n")
    return "".join(rows)


def braille(frame: Frame) -> list[str]:
    """Return the frame as 16 lines of 64 braille signs, 2 x 4 pixels in each."""
    rows = []
    for y in range(0, HEIGHT, 4):
        page, shift = y // 8 * WIDTH, y % 8
        cells = [frame.pages[page + x] >> shift & 15 for x in range(WIDTH)]
        rows.append("".join(_DOTS[cells[x]][cells[x + 1]] for x in range(0, WIDTH, 2)))
    return rows
