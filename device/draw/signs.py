"""Signs beside the words of a page: cards as the map draws them, and the Center."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.draw import glyphs
from device.ui.scene import Mark

if TYPE_CHECKING:
    from PIL import Image

_CARDS: dict[str, Mark] = {
    "glyphs.outline": Mark(),
    "glyphs.filled": Mark(face_up=True),
    "glyphs.dot": Mark(marker_on_card=True),
    "glyphs.corner": Mark(token=True, marker_on_token=True),
    "glyphs.token": Mark(token=True),
    "glyphs.cross": Mark(barred=True),
    "glyphs.frame": Mark(framed=True),
    "glyphs.ticks": Mark(possible=True),
    "cards.subliminal": Mark(),
    "cards.thought": Mark(face_up=True, token=True, marker_on_token=True),
    "cards.distraction": Mark(face_up=True, marker_on_card=True),
    "cards.acknowledged": Mark(token=True, marker_on_token=True),
    "cards.released": Mark(marker_on_card=True),
}
_CENTERS = {"glyphs.center": 0, "glyphs.focused": 1}
SIGNS = (*_CARDS, *_CENTERS)
"""Names that `TextBody.pictures` may have."""


def sign(name: str, size: int) -> Image.Image:
    """Return a card or the Center by name, `size` px and its margin. Raises ValueError for another name."""
    if name in _CARDS:
        return glyphs.card(_CARDS[name], size)
    if name in _CENTERS:
        return glyphs.center(_CENTERS[name], framed=False, size=size)
    raise ValueError(f"no sign {name!r}: choose one of {', '.join(SIGNS)}")
