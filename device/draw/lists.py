"""Lists and questions: a menu, nine labels on the pads."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from device.draw import text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style
from device.settings.model import Profile
from device.text.line import Line

if TYPE_CHECKING:
    from device.ui.scene import GridBody, MenuBody

_WINDOW = {Profile.L: 4, Profile.M: 3, Profile.S: 2}
_ROW_PX = {Profile.L: 12, Profile.M: 20, Profile.S: 30}
_TITLE_PX = 13
_MARK_PX = 5
"""Column of the scroll mark at the right edge."""
_PAD_PX = 2
_VALUE_GAP_PX = 6
_L_LIST_CAPS_PX = (8,)
_L_TITLE_CAPS_PX = (8, 7)


def list_caps_px(style: Style, words: str = "") -> tuple[int, ...]:
    """Return the heights to try in a row of a list; an action word, in capitals, may fall to 10 px."""
    if not style.two_sided:
        return _L_LIST_CAPS_PX
    return (*style.caps_px, style.word_px) if words.isupper() else style.caps_px


@lru_cache(maxsize=512)
def one_row(style: Style, line: Line, width: int) -> text.Fitted:
    """Fit a line into a single row. Raises LayoutError if even the short one is too wide."""
    for words in (line.full, line.short):
        fitted = text.try_fit(style.font, list_caps_px(style, words), words, width, SHEET_HEIGHT)
        if fitted is not None and len(fitted.rows) <= 1:
            return fitted
    raise LayoutError(f"{line.short!r} is wider than {width} px in profile {style.profile}")


def _put_row(sheet: Sheet, style: Style, fitted: text.Fitted, x: int, top: int, height: int) -> None:
    """Write a fitted row, its capitals in the middle of `height`."""
    if fitted.rows:
        cap_px = fitted.cap_px
        text.put(sheet, style.font, cap_px, x, top + (height - cap_px) // 2, fitted.rows[0])


def draw_title(sheet: Sheet, line: Line, style: Style) -> None:
    """Write the title of an L screen with a thin rule below."""
    # A long name is small before it is short.
    tries = (
        text.try_fit(style.font, (cap_px,), line.full, SHEET_WIDTH, cap_px + text.descent_px(cap_px))
        for cap_px in _L_TITLE_CAPS_PX
    )
    fitted = next((one for one in tries if one is not None), None) or one_row(style, line, SHEET_WIDTH)
    _put_row(sheet, style, fitted, 0, 0, 9)
    sheet.box(0, _TITLE_PX - 2, SHEET_WIDTH, 1)


def _scroll_mark(sheet: Sheet, top: int, first: int, shown: int, count: int) -> None:
    height = SHEET_HEIGHT - top
    length = max(height * shown // count, 5)
    start = top + (height - length) * first // max(count - shown, 1)
    for y in range(top, SHEET_HEIGHT, 4):
        sheet.box(SHEET_WIDTH - 2, y, 1, 1)
    sheet.box(SHEET_WIDTH - 3, start, 3, length)


def _window(cursor: int, count: int, size: int) -> int:
    """Return the first entry of a window that keeps the cursor off its rim where it can."""
    return min(max(cursor - size // 2, 0), max(count - size, 0))


def draw_menu(sheet: Sheet, body: MenuBody, title: Line, style: Style) -> None:
    """Draw a list around its cursor. L has a title; M and S show entries only."""
    if not body.items:
        raise LayoutError(f"menu {title.full!r} has no entry")
    top = 0 if style.two_sided else _TITLE_PX
    size, row_px = _WINDOW[style.profile], _ROW_PX[style.profile]
    first = _window(body.cursor, len(body.items), size)
    more = len(body.items) > size
    width = SHEET_WIDTH - (_MARK_PX if more else 0)
    if top:
        draw_title(sheet, title, style)
    if more:
        _scroll_mark(sheet, top, first, size, len(body.items))
    entries = _entries(body, style, width - 2 * _PAD_PX)
    if entries is None:
        if not body.values:
            raise LayoutError(f"an entry of {title.full!r} is too wide for profile {style.profile}")
        _draw_pair(sheet, body, (top, width), style)
        return
    count = min(size, len(body.items))
    start = top + (SHEET_HEIGHT - top - count * row_px) // 2 if style.two_sided else top
    for offset in range(count):
        index, y = first + offset, start + offset * row_px
        _draw_entry(sheet, body, index, entries[index], (y, row_px, width), style)


@lru_cache(maxsize=64)
def _entries(body: MenuBody, style: Style, width: int) -> tuple[text.Fitted, ...] | None:
    """Fit all entries beside their values: all in full, else all short; None if even these are too wide."""
    values = body.values or ("",) * len(body.items)
    for full in (True, False):
        fitted = []
        for item, value in zip(body.items, values, strict=True):
            beside = text.width_of(style.font, list_caps_px(style)[0], value) + _VALUE_GAP_PX if value else 0
            words = item.full if full else item.short
            found = text.try_fit(style.font, list_caps_px(style, words), words, width - beside, SHEET_HEIGHT)
            if found is None or len(found.rows) > 1:
                break
            fitted.append(found)
        if len(fitted) == len(body.items):
            return tuple(fitted)
    return None


def _draw_entry(
    sheet: Sheet, body: MenuBody, index: int, fitted: text.Fitted, place: tuple[int, int, int], style: Style
) -> None:
    top, row_px, width = place
    _put_row(sheet, style, fitted, _PAD_PX, top, row_px)
    if body.values and body.values[index]:
        value, cap_px = body.values[index], list_caps_px(style)[0]
        x = width - _PAD_PX - text.width_of(style.font, cap_px, value)
        text.put(sheet, style.font, cap_px, x, top + (row_px - cap_px) // 2, value)
    if index == body.cursor:
        sheet.frame(0, top, width, row_px)


def _draw_pair(sheet: Sheet, body: MenuBody, place: tuple[int, int], style: Style) -> None:
    """Draw one entry over two rows, its name and its value framed: where one row is too short for both."""
    top, width = place
    half = (SHEET_HEIGHT - top) // 2
    inner = width - 2 * _PAD_PX
    _put_row(sheet, style, one_row(style, body.items[body.cursor], inner), _PAD_PX, top, half)
    value = body.values[body.cursor]
    if value:
        fitted = one_row(style, Line(value, value), inner)
        _put_row(sheet, style, fitted, _PAD_PX, top + half, half)
        sheet.frame(0, top + half, width, half)
    else:
        sheet.frame(0, top, width, half)


def grid_sides(body: GridBody, style: Style) -> tuple[tuple[int, ...], ...]:
    """Return which labels (indices 0 to 8) each side of a question shows; an empty one shows the title.

    Profile L shows all and the title on one. M and S: all on one if they fit, then the title; else the title
    and one row of the pads a side.
    """
    if not style.two_sided or _grid_fits(body, style):
        every = tuple(range(9))
        return (every,) if not style.two_sided else (every, ())
    rows = tuple(tuple(index for index in range(row, row + 3) if body.labels[index]) for row in (0, 3, 6))
    return ((), *(row for row in rows if row))


def _columns(body: GridBody, style: Style) -> list[int] | None:
    """Return the left edges and, last, the right edge of three columns as wide as their labels need."""
    cap_px = list_caps_px(style)[-1]
    widths = [
        max(text.width_of(style.font, cap_px, body.labels[row + column]) for row in (0, 3, 6))
        for column in range(3)
    ]
    spare = SHEET_WIDTH - sum(widths)
    if spare < 2 * _PAD_PX + 2:
        return None
    even = SHEET_WIDTH // 3
    if all(width <= even - _PAD_PX for width in widths):
        return [0, even, 2 * even, SHEET_WIDTH]
    first = widths[0] + spare // 3
    return [0, first, first + widths[1] + spare // 3, SHEET_WIDTH]


def _crosses(body: GridBody, style: Style) -> bool:
    """Tell whether a cross of labels (pads 2, 4, 6, 8) fits: only 4 and 6 share a row."""
    if any(body.labels[index] for index in (0, 2, 4, 6, 8)):
        return False
    cap_px = list_caps_px(style)[-1]
    return (
        sum(text.width_of(style.font, cap_px, body.labels[index]) for index in (3, 5))
        <= SHEET_WIDTH - 2 * _PAD_PX
    )


def _grid_fits(body: GridBody, style: Style) -> bool:
    return _crosses(body, style) or _columns(body, style) is not None


def draw_grid(sheet: Sheet, body: GridBody, title: Line, side: int, style: Style) -> None:
    """Draw a question on the pads. Raises LayoutError if a label is too wide."""
    if len(body.labels) != 9:
        raise LayoutError(f"question {title.full!r} has {len(body.labels)} labels, not 9")
    sides = grid_sides(body, style)
    shown = sides[side % len(sides)]
    if body.cursor is not None:
        shown = next((labels for labels in sides if body.cursor in labels), shown)
    if not shown:
        fitted = text.fit(style.font, style.line_caps_px, title, SHEET_WIDTH, SHEET_HEIGHT)
        text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, SHEET_HEIGHT))
    elif len(shown) == 9:
        _draw_all(sheet, body, title, style)
    else:
        _draw_some(sheet, body, shown, style)


def _draw_all(sheet: Sheet, body: GridBody, title: Line, style: Style) -> None:
    crossed = _crosses(body, style)
    columns = [0, 42, 84, SHEET_WIDTH] if crossed else _columns(body, style)
    if columns is None:
        raise LayoutError(f"the labels of {title.full!r} are too wide for profile {style.profile}")
    top = 0 if style.two_sided else _TITLE_PX
    if top:
        draw_title(sheet, title, style)
    cap_px = list_caps_px(style)[-1]
    row_px = (SHEET_HEIGHT - top) // 3
    for index, label in enumerate(body.labels):
        if not label:
            continue
        width = text.width_of(style.font, cap_px, label)
        left, right = columns[index % 3], columns[index % 3 + 1]
        x = left + (right - left - width) // 2
        if crossed and index in (3, 5):
            x = _PAD_PX if index == 3 else SHEET_WIDTH - _PAD_PX - width
        y = top + index // 3 * row_px
        text.put(sheet, style.font, cap_px, x, y + (row_px - cap_px) // 2, label)
        if body.cursor == index:
            sheet.frame(max(x - 3, 0), y, min(width + 6, SHEET_WIDTH - max(x - 3, 0)), row_px)


def _draw_some(sheet: Sheet, body: GridBody, shown: tuple[int, ...], style: Style) -> None:
    """Draw up to three labels as a list, each with its pad's place in a small grid, a smaller one if a label
    needs the room.
    """
    cap_px = list_caps_px(style)[0]
    row_px = SHEET_HEIGHT // 3
    start = (SHEET_HEIGHT - row_px * len(shown)) // 2
    widest = max(text.width_of(style.font, cap_px, body.labels[index]) for index in shown)
    pitch = next((pitch for pitch in (5, 3) if widest <= SHEET_WIDTH - _beside(pitch)), 0)
    if not pitch:
        raise LayoutError(f"a label of {body.title.full!r} is too wide for profile {style.profile}")
    for offset, index in enumerate(shown):
        y = start + offset * row_px
        _draw_spots(sheet, index, (4, y + 3) if pitch > 3 else (1, y + row_px // 2 - 3), pitch)
        text.put(sheet, style.font, cap_px, _beside(pitch), y + (row_px - cap_px) // 2, body.labels[index])
        if body.cursor == index:
            sheet.frame(0, y, SHEET_WIDTH, row_px)


def _beside(pitch: int) -> int:
    """Return where a label begins, beside a grid of spots."""
    return 3 * pitch + (9 if pitch > 3 else 1)


def _draw_spots(sheet: Sheet, pad: int, corner: tuple[int, int], pitch: int) -> None:
    """Draw the nine pads as spots, the one that is meant as a square."""
    for spot in range(9):
        x, y = corner[0] + spot % 3 * pitch, corner[1] + spot // 3 * pitch
        if spot == pad:
            sheet.box(x - 1, y - 1, min(pitch - 1, 4), min(pitch - 1, 4))
        else:
            sheet.box(x, y, 1, 1)
