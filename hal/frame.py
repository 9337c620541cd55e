"""One picture of the panel, packed as the controllers store it."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8


@dataclass(frozen=True, slots=True)
class Frame:
    """A 128 x 64 picture, one bit a pixel.

    `pages` holds 8 pages of 128 columns, 1,024 bytes: byte `page * 128 + x` has the pixels (x, 8 * page)
    to (x, 8 * page + 7), the lowest bit on top (SSD1306 data sheet, 8.7 Graphic Display Data RAM).
    """

    pages: bytes

    def __post_init__(self) -> None:
        if len(self.pages) != WIDTH * PAGES:
            raise ValueError(f"a frame has {WIDTH * PAGES} bytes, not {len(self.pages)}")

    @classmethod
    def blank(cls) -> Frame:
        """A dark picture."""
        return cls(bytes(WIDTH * PAGES))

    @classmethod
    def of(cls, image: Image.Image) -> Frame:
        """Pack a picture of mode "1" and size 128 x 64."""
        if image.mode != "1" or image.size != (WIDTH, HEIGHT):
            raise ValueError(f'a frame is 128 x 64 of mode "1", not {image.size} of mode {image.mode!r}')
        raw = image.transpose(Image.Transpose.ROTATE_270).tobytes()
        return cls(b"".join(raw[PAGES - 1 - page :: PAGES] for page in range(PAGES)))

    def image(self) -> Image.Image:
        """The picture again, mode "1"."""
        raw = bytearray(WIDTH * PAGES)
        for page in range(PAGES):
            raw[PAGES - 1 - page :: PAGES] = self.pages[page * WIDTH : (page + 1) * WIDTH]
        turned = Image.frombytes("1", (HEIGHT, WIDTH), bytes(raw))
        return turned.transpose(Image.Transpose.ROTATE_90)

    def lit(self, x: int, y: int) -> bool:
        """Tell whether a pixel is lit."""
        return bool(self.pages[(y // 8) * WIDTH + x] >> (y % 8) & 1)
