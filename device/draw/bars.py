"""Live pads: twelve bars against their thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import lists
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, Sheet, Style

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import BarsBody

_WIDTH_PX = 6
_FULL_SCALE = 3
"""A bar is full at so many thresholds."""


def draw_bars(sheet: Sheet, body: BarsBody, title: Line, style: Style) -> None:
    """Draw one bar an electrode and a tick at its threshold; the framed one is being set."""
    top = 0
    if not style.two_sided:
        lists.draw_title(sheet, title, style)
        top = 14
    bottom = SHEET_HEIGHT - 3
    height = bottom - top - 2
    pitch = SHEET_WIDTH // max(len(body.values), 1)
    for index, (value, threshold) in enumerate(zip(body.values, body.thresholds, strict=True)):
        x = index * pitch + (pitch - _WIDTH_PX) // 2
        full = max(threshold * _FULL_SCALE, 1)
        length = min(max(value, 0), full) * height // full
        sheet.box(x, bottom - length, _WIDTH_PX, length)
        tick = bottom - height // _FULL_SCALE
        touched = length > height // _FULL_SCALE
        sheet.box(x - 1, tick, _WIDTH_PX + 2, 1, lit=True)
        if touched:
            sheet.box(x, tick, _WIDTH_PX, 1, lit=False)
        sheet.box(x, bottom, _WIDTH_PX, 1)
        if index == body.cursor:
            sheet.box(x - 2, bottom + 1, _WIDTH_PX + 4, 2)
            sheet.frame(x - 2, top, _WIDTH_PX + 4, SHEET_HEIGHT - top)
