"""Pages that flow: help and facts, and cards as numbers. M and S turn them with K3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from device.draw import lists, signs, text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style

if TYPE_CHECKING:
    from PIL import Image

    from device.text.line import Line
    from device.ui.scene import NumbersBody, TextBody

Sides: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""For each side its rows of numbers."""
_L_TOP = 13
_DOTS_PX = 4
_PARAGRAPH_PX = 3
_SIGN_PX, _TURN_SIGN_PX = 11, 17


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of a page as it is drawn."""

    fitted: text.Fitted
    sign: Image.Image | None = None
    """The drawing left of it."""

    @property
    def height(self) -> int:
        """How much of a side it takes, in pixels."""
        return max(self.fitted.height, 0 if self.sign is None else self.sign.height)

    @property
    def left(self) -> int:
        """Where its words begin."""
        return 0 if self.sign is None else self.sign.width + _PARAGRAPH_PX


@lru_cache(maxsize=64)
def text_sides(body: TextBody, style: Style) -> tuple[tuple[Paragraph, ...], ...]:
    """Return the paragraphs that each side of a page shows.

    A paragraph is torn apart only where it does not fit on a side of its own: names that are never shortened.
    The title is a paragraph of its own on M and S, and a headline on L.
    """
    return min((_flow(body, style, cap_px) for cap_px in style.caps_px), key=len)


def _flow(body: TextBody, style: Style, cap_px: int) -> tuple[tuple[Paragraph, ...], ...]:
    """Flow a page with one height of letters."""
    height = SHEET_HEIGHT - (_L_TOP if _has_headline(body, style) else _DOTS_PX)
    names = body.pictures or ("",) * len(body.lines)
    lines = [(line, _sign(name, style)) for line, name in zip(body.lines, names, strict=True)]
    if style.two_sided and body.title.full:
        lines.insert(0, (body.title, None))
    sides: list[list[Paragraph]] = [[]]
    used = 0
    for index, (line, sign) in enumerate(lines):
        gap = _gap(body) if sides[-1] else 0
        room = height - used - gap if style.two_sided and index == 1 else height
        for part in _paragraphs(line, sign, (style, cap_px), (room, height)):
            gap = _gap(body) if sides[-1] else 0
            if sides[-1] and used + gap + part.height > height:
                sides.append([])
                used = gap = 0
            sides[-1].append(part)
            used += gap + part.height
    return tuple(tuple(side) for side in sides)


def _has_headline(body: TextBody, style: Style) -> bool:
    return bool(body.title.full) and not style.two_sided


def _sign(name: str, style: Style) -> Image.Image | None:
    return signs.sign(name, _TURN_SIGN_PX if style.two_sided else _SIGN_PX) if name else None


def _gap(body: TextBody) -> int:
    """Signs have room around them as it is: three of them fit on a side of L."""
    return _PARAGRAPH_PX - bool(body.pictures)


def _paragraphs(
    line: Line, sign: Image.Image | None, letters: tuple[Style, int], heights: tuple[int, int]
) -> list[Paragraph]:
    """Fit a line into the first height if its short form can, so that a title does not stand alone; where it
    fits into none, as many rows of it as a side holds, and the rest after them.
    """
    style, cap_px = letters
    width = SHEET_WIDTH - Paragraph(text.Fitted((), cap_px, 0), sign).left
    # Beside a sign there may be no room for a name; like an action word it may fall to 10 px there.
    tries = [(cap_px, height) for height in heights] + [(style.word_px, heights[-1])] * (sign is not None)
    for px, height in tries:
        try:
            return [Paragraph(text.fit(style.font, (px,), line, width, height), sign)]
        except LayoutError:
            continue
    rows = text.wrap(style.font, cap_px, line.full, width) if line.full == line.short else None
    if rows is None:
        # A word that is wider than the panel, such as that of an action, may stand smaller, as in a list.
        return [Paragraph(text.fit(style.font, (style.word_px,), line, width, heights[-1]), sign)]
    a_side = max(count for count in range(1, len(rows)) if _tall(rows[:count], cap_px) <= heights[-1])
    parts = [rows[start : start + a_side] for start in range(0, len(rows), a_side)]
    return [Paragraph(text.Fitted(part, cap_px, _tall(part, cap_px)), sign) for part in parts]


def _tall(rows: tuple[str, ...], cap_px: int) -> int:
    return text.block_height(rows, cap_px)


def draw_text(sheet: Sheet, body: TextBody, title: Line, side: int, style: Style) -> None:
    """Draw a page of help or facts; dots tell which of its sides, or of its pages, this is.

    A page without a title stands in the middle.
    """
    sides = text_sides(body, style)
    shown = sides[side % len(sides)]
    if not _has_headline(body, style):
        height = sum(part.height + _gap(body) for part in shown) - _gap(body)
        top = (SHEET_HEIGHT - _DOTS_PX - height) // 2
    else:
        lists.draw_title(sheet, title, style)
        top = _L_TOP
    for part in shown:
        if part.sign is not None:
            sheet.ink(0, top + (part.height - part.sign.height) // 2, part.sign)
        box = (part.left, top, SHEET_WIDTH - part.left, part.height)
        text.put_rows(sheet, style.font, part.fitted, box, "left")
        top += part.height + _gap(body)
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


def _row_px(style: Style, row: tuple[int, ...], cap_px: int) -> int:
    last_px = text.width_of(style.font, cap_px, str(row[-1]))
    return (len(row) - 1) * _column_px(style, cap_px) + last_px


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
    style: Style, numbers: tuple[int, ...], height: int, larger_px: tuple[int, ...] = ()
) -> tuple[int, Sides]:
    """Return the height of the digits, and for each side its rows of numbers.

    `larger_px` are heights to try before those of the profile; they are taken only if all stands on one side.
    """
    larger = tuple(cap_px for cap_px in larger_px if cap_px <= height)
    for cap_px in (*larger, *style.line_caps_px):
        rows = _rows_of(style, numbers, cap_px)
        a_side = max((height - cap_px) // (cap_px + 5) + 1, 1)
        if len(rows) <= a_side or cap_px == style.line_caps_px[-1]:
            chunks = [tuple(rows[start : start + a_side]) for start in range(0, len(rows), a_side)]
            return cap_px, tuple(chunks) or ((),)
    raise LayoutError("a profile has at least one height of letters")


def put_numbers(
    sheet: Sheet,
    style: Style,
    numbers: tuple[int, ...],
    area: tuple[int, int],
    side: int,
    larger_px: tuple[int, ...] = (),
) -> int:
    """Write numbers in rows into the area (top, height); return how many sides there are.

    With heights that are larger than the profile's own (`larger_px`) they stand in the middle.
    """
    top, height = area
    cap_px, sides = number_sides(style, numbers, height, larger_px)
    column_px = _column_px(style, cap_px)
    rows = sides[side % len(sides)]
    widths = [_row_px(style, row, cap_px) for row in rows if row]
    left = (SHEET_WIDTH - max(widths, default=0)) // 2 if larger_px else 0
    y = top + (height - (len(rows) * (cap_px + 5) - 5)) // 2
    for row in rows:
        for column, number in enumerate(row):
            text.put(sheet, style.font, cap_px, left + column * column_px, y, str(number))
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
