"""The table: strip, map and the words beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from device.draw import glyphs, text
from device.draw.kit import BAR_HEIGHT, SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style, timer_bar

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import CardMap, MapBody

_PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""Column and row of the ring's places, NW first and clockwise."""
_L_THREE_ROWS_PX, _L_BESIDE = 38, 3
_L_CARD, _L_GAP, _L_TOP, _L_MAP_WIDTH = 15, 2, 12, 51
_TURN_CARD, _TURN_GAP = 17, 3
_PIP, _PIP_PITCH, _PIPS_A_ROW = 3, 4, 10
_PIPS_WIDTH = _PIPS_A_ROW * _PIP_PITCH - 1
_STRIP_CAPS_PX = (8,)


def draw_map(sheet: Sheet, cards: CardMap, x: int, y: int, size: int, gap: int) -> None:
    """Draw the 3 x 3 grid, the first card's corner at (x, y).

    Where cards have ticks or arrows around them all cards are drawn 2 px smaller, on the same centres.
    """
    sheet.ink(x - glyphs.MARGIN, y - glyphs.MARGIN, _map(cards, size, gap))


@lru_cache(maxsize=16)
def _map(cards: CardMap, size: int, gap: int) -> Image.Image:
    """Return the picture of the grid, with the margin of its cards around it."""
    pitch, side = size + gap, 3 * size + 2 * gap + 2 * glyphs.MARGIN
    image = Image.new("1", (side, side))
    corner = 0
    if any(mark.possible or mark.pointer for mark in cards.ring):
        corner, size = 1, size - 2
    for mark, (column, row) in zip(cards.ring, _PLACES, strict=True):
        _ink(image, corner + column * pitch, corner + row * pitch, glyphs.card(mark, size))
    middle = glyphs.center(cards.center, cards.center_framed, size)
    _ink(image, corner + pitch, corner + pitch, middle)
    first = corner + glyphs.MARGIN
    for index, mark in enumerate(cards.ring):
        if mark.pointer:
            _pointer(image, index, mark.pointer, (first, first, size, pitch))
    return image


def _ink(image: Image.Image, x: int, y: int, mask: Image.Image) -> None:
    image.paste(1, (x, y), mask)


def _pointer(image: Image.Image, index: int, turn: str, grid: tuple[int, int, int, int]) -> None:
    x, y, size, pitch = grid
    column, row = _PLACES[index]
    to_column, to_row = _PLACES[(index + (1 if turn == "cw" else -1)) % 8]
    dx, dy = to_column - column, to_row - row
    head = glyphs.arrow(dx, dy)
    out = size // 2 + 2
    middle_x = x + column * pitch + size // 2 + dx * out
    middle_y = y + row * pitch + size // 2 + dy * out
    _ink(image, middle_x - head.width // 2, middle_y - head.height // 2, head)


@lru_cache(maxsize=64)
def _pips(part: int, whole: int) -> Image.Image:
    """Return the Timer Deck as two rows of pips; a spent one leaves a speck."""
    image = Image.new("1", (_PIPS_WIDTH, max(-(-whole // _PIPS_A_ROW), 1) * _PIP_PITCH))
    for index in range(whole):
        x = index % _PIPS_A_ROW * _PIP_PITCH
        y = index // _PIPS_A_ROW * _PIP_PITCH
        if index < part:
            image.paste(1, (x, y, x + _PIP, y + _PIP))
        else:
            image.paste(1, (x + 1, y + 1, x + 2, y + 2))
    return image


def _one_sided(sheet: Sheet, body: MapBody, line: Line, style: Style) -> None:
    words = text.try_fit(style.font, _STRIP_CAPS_PX, body.word, SHEET_WIDTH - _PIPS_WIDTH - 3, 12)
    if words is None or len(words.rows) > 1:
        raise LayoutError(f"{body.word!r} does not fit into the strip of profile {style.profile}")
    word = words.rows[0] if words.rows else ""
    word_width = text.width_of(style.font, words.cap_px, word)
    text.put(sheet, style.font, words.cap_px, SHEET_WIDTH - word_width if style.swap else 0, 0, word)
    pips = _pips(body.timer, body.timer_full)
    sheet.ink(0 if style.swap else SHEET_WIDTH - _PIPS_WIDTH, 0, pips)
    map_x = SHEET_WIDTH - _L_MAP_WIDTH - 1 if style.swap else 1
    text_x = 0 if style.swap else _L_MAP_WIDTH + _L_BESIDE
    draw_map(sheet, body.map, map_x, _L_TOP, _L_CARD, _L_GAP)
    box = (text_x, _L_TOP, SHEET_WIDTH - _L_MAP_WIDTH - _L_BESIDE, SHEET_HEIGHT - _L_TOP)
    fitted = text.fit(style.font, style.caps_px, line, box[2], _L_THREE_ROWS_PX)
    text.put_rows(sheet, style.font, fitted, box, "left")


def _text_side(sheet: Sheet, body: MapBody, line: Line, style: Style) -> None:
    """Write the word of the strip small and the line large.

    A word that is no action word gives way where the full line needs its room.
    """
    whole = SHEET_HEIGHT - BAR_HEIGHT - 1
    head = style.word_px + text.descent_px(style.word_px) - 1
    word = "" if body.alone else body.word
    if not word.isupper():
        beside = text.try_fit(style.font, style.caps_px, line.full, SHEET_WIDTH, whole - head)
        alone = text.try_fit(style.font, style.caps_px, line.full, SHEET_WIDTH, whole)
        word = "" if alone is not None and beside is None else word
    if text.width_of(style.font, style.word_px, word) > SHEET_WIDTH:
        raise LayoutError(f"{word!r} is wider than profile {style.profile}")
    text.put(sheet, style.font, style.word_px, 0, 0, word)
    below = head if word else 0
    box = (0, below, SHEET_WIDTH, whole - below)
    fitted = text.fit(style.font, style.caps_px, line, box[2], box[3])
    text.put_rows(sheet, style.font, fitted, box, "left")
    timer_bar(sheet, body.timer, body.timer_full, style.swap)


def draw_table(sheet: Sheet, body: MapBody, line: Line, side: int, style: Style) -> None:
    """Draw the table with `line` as its words; M and S show the words (side 0) or the map (side 1)."""
    if not style.two_sided:
        _one_sided(sheet, body, line, style)
    elif side % 2 == 0:
        _text_side(sheet, body, line, style)
    else:
        width = 3 * _TURN_CARD + 2 * _TURN_GAP
        draw_map(sheet, body.map, (SHEET_WIDTH - width) // 2, 1, _TURN_CARD, _TURN_GAP)
        timer_bar(sheet, body.timer, body.timer_full, style.swap)
