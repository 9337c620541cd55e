"""Screens that are words: one line, a page, a line over a bar, a line in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import pictures, text
from device.draw.kit import BAR_HEIGHT, SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style, timer_bar

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import BarBody, CountBody, LineBody

_GAP_PX = 5
_FRAME_PX = 2
"""Room between a framed number and its frame, the frame in it."""
_PICTURE_TOP_PX = 8


def draw_line(sheet: Sheet, body: LineBody, line: Line, style: Style) -> None:
    """Draw a line in the middle, its picture above where both fit.

    On M and S the timer is a bar at the bottom edge; L shows it on the table, and a line stands alone.
    """
    height = SHEET_HEIGHT
    if body.timer is not None and style.two_sided:
        timer_bar(sheet, body.timer, body.timer_full, style.swap)
        height -= BAR_HEIGHT + 2
    if body.picture:
        image = pictures.picture(body.picture)
        room = height - image.height - _GAP_PX
        above = text.try_fit(style.font, style.line_caps_px, line.full, SHEET_WIDTH, room)
        if above is not None:
            # The picture keeps its place from screen to screen, as far as the words leave it.
            top = min(_PICTURE_TOP_PX, height - image.height - _GAP_PX - above.height)
            sheet.ink((SHEET_WIDTH - image.width) // 2, top, image)
            below = top + image.height + _GAP_PX
            text.put_rows(sheet, style.font, above, (0, below, SHEET_WIDTH, above.height))
            return
    fitted = text.fit(style.font, style.line_caps_px, line, SHEET_WIDTH, height)
    text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, height))


def draw_bar(sheet: Sheet, body: BarBody, line: Line, style: Style) -> None:
    """Draw a line over a bar with an outline, filled from the left."""
    bar_px = 10
    height = SHEET_HEIGHT - bar_px - 4
    fitted = text.fit(style.font, style.line_caps_px, line, SHEET_WIDTH, height)
    text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, height))
    sheet.frame(0, SHEET_HEIGHT - bar_px, SHEET_WIDTH, bar_px)
    whole = max(body.whole, 1)
    filled = (SHEET_WIDTH - 4) * min(max(body.part, 0), whole) // whole
    sheet.box(2, SHEET_HEIGHT - bar_px + 2, filled, bar_px - 4)


def draw_count(sheet: Sheet, body: CountBody, line: Line, style: Style) -> None:
    """Draw a question over a row of answers, a frame around the one in question.

    Raises LayoutError if the row is too wide.
    """
    cap_px = _count_px(body, style)
    row_px = cap_px + 2 * _FRAME_PX
    height = SHEET_HEIGHT - row_px - 2
    fitted = text.fit(style.font, style.line_caps_px, line, SHEET_WIDTH, height)
    text.put_rows(sheet, style.font, fitted, (0, 0, SHEET_WIDTH, height))
    count, top = len(body.labels), SHEET_HEIGHT - row_px
    for index, label in enumerate(body.labels):
        left, right = (SHEET_WIDTH * at // count for at in (index, index + 1))
        x = left + (right - left - text.width_of(style.font, cap_px, label)) // 2
        text.put(sheet, style.font, cap_px, x, top + _FRAME_PX, label)
        if index == body.cursor:
            sheet.frame(left, top, right - left, row_px)


def _count_px(body: CountBody, style: Style) -> int:
    """Return the height of the answers: that of the profile, or the next one below that fits."""
    column_px = SHEET_WIDTH // len(body.labels)
    smallest = style.line_caps_px[-1]
    heights: tuple[int, ...] = (*style.line_caps_px, *range(smallest - 1, 7, -1))
    for cap_px in heights:
        if max(text.width_of(style.font, cap_px, label) for label in body.labels) <= column_px - 2:
            return cap_px
    raise LayoutError(f"{len(body.labels)} answers are too wide for one row")


def draw_inside(sheet: Sheet, line: Line, style: Style) -> None:
    """Draw a line with room around it, for the frame at the panel's edge."""
    box = (4, 4, SHEET_WIDTH - 8, SHEET_HEIGHT - 8)
    fitted = text.fit(style.font, style.line_caps_px, line, box[2], box[3])
    text.put_rows(sheet, style.font, fitted, box)


def draw_pacer(sheet: Sheet, size: int) -> None:
    """Draw the pacer's circle, `size` 0 to 16."""
    radius = 4 + min(max(size, 0), 16) * 3 // 2
    x, y = SHEET_WIDTH // 2, SHEET_HEIGHT // 2
    sheet.pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=1, width=2)
