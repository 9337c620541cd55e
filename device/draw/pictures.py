"""Small drawings above a line: what lies on the table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from device.draw import glyphs

if TYPE_CHECKING:
    from collections.abc import Callable

_HEIGHT = 17


def _packs(pen: ImageDraw.ImageDraw) -> None:
    for left in (0, 22, 44):
        pen.rectangle((left + 2, 0, left + 14, 14), outline=1)
        pen.rectangle((left, 2, left + 12, 16), fill=0, outline=1)


def _fan(pen: ImageDraw.ImageDraw) -> None:
    for index in range(8):
        pen.rectangle((index * 6, 0, index * 6 + 11, 16), fill=0, outline=1)


def _grid(pen: ImageDraw.ImageDraw) -> None:
    for index in range(9):
        x, y = index % 3 * 6, index // 3 * 6
        if index == 4:
            pen.ellipse((x, y, x + 4, y + 4), outline=1)
        else:
            pen.rectangle((x, y, x + 4, y + 4), outline=1)


def _center(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((0, 0, 16, 16), outline=1)
    pen.ellipse((4, 4, 12, 12), outline=1)


def _tokens(pen: ImageDraw.ImageDraw) -> None:
    for index in range(4):
        pen.rectangle((index * 14, 4, index * 14 + 8, 12), outline=1)


def _markers(pen: ImageDraw.ImageDraw) -> None:
    for index in range(8):
        glyphs.disc(pen, 3 + index * 10, 8, 7, lit=True)


def _decks(pen: ImageDraw.ImageDraw) -> None:
    for left in (0, 34):
        for step in (0, 2, 4):
            pen.rectangle((left + step, 4 - step, left + step + 12, 16 - step), fill=0, outline=1)


_PICTURES: dict[str, tuple[int, Callable[[ImageDraw.ImageDraw], None]]] = {
    "packs": (59, _packs),
    "fan": (54, _fan),
    "grid": (17, _grid),
    "center": (17, _center),
    "tokens": (51, _tokens),
    "markers": (77, _markers),
    "decks": (51, _decks),
}
NAMES = tuple(_PICTURES)
"""Names that `LineBody.picture` may have."""


@lru_cache(maxsize=16)
def picture(name: str) -> Image.Image:
    """Return a drawing by name. Raises ValueError for a name that is none."""
    if name not in _PICTURES:
        raise ValueError(f"no picture {name!r}: choose one of {', '.join(NAMES)}")
    width, draw = _PICTURES[name]
    image = Image.new("1", (width, _HEIGHT))
    draw(ImageDraw.Draw(image))
    return image
