"""The count of lit time that F18 is held with agrees with looking again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.frame import HEIGHT, PAGES, WIDTH
from hal.simulated.clock import SimClock
from hal.simulated.ssd1306 import Ssd1306
from tests.hal.lit_time import LitTime

if TYPE_CHECKING:
    from PIL import Image

UPRIGHT = b"\x00\x8d\x14\xa1\xc8\xaf"
"""Charge pump, segments and COM turned, on."""


def _panel() -> tuple[SimClock, Ssd1306, LitTime]:
    clock, chip = SimClock(start_us=0), Ssd1306()
    for page in range(PAGES):
        chip.write(bytes([0x00, 0xB0 | page, 0x00, 0x10]))
        chip.write(b"\x40" + bytes(WIDTH))
    chip.write(b"\x00\xb0\x00\x10")
    return clock, chip, LitTime(chip, clock.now_us)


def test_f18_lit_time_follows_ram_power_and_look() -> None:
    clock, _, panel = _panel()
    clock.spend(1000)  # dark so far
    panel.write(UPRIGHT)
    panel.write(b"\x40\x01\x02")
    clock.spend(100)
    panel.write(b"\x00\x00\x10")
    panel.write(b"\x40\x00")  # the first pixel goes out
    clock.spend(50)
    panel.cut(b"\x00\xae")
    clock.spend(1000)
    panel.write(b"\x00\xaf\xa7")  # on again, inverted
    clock.spend(7)
    lit = panel.lit_us()
    assert panel.on_us() == 157
    assert lit[0] == 100 + 7
    assert lit[128 + 1] == 150
    assert lit[2] == 7
    panel.write(b"\x00\xa6\xc0")  # turned over
    clock.spend(3)
    assert panel.lit_us()[62 * 128 + 1] == 7 + 3
    assert panel.lit_us()[128 + 1] == 150


def test_lit_time_agrees_with_looking_again_and_again() -> None:
    clock, chip, panel = _panel()
    panel.write(UPRIGHT)
    counted = [0] * (WIDTH * HEIGHT)
    for k in range(40):
        panel.write(bytes([0x00, 0xB0 | k % 8, 0x00, 0x10 | k % 8, (0xA6, 0xA7, 0xC0, 0xC8)[k // 10]]))
        panel.write(b"\x40" + bytes((k * 37 + x * 11) & 0xFF for x in range(16)))
        clock.spend(5)
        for place, value in enumerate(_flat(chip.frame().image())):
            counted[place] += 5 * value
    assert list(panel.lit_us()) == counted
    assert panel.on_us() == 200


def _flat(image: Image.Image) -> list[int]:
    return [1 if byte else 0 for byte in image.convert("L").tobytes()]
