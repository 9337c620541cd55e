"""The controllers of a 128 x 64 panel: one row each, with all that differs between them.

How to add one stands in CONTRIBUTING.md. Sections are those of the SSD1306 data sheet (Solomon Systech,
rev. 1.1) if nothing else is named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

# What all of them share.

COMMANDS = 0x00
"""Control byte: only commands follow (8.1.5.2)."""
ONE_COMMAND = 0x80
"""Control byte: one command follows, then another control byte."""
DATA = 0x40
"""Control byte: only data for the RAM follows."""
OFF = 0xAE
"""Display off: dark at once, the RAM stays (10.1.12)."""
CONTRAST = 0x81
"""The level follows, 0 to 255 (10.1.7)."""
NOTHING = 0xE3
"""Does nothing, or ends a command that a broken transfer left without its argument (10.1.20)."""
UPRIGHT = (0xA1, 0xC8)
"""Segment remap and COM direction of an upright picture, as the boards are wired (10.1.8, 10.1.14)."""
TURNED = (0xA0, 0xC0)
"""The same for a picture turned by 180 degrees."""
PAGE = 0xB0
"""Plus 0 to 7: the page that is written (10.1.13)."""
COLUMN_LOW = 0x00
"""Plus the lower four bits of the column (10.1.1)."""
COLUMN_HIGH = 0x10
"""Plus the upper four bits (10.1.2)."""


@dataclass(frozen=True, slots=True)
class Pump:
    """The command that switches the voltage of the panel, with its arguments."""

    command: int
    off: int
    on: int
    from_reset: bool
    """Whether the voltage is there after a reset."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What differs between the controllers."""

    driver: str
    """Its class in `luma.oled.device`, which knows how to start it."""
    ram_columns: int
    """Columns of its RAM; the panel has 128."""
    first_column: int
    """RAM column of the left edge, upright (F02); boards differ, so the settings may name another."""
    then: bytes
    """Commands of ours after those that luma starts it with."""
    emulation: str
    """The class that emulates it, `module:name`."""
    pump: Pump | None
    """None: the board supplies the voltage."""
    passed_over: Mapping[int, int] = field(default_factory=dict)
    """Commands that luma sends and the data sheet does not have: how many bytes the chip takes with each."""


class Controller(StrEnum):
    """The chip behind the panel; its value is the word of the settings."""

    facts: Facts

    def __new__(cls, word: str, facts: Facts) -> Self:
        """Make a row."""
        row = str.__new__(cls, word)
        row._value_ = word
        row.facts = facts
        return row

    SSD1306 = (
        "ssd1306",
        Facts(
            driver="ssd1306",
            ram_columns=128,  # 8.7
            first_column=0,
            then=b"\x20\x02",  # page addressing, after a reset too; luma sets the horizontal one (10.1.3)
            emulation="hal.simulated.ssd1306:Ssd1306",
            pump=Pump(0x8D, off=0x10, on=0x14, from_reset=False),  # its charge pump note
        ),
    )
    SH1106 = (
        "sh1106",
        Facts(
            driver="sh1106",
            ram_columns=132,  # Sino Wealth, V2.3, display data RAM
            first_column=2,
            then=b"",  # it knows no addressing but that of pages
            emulation="hal.simulated.sh1106:Sh1106",
            pump=Pump(0xAD, off=0x8A, on=0x8B, from_reset=True),  # command ADH; on after power-on
            # It takes what should be their arguments for commands.
            passed_over={0x20: 0, 0x8D: 0},
        ),
    )
