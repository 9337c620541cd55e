"""SH1106 at register level (Sino Wealth, V2.3): page addressing only, RAM of 132 columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from hal.simulated.errors import SimulatedChipError
from hal.simulated.oled import Command, Oled, Registers

if TYPE_CHECKING:
    from collections.abc import Callable

_LAST_COLUMN = 131


class Sh1106(Oled):
    """The controller of the 1.3" panels. The glass begins at RAM column 2 unless told otherwise (F02)."""

    name: ClassVar[str] = "SH1106"
    ram_columns: ClassVar[int] = _LAST_COLUMN + 1

    def __init__(self, now_us: Callable[[], int], *, first_column: int = 2, seed: int = 0) -> None:
        super().__init__(now_us, first_column=first_column, seed=seed)

    def _reset_registers(self) -> Registers:
        # The DC-DC converter is on after power-on (command 0xAD).
        return Registers(pump=True)

    def _table(self) -> dict[int, Command]:
        return super()._table() | {
            **dict.fromkeys(range(0x30, 0x34), Command(0, self._nothing)),  # pump voltage
            **dict.fromkeys(range(0xC0, 0xD0), Command(0, self._com_direction)),
            0xAD: Command(1, self._converter),
            # The initialisation of luma sends these two of the SSD1306. The chip passes over them, and takes
            # what should be their argument for a command.
            0x20: Command(0, self._nothing),
            0x8D: Command(0, self._nothing),
        }

    def _converter(self, op: int, arguments: bytes) -> None:
        if arguments[0] not in (0x8A, 0x8B):
            raise SimulatedChipError(
                f"{self.name}: argument 0x{arguments[0]:02X} of command 0xAD is not 8A or 8B"
            )
        self.registers.pump = arguments[0] == 0x8B

    def _segment_remap(self, op: int, arguments: bytes) -> None:
        # The relation of RAM and segments is turned on output, for what stands in RAM as well (command A0H).
        self._set_look(replace(self._look, mirrored=bool(op & 1)))

    def _com_pins(self, op: int, arguments: bytes) -> None:
        if arguments[0] not in (0x02, 0x12):
            raise SimulatedChipError(
                f"{self.name}: argument 0x{arguments[0]:02X} of command 0xDA is not 02 or 12"
            )
        super()._com_pins(op, arguments)

    def _row(self, count: int) -> range | None:
        column = self.registers.column
        if column + count > _LAST_COLUMN + 1:
            return None
        self.registers.column = column + count
        first = self.registers.page * self.ram_columns + column
        return range(first, first + count)

    def _next_cell(self) -> int:
        column = self.registers.column
        if column > _LAST_COLUMN:
            raise SimulatedChipError(f"{self.name}: data for column {column}, the last is {_LAST_COLUMN}")
        self.registers.column = column + 1
        return self.registers.page * self.ram_columns + column
