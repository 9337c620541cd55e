"""The sheet that pictures are drawn on, and the measures of the three profiles.

Laws of this file:
- a sheet is 126 x 62 pixels and is laid on the panel at `shift`, 0 to 2 pixels from its corner (F18);
- letters are measured by the height of their capitals, in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from device.settings.model import Profile
from hal.frame import HEIGHT, WIDTH

if TYPE_CHECKING:
    from device.ui.scene import CardMap

SHEET_WIDTH = 126
SHEET_HEIGHT = 62
BAR_HEIGHT = 3
"""Bar of the Timer Deck at the bottom edge."""


class LayoutError(ValueError):
    """Words that do not fit even in their short form; the message names them and the profile."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a profile writes."""

    profile: Profile
    swap: bool
    """Map and text change sides; so does the direction of the timer's bar."""
    font: str
    """Path of a font file; "" is the one that Pillow ships."""
    line_caps_px: tuple[int, ...]
    """Heights to try for a line that stands alone, best first."""
    caps_px: tuple[int, ...]
    """Heights to try for all other words, best first."""
    word_px: int = 10
    """Height of an action word where the others do not fit."""

    @property
    def two_sided(self) -> bool:
        """Tell whether map and words are two sides of the screen (M and S)."""
        return self.profile is not Profile.L


_LINE_CAPS_PX = {Profile.L: (10, 9, 8), Profile.M: (13,), Profile.S: (17,)}
_CAPS_PX = {Profile.L: (9, 8, 7), Profile.M: (13,), Profile.S: (17,)}


def style(profile: Profile, swap: bool = False, font: str = "") -> Style:
    """Return the style of a profile. Heights are at least 7, 13 and 17 px."""
    return Style(profile, swap, font, _LINE_CAPS_PX[profile], _CAPS_PX[profile])


class Sheet:
    """An empty sheet and its pen. Lives for one frame."""

    __slots__ = ("cards", "image", "pen", "written")

    def __init__(self) -> None:
        self.written: list[str] = []
        """The words put down so far, a line or a label each, in the order in which they were; before a number
        the name of its sign.
        """
        self.cards: CardMap | None = None
        """The map that was drawn."""
        self.image = Image.new("1", (SHEET_WIDTH, SHEET_HEIGHT))
        self.pen = ImageDraw.Draw(self.image)
        self.pen.fontmode = "1"

    def ink(self, x: int, y: int, mask: Image.Image, lit: bool = True) -> None:
        """Light (or darken) the pixels that are set in the mask; its top left corner at (x, y)."""
        self.image.paste(int(lit), (x, y), mask)

    def box(self, x: int, y: int, width: int, height: int, lit: bool = True) -> None:
        """Fill a rectangle; nothing if it is empty."""
        if width > 0 and height > 0:
            self.pen.rectangle((x, y, x + width - 1, y + height - 1), fill=int(lit))

    def frame(self, x: int, y: int, width: int, height: int, thick_px: int = 1) -> None:
        """Outline a rectangle, inwards."""
        self.pen.rectangle((x, y, x + width - 1, y + height - 1), outline=1, width=thick_px)


def laid(sheet: Sheet, shift: tuple[int, int] = (0, 0)) -> Image.Image:
    """Lay a sheet on a panel of 128 x 64, `shift` pixels to the right and down."""
    panel = Image.new("1", (WIDTH, HEIGHT))
    panel.paste(sheet.image, shift)
    return panel


def timer_bar(sheet: Sheet, part: int, whole: int, swap: bool) -> None:
    """Draw the Timer Deck along the bottom edge, one segment a card; swapped it empties to the other side."""
    sheet.ink(0, SHEET_HEIGHT - BAR_HEIGHT, _timer(part, whole, swap))


@lru_cache(maxsize=64)
def _timer(part: int, whole: int, swap: bool) -> Image.Image:
    image = Image.new("1", (SHEET_WIDTH, BAR_HEIGHT))
    for index in range(whole):
        left = index * SHEET_WIDTH // whole
        width = (index + 1) * SHEET_WIDTH // whole - left - 1
        x = SHEET_WIDTH - left - width if swap else left
        if index < part:
            image.paste(1, (x, 0, x + max(width, 0), BAR_HEIGHT))
        else:
            dot = x + width // 2
            image.paste(1, (dot, BAR_HEIGHT - 1, dot + 1, BAR_HEIGHT))
    return image
