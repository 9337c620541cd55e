"""SH1106 and its kin at register level (Sino Wealth, V2.3): pages only, segments turned on output."""

from __future__ import annotations

from dataclasses import replace

from hal.panel.controllers import Controller
from hal.simulated.errors import SimulatedChipError
from hal.simulated.oled import Command, Oled


class Sh1106(Oled):
    """The controller of the 1.3" panels (F02)."""

    def __init__(self, controller: Controller = Controller.SH1106, *, seed: int = 0) -> None:
        super().__init__(controller, seed=seed)

    def _table(self) -> dict[int, Command]:
        return super()._table() | {
            **dict.fromkeys(range(0x30, 0x34), Command(0, self._nothing)),  # pump voltage
            **dict.fromkeys(range(0xC0, 0xD0), Command(0, self._com_direction)),
        }

    def _segment_remap(self, op: int, arguments: bytes) -> None:
        # The relation of RAM and segments is turned on output, for what stands in RAM as well (command A0H).
        self._look = replace(self._look, mirrored=bool(op & 1))

    def _com_pins(self, op: int, arguments: bytes) -> None:
        if arguments[0] not in (0x02, 0x12):
            raise SimulatedChipError(
                f"{self.name}: argument 0x{arguments[0]:02X} of command 0xDA is not 02 or 12"
            )
        super()._com_pins(op, arguments)

    def _row(self, count: int) -> range | None:
        column = self.registers.column
        if column + count > self.ram_columns:
            return None
        self.registers.column = column + count
        first = self.registers.page * self.ram_columns + column
        return range(first, first + count)

    def _next_cell(self) -> int:
        column, last = self.registers.column, self.ram_columns - 1
        if column > last:
            raise SimulatedChipError(f"{self.name}: data for column {column}, the last is {last}")
        self.registers.column = column + 1
        return self.registers.page * self.ram_columns + column
