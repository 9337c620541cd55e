"""The Mind: the level, large and still, and the palm zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import glyphs, pages, text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style

if TYPE_CHECKING:
    from device.scene import LevelBody, Line, ZonesBody

_LARGE_PX = 20
_GAP_PX = 4


def draw_level(sheet: Sheet, body: LevelBody, side: int, style: Style) -> None:
    """Draw level, lives and stars; with a dealt hand also the cards. One of four places by `place` (F18)."""
    if body.hand is None and body.pile is None:
        _draw_plain(sheet, body, style)
    else:
        _draw_dealt(sheet, body, side, style)


def _draw_plain(sheet: Sheet, body: LevelBody, style: Style) -> None:
    bottom_first, right = body.place % 2 == 1, body.place in (1, 2)
    half = SHEET_HEIGHT // 2
    level_top, stock_top = (half, 0) if bottom_first else (0, half)
    centered = (half - _LARGE_PX) // 2
    if body.pending:
        fitted = text.try_fit(style.font, (17, 13), body.pending, SHEET_WIDTH, half)
        if fitted is None:
            raise LayoutError(f"{body.pending!r} does not fit over a level")
        text.put_rows(sheet, style.font, fitted, (0, level_top, SHEET_WIDTH, half), _side(right))
    else:
        words = f"L {body.level}"
        x = SHEET_WIDTH - text.width_of(style.font, _LARGE_PX, words) if right else 0
        text.put(sheet, style.font, _LARGE_PX, x, level_top + centered, words)
    _put_stock(sheet, body, stock_top + centered, _LARGE_PX, right, style)


def _side(right: bool) -> str:
    return "right" if right else "left"


def _put_stock(
    sheet: Sheet, body: LevelBody, top: int, cap_px: int, right: bool, style: Style
) -> None:
    """Write heart and lives, star and stars: in two fixed columns, so that a new number moves nothing."""
    scale = 2 if cap_px >= _LARGE_PX else 1
    column_px = 62 if scale == 2 else (11 + _GAP_PX + cap_px)
    left = SHEET_WIDTH - 2 * column_px + (8 if scale == 2 else 0) if right else 0
    for index, (name, count) in enumerate((("heart", body.lives), ("star", body.stars))):
        image = glyphs.sign(name, scale)
        x = left + index * column_px
        sheet.ink(x, top + (cap_px - image.height) // 2, image)
        text.put(sheet, style.font, cap_px, x + image.width + _GAP_PX, top, str(count))


def dealt_sides(body: LevelBody, style: Style) -> int:
    """Return how many sides a dealt hand needs."""
    top, height = _hand_area(body, style)
    del top
    return len(pages.number_sides(style, body.hand or (), height)[1])


def _hand_area(body: LevelBody, style: Style) -> tuple[int, int]:
    head_px = _head_px(style) + 6
    return (0 if body.place % 2 else head_px), SHEET_HEIGHT - head_px


def _head_px(style: Style) -> int:
    return 13 if style.caps_px[0] < 13 else style.caps_px[0]


def _draw_dealt(sheet: Sheet, body: LevelBody, side: int, style: Style) -> None:
    cap_px = _head_px(style)
    top = SHEET_HEIGHT - cap_px if body.place % 2 else 0
    if body.pending:
        fitted = text.try_fit(style.font, (cap_px,), body.pending, SHEET_WIDTH, cap_px + 6)
        if fitted is None:
            raise LayoutError(f"{body.pending!r} does not fit over a level")
        text.put(sheet, style.font, cap_px, 0, top, fitted.rows[0])
    else:
        _put_head(sheet, body, top, cap_px, style)
    if body.hand is not None:
        pages.put_numbers(sheet, style, body.hand, _hand_area(body, style), side)


def _put_head(sheet: Sheet, body: LevelBody, top: int, cap_px: int, style: Style) -> None:
    """Write level, heart, star and pile in one row of four fixed columns."""
    columns = (
        ("", body.level),
        ("heart", body.lives),
        ("star", body.stars),
        ("pile", body.pile),
    )
    digit_px = text.width_of(style.font, cap_px, "0")
    lefts = (0, SHEET_WIDTH - 3 * (13 + digit_px) - 2 * digit_px - 4)
    x = 0
    for name, number in columns:
        if name == "heart":
            x = max(lefts[1], text.width_of(style.font, cap_px, str(body.level)) + 4)
        if number is None:
            continue
        if name:
            image = glyphs.sign(name)
            sheet.ink(x, top + (cap_px - image.height) // 2, image)
            x += image.width + 1
        text.put(sheet, style.font, cap_px, x, top, str(number))
        x += digit_px + 2


_ZONE_PX = 20


def _zone_box(place: str) -> tuple[int, int, int, int]:
    """Return x, y, width and height of a palm zone by its place."""
    far_x, far_y = SHEET_WIDTH - _ZONE_PX, SHEET_HEIGHT - _ZONE_PX
    boxes = {
        "NW": (0, 0, _ZONE_PX, _ZONE_PX),
        "NE": (far_x, 0, _ZONE_PX, _ZONE_PX),
        "SW": (0, far_y, _ZONE_PX, _ZONE_PX),
        "SE": (far_x, far_y, _ZONE_PX, _ZONE_PX),
        "S": ((SHEET_WIDTH - 44) // 2, SHEET_HEIGHT - 12, 44, 12),
        "W": (0, 0, 14, SHEET_HEIGHT),
        "E": (SHEET_WIDTH - 14, 0, 14, SHEET_HEIGHT),
    }
    if place not in boxes:
        raise ValueError(f"no palm zone {place!r}: choose one of {', '.join(boxes)}")
    return boxes[place]


def draw_zones(sheet: Sheet, body: ZonesBody, line: Line, style: Style) -> None:
    """Draw each palm zone as an outline that fills, and the line between them."""
    beside = 0
    height = SHEET_HEIGHT
    for down, place in zip(body.zones, body.places, strict=True):
        x, y, width, zone_height = _zone_box(place)
        sheet.frame(x, y, width, zone_height, thick_px=2)
        if down:
            sheet.box(x, y, width, zone_height)
        if place == "S":
            height = y - 2
        else:
            beside = max(beside, width + 3)
    box = (beside, 0, SHEET_WIDTH - 2 * beside, height)
    fitted = text.fit(style.font, style.line_caps_px, line, box[2], box[3])
    text.put_rows(sheet, style.font, fitted, box)
