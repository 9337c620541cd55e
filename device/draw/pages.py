"""Pages that flow: help and facts, and cards as numbers. M and S turn them with K3."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from device.draw import lists, text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style

if TYPE_CHECKING:
    from device.scene import Line, NumbersBody, TextBody

_L_TOP = 13
_DOTS_PX = 4
_PARAGRAPH_PX = 3


@lru_cache(maxsize=64)
def text_sides(body: TextBody, style: Style) -> tuple[tuple[text.Fitted, ...], ...]:
    """Return the paragraphs that each side of a page shows; a paragraph is never torn apart.

    The title is a paragraph of its own on M and S, and a headline on L.
    """
    top = 0 if style.two_sided else _L_TOP
    height = SHEET_HEIGHT - top - (_DOTS_PX if _dotted(body, style) else 0)
    lines = (body.title, *body.lines) if style.two_sided else body.lines
    sides: list[list[text.Fitted]] = [[]]
    used = 0
    for line in lines:
        fitted = text.fit(style.font, style.caps_px, line, SHEET_WIDTH, height)
        gap = _PARAGRAPH_PX if sides[-1] else 0
        if sides[-1] and used + gap + fitted.height > height:
            sides.append([])
            used = gap = 0
        sides[-1].append(fitted)
        used += gap + fitted.height
    return tuple(tuple(side) for side in sides)


def _dotted(body: TextBody, style: Style) -> bool:
    return style.two_sided or body.pages > 1 or len(body.lines) > 3


def draw_text(sheet: Sheet, body: TextBody, title: Line, side: int, style: Style) -> None:
    """Draw a page of help or facts; dots at the bottom tell where it lies among its pages and sides."""
    sides = text_sides(body, style)
    shown = sides[side % len(sides)]
    top = 0
    if not style.two_sided:
        lists.draw_title(sheet, title, style)
        top = _L_TOP
    for fitted in shown:
        box = (0, top, SHEET_WIDTH, fitted.height)
        text.put_rows(sheet, style.font, fitted, box, "left")
        top += fitted.height + _PARAGRAPH_PX
    at, count = (side % len(sides), len(sides)) if style.two_sided else (body.page, body.pages)
    if not style.two_sided and len(sides) > 1:
        at, count = side % len(sides), len(sides)
    _dots(sheet, at, count)


def _dots(sheet: Sheet, at: int, count: int) -> None:
    if count < 2:
        return
    pitch = min(6, SHEET_WIDTH // count)
    left = (SHEET_WIDTH - pitch * (count - 1) - 3) // 2
    for index in range(count):
        x = left + index * pitch
        if index == at:
            sheet.box(x, SHEET_HEIGHT - 3, 3, 3)
        else:
            sheet.box(x + 1, SHEET_HEIGHT - 2, 1, 1)


def _column_px(style: Style, numbers: tuple[int, ...], cap_px: int) -> int:
    widest = max((text.width_of(style.font, cap_px, str(number)) for number in numbers), default=1)
    return widest + max(cap_px // 2, 4)


def _rows_of(style: Style, numbers: tuple[int, ...], cap_px: int, width: int) -> list[tuple[int, ...]]:
    gap = max(cap_px // 2, 4)
    columns = max((width + gap) // _column_px(style, numbers, cap_px), 1)
    return [numbers[start : start + columns] for start in range(0, len(numbers), columns)]


@lru_cache(maxsize=64)
def number_sides(
    style: Style, numbers: tuple[int, ...], height: int
) -> tuple[int, tuple[tuple[tuple[int, ...], ...], ...]]:
    """Return the height of the digits, and for each side its rows of numbers."""
    for cap_px in style.line_caps_px:
        rows = _rows_of(style, numbers, cap_px, SHEET_WIDTH)
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
    column_px = _column_px(style, numbers, cap_px)
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
    _dots(sheet, side % sides, sides)


def _below_title(style: Style) -> tuple[int, int]:
    if not style.two_sided:
        return _L_TOP, SHEET_HEIGHT - _L_TOP
    head_px = style.caps_px[0] + text.descent_px(style.caps_px[0]) + 2
    return head_px, SHEET_HEIGHT - head_px - _DOTS_PX - 1


def numbers_sides(body: NumbersBody, style: Style) -> int:
    """Return how many sides a screen of numbers has."""
    return len(number_sides(style, body.numbers, _below_title(style)[1])[1])
