"""How long each pixel of an emulated panel gave light (F18), counted from before it on the bus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.frame import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.simulated.oled import Oled


class LitTime:
    """Stands in front of a panel on the bus and looks at the glass before and after each write.

    Implements hal.simulated.bus.Chip. All 8,192 pixels are counted at once: a picture is one number with a
    bit a pixel, and the times are kept as such numbers too, one for each binary digit of a microsecond count.
    """

    def __init__(self, chip: Oled, now_us: Callable[[], int]) -> None:
        self._chip = chip
        self._now_us = now_us
        self._seen = chip.frame()
        self._since_us = now_us()
        self._lit = chip.lit
        self._lit_since_us = now_us()
        self._on_us = 0
        self._digits: list[int] = []
        """Of 1, 2, 4, 8 ... us: the pixels whose time has this digit."""

    def write(self, data: bytes) -> None:
        self._chip.write(data)
        self._look()

    def cut(self, data: bytes) -> None:
        self._chip.cut(data)
        self._look()

    def read(self, count: int) -> bytes:
        return self._chip.read(count)

    def _look(self) -> None:
        now_us = self._now_us()
        if self._lit:
            self._on_us += now_us - self._lit_since_us
        self._lit, self._lit_since_us = self._chip.lit, now_us
        frame = self._chip.frame()
        if frame != self._seen:
            self._count(now_us)
            self._seen = frame

    def _count(self, now_us: int) -> None:
        """Add the time since the last count to the pixels that were lit in it."""
        spent_us, self._since_us = now_us - self._since_us, now_us
        lit = int.from_bytes(self._seen.pages, "little")
        for digit in range(spent_us.bit_length()):
            if spent_us >> digit & 1:
                self._add(lit, digit)

    def _add(self, pixels: int, digit: int) -> None:
        """Add 2 ** `digit` us to pixels: those that have this digit carry it on to the next."""
        while pixels:
            if digit >= len(self._digits):
                self._digits += [0] * (digit + 1 - len(self._digits))
            having = self._digits[digit]
            self._digits[digit] = having ^ pixels
            pixels &= having
            digit += 1

    def on_us(self) -> int:
        """How long the glass gave light altogether."""
        self._look()
        return self._on_us

    def lit_us(self) -> tuple[int, ...]:
        """How long each of the 128 x 64 pixels was lit, line by line."""
        self._look()
        self._count(self._now_us())
        return tuple(self._pixel_us(x, y) for y in range(HEIGHT) for x in range(WIDTH))

    def _pixel_us(self, x: int, y: int) -> int:
        bit = (y // 8 * WIDTH + x) * 8 + y % 8
        return sum((pixels >> bit & 1) << digit for digit, pixels in enumerate(self._digits))
