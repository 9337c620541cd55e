"""The same contract on the device itself: `pytest --hardware tests/hal/test_metal.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hal.config import HardwareConfig
from hal.frame import PAGES, WIDTH, Frame
from hal.ports import PanelWish, Part, PartChanged, Shown
from hal.raspberry.assemble import build_raspberry
from hal.threads import OwnerThread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.assemble import Built
    from hal.ports import Fact

pytestmark = pytest.mark.hardware


@pytest.fixture
def device() -> Iterator[Built]:
    built = build_raspberry(HardwareConfig(voice=False))
    owner = OwnerThread("bus", built.worker, built.hardware.clock, built.worker.wake, built.worker.shutdown)
    yield built
    assert owner.stop()
    built.close()


def until(device: Built, wanted: type[Fact], part: Part | None = None) -> Fact:
    """Return the first fact of a kind, and of a part; fails after 5 s without any fact."""
    while True:
        fact: Fact = device.hardware.inbox.get(timeout=5)
        if isinstance(fact, wanted) and (part is None or getattr(fact, "part", None) is part):
            return fact


@pytest.mark.parametrize("part", [Part.OLED, Part.PADS, Part.BUTTONS])
def test_the_part_is_there(device: Built, part: Part) -> None:
    fact = until(device, PartChanged, part)
    assert isinstance(fact, PartChanged)
    assert fact.fault is None, fact.detail


def test_a_picture_is_shown(device: Built) -> None:
    device.hardware.display.want(PanelWish(Frame(bytes([0x55, 0xAA]) * (WIDTH * PAGES // 2)), serial=1))
    fact = until(device, Shown)
    assert isinstance(fact, Shown)
    assert fact.serial == 1


def test_pads_read_values_of_living_electrodes(device: Built) -> None:
    until(device, PartChanged, Part.PADS)
    reading = device.hardware.pads.reading(Part.PADS)
    assert reading is not None
    assert all(50 <= value <= 950 for value in reading.filtered)
