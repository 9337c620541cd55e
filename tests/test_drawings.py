"""The wiring diagram and the overlay are what the code draws, with the pins that the program takes."""

from __future__ import annotations

import importlib.util
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.games.settings import defaults
from hal.config import HardwareConfig

if TYPE_CHECKING:
    from types import ModuleType

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_img_draw", DOCS / "img" / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their module up by name
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "path"), [("wiring", "img/wiring.svg"), ("overlay", "overlay.svg")])
def test_the_drawing_is_current(draw: ModuleType, name: str, path: str) -> None:
    text = getattr(draw, name)()
    assert (DOCS / path).read_text(encoding="utf-8") == text, "run docs/img/draw.py"
    ET.fromstring(text)


def test_the_header_is_that_of_the_board(draw: ModuleType) -> None:
    assert len(draw.HEADER) == 40
    numbers = [name for name in draw.HEADER if name.isdigit()]
    assert sorted(map(int, numbers)) == list(range(28))
    assert [index for index, name in enumerate(draw.HEADER, 1) if name == "GND"] == [
        6,
        9,
        14,
        20,
        25,
        30,
        34,
        39,
    ]
    assert [index for index, name in enumerate(draw.HEADER, 1) if name == "3V3"] == [1, 17]


def test_the_pins_drawn_are_those_of_the_program(draw: ModuleType) -> None:
    assert defaults().settings.hardware.button_pins == HardwareConfig().button_pins
    assert HardwareConfig().button_pins[4:] == (draw.K5, draw.K6)
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    for bcm in (draw.K5, draw.K6, draw.LED, draw.BUZZER, draw.RESET, 5, 6, 16, 26, 17):
        assert f"| {bcm} | {draw.pin_of(bcm)} |" in text, bcm
