"""The machine's own lines by their ids. A game has its own, over these: `words.py` of its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.text import fault_lines, labels, machine_lines, printed_lines, spoken_lines
from device.text.spoken_lines import SPELT
from device.text.words import Words

if TYPE_CHECKING:
    from device.text.line import Line
    from hal.ports import FaultCode, Part

MACHINE = Words(
    sentences=(*machine_lines.LINES, *machine_lines.HELP, *fault_lines.LINES),
    names=(*labels.LINES, *labels.PLACES),
    spoken=(*spoken_lines.LINES, *SPELT, *printed_lines.LINES),
    pages=("now",),
)
"""Every line of the machine."""
line = MACHINE.line
anchored = MACHINE.anchored


def place_name(place: int) -> Line:
    """Return the name of a ring place, 0 (NW) to 7 (W) clockwise, with its pad."""
    return line(labels.PLACES[place][0])


def fault_line(part: Part, code: FaultCode | None) -> Line:
    """Say what is amiss with a part; None says that it is back."""
    return line(f"fault.{part}.{code if code is not None else 'back'}")


def speech(said: Line) -> str:
    """Return what a voice says: always the full line, short forms spelt out."""
    text = said.full
    for line_id, _, _ in SPELT:
        spelt = line(line_id)
        text = text.replace(spelt.full, spelt.short)
    return text


def read_time_ms(shown: Line) -> int:
    """Return how long a line may stand by itself: 1.2 s + 0.45 s a word, at least 3 s."""
    return max(1200 + 450 * len(shown.full.split()), 3000)
