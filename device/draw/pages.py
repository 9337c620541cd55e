"""Pages that flow: help and facts, and cards as numbers. M and S turn them with K3."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from device.draw import lists, text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import NumbersBody, TextBody

_L_TOP = 13
_DOTS_PX = 4
_PARAGRAPH_PX = 3


@lru_cache(maxsize=64)
def text_sides(body: TextBody, style: Style) -> tuple[tuple[text.Fitted, ...], ...]:
    """Return the paragraphs that each side of a page shows; a paragraph is never torn apart.

    The title is a paragraph of its own on M and S, and a headline on L.
    """
    return min((_flow(body, style, cap_px) for cap_px in style.caps_px), key=len)


def _flow(body: TextBody, style: Style, cap_px: int) -> tuple[tuple[text.Fitted, ...], ...]:
    """Flow a page with one height of letters."""
    height = SHEET_HEIGHT - (_L_TOP if _has_headline(body, style) else _DOTS_PX)
    lines = (body.title, *body.lines) if style.two_sided and body.title.full else body.lines
    sides: list[list[text.Fitted]] = [[]]
    used = 0
    for index, line in enumerate(lines):
        gap = _PARAGRAPH_PX if sides[-1] else 0
        room = height - used - gap if style.two_sided and index == 1 else height
        fitted = _paragraph(line, style, cap_px, (room, height))
        if sides[-1] and used + gap + fitted.height > height:
            sides.append([])
            used = gap = 0
        sides[-1].append(fitted)
        used += gap + fitted.height
    return tuple(tuple(side) for side in sides)


def _has_headline(body: TextBody, style: Style) -> bool:
    return bool(body.title.full) and not style.two_sided


def _paragraph(line: Line, style: Style, cap_px: int, heights: tuple[int, int]) -> text.Fitted:
    """Fit a line into the first height if its short form can, so that a title does not stand alone."""
    for height in heights:
        try:
            return text.fit(style.font, (cap_px,), line, SHEET_WIDTH, height)
        except LayoutError:
            continue
    return text.fit(style.font, (cap_px,), line, SHEET_WIDTH, heights[-1])


def draw_text(sheet: Sheet, body: TextBody, title: Line, side: int, style: Style) -> None:
    """Draw a page of help or facts; dots tell which of its sides, or of its pages, this is.

    A page without a title stands in the middle.
    """
    sides = text_sides(body, style)
    shown = sides[side % len(sides)]
    if not _has_headline(body, style):
        height = sum(fitted.height + _PARAGRAPH_PX for fitted in shown) - _PARAGRAPH_PX
        top = (SHEET_HEIGHT - _DOTS_PX - height) // 2
    else:
        lists.draw_title(sheet, title, style)
        top = _L_TOP
    for fitted in shown:
        box = (0, top, SHEET_WIDTH, fitted.height)
        text.put_rows(sheet, style.font, fitted, box, "left")
        top += fitted.height + _PARAGRAPH_PX
    one_of = (side % len(sides), len(sides))
    _dots(sheet, one_of if len(sides) > 1 else (body.page, body.pages), style)


def _dots(sheet: Sheet, one_of: tuple[int, int], style: Style) -> None:
    """Draw a dot for each page, a larger one for this: L beside the title, M and S at the bottom."""
    at, count = one_of
    if count < 2:
        return
    pitch = min(6, SHEET_WIDTH // count)
    width = pitch * (count - 1) + 3
    left = (SHEET_WIDTH - width) // 2 if style.two_sided else SHEET_WIDTH - width
    top = SHEET_HEIGHT - 3 if style.two_sided else 3
    for index in range(count):
        x = left + index * pitch
        if index == at:
            sheet.box(x, top, 3, 3)
        else:
            sheet.box(x + 1, top + 1, 1, 1)


def _column_px(style: Style, cap_px: int) -> int:
    """Width of a column: two digits and a gap. Only 100 is wider, and it is the last of a sorted hand."""
    return text.width_of(style.font, cap_px, "88") + max(cap_px // 3, 5)


def _rows_of(style: Style, numbers: tuple[int, ...], cap_px: int) -> list[tuple[int, ...]]:
    column_px = _column_px(style, cap_px)
    rows: list[tuple[int, ...]] = []
    for number in numbers:
        right = (len(rows[-1]) if rows else 0) * column_px + text.width_of(style.font, cap_px, str(number))
        if rows and right <= SHEET_WIDTH:
            rows[-1] = (*rows[-1], number)
        else:
            rows.append((number,))
    return rows


@lru_cache(maxsize=64)
def number_sides(
    style: Style, numbers: tuple[int, ...], height: int
) -> tuple[int, tuple[tuple[tuple[int, ...], ...], ...]]:
    """Return the height of the digits, and for each side its rows of numbers."""
    for cap_px in style.line_caps_px:
        rows = _rows_of(style, numbers, cap_px)
        a_side = max((height - cap_px) // (cap_px + 5) + 1, 1)
        if len(rows) <= a_side or cap_px == style.line_caps_px[-1]:
            chunks = [tuple(rows[start : start + a_side]) for start in range(0, len(rows), a_side)]
            return cap_px, tuple(chunks) or ((),)
    raise LayoutError("a profile has at least one height of letters")


def put_numbers(
    sheet: Sheet, style: Style, numbers: tuple[int, ...], area: tuple[int, int], side: int
) -> int:
    """Write numbers in rows into the area (top, height); return how many sides there are."""
    top, height = area
    cap_px, sides = number_sides(style, numbers, height)
    column_px = _column_px(style, cap_px)
    rows = sides[side % len(sides)]
    y = top + (height - (len(rows) * (cap_px + 5) - 5)) // 2
    for row in rows:
        for column, number in enumerate(row):
            text.put(sheet, style.font, cap_px, column * column_px, y, str(number))
        y += cap_px + 5
    return len(sides)


def draw_numbers(sheet: Sheet, body: NumbersBody, title: Line, side: int, style: Style) -> None:
    """Draw cards as numbers below a title; M and S show the title only beside one row."""
    if not style.two_sided:
        lists.draw_title(sheet, title, style)
        put_numbers(sheet, style, body.numbers, _below_title(style), side)
        return
    fitted = lists.one_row(style, title, SHEET_WIDTH)
    box = (0, 0, SHEET_WIDTH, fitted.height)
    text.put_rows(sheet, style.font, fitted, box, "left")
    sides = put_numbers(sheet, style, body.numbers, _below_title(style), side)
    _dots(sheet, (side % sides, sides), style)


def _below_title(style: Style) -> tuple[int, int]:
    if not style.two_sided:
        return _L_TOP, SHEET_HEIGHT - _L_TOP
    head_px = style.caps_px[0] + text.descent_px(style.caps_px[0]) + 2
    return head_px, SHEET_HEIGHT - head_px - _DOTS_PX - 1


def numbers_sides(body: NumbersBody, style: Style) -> int:
    """Return how many sides a screen of numbers has."""
    return len(number_sides(style, body.numbers, _below_title(style)[1])[1])
