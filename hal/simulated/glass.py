"""From the RAM of a panel's controller to the glass: which cell lights which pixel, and for how long.

The boards that are sold wire the glass so that segment remap 1 (0xA1) and COM scan 1 (0xC8) show a picture
upright, and with the alternative COM pin layout. Columns are RAM columns, rows are RAM rows of 0 to 63.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hal.frame import HEIGHT, PAGES, WIDTH, Frame

_REVERSED_BITS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_INVERTED_BITS = bytes(byte ^ 0xFF for byte in range(256))


@dataclass(frozen=True, slots=True)
class Look:
    """The registers that decide how RAM appears on the glass."""

    inverted: bool = False
    all_on: bool = False
    mirrored: bool = False
    """The segments are taken from the other end (only where the controller turns them on output)."""
    com_reversed: bool = False
    start_line: int = 0
    offset: int = 0
    multiplex: int = HEIGHT - 1
    com_alternative: bool = True
    com_swapped: bool = False

    @lru_cache(maxsize=64)  # noqa: B019 - a Look is a small value, and the cache is bounded
    def rows(self) -> tuple[int | None, ...]:
        """RAM row of each line of the glass from the top; None where no line is driven (SSD1306, 10.1.12)."""
        rows: list[int | None] = []
        for y in range(HEIGHT):
            com = self._com(HEIGHT - 1 - y)
            line = (self.multiplex - com if self.com_reversed else com) + self.offset
            line %= HEIGHT
            rows.append((line + self.start_line) % HEIGHT if line <= self.multiplex else None)
        return tuple(rows)

    def _com(self, place: int) -> int:
        """COM output in scan order that drives a place of a glass wired in the alternative way (10.1.18)."""
        half = HEIGHT // 2
        pin = place // 2 + half * (place & 1)
        if self.com_swapped:
            pin ^= half
        return 2 * (pin % half) + pin // half if self.com_alternative else pin


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which RAM columns the 128 columns of the glass are wired to."""

    ram_columns: int
    first: int
    """RAM column of the right edge when segments are not turned."""

    def column(self, x: int, look: Look) -> int:
        """RAM column of a column of the glass, counted from the left."""
        segment = self.first + WIDTH - 1 - x
        return self.ram_columns - 1 - segment if look.mirrored else segment


def glass(ram: bytes | bytearray, wiring: Wiring, look: Look) -> Frame:
    """Return what stands on the glass of a panel that is on."""
    width = wiring.ram_columns
    left, right = wiring.column(0, look), wiring.column(WIDTH - 1, look)
    pages = []
    for page in range(PAGES):
        base = page * width
        low = ram[base + min(left, right) : base + max(left, right) + 1]
        pages.append(bytes(low if left < right else low[::-1]))
    picture = _scan(pages, look.rows())
    if look.all_on:
        picture = _scan([b"\xff" * WIDTH] * PAGES, look.rows())
    elif look.inverted:
        dark = _scan([b"\xff" * WIDTH] * PAGES, look.rows())
        picture = bytes(a & b for a, b in zip(picture.translate(_INVERTED_BITS), dark, strict=True))
    return Frame(picture)


_UPRIGHT = tuple(range(HEIGHT))
_UPSIDE_DOWN = tuple(reversed(range(HEIGHT)))


def _scan(pages: list[bytes], rows: tuple[int | None, ...]) -> bytes:
    """Put RAM rows to lines of the glass."""
    if rows == _UPRIGHT:
        return b"".join(pages)
    if rows == _UPSIDE_DOWN:
        return b"".join(page.translate(_REVERSED_BITS) for page in reversed(pages))
    out = bytearray(WIDTH * PAGES)
    for y, row in enumerate(rows):
        if row is None:
            continue
        base, bit, source, source_bit = y // 8 * WIDTH, y % 8, pages[row // 8], row % 8
        for x in range(WIDTH):
            out[base + x] |= (source[x] >> source_bit & 1) << bit
    return bytes(out)


class Burn:
    """How long each pixel of the glass was lit (F18).

    Time here is the time the panel was on. A cell of RAM notes the time spent with each of its values, which
    costs little; pixels are worked out when the look changes, or when somebody asks.
    """

    def __init__(self, wiring: Wiring, ram: bytearray) -> None:
        self._wiring = wiring
        self._ram = ram
        self._since_us = [0] * len(ram)
        self._spent_us: list[dict[int, int]] = [{} for _ in ram]
        self._start_us = 0
        self._pixel_us = [0] * (WIDTH * HEIGHT)

    def leave(self, cell: int, on_us: int) -> None:
        """Note that a cell is about to change."""
        spent = self._spent_us[cell]
        value = self._ram[cell]
        spent[value] = spent.get(value, 0) + on_us - self._since_us[cell]
        self._since_us[cell] = on_us

    def settle(self, look: Look, on_us: int) -> None:
        """Work out the pixels of all time up to now, in which this look stood."""
        if on_us == self._start_us:
            return
        for cell in range(len(self._ram)):
            self.leave(cell, on_us)
        whole_us = on_us - self._start_us
        columns = [self._wiring.column(x, look) for x in range(WIDTH)]
        lit: dict[int, list[int]] = {}
        for y, row in enumerate(look.rows()):
            if row is None:
                continue
            for x in range(WIDTH):
                cell = row // 8 * self._wiring.ram_columns + columns[x]
                bits = lit.get(cell)
                if bits is None:
                    bits = lit[cell] = self._bits_us(cell)
                us = whole_us if look.all_on else bits[row % 8]
                self._pixel_us[y * WIDTH + x] += whole_us - us if look.inverted and not look.all_on else us
        self._spent_us = [{} for _ in self._ram]
        self._start_us = on_us

    def _bits_us(self, cell: int) -> list[int]:
        bits = [0] * 8
        for value, us in self._spent_us[cell].items():
            for bit in range(8):
                if value >> bit & 1:
                    bits[bit] += us
        return bits

    def lit_us(self) -> tuple[int, ...]:
        """Return the time of each pixel, line by line, as settled last."""
        return tuple(self._pixel_us)
