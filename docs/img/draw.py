"""Draws wiring.svg and ../overlay.svg: `python docs/img/draw.py`. A test holds that they are current.

The pins are those of hal.config; pin 1 of the header is top left, odd pins stand left, even ones right.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from hal.config import HardwareConfig  # noqa: E402 - the script is run from anywhere

# fmt: off
HEADER = (
    "3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15",
    "17", "18", "27", "GND", "22", "23", "3V3", "24", "10", "GND",
    "9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND",
    "6", "12", "13", "GND", "19", "16", "26", "20", "GND", "21",
)
# fmt: on
"""What the 40 pins are, from pin 1: a BCM number, or a supply."""
K5, K6, RESET, LED, BUZZER = 22, 23, 27, 24, 25
"""Optional pins (docs/build.md); those of K1 to K4 and the IRQ come from the settings' defaults."""
RED, BLACK, BLUE, GREEN, ORANGE, VIOLET = "#c62828", "#222222", "#1565c0", "#2e7d32", "#ef6c00", "#6a1b9a"
FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"


@dataclass
class Drawing:
    """An SVG in the making."""

    width: float
    height: float
    unit: str = ""
    parts: list[str] = field(default_factory=list)

    def line(
        self, points: list[tuple[float, float]], colour: str = BLACK, wide: float = 2.5, dash: str = ""
    ) -> None:
        """Draw a line through points."""
        at = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="{wide:g}"{dashed}/>'
        )

    def box(
        self,
        at: tuple[float, float, float, float],
        fill: str = "none",
        colour: str = BLACK,
        round_: float = 6,
    ) -> None:
        """Draw a box: x, y, width, height."""
        x, y, width, height = at
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}" '
            f'fill="{fill}" stroke="{colour}" stroke-width="1.2"/>'
        )

    def dot(self, x: float, y: float, r: float, fill: str = BLACK, colour: str = "none") -> None:
        """Draw a filled circle."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{colour}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 14,
        anchor: str = "start",
        bold: bool = False,
        colour: str = BLACK,
    ) -> None:
        """Write words; y is their baseline."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{colour}"{weight}>{words}</text>'
        )

    def svg(self) -> str:
        """Return the whole as text."""
        size = f'width="{self.width:g}{self.unit}" height="{self.height:g}{self.unit}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {self.width:g} {self.height:g}" font-family="{FONT}">'
        )
        ground = f'<rect width="{self.width:g}" height="{self.height:g}" fill="#ffffff"/>'
        return "\n".join((head, ground, *self.parts, "</svg>", ""))


# The wiring

TOP, PITCH = 110, 34
LEFT_X, RIGHT_X = 560, 600
"""Middles of the two columns of pins."""
EDGE = 74
"""From there to the edge of the header's box."""


def pin_at(pin: int) -> tuple[float, float]:
    """Return the middle of a pin, 1 to 40."""
    return (LEFT_X if pin % 2 else RIGHT_X), TOP + (pin - 1) // 2 * PITCH


def pin_of(bcm: int) -> int:
    """Return the pin of a BCM number."""
    return HEADER.index(str(bcm)) + 1


def header(drawing: Drawing, used: dict[int, str]) -> None:
    """Draw the 40 pins; used ones in colour, with what they are."""
    drawing.box((LEFT_X - EDGE, TOP - 28, RIGHT_X - LEFT_X + 2 * EDGE, 19 * PITCH + 56), "#eef3ee")
    drawing.text((LEFT_X + RIGHT_X) / 2, TOP - 62, "Raspberry Pi, 40-pin header", 17, "middle", True)
    drawing.text((LEFT_X + RIGHT_X) / 2, TOP - 42, "seen from above; pin 1 has the square pad", 12, "middle")
    for pin, name in enumerate(HEADER, 1):
        x, y = pin_at(pin)
        colour = used.get(pin, "#c8c8c8")
        if pin == 1:
            drawing.box((x - 9, y - 9, 18, 18), colour, colour, 0)
        else:
            drawing.dot(x, y, 9, colour)
        drawing.text(x, y + 4, str(pin), 10, "middle", colour="#ffffff" if pin in used else "#555555")
        words = name if name in ("3V3", "5V", "GND") else f"GPIO {name}"
        side = -1 if pin % 2 else 1
        drawing.text(
            x + side * 14,
            y + 4,
            words,
            11,
            "end" if side < 0 else "start",
            pin in used,
            "#222222" if pin in used else "#999999",
        )


def board(
    drawing: Drawing, at: tuple[float, float], title: tuple[str, str], pins: list[str]
) -> dict[str, tuple[float, float]]:
    """Draw a breakout board with its pins at the right edge; return where they are."""
    x, y = at
    height = 30 * len(pins) + 24
    drawing.box((x, y, 190, height), "#e8eef7")
    drawing.text(x + 12, y + 30, title[0], 16, bold=True)
    for row, words in enumerate(title[1].split("|")):
        drawing.text(x + 12, y + 52 + 17 * row, words, 12)
    places = {}
    for row, name in enumerate(pins):
        at_y = y + 27 + 30 * row
        drawing.dot(x + 190, at_y, 6, "#ffffff", BLACK)
        drawing.text(x + 178, at_y + 4, name, 12, "end", True)
        places[name] = (x + 190, at_y)
    return places


def button(drawing: Drawing, at: tuple[float, float], name: str, words: str, side: int) -> None:
    """Draw a push button whose wire comes from the side of the header; `side` is -1 left of it, 1 right."""
    x, y = at
    drawing.dot(x, y, 4)
    drawing.dot(x + side * 44, y, 4)
    drawing.line([(x + side * 2, y - 9), (x + side * 42, y - 9)])
    drawing.line([(x + side * 22, y - 9), (x + side * 22, y - 17)])
    middle = x + side * 22
    drawing.text(middle, y - 22, f"{name}  {words}", 12, "middle", True)


def wiring() -> str:
    """Draw the whole wiring."""
    config = HardwareConfig()
    keys = [pin for pin in config.button_pins[:4] if pin is not None]
    irq = config.pads.irq_pin
    assert len(keys) == 4
    assert irq is not None
    k1, k2, k3, k4 = (pin_of(bcm) for bcm in keys)
    used = {1: RED, 3: BLUE, 5: GREEN, 9: BLACK, 39: BLACK, 20: BLACK, 34: BLACK}
    used |= {pin_of(irq): VIOLET, pin_of(RESET): "#8d6e63"}
    used |= dict.fromkeys((k1, k2, k3, k4, pin_of(K5), pin_of(K6), pin_of(LED), pin_of(BUZZER)), ORANGE)
    drawing = Drawing(1160, 860)
    drawing.text(40, 40, "Palmstone: wiring", 24, bold=True)
    drawing.text(40, 64, "Both boards from 3V3, never from 5V. Dashed: optional.", 14)
    header(drawing, used)
    _boards(drawing, config, irq)
    _left_buttons(drawing, (k1, k2, k4))
    _right(drawing, k3)
    _legend(drawing)
    return drawing.svg()


def _boards(drawing: Drawing, config: HardwareConfig, irq: int) -> None:
    panel = board(
        drawing,
        (40, 110),
        ("OLED 128 x 64", f"I2C, address 0x{config.panel.address:02X}|SSD1309, SSD1306|or SH1106"),
        ["VCC", "GND", "SCL", "SDA", "RST"],
    )
    touch = board(
        drawing,
        (40, 330),
        (
            "MPR121",
            f"I2C, address 0x{config.pads.address:02X}|electrodes 0-11|to pads 1-9 * 0 #|(build guide)",
        ),
        ["3V3", "GND", "SCL", "SDA", "IRQ"],
    )
    lanes = {"3V3": 270.0, "GND": 300.0, "SCL": 330.0, "SDA": 360.0}
    colours = {"3V3": RED, "GND": BLACK, "SCL": GREEN, "SDA": BLUE}
    pins = {"3V3": 1, "GND": 9, "SCL": 5, "SDA": 3}
    for name, lane in lanes.items():
        ends = [pin_at(pins[name]), panel["VCC" if name == "3V3" else name], touch[name]]
        ys = [y for _, y in ends]
        drawing.line([(lane, min(ys)), (lane, max(ys))], colours[name])
        for x, y in ends:
            drawing.line([(x - EDGE - 0 if x > 400 else x + 6, y), (lane, y)], colours[name])
            drawing.dot(lane, y, 4, colours[name])
    for place, bcm, lane, colour, dash in (
        (touch["IRQ"], irq, 390.0, VIOLET, ""),
        (panel["RST"], RESET, 420.0, "#8d6e63", "7 5"),
    ):
        x, y = pin_at(pin_of(bcm))
        drawing.line(
            [(x - EDGE, y), (lane, y), (lane, place[1]), (place[0] + 6, place[1])], colour, dash=dash
        )


def _left_buttons(drawing: Drawing, keys: tuple[int, int, int]) -> None:
    """K1, K2, K4 and K5, with their common ground at pin 39."""
    x, ground_x = 230.0, 120.0
    names = (("K1", "undo, back"), ("K2", "pause"), ("K4", "ok"))
    rows = [(pin, *pin_at(pin)[1:], name, words, "") for pin, (name, words) in zip(keys, names, strict=True)]
    last = pin_at(39)[1]
    spread = {rows[0][0]: 586.0, rows[1][0]: 636.0, rows[2][0]: 686.0}
    lane = 446.0
    for pin, y, name, words, dash in rows:
        at_y = spread[pin]
        button(drawing, (x, at_y), name, words, -1)
        drawing.line([(LEFT_X - EDGE, y), (lane, y), (lane, at_y), (x, at_y)], ORANGE, dash=dash)
        drawing.line([(x - 44, at_y), (ground_x, at_y)])
        lane -= 22
    at_y, y = 736.0, pin_at(pin_of(K5))[1]
    button(drawing, (x, at_y), "K5", "star", -1)
    drawing.line([(LEFT_X - EDGE, y), (468.0, y), (468.0, at_y), (x, at_y)], ORANGE, dash="7 5")
    drawing.line([(x - 44, at_y), (ground_x, at_y)], dash="7 5")
    drawing.line([(ground_x, 586), (ground_x, 790), (478, 790), (478, last), (LEFT_X - EDGE, last)])
    drawing.text(ground_x + 8, 784, "GND", 12, bold=True)
    for at_y in (586.0, 636.0, 686.0, 736.0):
        drawing.dot(ground_x, at_y, 4)


def _right(drawing: Drawing, k3: int) -> None:
    """K6, LED and buzzer with pin 20 as ground, K3 with pin 34."""
    edge, ground_x = RIGHT_X + EDGE, 1080.0
    x = 880.0
    for pin, at_y, name, words, dash, lane in (
        (pin_of(K6), 180.0, "K6", "focus", "7 5", 700.0),
        (k3, pin_at(k3)[1], "K3", "?", "", 700.0),
    ):
        y = pin_at(pin)[1]
        button(drawing, (x, at_y), name, words, 1)
        drawing.line([(edge, y), (lane, y), (lane, at_y), (x, at_y)], ORANGE, dash=dash)
        drawing.line([(x + 44, at_y), (ground_x, at_y)], dash=dash)
    y, at_y = pin_at(pin_of(LED))[1], 290.0
    drawing.line([(edge, y), (730, y), (730, at_y), (790, at_y)], ORANGE, dash="7 5")
    drawing.box((790, at_y - 10, 60, 20), "#ffffff", round_=2)
    drawing.text(820, at_y - 16, "330 ohms", 12, "middle")
    drawing.line([(850, at_y), (886, at_y)], ORANGE, dash="7 5")
    drawing.parts.append(
        f'<path d="M886,{at_y - 13:g} L886,{at_y + 13:g} L910,{at_y:g} Z" fill="#ffe082" stroke="{BLACK}"/>'
    )
    drawing.line([(910, at_y - 13), (910, at_y + 13)])
    drawing.text(900, at_y - 20, "LED", 12, "middle", True)
    drawing.line([(910, at_y), (ground_x, at_y)], dash="7 5")
    y, at_y = pin_at(pin_of(BUZZER))[1], 480.0
    drawing.line([(edge, y), (700, y), (700, at_y), (854, at_y)], ORANGE, dash="7 5")
    drawing.dot(880, at_y, 26, "#eeeeee", BLACK)
    drawing.text(880, at_y + 5, "+", 14, "middle", True)
    drawing.text(880, at_y - 34, "buzzer, passive", 12, "middle", True)
    drawing.line([(906, at_y), (ground_x, at_y)], dash="7 5")
    y = pin_at(20)[1]
    drawing.line([(edge, y), (ground_x, y)])
    drawing.line([(ground_x, 180), (ground_x, y), (ground_x, 480)], dash="7 5")
    y = pin_at(34)[1]
    drawing.line([(edge, y), (ground_x, y), (ground_x, pin_at(k3)[1])])
    for at_y in (290.0, pin_at(20)[1]):
        drawing.dot(ground_x, at_y, 4)
    drawing.text(ground_x - 8, pin_at(20)[1] - 7, "GND", 12, "end", True)
    drawing.text(ground_x - 8, y - 7, "GND", 12, "end", True)


def _legend(drawing: Drawing) -> None:
    rows = (
        (RED, "3V3"),
        (BLACK, "GND"),
        (BLUE, "SDA (GPIO 2)"),
        (GREEN, "SCL (GPIO 3)"),
        (VIOLET, "IRQ"),
        (ORANGE, "buttons, LED, buzzer"),
    )
    x = 40.0
    for colour, words in rows:
        drawing.line([(x, 832), (x + 28, 832)], colour, 4)
        drawing.text(x + 36, 837, words, 13)
        x += 70 + 8.2 * len(words)


# The overlay: millimetres

PAD, GAP = 30.0, 6.0
PADS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#")
WORDS = {
    "5": "center",
    "*": "look back",
    "0": "next",
    "#": "deep breath",
    "2": "thinking",
    "4": "remembering",
    "6": "anticipating",
    "8": "feeling",
}
KEYS = (
    ("K1", "undo, back", "hold: home"),
    ("K2", "pause", "hold: rest"),
    ("K3", "?", "hold: silent"),
    ("K4", "ok", ""),
    ("K5", "star", "optional"),
    ("K6", "focus", "optional"),
)


def overlay() -> str:
    """Draw the pad overlay for A4, one unit a millimetre."""
    drawing = Drawing(210, 297, "mm")
    left, top = (210 - 3 * PAD - 2 * GAP) / 2, 70.0
    drawing.text(105, 16, "Palmstone: pad overlay. Print at 100 %, on A4.", 4, "middle", True)
    drawing.text(
        105,
        22,
        "Cut along the outer line. The dots are where the buttons go; the squares lie over the pads.",
        3,
        "middle",
    )
    outer = (left - 12, 28.0, 3 * PAD + 2 * GAP + 24, top - 28 + 4 * PAD + 3 * GAP + 12)
    drawing.box(outer, colour="#888888", round_=5)
    for index, (name, words, hold) in enumerate(KEYS):
        x = left + 1 + index * (3 * PAD + 2 * GAP - 2) / 5
        drawing.dot(x, 42, 3.5, "#ffffff", BLACK)
        drawing.text(x, 36, name, 3, "middle", True)
        drawing.text(x, 50, words, 2.8, "middle")
        drawing.text(x, 54, hold, 2.3, "middle", colour="#666666")
    for index, pad in enumerate(PADS):
        x, y = left + index % 3 * (PAD + GAP), top + index // 3 * (PAD + GAP)
        if pad == "5":
            drawing.dot(x + PAD / 2, y + PAD / 2, PAD / 2, "none", BLACK)
        drawing.box((x, y, PAD, PAD), round_=3)
        drawing.text(x + PAD / 2, y + PAD / 2 + 3.5, pad, 10, "middle", True)
        drawing.text(x + PAD / 2, y + PAD - 3, WORDS.get(pad, ""), 2.8, "middle", colour="#666666")
    drawing.line([(left, 290), (left + 100, 290)], wide=0.5)
    for end in (left, left + 100):
        drawing.line([(end, 288), (end, 292)], wide=0.5)
    drawing.text(left + 50, 287, "This line is 100 mm long, or the printer scaled it.", 3, "middle")
    return drawing.svg()


def main() -> None:
    """Write both beside this file."""
    here = Path(__file__).parent
    (here / "wiring.svg").write_text(wiring(), encoding="utf-8")
    (here.parent / "overlay.svg").write_text(overlay(), encoding="utf-8")


if __name__ == "__main__":
    main()
