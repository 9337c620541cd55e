"""SSD1306 at register level (Solomon Systech, rev. 1.1, and its charge pump note)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from hal.frame import PAGES, WIDTH
from hal.simulated.errors import SimulatedChipError
from hal.simulated.oled import Command, Oled, Registers

if TYPE_CHECKING:
    from collections.abc import Callable


class AddressMode(IntEnum):
    """The argument of 0x20 (10.1.3)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


class Ssd1306(Oled):
    """The controller of the 0.96" and 2.42" panels: RAM of 8 pages x 128 columns."""

    name: ClassVar[str] = "SSD1306"
    ram_columns: ClassVar[int] = WIDTH

    def __init__(self, now_us: Callable[[], int], *, first_column: int = 0, seed: int = 0) -> None:
        super().__init__(now_us, first_column=first_column, seed=seed)

    def _reset_registers(self) -> Registers:
        self._mode = AddressMode.PAGE
        self._remapped = False
        self._page_start_column = 0
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        return Registers()

    @property
    def mode(self) -> AddressMode:
        """How the pointer moves."""
        return self._mode

    def _table(self) -> dict[int, Command]:
        return super()._table() | {
            0x20: Command(1, self._address_mode),
            0x21: Command(2, self._column_window),
            0x22: Command(2, self._page_window),
            0x2E: Command(0, self._nothing),  # no scrolling, which nobody has started
            0x8D: Command(1, self._charge_pump),
        }

    def _address_mode(self, op: int, arguments: bytes) -> None:
        self._mode = AddressMode(self._check(op, arguments[0], most=2))
        self.registers.page_mode = self._mode is AddressMode.PAGE

    def _column_window(self, op: int, arguments: bytes) -> None:
        first, last = (self._check(op, value, most=WIDTH - 1) for value in arguments)
        if first > last:
            raise SimulatedChipError(f"{self.name}: column window {first} to {last} is upside down")
        if not self.registers.page_mode:
            self._columns = (first, last)
            self.registers.column = first

    def _page_window(self, op: int, arguments: bytes) -> None:
        first, last = (self._check(op, value, most=PAGES - 1) for value in arguments)
        if first > last:
            raise SimulatedChipError(f"{self.name}: page window {first} to {last} is upside down")
        if not self.registers.page_mode:
            self._pages = (first, last)
            self.registers.page = first

    def _charge_pump(self, op: int, arguments: bytes) -> None:
        if arguments[0] not in (0x10, 0x14):
            raise SimulatedChipError(
                f"{self.name}: argument 0x{arguments[0]:02X} of command 0x8D is not 10 or 14"
            )
        self.registers.pump = arguments[0] == 0x14

    def _column_set(self, column: int) -> None:
        self._page_start_column = column

    def _segment_remap(self, op: int, arguments: bytes) -> None:
        # Only bytes written from now on are turned; what stands in RAM stays (10.1.8).
        self._remapped = bool(op & 1)

    def _row(self, count: int) -> range | None:
        column, base = self.registers.column, self.registers.page * WIDTH
        if self._mode is not AddressMode.PAGE or not 0 < count <= WIDTH - column:
            return None
        end = column + count
        self.registers.column = end if end < WIDTH else self._page_start_column
        if self._remapped:
            last = base + WIDTH - 1 - column
            return range(last, last - count, -1)
        return range(base + column, base + column + count)

    def _next_cell(self) -> int:
        registers = self.registers
        column, page = registers.column, registers.page
        if column >= WIDTH:
            raise SimulatedChipError(f"{self.name}: data for column {column}, the last is {WIDTH - 1}")
        if self._mode is AddressMode.PAGE:
            registers.column = column + 1 if column + 1 < WIDTH else self._page_start_column
        elif self._mode is AddressMode.HORIZONTAL:
            registers.column, turned = _after(column, self._columns)
            if turned:
                registers.page = _after(page, self._pages)[0]
        else:
            registers.page, turned = _after(page, self._pages)
            if turned:
                registers.column = _after(column, self._columns)[0]
        return page * WIDTH + (WIDTH - 1 - column if self._remapped else column)


def _after(value: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Return the next value in a window, and whether it began again."""
    first, last = window
    return (first, True) if value == last else ((value + 1) & 0x7F, False)
