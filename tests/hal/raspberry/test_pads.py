from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from hal.config import TouchConfig
from hal.errors import WrongChipError
from hal.ports import FaultCode
from hal.raspberry.pads import Mpr121Driver
from hal.simulated.bus import BusTime, SimBus
from hal.simulated.clock import SimClock
from hal.simulated.mpr121 import Mpr121

ADDRESS = 0x5A


@dataclass
class Recording:
    """A bus that keeps writes and answers reads from a list."""

    answers: list[bytes] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        assert address == ADDRESS
        self.log.append(write.hex(" ") + (f" >{read}" if read else ""))
        return self.answers.pop(0) if read else b""

    def close(self) -> None:
        """Nothing is open."""


def on_chip() -> tuple[SimClock, SimBus, Mpr121, Mpr121Driver]:
    clock = SimClock()
    bus = SimBus(BusTime(clock.now_us, clock.spend, clock.spend), log=[])
    chip = Mpr121(clock.now_us)
    bus.attach(ADDRESS, chip)
    clock.drive(chip)
    return clock, bus, chip, Mpr121Driver(bus, TouchConfig())


def test_building_touches_no_bus() -> None:
    bus = Recording()
    Mpr121Driver(bus, TouchConfig())
    assert bus.log == []


def test_reset_by_literal_bytes() -> None:
    bus = Recording(answers=[b"\x24"])
    Mpr121Driver(bus, TouchConfig(on=(20, *(12,) * 11), off=(9, *(6,) * 11))).reset()
    assert bus.log == [
        "80 63",
        "5d >1",
        "5e 00",
        "2b 01 01 00 00 01 01 ff 02 00 00 00",
        "41 14 09" + " 0c 06" * 11,
        "5b 11 10 20",
        "5e 8f",
    ]


@pytest.mark.parametrize(
    ("answer", "fault", "words"),
    [
        (0x00, FaultCode.BAD_VALUES, "nothing but 0x00"),
        (0xFF, FaultCode.BAD_VALUES, "nothing but 0xFF"),
        (0x8B, FaultCode.WRONG_CHIP, "register 0x5D reads 0x8B"),
        (0x20, FaultCode.FROZEN, "does not take a reset"),
    ],
)
def test_f09_what_is_no_touch_chip_is_named_and_not_written_to(
    answer: int, fault: FaultCode, words: str
) -> None:
    bus = Recording(answers=[bytes([answer])])
    with pytest.raises(WrongChipError, match=words) as caught:
        Mpr121Driver(bus, TouchConfig()).reset()
    assert caught.value.fault is fault
    assert "0x5A" in str(caught.value)
    assert bus.log == ["80 63", "5d >1"]


def test_the_emulated_chip_takes_every_register_of_the_set_up() -> None:
    clock, bus, chip, driver = on_chip()
    driver.reset()
    assert bus.log is not None
    assert len(bus.log) <= 8
    clock.spend(100_000)
    assert chip.running
    assert chip.ignored_writes == []
    assert driver.settings_kept()
    chip.supply_dip()
    assert not driver.settings_kept()


def test_f08_status_is_masked_and_the_block_is_one_transaction() -> None:
    clock, bus, chip, driver = on_chip()
    driver.reset()
    clock.spend(300_000)
    chip.press(3, 60)
    clock.spend(100_000)
    block = driver.read_block()
    assert bus.log is not None
    assert (bus.log[-1].write, bus.log[-1].read) == (b"\x00", 43)
    assert block.status == 1 << 3
    assert not block.over_current
    assert driver.touched() == 1 << 3
    chip.over_current()
    assert driver.read_block().over_current
    assert driver.touched() == 0


def test_f24_the_driver_never_imports_the_modules_that_ask_on_the_terminal() -> None:
    code = (
        "import sys; import hal.raspberry.pads, hal.assemble; "
        "bad = {'board', 'adafruit_blinka.platform_dependencies'} & set(sys.modules); "
        "print('adafruit_mpr121' in sys.modules, sorted(bad))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::ImportWarning", "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True []\n", "")


def test_the_proof_of_the_line_by_literal_bytes() -> None:
    bus = Recording(answers=[b"\x24", b"\x01\x00"])
    driver = Mpr121Driver(bus, TouchConfig())
    driver.begin_proof()
    assert bus.log == ["80 63", "5d >1", "5e 00", "1e ff", "41" + " 0c 06" * 12, "5b 11 10 20", "5e 41"]
    assert driver.proof()
    assert bus.log[-1] == "00 >2"


def test_the_emulated_chip_pulls_its_line_for_the_proof_and_lets_go_when_asked() -> None:
    clock, _, chip, driver = on_chip()
    driver.begin_proof()
    clock.spend(20_000)
    assert chip.irq_asserted
    assert driver.proof()
    assert not chip.irq_asserted
    driver.reset()
    clock.spend(100_000)
    assert chip.touched == 0
    assert driver.settings_kept()
