"""Starting on a Pi that is not yet, or not rightly, set up (F14 to F16, F24 to F26)."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from hal.errors import bus_missing
from hal.ports import Part
from hal.raspberry.gpiochip import remedy
from tests.device.said import full
from tests.field.kit import S, Table

if TYPE_CHECKING:
    from hal.simulated.bus import SimBus

ROOT = Path(__file__).parents[2]
FAKE_LGPIO = """
from types import SimpleNamespace
_notify_thread = None
def gpiochip_open(chip): raise RuntimeError("can not open gpiochip")
def gpiochip_close(handle): pass
SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
"""


class LateBus:
    """A bus whose node is missing, or closed to us, for a time. Implements hal.ports.I2CBus."""

    def __init__(self, bus: SimBus, until_us: int, number: int) -> None:
        self._bus = bus
        self._until_us = until_us
        self._errno = number
        self.refused = 0

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        if self._bus.time.now_us() < self._until_us:
            self.refused += 1
            raise bus_missing(OSError(self._errno, os.strerror(self._errno)), 1)
        return self._bus.transfer(address, write, read)

    def close(self) -> None:
        self._bus.close()


def late(seconds: int, number: int) -> tuple[Table, LateBus]:
    table = Table()
    world = table.rig.world
    bus = LateBus(world.bus, world.clock.now_us() + seconds * S, number)
    world.bus = cast("SimBus", bus)
    table.start()
    world.bus = bus._bus
    return table, bus


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.EPERM])
def test_f16_a_bus_that_comes_within_30_s_is_not_mentioned_and_everything_works(number: int) -> None:
    table, bus = late(25, number)
    table.rig.wait(24 * S)
    assert table.faults == {}
    # Buttons are there from the first moment.
    assert table.by_buttons(6) > 0
    table.rig.wait(8 * S)
    assert [text for text in table.told if text != full("again.help")] == []
    assert table.faults == {}
    assert 0 < bus.refused < 60
    assert table.by_pads(5) >= 5
    assert table.picture_stands()


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOENT, "dtparam=i2c_arm=on in /boot/firmware/config.txt"),
        (errno.EACCES, "sudo usermod -aG i2c $USER"),
    ],
)
def test_f16_a_bus_that_takes_longer_is_named_with_its_remedy_and_tried_for_ever(
    number: int, remedy: str
) -> None:
    table, bus = late(3_600, number)
    table.rig.wait(60 * S)
    assert table.faults == {Part.OLED: "no_bus", Part.PADS: "no_bus"}
    for fault in table.rig.app.model.status.faults.values():
        assert "/dev/i2c-1" in fault.detail
        assert remedy in fault.detail
    refused = bus.refused
    table.rig.wait(600 * S)
    assert 200 <= bus.refused - refused <= 250
    table.rig.wait(3_000 * S)
    assert table.faults == {}
    assert table.picture_stands()
    assert table.by_pads(5) >= 5
    assert len(table.said_of("The pads")) == 2


# Whole processes


def run_with(tmp_path: Path, lgpio: str | None) -> subprocess.CompletedProcess[str]:
    """Start the device for the board on a machine without a header; `lgpio` is what is installed as that."""
    site = tmp_path / "site"
    site.mkdir()
    if lgpio is not None:
        (site / "lgpio.py").write_text(lgpio)
    environ = {
        **os.environ,
        "HOME": str(tmp_path),
        "STATE_DIRECTORY": str(tmp_path / "state"),
        "RUNTIME_DIRECTORY": str(tmp_path),
        "PYTHONPATH": f"{site}{os.pathsep}{ROOT}",
    }
    environ.pop("LG_WD", None)
    return subprocess.run(
        [sys.executable, "-m", "device", "run", "--hardware", "raspberry"],
        env=environ,
        cwd=tmp_path,
        input="y\ny\ny\n",
        capture_output=True,
        text=True,
        check=False,
    )


def only_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that was said; nothing was asked, no page was thrown."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_f25_a_stub_instead_of_lgpio_is_refused_with_the_remedy(tmp_path: Path) -> None:
    line = only_line(run_with(tmp_path, "__version__ = '0.0.0.2'\n"))
    assert line.endswith(f"the installed lgpio is an empty stand-in: {remedy()}")


def test_f14_the_fifo_that_lgpio_could_not_make_is_explained(tmp_path: Path) -> None:
    line = only_line(run_with(tmp_path, "raise FileNotFoundError(2, 'No such file', '.lgd-nfy-3')\n"))
    assert ".lgd-nfy-3" in line
    assert str(tmp_path) in line
    assert "WorkingDirectory" in line
    assert "LG_WD" in line


def test_f15_a_machine_without_a_header_says_so_and_what_works_here(tmp_path: Path) -> None:
    line = only_line(run_with(tmp_path, FAKE_LGPIO))
    assert "GPIO" in line
    assert "palmstone play" in line or "gpio" in line


@pytest.mark.long
def test_f24_nothing_is_asked_though_somebody_could_answer(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "import hal.raspberry.i2c, hal.raspberry.gpiochip, hal.raspberry.voice\n"
        "from hal.simulated.assemble import build_simulated\n"
        "from hal.config import HardwareConfig\n"
        "from hal.simulated.world import SimWorld\n"
        "def ask(*prompt): raise AssertionError('asked')\n"
        "import builtins; builtins.input = ask\n"
        "world = SimWorld(HardwareConfig())\n"
        "built = build_simulated(HardwareConfig(), world)\n"
        "for _ in range(50):\n"
        "    now = world.clock.now_us()\n"
        "    due = built.worker.step(now)\n"
        "    world.clock.advance_to(max(now + 1, min(due, now + 100_000)))\n"
        "asking = ('board', 'adafruit_blinka.platform_dependencies')\n"
        "print([name for name in asking if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_f26_a_pin_that_another_program_holds_is_named_and_the_rest_plays() -> None:
    table = Table()
    table.rig.world.pins.busy.add(26)
    table.start()
    detail = table.rig.app.model.status.faults[Part.BUTTONS].detail
    assert "GPIO 26 (K4)" in detail
    assert "second Palmstone" in detail
    assert table.by_pads(5) >= 5
    table.rig.tap("K2")
    assert table.rig.scene.id == "pause"
    table.rig.world.pins.busy.clear()
    table.rig.wait(6 * S)
    assert table.faults == {}
    table.rig.tap("K4")
    assert table.rig.scene.id != "pause"
