"""From the RAM of a panel's controller to the glass: which cell lights which pixel.

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
