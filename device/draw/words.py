"""Screens that are words: one line, a page, a line over a bar, a line in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import pictures, text
from device.draw.kit import BAR_HEIGHT, SHEET_HEIGHT, SHEET_WIDTH, Sheet, Style, timer_bar

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import BarBody, LineBody

_GAP_PX = 5


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
            top = (height - image.height - _GAP_PX - above.height) // 2
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
