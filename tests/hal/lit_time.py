"""How long each pixel of an emulated panel gave light (F18), counted from before it on the bus."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from hal.frame import HEIGHT, PAGES, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.simulated.oled import Oled

_PLACES = range(WIDTH * PAGES)


class LitTime:
    """Stands in front of a panel on the bus and looks at the glass before and after each write.

    Implements hal.simulated.bus.Chip. A byte of the picture notes the time spent with each of its values;
    pixels are worked out when somebody asks.
    """

    def __init__(self, chip: Oled, now_us: Callable[[], int]) -> None:
        self._chip = chip
        self._now_us = now_us
        self._seen = chip.frame().pages
        self._lit = chip.lit
        self._on_us = 0
        self._lit_since_us = now_us()
        self._since_us = [now_us()] * len(_PLACES)
        self._spent_us: list[dict[int, int]] = [{} for _ in _PLACES]

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
        frame = self._chip.frame().pages
        if frame != self._seen:
            for place in compress(_PLACES, map(ne, frame, self._seen)):
                self._leave(place, now_us)
            self._seen = frame

    def _leave(self, place: int, now_us: int) -> None:
        spent, value = self._spent_us[place], self._seen[place]
        spent[value] = spent.get(value, 0) + now_us - self._since_us[place]
        self._since_us[place] = now_us

    def on_us(self) -> int:
        """How long the glass gave light altogether."""
        self._look()
        return self._on_us

    def lit_us(self) -> tuple[int, ...]:
        """How long each of the 128 x 64 pixels was lit, line by line."""
        self._look()
        now_us = self._now_us()
        pixels = [0] * (WIDTH * HEIGHT)
        for place in _PLACES:
            self._leave(place, now_us)
            page, x = divmod(place, WIDTH)
            for value, us in self._spent_us[place].items():
                for bit in range(8):
                    if value >> bit & 1:
                        pixels[(8 * page + bit) * WIDTH + x] += us
        return tuple(pixels)
