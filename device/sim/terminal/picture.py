"""The picture of pads and buttons beside the panel, and the texts around it: plain characters, no colour.

What is down has a heavy border, what is latched a double one: nothing is said by colour alone.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from device.draw.blocks import braille, halfblocks
from device.sim.terminal.controls import STUCK_PAD, Lever
from device.sim.terminal.hands import Grip, Prefix
from device.sim.terminal.signs import Signs
from device.text.escaped import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from device.sim.terminal.controls import Snapshot
    from device.sim.terminal.hands import Hands

WIDTH, HEIGHT = 80, 24
"""The smallest terminal, in characters."""
PANEL_WIDTH, PANEL_HEIGHT = 66, 18
LARGE_PANEL_WIDTH, LARGE_PANEL_HEIGHT = 130, 34
LARGE_WIDTH, LARGE_HEIGHT = 144, 40
"""From this size on a pixel is a sign wide and half a sign high."""
CELL_WIDTH, CELL_HEIGHT = 4, 3
LAYOUT = (
    ("1", "2", "3"),
    ("4", "5", "6"),
    ("7", "8", "9"),
    ("*", "0", "#"),
    ("K1", "K2", "K3"),
    ("K4", "K5", "K6"),
)
_LIGHT, _HEAVY, _DOUBLE = "┌─┐│└┘", "┏━┓┃┗┛", "╔═╗║╚╝"
_BLOCKS = {ord(sign): "█" for sign in _HEAVY} | {ord("●"): "*"}
_ASCII = {
    **dict(zip(map(ord, _LIGHT), "+-+|++", strict=True)),
    **dict(zip(map(ord, _DOUBLE), "*=*H**", strict=True)),
    **dict(zip(map(ord, "▀▄█"), "'.#", strict=True)),
}
NO_PICTURE = f"(Without braille the picture needs {LARGE_WIDTH} x {LARGE_HEIGHT} characters.)"
HELP = (
    "1-9 * 0 # pads   z x c v b n = K1 undo K2 pause K3 ? K4 ok K5 star K6 focus\n"
    "Space+key latch  H+key hold  P palms  mouse holds for real  F faults  Q quit"
)
LEVERS: tuple[tuple[str, Lever, str], ...] = (
    ("a", Lever.OLED_GONE, "OLED gone"),
    ("b", Lever.PADS_GONE, "pads gone"),
    ("c", Lever.BUTTONS_GONE, "buttons gone"),
    ("d", Lever.OLED_ERROR, "I2C error 121 at the OLED"),
    ("e", Lever.PADS_ERROR, "I2C error 121 at the pads"),
    ("g", Lever.PAD_STUCK, f"pad {STUCK_PAD} stuck"),
    ("i", Lever.STORAGE_FULL, "storage full"),
    ("j", Lever.STORAGE_READ_ONLY, "storage read-only"),
)
"""Key, lever, words."""


def keypad(grips: Mapping[str, Grip]) -> str:
    """Draw pads and buttons, 12 x 18 characters."""
    return "\n".join(line for row in LAYOUT for line in _row(row, grips))


def _row(row: tuple[str, ...], grips: Mapping[str, Grip]) -> tuple[str, str, str]:
    cells = [_cell(key, grips.get(key)) for key in row]
    return ("".join(c[0] for c in cells), "".join(c[1] for c in cells), "".join(c[2] for c in cells))


def _cell(key: str, grip: Grip | None) -> tuple[str, str, str]:
    edge = _LIGHT if grip is None else _DOUBLE if grip is Grip.LATCH else _HEAVY
    label = key if len(key) == 2 else f"{key}{' ' if grip is None else '●'}"
    return (
        edge[0] + edge[1] * 2 + edge[2],
        edge[3] + label + edge[3],
        edge[4] + edge[1] * 2 + edge[5],
    )


def key_at(x: int, y: int) -> str | None:
    """Return the pad or button at a character of the picture, or None beside it."""
    column, row = x // CELL_WIDTH, y // CELL_HEIGHT
    inside = 0 <= column < len(LAYOUT[0]) and 0 <= row < len(LAYOUT)
    return LAYOUT[row][column] if inside else None


def is_large(width: int, height: int) -> bool:
    """Tell whether a terminal has room for the large picture."""
    return width >= LARGE_WIDTH and height >= LARGE_HEIGHT


def in_signs(text: str, signs: Signs) -> str:
    """Say or draw it in the signs that a terminal has."""
    if signs is Signs.BRAILLE:
        return text
    text = text.translate(_BLOCKS)
    return text.translate(_ASCII).encode("ascii", "replace").decode() if signs is Signs.ASCII else text


def _told(snapshot: Snapshot, width: int, height: int) -> list[str]:
    """Write what the glass says, where it cannot be drawn."""
    told = [row for line in snapshot.words.splitlines() for row in wrap(escaped(line), width)]
    rows = [f" {row}" for row in told[: height - 2]]
    return [*rows, *[""] * (height - 1 - len(rows)), " " + NO_PICTURE]


def panel(snapshot: Snapshot, *, large: bool = False, signs: Signs = Signs.BRAILLE) -> str:
    """Draw the glass in a frame: in braille, 66 x 18 characters, or large in half blocks, 130 x 34.

    Where there is neither braille nor room for half blocks, its words stand there.
    """
    title = "─ Palmstone " + ("─ LED on " if snapshot.led else "")
    inner = (LARGE_PANEL_WIDTH if large else PANEL_WIDTH) - 2
    if large:
        rows = halfblocks(snapshot.frame).splitlines()
    elif signs is Signs.BRAILLE:
        rows = braille(snapshot.frame)
    else:
        rows = _told(snapshot, inner - 2, PANEL_HEIGHT - 2)
    lines = [f"│{row.ljust(inner)}│" for row in rows]
    return "\n".join([f"┌{title.ljust(inner, '─')}┐", *lines, f"└{'─' * inner}┘"])


def plain_line(snapshot: Snapshot) -> str:
    """Say the screen in one line, for screen readers and tests: `screen id | words`."""
    return escaped(f"{snapshot.scene_id} | {' '.join(snapshot.words.split())}")


def status(hands: Hands, pulled: AbstractSet[Lever]) -> str:
    """Say what lasts: a prefix, what is down, palms, faults."""
    if hands.prefix is not Prefix.NONE:
        return f"{hands.prefix.value.capitalize()}: which pad or button? (Escape: none)"
    lasting = [f"{key} {grip.value}" for key, grip in hands.grips.items() if grip is not Grip.TAP]
    lasting += ["palms down"] if hands.palms_down else []
    lasting += [words for _, lever, words in LEVERS if lever in pulled]
    return "; ".join(lasting)


def lever_list(pulled: AbstractSet[Lever]) -> str:
    """List the fault levers with their keys."""
    rows = [f"{key}  [{'x' if lever in pulled else ' '}] {words}" for key, lever, words in LEVERS]
    return "\n".join(["Faults: a letter switches", "", *rows, "", "F or Escape closes"])


def too_small(width: int, height: int) -> str:
    """Say that the terminal has become too small."""
    return (
        f"This terminal is {width} x {height} now.\nMake it {WIDTH} x {HEIGHT} or larger.\nThe game goes on."
    )
