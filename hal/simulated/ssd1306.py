"""SSD1306 and its kin at register level (Solomon Systech, rev. 1.1): windows, segments turned on writing."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from hal.frame import PAGES
from hal.panel.controllers import Controller
from hal.simulated.errors import SimulatedChipError
from hal.simulated.oled import Command, Oled

if TYPE_CHECKING:
    from hal.simulated.oled import Registers


class AddressMode(IntEnum):
    """The argument of 0x20 (10.1.3)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


class Ssd1306(Oled):
    """The controller of the 0.96" and 2.42" panels."""

    def __init__(self, controller: Controller = Controller.SSD1306, *, seed: int = 0) -> None:
        super().__init__(controller, seed=seed)

    def _reset_registers(self) -> Registers:
        self._mode = AddressMode.PAGE
        self._remapped = False
        self._page_start_column = 0
        self._columns = (0, self.ram_columns - 1)
        self._pages = (0, PAGES - 1)
        return super()._reset_registers()

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
        }

    def _address_mode(self, op: int, arguments: bytes) -> None:
        # The chip looks at two bits: what starts an SH1106 ends in the horizontal mode here (F47).
        self._mode = AddressMode(self._check(op, arguments[0] & 0x03, most=2))
        self.registers.page_mode = self._mode is AddressMode.PAGE

    def _column_window(self, op: int, arguments: bytes) -> None:
        first, last = (self._check(op, value, most=self.ram_columns - 1) for value in arguments)
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

    def _column_set(self, column: int) -> None:
        self._page_start_column = column

    def _segment_remap(self, op: int, arguments: bytes) -> None:
        # Only bytes written from now on are turned; what stands in RAM stays (10.1.8).
        self._remapped = bool(op & 1)

    def _row(self, count: int) -> range | None:
        column, width = self.registers.column, self.ram_columns
        base = self.registers.page * width
        if self._mode is not AddressMode.PAGE or not 0 < count <= width - column:
            return None
        end = column + count
        self.registers.column = end if end < width else self._page_start_column
        if self._remapped:
            last = base + width - 1 - column
            return range(last, last - count, -1)
        return range(base + column, base + column + count)

    def _next_cell(self) -> int:
        registers = self.registers
        column, page, last = registers.column, registers.page, self.ram_columns - 1
        if column > last:
            raise SimulatedChipError(f"{self.name}: data for column {column}, the last is {last}")
        if self._mode is AddressMode.PAGE:
            registers.column = column + 1 if column < last else self._page_start_column
        elif self._mode is AddressMode.HORIZONTAL:
            registers.column, turned = _after(column, self._columns)
            if turned:
                registers.page = _after(page, self._pages)[0]
        else:
            registers.page, turned = _after(page, self._pages)
            if turned:
                registers.column = _after(column, self._columns)[0]
        return page * self.ram_columns + (last - column if self._remapped else column)


def _after(value: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Return the next value in a window, and whether it began again."""
    first, last = window
    return (first, True) if value == last else ((value + 1) & 0x7F, False)
