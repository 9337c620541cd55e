"""For the first person who has a Pi: `pytest --hardware -s tests/hardware` (docs/not-tried-on-metal.md)."""

from __future__ import annotations

import time
from queue import Empty
from statistics import median
from typing import TYPE_CHECKING

import pytest

from hal.config import HardwareConfig
from hal.frame import PAGES, WIDTH, Frame
from hal.ports import ButtonEdge, PadsTouched, PanelWish, Part, Shown
from hal.raspberry.assemble import build_raspberry
from hal.raspberry.i2c import SmbusBus
from hal.threads import OwnerThread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.assemble import Built
    from hal.ports import Fact

pytestmark = pytest.mark.hardware

PATIENCE_S = 30.0
"""How long a person may take."""
PAGE_MS = (3.0, 3.6)
"""A page is 136 bytes of 9 bits: 3.07 ms at 400 kHz, and what the kernel adds."""


@pytest.fixture
def device() -> Iterator[Built]:
    built = build_raspberry(HardwareConfig(voice=False))
    owner = OwnerThread("bus", built.worker, built.hardware.clock, built.worker.wake, built.worker.shutdown)
    yield built
    assert owner.stop(), "the bus hangs"
    built.close()


def awaited(device: Built, wanted: Callable[[Fact], bool], within_s: float = PATIENCE_S) -> Fact:
    """Return the first fact that is wanted; fails after a while."""
    until_s = time.monotonic() + within_s
    while True:
        try:
            fact: Fact = device.hardware.inbox.get(timeout=max(0.0, until_s - time.monotonic()))
        except Empty:
            pytest.fail(f"nothing came within {within_s:.0f} s")
        if wanted(fact):
            return fact


def say(words: str) -> None:
    """Tell the person what to do; seen with -s."""
    print(f"\n>>> {words}", flush=True)  # noqa: T201 - the person has to be told


def test_the_bus_runs_at_400_khz() -> None:
    """Slower: `core_freq` of config.txt; faster than the chips allow: its `i2c_arm_baudrate`."""
    bus = SmbusBus(1)
    page = b"\x80\xb0\x80\x00\x80\x10\x40" + bytes(WIDTH)
    times_ms = []
    for _ in range(50):
        began_s = time.perf_counter()
        bus.transfer(HardwareConfig().panel.address, page)
        times_ms.append((time.perf_counter() - began_s) * 1000)
    bus.close()
    low, high = PAGE_MS
    assert low <= median(times_ms) <= high, f"a page takes {median(times_ms):.2f} ms"


def test_a_whole_frame_is_on_the_glass_within_40_ms(device: Built) -> None:
    display = device.hardware.display
    display.want(PanelWish(Frame.blank(), serial=1))
    awaited(device, lambda fact: isinstance(fact, Shown) and fact.serial == 1)
    asked_us = device.hardware.clock.now_us()
    display.want(PanelWish(Frame(bytes([0xFF]) * (WIDTH * PAGES)), serial=2))
    shown = awaited(device, lambda fact: isinstance(fact, Shown) and fact.serial == 2)
    assert shown.at_us - asked_us < 40_000


def test_pads_that_are_left_alone_say_nothing(device: Built) -> None:
    say("Leave the pads alone for ten seconds.")
    with pytest.raises(pytest.fail.Exception, match="nothing came"):
        awaited(device, lambda fact: isinstance(fact, PadsTouched) and bool(fact.touched), within_s=10.0)


def test_a_touch_comes_over_the_interrupt_line(device: Built) -> None:
    say("Touch one pad, and lift, three times.")
    for _ in range(3):
        awaited(device, lambda fact: isinstance(fact, PadsTouched) and bool(fact.touched))
        awaited(device, lambda fact: isinstance(fact, PadsTouched) and not fact.touched)
    reading = device.hardware.pads.reading(Part.PADS)
    assert reading is not None
    assert reading.irq_seen, "touches were found by looking only: check the wire from IRQ to GPIO 17"
    assert reading.errors == 0, f"{reading.errors} errors on the bus: check wires and pull-ups"


@pytest.mark.parametrize("key", [1, 2, 3, 4])
def test_a_button_goes_down_and_up(device: Built, key: int) -> None:
    say(f"Press K{key} once.")
    down = awaited(device, lambda fact: isinstance(fact, ButtonEdge) and fact.down)
    assert isinstance(down, ButtonEdge)
    assert down.key == key
    awaited(device, lambda fact: isinstance(fact, ButtonEdge) and fact.key == key and not fact.down)
