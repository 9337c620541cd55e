"""What the product relies on in luma.oled: a release that changes it fails here."""

from __future__ import annotations

import atexit
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hal.config import PanelConfig
from hal.frame import HEIGHT, WIDTH
from hal.panel.controllers import OFF, Controller
from hal.raspberry.luma_driver import Recorder, driver_of, settings_of, spoken
from hal.raspberry.panel import Panel

if TYPE_CHECKING:
    from types import FunctionType

ROOT = Path(__file__).parents[3]
ALL = pytest.mark.parametrize("controller", list(Controller))
STARTS = {
    Controller.SSD1306: "d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6",
    Controller.SH1106: "20 10 b0 c8 00 10 40 a1 a6 a8 3f a4 d3 00 d5 f0 d9 22 da 12 db 20 8d 14",
}
AT_EXIT = """
import atexit
writes = []
atexit.register(lambda: print(before, len(writes)))
from hal.config import Controller, PanelConfig
from hal.frame import Frame
from hal.ports import PanelWish
from hal.raspberry.panel import Panel
class Bus:
    def transfer(self, address, write=b"", read=0):
        writes.append(write)
for controller in Controller:
    panel = Panel(PanelConfig(controller))
    panel.want(PanelWish(Frame.blank()))
    panel.attach()
    while panel.pump(Bus(), 0x3C):
        pass
before = len(writes)
"""
"""Panels that are lit when the process ends; its last hook tells what was written before and since."""


@pytest.mark.parametrize(("controller", "start"), STARTS.items())
def test_lumas_settings_are_those_that_were_looked_at(controller: Controller, start: str) -> None:
    assert spoken(controller).settings.hex(" ") == start


@ALL
def test_luma_switches_and_dims_as_the_data_sheets_have_it(controller: Controller) -> None:
    luma = spoken(controller)
    assert luma.off == bytes((OFF,))
    assert luma.on == b"\xaf"
    assert dict(luma.contrast) == {level: bytes((0x81, level)) for level in range(256)}


@ALL
def test_panels_leave_no_exit_hooks_but_the_one_of_their_controller(controller: Controller) -> None:
    spoken(controller)
    hooks = atexit._ncallbacks()
    for _ in range(3):
        Panel(PanelConfig(controller))
    assert atexit._ncallbacks() == hooks


def test_lumas_exit_hook_writes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_EXIT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    before, after = done.stdout.split()
    assert int(before) > 0
    assert after == before
    assert done.stderr == ""


@ALL
def test_a_driver_that_luma_keeps_keeps_no_table_of_pixels(
    controller: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks: list[FunctionType] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    spoken.__wrapped__(controller)
    kept = [cell.cell_contents for hook in hooks for cell in hook.__closure__ or ()]
    assert len(kept) == 1
    assert max(sys.getsizeof(value) for value in vars(kept[0]).values()) < WIDTH * HEIGHT


def test_a_contrast_among_the_settings_is_left_out() -> None:
    assert settings_of([b"\xae\xa1\xc8\x81\x7f\xa6", b"\xaf"]) == b"\xa1\xc8\xa6"


def test_an_unknown_start_of_luma_is_refused_in_words() -> None:
    for sent in (b"\xa1\xc8", b"\xae\xa1\xa1\xc8", b"\xae\xc8"):
        with pytest.raises(ValueError, match=r"luma\.oled starts the panel in a way"):
            settings_of([sent])


@ALL
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
def test_a_picture_that_luma_sends_by_itself_is_refused(
    controller: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atexit, "register", lambda hook: hook)
    with pytest.raises(ValueError, match=r"luma\.oled sends a picture"):
        driver_of(controller)(Recorder(), width=WIDTH, height=HEIGHT)
