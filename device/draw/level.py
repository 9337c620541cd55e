"""A level, large and still, and the palm zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import glyphs, pages, text
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, LayoutError, Sheet, Style

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.scene import LevelBody, ZonesBody

_LARGE_PX = 20
_GAP_PX = 4
_HAND_PX = (36, 30, 24, 20, 17, 15, 13, 12)
"""Heights to try for the own hand, which is what one looks at."""


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
        words = body.title or str(body.level)
        x = SHEET_WIDTH - text.width_of(style.font, _LARGE_PX, words) if right else 0
        text.put(sheet, style.font, _LARGE_PX, x, level_top + centered, words)
    _put_stock(sheet, body, stock_top + centered, _LARGE_PX, right, style)


def _side(right: bool) -> str:
    return "right" if right else "left"


def _put_stock(sheet: Sheet, body: LevelBody, top: int, cap_px: int, right: bool, style: Style) -> None:
    """Write heart and lives, star and stars: in two fixed columns, so that a new number moves nothing."""
    column_px = 62
    left = SHEET_WIDTH - 2 * column_px + 8 if right else 0
    for index, (name, count) in enumerate((("heart", body.lives), ("star", body.stars))):
        image = glyphs.sign(name, cap_px + 1)
        x = left + index * column_px
        sheet.written.append(name)
        sheet.ink(x, top, image)
        text.put(sheet, style.font, cap_px, x + image.width + _GAP_PX, top, str(count))


def dealt_sides(body: LevelBody, style: Style) -> int:
    """Return how many sides a dealt hand needs."""
    return len(_hand_sides(body, style)[1])


def hand_px(body: LevelBody, style: Style) -> int:
    """Return the height of the cards of a dealt hand."""
    return _hand_sides(body, style)[0]


def _hand_sides(body: LevelBody, style: Style) -> tuple[int, pages.Sides]:
    return pages.number_sides(style, body.hand or (), _hand_area(body, style)[1], _HAND_PX)


def _hand_area(body: LevelBody, style: Style) -> tuple[int, int]:
    above_px = head_px(style) + 6
    return (0 if body.place % 2 else above_px), SHEET_HEIGHT - above_px


def head_px(style: Style) -> int:
    """Return the height of level, lives and stars over a dealt hand."""
    return 10 if style.caps_px[0] < 13 else style.caps_px[0]


def _draw_dealt(sheet: Sheet, body: LevelBody, side: int, style: Style) -> None:
    cap_px = head_px(style)
    top = SHEET_HEIGHT - cap_px if body.place % 2 else 0
    if body.pending:
        fitted = text.try_fit(style.font, (cap_px,), body.pending, SHEET_WIDTH, cap_px + 6)
        if fitted is None:
            raise LayoutError(f"{body.pending!r} does not fit over a level")
        text.put(sheet, style.font, cap_px, 0, top, fitted.rows[0])
    else:
        _put_head(sheet, body, top, cap_px, style)
    if body.hand is not None:
        pages.put_numbers(sheet, style, body.hand, _hand_area(body, style), side, _HAND_PX)


def _put_head(sheet: Sheet, body: LevelBody, top: int, cap_px: int, style: Style) -> None:
    """Write level, heart, star and pile in one row, in columns that do not move with their numbers."""
    widest = {"": "88", "heart": "8", "star": "8", "pile": str(max(body.pile or 0, 88))}
    numbers = {"": body.level, "heart": body.lives, "star": body.stars, "pile": body.pile}
    widths = {
        name: text.width_of(style.font, cap_px, digits) + (12 if name else 0)
        for name, digits in widest.items()
    }
    if sum(widths.values()) > SHEET_WIDTH:
        del widths[""]  # the pile's 100 needs its room; nobody asks for the level then
    gap = min((SHEET_WIDTH - sum(widths.values())) // (len(widths) - 1), 2 * cap_px)
    x = 0
    for name, width in widths.items():
        number = numbers[name]
        if number is not None:
            left = x
            if name:
                image = glyphs.sign(name)
                sheet.written.append(name)
                sheet.ink(left, top + (cap_px - image.height + 1) // 2, image)
                left += 12
            text.put(sheet, style.font, cap_px, left, top, str(number))
        x += width + gap


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
    boxes, area = _zone_layout(body.places)
    try:
        fitted = text.fit(style.font, style.line_caps_px, line, area[2], area[3])
    except LayoutError:
        # Long words in large letters: the zones make room, as small squares at the rim.
        boxes, area = _small_layout(body.places)
        fitted = text.fit(style.font, style.line_caps_px, line, area[2], area[3])
    for down, (x, y, width, height) in zip(body.zones, boxes, strict=True):
        sheet.frame(x, y, width, height, thick_px=2)
        if down:
            sheet.box(x, y, width, height)
    text.put_rows(sheet, style.font, fitted, area)


_Box = tuple[int, int, int, int]


def _zone_layout(places: tuple[str, ...]) -> tuple[list[_Box], _Box]:
    """Return the zones' boxes and the box for words between them."""
    boxes = [_zone_box(place) for place in places]
    beside = max((box[2] + 3 for place, box in zip(places, boxes, strict=True) if place != "S"), default=0)
    height = min(
        (box[1] - 2 for place, box in zip(places, boxes, strict=True) if place == "S"), default=SHEET_HEIGHT
    )
    return boxes, (beside, 0, SHEET_WIDTH - 2 * beside, height)


def _small_layout(places: tuple[str, ...]) -> tuple[list[_Box], _Box]:
    """Return small boxes in the corners and at the bottom, and the box for words between them."""
    size = 7
    right, bottom, middle = SHEET_WIDTH - size, SHEET_HEIGHT - size, (SHEET_WIDTH - size) // 2
    corners = {
        "NW": (0, 0),
        "NE": (right, 0),
        "SW": (0, bottom),
        "SE": (right, bottom),
        "S": (middle, bottom),
    }
    corners |= {"W": (0, 0), "E": (right, 0)}
    boxes = [(*corners[place], size, size) for place in places]
    return boxes, (0, size, SHEET_WIDTH, SHEET_HEIGHT - 2 * size)
