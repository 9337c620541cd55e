"""Words: measured, wrapped at spaces, and put down. Never cut, never hyphenated, never scrolled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from device.draw.kit import LayoutError, Sheet

if TYPE_CHECKING:
    from device.text.line import Line

_OWN_SIZES = {8: 11.0, 9: 12.0, 10: 14.0, 13: 18.0, 17: 23.5, 20: 29.0}
"""Capital height in pixels -> size of Pillow's own font that gives it, chosen by eye for even strokes."""
_DESCENDERS = frozenset("gjpqy,;Q()")


@dataclass(frozen=True, slots=True)
class Stencil:
    """The ink of some words."""

    mask: Image.Image | None
    """Mode "1"; None for words without ink."""
    left: int
    """From the pen to the mask."""
    top: int
    """From the baseline up to the mask's first row, as a negative number."""
    width: int
    """From the pen to the last lit column, that one included."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Words that fit: their rows and the height of their capitals."""

    rows: tuple[str, ...]
    cap_px: int
    height: int
    """From the top of the first capitals to the last descender, in pixels."""


def _load(path: str, size: float) -> ImageFont.FreeTypeFont:
    if path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "a size asks for the scalable font"
    return font


def _ink(font: ImageFont.FreeTypeFont, text: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = font.getbbox(text, mode="1", anchor="ls")
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=32)
def font_of(path: str, cap_px: int) -> ImageFont.FreeTypeFont:
    """Return the font whose capitals are `cap_px` high, or the next higher that it has.

    Raises LayoutError if the file has no such size; OSError if it cannot be read.
    """
    if not path and cap_px in _OWN_SIZES:
        return _load(path, _OWN_SIZES[cap_px])
    for half_px in range(cap_px, 8 * cap_px):
        font = _load(path, half_px / 2)
        if -_ink(font, "H")[1] >= cap_px:
            return font
    raise LayoutError(f"font {path!r} has no capitals of {cap_px} px: choose another font file")


@lru_cache(maxsize=1024)
def stencil(path: str, cap_px: int, text: str) -> Stencil:
    """Return the ink of one row of words; kept, for words come back.

    Raises LayoutError for a font that cannot be read, or that breaks at one of the letters.
    """
    try:
        return _stencil(path, cap_px, text)
    except (OSError, ValueError) as error:
        raise LayoutError(f"font {path!r}: {error}: choose another font file") from error


def _stencil(path: str, cap_px: int, text: str) -> Stencil:
    if " " in text.strip():
        return _spaced(path, cap_px, text.split())
    font = font_of(path, cap_px)
    left, top, right, bottom = _ink(font, text)
    if right <= left or bottom <= top:
        return Stencil(None, 0, 0, round(font.getlength(text)))
    mask = Image.new("1", (right - left, bottom - top))
    pen = ImageDraw.Draw(mask)
    pen.fontmode = "1"
    pen.text((-left, -top), text, fill=1, font=font, anchor="ls")
    lit = mask.getbbox()
    if lit is None:
        return Stencil(None, 0, 0, right)
    return Stencil(mask.crop(lit), left + lit[0], top + lit[1], left + lit[2])


def space_px(cap_px: int) -> int:
    """Room between words of this height."""
    return cap_px // 3 + 2


def _spaced(path: str, cap_px: int, words: list[str]) -> Stencil:
    """Set words apart by our own space: that of the font all but vanishes in small sizes."""
    inks = [stencil(path, cap_px, word) for word in words]
    space = space_px(cap_px)
    width = sum(ink.width for ink in inks) + space * (len(inks) - 1)
    top = min(ink.top for ink in inks)
    below = max(ink.top + ink.mask.height for ink in inks if ink.mask is not None)
    mask = Image.new("1", (width, below - top))
    x = 0
    for ink in inks:
        if ink.mask is not None:
            mask.paste(1, (x + max(ink.left, 0), ink.top - top), ink.mask)
        x += ink.width + space
    return Stencil(mask, 0, top, width)


def width_of(path: str, cap_px: int, text: str) -> int:
    """Return the width of one row of words in pixels."""
    words = text.split()
    if len(words) < 2:
        return _width(path, cap_px, text)
    # Many rows are tried before one is drawn: the ink of a whole row is made for that one alone.
    return sum([_width(path, cap_px, word) for word in words]) + space_px(cap_px) * (len(words) - 1)


@lru_cache(maxsize=4096)
def _width(path: str, cap_px: int, word: str) -> int:
    """Return the width of the ink of a word: in Pillow's own font without making it, which takes a tenth."""
    if path or len(word) < 2 or not word.isascii():
        return stencil(path, cap_px, word).width
    advances = font_of(path, cap_px).getlength(word, mode="1")
    return round(advances) + _before(cap_px, word[0]) + _behind(cap_px, word[-1])


@lru_cache(maxsize=1024)
def _behind(cap_px: int, letter: str) -> int:
    """Return how much further the ink of a word goes than its advances, by its last letter (own font)."""
    pair = f"H{letter}"
    return stencil("", cap_px, pair).width - round(font_of("", cap_px).getlength(pair, mode="1"))


@lru_cache(maxsize=1024)
def _before(cap_px: int, letter: str) -> int:
    """Return by how much a word is wider than its advances because of its first letter (own font)."""
    pair = f"{letter}H"
    ink = stencil("", cap_px, pair).width - round(font_of("", cap_px).getlength(pair, mode="1"))
    return ink - _behind(cap_px, "H")


def descent_px(cap_px: int) -> int:
    """Room below the baseline that letters of this height take."""
    return (cap_px + 2) // 3 - 1 if cap_px > 8 else 2


def pitch_px(cap_px: int) -> int:
    """From baseline to baseline."""
    return cap_px + descent_px(cap_px) + (1 if cap_px >= 17 else 2)


@lru_cache(maxsize=1024)
def wrap(path: str, cap_px: int, text: str, width: int) -> tuple[str, ...] | None:
    """Break words at spaces into rows of at most `width` pixels; None if a single word is wider."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if width_of(path, cap_px, word) > width:
            return None
        if rows and width_of(path, cap_px, longer) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(rows)


def _sentences(text: str) -> list[str]:
    return text.replace(". ", ".\n").replace("? ", "?\n").split("\n")


def _wrap_sentences(path: str, cap_px: int, text: str, width: int) -> tuple[str, ...] | None:
    """Wrap so that each sentence begins a row; None also for a single sentence."""
    sentences = _sentences(text)
    if len(sentences) == 1:
        return None
    rows: list[str] = []
    for sentence in sentences:
        wrapped = wrap(path, cap_px, sentence, width)
        if wrapped is None:
            return None
        rows.extend(wrapped)
    return tuple(rows)


def _row_each(path: str, cap_px: int, text: str, width: int) -> tuple[str, ...] | None:
    """Give each sentence one row; None if that cannot be."""
    rows = _wrap_sentences(path, cap_px, text, width)
    return rows if rows is not None and len(rows) == len(_sentences(text)) else None


def block_height(rows: tuple[str, ...], cap_px: int) -> int:
    """Return the height of wrapped rows in pixels, the last row's descenders only if it has any."""
    tail = descent_px(cap_px) if rows and _DESCENDERS & set(rows[-1]) else 0
    return cap_px + (len(rows) - 1) * pitch_px(cap_px) + tail if rows else 0


@lru_cache(maxsize=1024)
def try_fit(path: str, caps_px: tuple[int, ...], text: str, width: int, height: int) -> Fitted | None:
    """Fit one text into a box with the first height that works, at best each sentence on a row."""
    for wrapping in (_row_each, _wrap_sentences, wrap):
        for cap_px in caps_px:
            rows = wrapping(path, cap_px, text, width)
            if rows is not None and block_height(rows, cap_px) <= height:
                return Fitted(rows, cap_px, block_height(rows, cap_px))
    return None


@lru_cache(maxsize=512)
def fit(path: str, caps_px: tuple[int, ...], line: Line, width: int, height: int) -> Fitted:
    """Fit a line into a box: the full length if it fits in any height, else the short one.

    Raises LayoutError if even the short one does not fit.
    """
    for text in (line.full, line.short):
        fitted = try_fit(path, caps_px, text, width, height)
        if fitted is not None:
            return fitted
    raise LayoutError(f"{line.short!r} does not fit into {width} x {height} px with capitals of {caps_px} px")


def put(sheet: Sheet, path: str, cap_px: int, x: int, top: int, text: str, lit: bool = True) -> int:
    """Write one row, its capitals' top at `top` and its first ink at or after `x`; return its width."""
    sheet.written.append(text)
    return _put(sheet, path, cap_px, x, top, text, lit)


def _put(sheet: Sheet, path: str, cap_px: int, x: int, top: int, text: str, lit: bool = True) -> int:
    ink = stencil(path, cap_px, text)
    if ink.mask is not None:
        sheet.ink(x + max(ink.left, 0), top + cap_px + ink.top, ink.mask, lit)
    return ink.width


def put_rows(
    sheet: Sheet, path: str, fitted: Fitted, box: tuple[int, int, int, int], align: str = "center"
) -> None:
    """Write rows into the box (x, y, width, height): in the middle from top to bottom, each row aligned.

    `align` is "left", "center" or "right".
    """
    sheet.written.append(" ".join(fitted.rows))
    x, y, width, height = box
    top = y + (height - fitted.height) // 2
    for row in fitted.rows:
        spare = width - width_of(path, fitted.cap_px, row)
        indent = {"left": 0, "center": spare // 2, "right": spare}[align]
        _put(sheet, path, fitted.cap_px, x + indent, top, row)
        top += pitch_px(fitted.cap_px)
