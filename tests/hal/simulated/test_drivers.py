"""The unmodified drivers of luma and Adafruit draw and sense right on the emulated chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

import adafruit_mpr121
import pytest
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageDraw

from hal.frame import Frame
from hal.simulated.bus import BusTime, SimBus
from hal.simulated.clock import SimClock
from hal.simulated.mpr121 import Mpr121
from hal.simulated.sh1106 import Sh1106
from hal.simulated.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from hal.simulated.oled import Oled


class LumaSerial:
    """What luma asks of an interface, over our bus."""

    def __init__(self, bus: SimBus, address: int) -> None:
        self._bus = bus
        self._address = address

    def command(self, *command: int) -> None:
        self._bus.transfer(self._address, b"\x00" + bytes(command))

    def data(self, data: list[int]) -> None:
        self._bus.transfer(self._address, b"\x40" + bytes(data))

    def cleanup(self) -> None:
        """Nothing to give back."""


class AdafruitI2C:
    """What Adafruit's drivers ask of a bus, over ours."""

    def __init__(self, bus: SimBus) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        """Nobody else is here."""

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        self._bus.transfer(address, bytes(buffer[start:end]))

    def readfrom_into(self, address: int, into: bytearray, *, start: int = 0, end: int | None = None) -> None:
        into[start:end] = self._bus.transfer(address, b"", len(into[start:end]))

    def writeto_then_readfrom(
        self,
        address: int,
        out: bytes,
        into: bytearray,
        *,
        out_start: int,
        out_end: int,
        in_start: int,
        in_end: int,
    ) -> None:
        into[in_start:in_end] = self._bus.transfer(address, bytes(out[out_start:out_end]), in_end - in_start)


def _bus() -> tuple[SimClock, SimBus]:
    clock = SimClock(start_us=0)
    return clock, SimBus(BusTime(clock.now_us, clock.spend, clock.spend), log=[])


def _picture() -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.line((3, 5, 90, 60), fill=1)
    draw.point((126, 1), fill=1)
    return image


@pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")
@pytest.mark.parametrize(
    ("chip_type", "driver_type", "frame_bytes"), [(Ssd1306, ssd1306, 1034), (Sh1106, sh1106, 1080)]
)
def test_luma_draws_right(
    chip_type: type[Ssd1306 | Sh1106], driver_type: type[ssd1306 | sh1106], frame_bytes: int
) -> None:
    clock, bus = _bus()
    chip: Oled = chip_type()
    bus.attach(0x3C, chip)
    driver = driver_type(LumaSerial(bus, 0x3C))
    driver.persist = True
    assert chip.lit
    assert chip.frame() == Frame.blank()
    before_bytes, before_us = bus.counters[0x3C].bytes, clock.now_us()
    driver.display(_picture())
    assert chip.frame() == Frame.of(_picture())
    assert bus.counters[0x3C].bytes - before_bytes == frame_bytes
    assert 23_000 <= clock.now_us() - before_us <= 25_000
    driver.contrast(0x20)
    assert chip.contrast == 0x20
    driver.command(0xA0, 0xC0)
    driver.display(_picture())
    assert chip.frame().image().tobytes() == _picture().transpose(Image.Transpose.ROTATE_180).tobytes()
    driver.hide()
    assert not chip.lit


@pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")
def test_f02_an_sh1106_sold_as_ssd1306_is_a_bug_report() -> None:
    _, bus = _bus()
    bus.attach(0x3C, Sh1106())
    with pytest.raises(AssertionError, match="SH1106: unknown command 0x21"):
        ssd1306(LumaSerial(bus, 0x3C))


def test_adafruit_senses_right(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, bus = _bus()
    chip = Mpr121(clock.now_us)
    clock.drive(chip)
    bus.attach(0x5A, chip)
    monkeypatch.setattr(adafruit_mpr121.time, "sleep", lambda seconds: clock.spend(round(seconds * 1e6)))
    driver = adafruit_mpr121.MPR121(AdafruitI2C(bus))
    assert chip.ignored_writes == []
    assert bus.counters[0x5A].transfers == 121
    clock.spend(200_000)
    assert driver.touched() == 0
    chip.press(7, 40)
    clock.spend(10_000)
    assert driver.touched() == 1 << 7
    assert driver[7].value
    assert driver.baseline_data(7) - driver.filtered_data(7) > 12
    chip.lift(7)
    clock.spend(10_000)
    assert not driver.is_touched(7)
    driver[7].threshold = 50
    assert driver[7].threshold == 50
    clock.spend(200_000)
    chip.press(7, 40)
    clock.spend(50_000)
    assert driver.touched() == 0


def test_adafruit_finds_the_chip_absent() -> None:
    _, bus = _bus()
    with pytest.raises(ValueError, match="0x5a"):
        adafruit_mpr121.MPR121(AdafruitI2C(bus))
