"""From a scene to a frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from device.draw import bars, hand, level, lists, pages, table, text, words
from device.draw.kit import SHEET_HEIGHT, SHEET_WIDTH, Sheet, Style, laid, style
from device.ui import scene as say
from hal.frame import HEIGHT, WIDTH, Frame

if TYPE_CHECKING:
    from device.settings.model import Profile
    from device.text.line import Line
    from device.ui.scene import CardMap, Scene

MOST_SHIFT_PX = 2
"""The picture has this much room to the right and below (F18)."""


def render(
    scene: Scene,
    profile: Profile,
    shift: tuple[int, int] = (0, 0),
    swap: bool = False,
    font: str = "",
) -> Frame:
    """Draw a scene, as `drawn` does, and return the frame alone."""
    return drawn(scene, profile, shift, swap, font).frame


@dataclass(frozen=True, slots=True)
class Drawn:
    """A frame, and what of its scene is in it: words may stand in their short form, or on the other side."""

    frame: Frame
    words: tuple[str, ...] = ()
    """A line or a label each, in the length that fitted."""
    cards: CardMap | None = None
    """The map, where it is in view."""


def drawn(
    scene: Scene,
    profile: Profile,
    shift: tuple[int, int] = (0, 0),
    swap: bool = False,
    font: str = "",
) -> Drawn:
    """Draw a scene: the same arguments are the same frame.

    `shift` moves all by 0 to 2 pixels to the right and down; `swap` changes the sides of map and words;
    `font` is the path of a font file, "" for Pillow's own. Raises LayoutError if words do not fit even in
    their short form, ValueError for a shift out of range.
    """
    if not all(0 <= px <= MOST_SHIFT_PX for px in shift):
        raise ValueError(f"a shift is 0 to {MOST_SHIFT_PX} px each way, not {shift}")
    sheet = Sheet()
    _draw(sheet, scene, style(profile, swap, font))
    panel = laid(sheet, shift)
    if isinstance(scene.body, say.BorderBody):
        _border(panel)
    return Drawn(Frame.of(panel), tuple(word for word in sheet.written if word), sheet.cards)


def sides(scene: Scene, profile: Profile, font: str = "") -> int:
    """Return how many sides K3 can turn this scene to; 1 if there is nothing to turn."""
    body, how = scene.body, style(profile, font=font)
    if isinstance(body, say.TextBody):
        return len(pages.text_sides(body, how))
    if isinstance(body, say.LevelBody):
        return level.dealt_sides(body, how) if body.hand is not None else 1
    if isinstance(body, say.GridBody):
        return len(lists.grid_sides(body, how))
    if isinstance(body, say.NumbersBody):
        return pages.numbers_sides(body, how)
    if isinstance(body, say.MapBody):
        return table.table_sides(body, how)
    if isinstance(body, say.HandBody) and body.cards:
        return 2 if how.two_sided else 1
    return 1


def _draw(sheet: Sheet, scene: Scene, how: Style) -> None:
    if scene.notice is None:
        _draw_body(sheet, scene, None, how)
    elif isinstance(scene.body, say.MapBody):
        table.draw_table(sheet, replace(scene.body, answers=()), scene.notice, 0, how)
    elif isinstance(scene.body, say.LineBody | say.ZonesBody | say.BarBody | say.CountBody):
        _draw_body(sheet, scene, scene.notice, how)
    else:
        fitted = text.fit(how.font, how.line_caps_px, scene.notice, SHEET_WIDTH, SHEET_HEIGHT)
        text.put_rows(sheet, how.font, fitted, (0, 0, SHEET_WIDTH, SHEET_HEIGHT))


def _draw_body(sheet: Sheet, scene: Scene, notice: Line | None, how: Style) -> None:
    """Draw a body; `notice` takes the place of its own line."""
    side = scene.side
    match scene.body:
        case say.MapBody() as body:
            table.draw_table(sheet, body, notice or body.line, side, how)
        case say.LineBody() as body:
            words.draw_line(sheet, body, notice or body.line, how)
        case say.ZonesBody() as body:
            level.draw_zones(sheet, body, notice or body.line, how)
        case say.BarBody() as body:
            words.draw_bar(sheet, body, notice or body.line, how)
        case say.CountBody() as body:
            words.draw_count(sheet, body, notice or body.line, how)
        case say.HandBody() as body:
            hand.draw_hand(sheet, body, body.line, side, how)
        case say.BorderBody() as body:
            words.draw_inside(sheet, body.line, how)
        case say.LevelBody() as body:
            level.draw_level(sheet, body, side, how)
        case _:
            _draw_titled(sheet, scene, how)


def _draw_titled(sheet: Sheet, scene: Scene, how: Style) -> None:
    side = scene.side
    match scene.body:
        case say.MenuBody() as body:
            lists.draw_menu(sheet, body, body.title, how)
        case say.GridBody() as body:
            lists.draw_grid(sheet, body, body.title, side, how)
        case say.TextBody() as body:
            pages.draw_text(sheet, body, body.title, side, how)
        case say.NumbersBody() as body:
            pages.draw_numbers(sheet, body, body.title, side, how)
        case say.BarsBody() as body:
            bars.draw_bars(sheet, body, body.title, how)
        case say.PacerBody(size=size):
            words.draw_pacer(sheet, size)
        case _:
            pass  # BlackBody: a dark panel that is on


def _border(panel: Image.Image) -> None:
    """Light the very edge of the panel: it shows a wrong column offset (F02), so it never shifts."""
    edge = Image.new("1", (WIDTH, HEIGHT), 1)
    edge.paste(panel.crop((1, 1, WIDTH - 1, HEIGHT - 1)), (1, 1))
    panel.paste(edge)
