"""The cards of the map and the small signs, drawn by hand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from device.ui.scene import Mark

MARGIN = 2
"""A card's picture is this much larger than the card on each side: the thick frame and ticks need it."""

_PILE = (
    "..#########",
    "..#.......#",
    "###.......#",
    "#.#.......#",
    "#.#.......#",
    "#.#.......#",
    "#.#.......#",
    "#.#.......#",
    "#.#########",
    "#.......#..",
    "#########..",
)
_FINE = 8
"""Heart and star are drawn so much larger and then thinned out."""


def disc(pen: ImageDraw.ImageDraw, x: int, y: int, size: int, lit: bool) -> None:
    """Fill a circle of odd diameter `size` around the pixel (x, y)."""
    half = size // 2
    pen.ellipse((x - half, y - half, x + half, y + half), fill=int(lit))


@lru_cache(maxsize=16)
def sign(name: str, size: int = 11) -> Image.Image:
    """Return a sign by name: heart or star, `size` pixels wide and high, or pile, always 11."""
    if name == "pile":
        image = Image.new("1", (len(_PILE[0]), len(_PILE)))
        image.putdata([255 if dot == "#" else 0 for row in _PILE for dot in row])
        return image
    side = size * _FINE
    large = Image.new("L", (side, side))
    pen = ImageDraw.Draw(large)
    if name == "heart":
        _heart(pen, side)
    else:
        _star(pen, side)
    return large.resize((size, size), Image.Resampling.BOX).point(lambda gray: 255 * (gray > 120), "1")


def _heart(pen: ImageDraw.ImageDraw, side: int) -> None:
    bump = side * 0.54
    pen.ellipse((0, side * 0.04, bump, side * 0.04 + bump), fill=255)
    pen.ellipse((side - bump, side * 0.04, side, side * 0.04 + bump), fill=255)
    pen.polygon(
        (
            (side * 0.05, side * 0.46),
            (side * 0.5, side),
            (side * 0.95, side * 0.46),
            (side * 0.5, side * 0.25),
        ),
        fill=255,
    )


def _star(pen: ImageDraw.ImageDraw, side: int) -> None:
    corners = []
    for index in range(10):
        reach = side * (0.54 if index % 2 == 0 else 0.25)
        angle = math.pi * index / 5
        corners.append((side / 2 + reach * math.sin(angle), side * 0.54 - reach * math.cos(angle)))
    pen.polygon(corners, fill=255)


@lru_cache(maxsize=512)
def card(mark: Mark, size: int) -> Image.Image:
    """Return the picture of a card of `size` pixels, with its margin: size + 4 in each direction."""
    side = size + 2 * MARGIN
    image = Image.new("1", (side, side))
    pen = ImageDraw.Draw(image)
    last = side - 1 - MARGIN
    pen.rectangle((MARGIN, MARGIN, last, last), fill=int(mark.face_up), outline=1)
    ink = not mark.face_up
    if mark.framed:
        _thick_frame(pen, side, mark.face_up)
    if mark.barred:
        inset = MARGIN + 2
        pen.line((inset, inset, side - 1 - inset, side - 1 - inset), fill=int(ink))
        pen.line((inset, side - 1 - inset, side - 1 - inset, inset), fill=int(ink))
    if mark.marker_on_card:
        disc(pen, side // 2, side // 2, size // 2 - (size // 2 + 1) % 2, ink)
    if mark.token and not mark.marker_on_card:
        _corner(pen, last, size, ink, filled=mark.marker_on_token)
    if mark.possible:
        _ticks(pen, side)
    return image


def _thick_frame(pen: ImageDraw.ImageDraw, side: int, face_up: bool) -> None:
    pen.rectangle((1, 1, side - 2, side - 2), outline=1, width=3)
    if face_up:
        pen.rectangle((4, 4, side - 5, side - 5), outline=0)


def _corner(pen: ImageDraw.ImageDraw, last: int, size: int, ink: bool, *, filled: bool) -> None:
    edge = size // 3 + 1
    box = (last - edge, last - edge, last - 1, last - 1)
    pen.rectangle(box, outline=int(ink), fill=int(ink) if filled else None)


def _ticks(pen: ImageDraw.ImageDraw, side: int) -> None:
    end, arm = side - 1, 3
    for x, dx in ((0, 1), (end, -1)):
        for y, dy in ((0, 1), (end, -1)):
            pen.line((x, y, x + dx * arm, y), fill=1)
            pen.line((x, y, x, y + dy * arm), fill=1)


@lru_cache(maxsize=16)
def center(markers: int, framed: bool, size: int) -> Image.Image:
    """Return the picture of the Center: a circle, with a dot for each marker on it."""
    side = size + 2 * MARGIN
    image = Image.new("1", (side, side))
    pen = ImageDraw.Draw(image)
    if framed:
        pen.ellipse((1, 1, side - 2, side - 2), outline=1, width=3)
    else:
        pen.ellipse((MARGIN, MARGIN, side - 1 - MARGIN, side - 1 - MARGIN), outline=1)
    middle, dot = side // 2, size // 3 + (size // 3 + 1) % 2
    if markers == 1:
        disc(pen, middle, middle, dot, lit=True)
    elif markers >= 2:
        disc(pen, middle - 3, middle, 5 if size > 13 else 3, lit=True)
        disc(pen, middle + 3, middle, 5 if size > 13 else 3, lit=True)
    return image


@lru_cache(maxsize=8)
def arrow(dx: int, dy: int) -> Image.Image:
    """Return an arrow head of 5 by 3 pixels (3 by 5 upright) that points to one of four sides."""
    shape = ("#....", "##...", "###..", "##...", "#....") if dx else ("#####", ".###.", "..#..")
    width = 3 if dx else 5
    image = Image.new("1", (width, len(shape)))
    image.putdata([255 if dot == "#" else 0 for row in shape for dot in row[:width]])
    if dx < 0:
        return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if dy < 0:
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return image
