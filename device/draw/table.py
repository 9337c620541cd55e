"""The table: strip, map and the words beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from device.draw import glyphs, text
from device.draw.kit import BAR_HEIGHT, SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style, timer_bar
from device.settings.model import Profile

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
    sheet.cards = cards
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
    if body.answers:
        _put_answers(sheet, body, line, box, style)
        return
    fitted = _beside(line, box, style)
    text.put_rows(sheet, style.font, fitted, box, "left")


def _beside(line: Line, box: tuple[int, int, int, int], style: Style) -> text.Fitted:
    """Fit a line into three rows, or a long one into four small ones, before the short one is taken."""
    for caps_px, height in ((style.caps_px, _L_THREE_ROWS_PX), (style.caps_px[-1:], box[3])):
        fitted = text.try_fit(style.font, caps_px, line.full, box[2], height)
        if fitted is not None:
            return fitted
    return text.fit(style.font, style.caps_px, line, box[2], _L_THREE_ROWS_PX)


def _above(body: MapBody, line: Line) -> str:
    """Return what of the question stands over its answers: the strip has asked the rest of it."""
    return line.full.removesuffix(body.word).strip()


def _put_answers(
    sheet: Sheet, body: MapBody, line: Line, box: tuple[int, int, int, int], style: Style
) -> None:
    """Write a row for each answer, all in full or all short. Raises LayoutError if they do not fit."""
    x, top, width, height = box
    cap_px = style.caps_px[-1]
    answers = body.answers
    lead = text.wrap(style.font, cap_px, _above(body, line), width) or ()
    for rows in (tuple(one.full for one in answers), tuple(one.short for one in answers)):
        if all(text.width_of(style.font, cap_px, row) <= width for row in rows):
            break
    else:
        raise LayoutError(f"the answers {rows} are wider than {width} px in profile {style.profile}")
    every = (*lead, *rows)
    pitch = min((height - cap_px - 2) // max(len(every) - 1, 1), text.pitch_px(cap_px) + 1)
    if pitch < cap_px + 2:
        raise LayoutError(f"{every} has too many rows for profile {style.profile}")
    for index, row in enumerate(every):
        y = top + index * pitch
        text.put(sheet, style.font, cap_px, x, y, row)
        if body.chosen is not None and index == len(lead) + body.chosen:
            sheet.frame(x - 2, y - 2, min(_width(style, cap_px, row) + 5, SHEET_WIDTH - x + 2), cap_px + 5)


_ANSWERS_A_SIDE = {Profile.M: 3, Profile.S: 2}


def table_sides(body: MapBody, style: Style) -> int:
    """Return how many sides it has: on M and S the words, the answers if any, and the map as the last."""
    return 2 + len(_answer_sides(body, style)) if style.two_sided else 1


def _answer_sides(body: MapBody, style: Style) -> tuple[tuple[Line, ...], ...]:
    size = _ANSWERS_A_SIDE[style.profile]
    return tuple(body.answers[first : first + size] for first in range(0, len(body.answers), size))


def _shown_side(body: MapBody, side: int, style: Style) -> int:
    """Return which side is drawn: a walk through the answers begins at that of the framed one."""
    first = 0 if body.chosen is None else 1 + body.chosen // _ANSWERS_A_SIDE[style.profile]
    return (first + side) % table_sides(body, style)


def _answer_side(sheet: Sheet, body: MapBody, number: int, style: Style) -> None:
    """Write some answers as a list, the pad of each as small as an action word where its name needs the room.

    Raises LayoutError if one is too wide.
    """
    cap_px = style.caps_px[0]
    pitch = SHEET_HEIGHT // _ANSWERS_A_SIDE[style.profile]
    first = number * _ANSWERS_A_SIDE[style.profile]
    for index, answer in enumerate(_answer_sides(body, style)[number]):
        if body.chosen == first + index:
            sheet.frame(0, index * pitch, SHEET_WIDTH, pitch)
        y = index * pitch + (pitch - cap_px) // 2
        words = [one for one in (answer.full, answer.short) if _width(style, cap_px, one) <= SHEET_WIDTH]
        if words:
            text.put(sheet, style.font, cap_px, 0, y, words[0])
            continue
        pad, _, name = answer.short.partition(" ")
        x = _width(style, style.word_px, pad) + 2
        if x + _width(style, cap_px, name) > SHEET_WIDTH:
            raise LayoutError(f"{answer.short!r} is wider than profile {style.profile}")
        text.put(sheet, style.font, style.word_px, 0, y + cap_px - style.word_px, pad)
        text.put(sheet, style.font, cap_px, x, y, name)


def _width(style: Style, cap_px: int, words: str) -> int:
    return text.width_of(style.font, cap_px, words)


def _text_side(sheet: Sheet, body: MapBody, line: Line, style: Style) -> None:
    """Write the word of the strip small and the line large.

    A word that is neither an action word nor a question gives way where the full line needs its room.
    """
    whole = SHEET_HEIGHT - BAR_HEIGHT - 1
    head = style.word_px + text.descent_px(style.word_px) - 1
    word = "" if body.alone else body.word
    if not (word.isupper() or word.endswith("?")):
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
    """Draw the table with `line` as its words; M and S show the words (side 0) or the map (the last side)."""
    if not style.two_sided:
        _one_sided(sheet, body, line, style)
    elif (shown := _shown_side(body, side, style)) == 0:
        _text_side(sheet, body, line, style)
    elif shown <= len(_answer_sides(body, style)):
        _answer_side(sheet, body, shown - 1, style)
    else:
        width = 3 * _TURN_CARD + 2 * _TURN_GAP
        draw_map(sheet, body.map, (SHEET_WIDTH - width) // 2, 1, _TURN_CARD, _TURN_GAP)
        timer_bar(sheet, body.timer, body.timer_full, style.swap)
