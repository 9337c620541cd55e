"""Reading the glass: whether words stand on it, found by their ink, as an eye would."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from device.draw.text import stencil
from hal.frame import HEIGHT, WIDTH, Frame

if TYPE_CHECKING:
    from PIL import Image

SIZES = (8, 9, 10, 13, 17, 20)
"""Heights of capitals that the product writes in."""


def _rows(image: Image.Image) -> list[int]:
    """Return the rows of a picture of mode "1" as numbers, the leftmost pixel as the highest bit."""
    spare = -image.width % 8
    data, stride = image.tobytes(), (image.width + spare) // 8
    return [int.from_bytes(data[at : at + stride], "big") >> spare for at in range(0, len(data), stride)]


@lru_cache(maxsize=512)
def _ink(word: str, size: int) -> tuple[int, tuple[int, ...]]:
    mask = stencil("", size, word).mask
    return (0, ()) if mask is None else (mask.width, tuple(_rows(mask)))


def _stands(rows: list[int], word: str, size: int) -> bool:
    width, ink = _ink(word, size)
    if not ink or width > WIDTH:
        return False
    cover = (1 << width) - 1
    for top in range(HEIGHT - len(ink) + 1):
        for shift in range(WIDTH - width + 1):
            if all(rows[top + at] >> shift & cover == row for at, row in enumerate(ink)):
                return True
    return False


def says(pages: bytes, words: str) -> bool:
    """Tell whether all words stand on a frame, in one size, upright, light on dark or dark on light."""
    rows = _rows(Frame(pages).image())
    turned = [row ^ ((1 << WIDTH) - 1) for row in rows]
    return any(
        all(_stands(rows, word, size) or _stands(turned, word, size) for word in words.split())
        for size in SIZES
    )
