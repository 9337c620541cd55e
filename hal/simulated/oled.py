"""What all controllers have in common: the I2C framing, the command parser, the RAM and the glass.

Laws of this file:
- a byte that the data sheet does not know is a SimulatedChipError: a bug of the driver, not a fault;
- arguments may follow their command in a later transfer, as the chips have it;
- the picture is what the glass shows, read from the RAM through all registers in between.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from hal.frame import PAGES, WIDTH, Frame
from hal.simulated.errors import SimulatedChipError
from hal.simulated.glass import Look, Wiring, glass

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.panel.controllers import Controller, Pump

Handler: TypeAlias = "Callable[[int, bytes], None]"


@dataclass(frozen=True, slots=True)
class Command:
    """One command of the table."""

    arguments: int
    """Bytes that follow it."""
    run: Handler
    """Called with the command byte and its arguments."""


@dataclass(slots=True)
class Registers:
    """What a reset puts back; `Look` holds the rest."""

    on: bool = False
    contrast: int = 0x7F
    pump: bool = False
    page_mode: bool = True
    column: int = 0
    """Where the next byte goes."""
    page: int = 0
    timing: dict[int, int] = field(default_factory=dict)
    """Argument of 0xD5, 0xD9 and 0xDB as written last, by command."""


class Oled:
    """A panel of 128 x 64. Implements hal.simulated.bus.Chip."""

    def __init__(self, controller: Controller, *, seed: int = 0) -> None:
        facts = controller.facts
        self.name = controller.name
        self._pump = facts.pump
        self._passed_over = facts.passed_over
        self.ram_columns = facts.ram_columns
        self._random = random.Random(f"{seed}/{self.name}")
        self.ram = bytearray(self.ram_columns * PAGES)
        """Byte `page * ram_columns + column`, the lowest bit on top."""
        # Counted from the other end: upright is segments turned.
        self._wiring = Wiring(self.ram_columns, self.ram_columns - WIDTH - facts.first_column)
        self._look = Look()
        self.registers = self._reset_registers()
        self._pending: tuple[int, bytearray] | None = None
        self._forgiving = False
        self._picture: tuple[Look, Frame] | None = None
        self._commands = self._table() | self._voltage() | self._luma()
        self.brown_out()

    # What a driver sees

    def write(self, data: bytes) -> None:
        """Take control bytes, commands and data (SSD1306 data sheet, 8.1.5.2)."""
        self._take(data)

    def cut(self, data: bytes) -> None:
        """Take the bytes of a transfer that broke off after them: a control byte may be the last of them, and
        arguments of a command that they begin may be anything.
        """
        self._take(data[:-1] if self._ends_in_control(data) else data)
        self._forgiving = self._pending is not None

    @staticmethod
    def _ends_in_control(data: bytes) -> bool:
        """Tell whether the last byte is a control byte for one more."""
        at = 0
        while at < len(data) - 1 and data[at] & 0x80:
            at += 2
        return at == len(data) - 1 and bool(data[at] & 0x80)

    def _take(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                raise SimulatedChipError(f"{self.name}: control byte 0x{control:02X} has bits that must be 0")
            run = data[at + 1 :] if not control & 0x80 else data[at + 1 : at + 2]
            if control & 0x80 and not run:
                raise SimulatedChipError(f"{self.name}: nothing follows control byte 0x{control:02X}")
            at += 1 + len(run)
            if control & 0x40:
                self._store(run)
            else:
                for byte in run:
                    self._command(byte)

    def read(self, count: int) -> bytes:
        """Answer the status: bit 6 is set while the display is off (SSD1306 data sheet, table 9-2)."""
        return bytes([0x00 if self.registers.on else 0x40]) * count

    # Levers and what is seen

    @property
    def lit(self) -> bool:
        """Whether the glass gives light at all: switched on, and with the voltage for it."""
        return self.registers.on and self.registers.pump

    @property
    def contrast(self) -> int:
        """0 to 255."""
        return self.registers.contrast

    def frame(self) -> Frame:
        """What the glass shows, as the viewer sees it; dark when off."""
        if not self.lit:
            return Frame.blank()
        if self._picture is None or self._picture[0] != self._look:
            self._picture = (self._look, glass(self.ram, self._wiring, self._look))
        return self._picture[1]

    def reset(self) -> None:
        """Pull RES: registers as after power-on, the RAM stays (SSD1306 data sheet, 8.3)."""
        self.registers = self._reset_registers()
        self._look = Look()
        self._pending = None
        self._forgiving = False

    def brown_out(self) -> None:
        """Dip the supply: registers reset, RAM garbage; it goes on answering (F04)."""
        self.reset()
        self.ram[:] = self._random.randbytes(len(self.ram))
        self._picture = None

    # The parser

    def _reset_registers(self) -> Registers:
        # A voltage that comes from the board is there always.
        return Registers(pump=self._pump is None or self._pump.from_reset)

    def _voltage(self) -> dict[int, Command]:
        """Build the row of the command that switches the voltage, if there is one."""
        if self._pump is None:
            return {}
        return {self._pump.command: Command(1, partial(self._switch_pump, self._pump))}

    def _luma(self) -> dict[int, Command]:
        """Build the rows of what luma sends and the chip passes over."""
        return {op: Command(taken, self._nothing) for op, taken in self._passed_over.items()}

    def _table(self) -> dict[int, Command]:
        """Build the table of the commands that all of them have."""
        plain = {
            **dict.fromkeys(range(0x20), self._column_nibble),
            **dict.fromkeys(range(0x40, 0x80), self._start_line),
            **dict.fromkeys((0xA0, 0xA1), self._segment_remap),
            **dict.fromkeys((0xA4, 0xA5), self._all_on),
            **dict.fromkeys((0xA6, 0xA7), self._invert),
            **dict.fromkeys((0xAE, 0xAF), self._switch),
            **dict.fromkeys(range(0xB0, 0xB8), self._page),
            **dict.fromkeys((0xC0, 0xC8), self._com_direction),
            0xE3: self._nothing,
        }
        valued = {
            0x81: self._contrast,
            0xA8: self._multiplex,
            0xD3: self._offset,
            0xD5: self._timing,
            0xD9: self._precharge,
            0xDA: self._com_pins,
            0xDB: self._timing,
        }
        table = {op: Command(0, run) for op, run in plain.items()}
        return table | {op: Command(1, run) for op, run in valued.items()}

    def _command(self, byte: int) -> None:
        if self._pending is not None:
            op, arguments = self._pending
            arguments.append(byte)
            if len(arguments) == self._commands[op].arguments:
                self._pending = None
                self._finish(op, bytes(arguments))
            return
        command = self._commands.get(byte)
        if command is None:
            raise SimulatedChipError(f"{self.name}: unknown command 0x{byte:02X}")
        if command.arguments:
            self._pending = (byte, bytearray())
        else:
            command.run(byte, b"")

    def _finish(self, op: int, arguments: bytes) -> None:
        forgiving, self._forgiving = self._forgiving, False
        try:
            self._commands[op].run(op, arguments)
        except SimulatedChipError:
            if not forgiving:
                raise

    def _store(self, data: bytes) -> None:
        if self._pending is not None and not self._forgiving:
            raise SimulatedChipError(
                f"{self.name}: data while command 0x{self._pending[0]:02X} is incomplete"
            )
        self._pending = None
        self._forgiving = False
        cells = self._row(len(data))
        if cells is None:
            for byte in data:
                self._put(self._next_cell(), byte)
        elif cells:
            forward = cells[0] <= cells[-1]
            low, high = (cells[0], cells[-1]) if forward else (cells[-1], cells[0])
            row = data if forward else data[::-1]
            if self.ram[low : high + 1] != row:
                self.ram[low : high + 1] = row
                self._picture = None

    def _put(self, cell: int, byte: int) -> None:
        if self.ram[cell] != byte:
            self.ram[cell] = byte
            self._picture = None

    def _row(self, count: int) -> range | None:
        """Return the cells of the next bytes and move the pointer on, if they lie in one row; else None."""
        raise NotImplementedError

    def _next_cell(self) -> int:
        """Return the cell that the next byte goes to, and move the pointer on."""
        raise NotImplementedError

    def _check(self, op: int, value: int, *, most: int, least: int = 0) -> int:
        if not least <= value <= most:
            raise SimulatedChipError(
                f"{self.name}: argument 0x{value:02X} of command 0x{op:02X} is not {least} to {most}"
            )
        return value

    # The commands

    def _switch_pump(self, pump: Pump, op: int, arguments: bytes) -> None:
        if arguments[0] not in (pump.off, pump.on):
            raise SimulatedChipError(
                f"{self.name}: argument 0x{arguments[0]:02X} of command 0x{op:02X} "
                f"is not {pump.off:02X} or {pump.on:02X}"
            )
        self.registers.pump = arguments[0] == pump.on

    def _nothing(self, op: int, arguments: bytes) -> None:
        """Do nothing."""

    def _column_nibble(self, op: int, arguments: bytes) -> None:
        if not self.registers.page_mode:
            return
        column = self.registers.column
        column = (column & 0x0F) | (op & 0x0F) << 4 if op & 0x10 else (column & 0xF0) | (op & 0x0F)
        self.registers.column = column
        self._column_set(column)

    def _column_set(self, column: int) -> None:
        """Hear of a new column in page mode."""

    def _page(self, op: int, arguments: bytes) -> None:
        if self.registers.page_mode:
            self.registers.page = op & 0x07

    def _start_line(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, start_line=op & 0x3F)

    def _segment_remap(self, op: int, arguments: bytes) -> None:
        raise NotImplementedError

    def _all_on(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, all_on=bool(op & 1))

    def _invert(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, inverted=bool(op & 1))

    def _switch(self, op: int, arguments: bytes) -> None:
        self.registers.on = bool(op & 1)

    def _com_direction(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, com_reversed=bool(op & 8))

    def _contrast(self, op: int, arguments: bytes) -> None:
        self.registers.contrast = arguments[0]

    def _multiplex(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, multiplex=self._check(op, arguments[0], least=15, most=63))

    def _offset(self, op: int, arguments: bytes) -> None:
        self._look = replace(self._look, offset=self._check(op, arguments[0], most=63))

    def _timing(self, op: int, arguments: bytes) -> None:
        self.registers.timing[op] = arguments[0]

    def _precharge(self, op: int, arguments: bytes) -> None:
        if not arguments[0] & 0x0F or not arguments[0] & 0xF0:
            raise SimulatedChipError(f"{self.name}: pre-charge 0x{arguments[0]:02X} has a phase of length 0")
        self.registers.timing[op] = arguments[0]

    def _com_pins(self, op: int, arguments: bytes) -> None:
        value = arguments[0]
        if value & ~0x30 != 0x02:
            raise SimulatedChipError(
                f"{self.name}: argument 0x{value:02X} of command 0xDA is not 02, 12, 22, 32"
            )
        self._look = replace(self._look, com_alternative=bool(value & 0x10), com_swapped=bool(value & 0x20))
