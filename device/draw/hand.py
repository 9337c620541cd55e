"""The hand of a Deep Breath: each card a small ring, mind focus filled, noting focus hollow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from device.draw import text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, Sheet, Style

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import HandBody

_PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))


@lru_cache(maxsize=256)
def ring(foci: tuple[int, int] | None, size: int) -> Image.Image:
    """Return a card of `size` x `size` pixels: (mind, noting), or None for a "breathe" (a circle)."""
    image = Image.new("1", (size, size))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, size - 1, size - 1), outline=1)
    if foci is None:
        inset = size // 4
        pen.ellipse((inset, inset, size - 1 - inset, size - 1 - inset), outline=1)
        return image
    step = (size - 3) // 3
    half = (step - 1) // 2
    for place, (column, row) in enumerate(_PLACES):
        x = size // 2 + (column - 1) * step
        y = size // 2 + (row - 1) * step
        if place in foci:
            box = (x - half, y - half, x + half, y + half)
            pen.rectangle(box, outline=1, fill=int(place == foci[0]))
        else:
            pen.point((x, y), fill=1)
    return image


def _draw_cards(sheet: Sheet, body: HandBody, area: tuple[int, int], columns: int) -> None:
    top, height = area
    count = len(body.cards)
    columns = min(columns, max(count, 1))
    rows = max(-(-count // columns), 1)
    pitch = min(SHEET_WIDTH // columns, height // rows)
    size = min(pitch - 4, 27)
    size -= 1 - size % 2
    y0 = top + (height - rows * pitch) // 2
    for index, foci in enumerate(body.cards):
        row, column = divmod(index, columns)
        in_row = min(count - row * columns, columns)
        x = (SHEET_WIDTH - in_row * pitch) // 2 + column * pitch + (pitch - size) // 2
        y = y0 + row * pitch + (pitch - size) // 2
        sheet.ink(x, y, ring(foci, size))
        if index == body.cursor:
            sheet.frame(x - 2, y - 2, size + 4, size + 4, thick_px=2)


def draw_hand(sheet: Sheet, body: HandBody, line: Line, side: int, style: Style) -> None:
    """Draw the line and the cards, left to right; M and S show the cards first and turn to the line."""
    if style.two_sided:
        if side % 2 == 0 and body.cards:
            _draw_cards(sheet, body, (0, SHEET_HEIGHT), 4 if len(body.cards) > 6 else 3)
            return
        fitted = text.fit(style.font, style.line_caps_px, line, SHEET_WIDTH, SHEET_HEIGHT)
        text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, SHEET_HEIGHT))
        return
    words_px = 31
    fitted = text.fit(style.font, style.line_caps_px, line, SHEET_WIDTH, words_px)
    text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, words_px))
    _draw_cards(sheet, body, (words_px, SHEET_HEIGHT - words_px), 8)
