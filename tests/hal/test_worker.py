"""The owner of the bus: the panel, with the real drivers on emulated chips, through levers."""

from __future__ import annotations

import pytest

from hal.config import Controller
from hal.frame import HEIGHT, PAGES, WIDTH, Frame
from hal.ports import NEVER, FaultCode, PadsTouched, Part, Shown
from tests.hal.rig import MS, Rig, S, faults, rig_of

BOTH = pytest.mark.parametrize("controller", list(Controller))
ONE = Frame(bytes([0x18]) * (WIDTH * PAGES))
TWO = Frame(bytes([0xFF, 0x01]) * (WIDTH * PAGES // 2))
PAGE_HOLD_US = 3_100


@BOTH
def test_a_picture_comes_on_the_glass_and_is_told_once(controller: Controller) -> None:
    rig = rig_of(controller)
    serial = rig.show(ONE)
    rig.run(100 * MS)
    assert rig.world.frame() == ONE
    assert rig.shown() == [serial]
    assert faults(rig, Part.OLED) == [None]


def test_the_latest_picture_wins_in_the_mailbox() -> None:
    rig = rig_of()
    rig.show(ONE)
    last = rig.show(TWO)
    rig.run(100 * MS)
    assert rig.shown() == [last]
    assert rig.world.frame() == TWO


def test_a_picture_replaced_in_the_middle_of_its_redraw_is_never_told_as_shown() -> None:
    rig = rig_of()
    rig.show(ONE)
    rig.run(5 * MS)
    last = rig.show(TWO)
    rig.run(100 * MS)
    assert rig.shown() == [last]
    assert rig.world.frame() == TWO


@BOTH
def test_no_transfer_holds_the_bus_longer_than_a_page(controller: Controller) -> None:
    rig = rig_of(controller)
    rig.show(ONE)
    rig.run(S)
    rig.show(TWO, flip=True)
    rig.run(70 * S)
    assert max(counters.longest_us for counters in rig.world.bus.counters.values()) <= PAGE_HOLD_US


def test_a_touch_is_read_in_the_middle_of_a_redraw() -> None:
    rig = rig_of()
    rig.run(S)
    rig.show(TWO)
    rig.world.touch(4)
    rig.run(100 * MS)
    assert [type(fact) for fact in rig.facts[-2:]] == [PadsTouched, Shown]
    touch = rig.of(PadsTouched)[0]
    # The read follows the IRQ at once, or after the page that is on its way.
    log = rig.world.bus.log
    assert log is not None
    read = next(t for t in log if t.read == 43 and t.t_us >= touch.at_us)
    assert read.t_us - touch.at_us <= PAGE_HOLD_US


@BOTH
@pytest.mark.parametrize("errno", [5, 6, 110, 121])
def test_f01_an_error_in_mid_session_is_cured_and_the_frame_sent_again(
    controller: Controller, errno: int
) -> None:
    rig = rig_of(controller)
    rig.show(ONE)
    rig.run(S)
    rig.world.i2c(errno, Part.OLED, times=1, nth=3)
    rig.show(TWO)
    rig.run(3 * S)
    assert rig.world.frame() == TWO
    assert rig.shown() == [1, 2]
    assert faults(rig, Part.OLED) == [None]


@BOTH
def test_f01_a_loss_is_told_once_the_return_once_and_touch_goes_on(controller: Controller) -> None:
    rig = rig_of(controller)
    rig.show(ONE)
    rig.run(S)
    rig.world.gone(Part.OLED)
    rig.show(TWO)
    rig.run(20 * S)
    rig.world.touch(7)
    rig.run(200 * MS)
    assert rig.touched() == 1 << 7
    rig.world.back(Part.OLED)
    rig.run(6 * S)
    assert faults(rig, Part.OLED) == [None, FaultCode.BUS_ERROR, None]
    assert rig.world.frame() == TWO
    assert rig.shown() == [1, 2]


def test_a_panel_absent_at_start_is_named_and_comes_later() -> None:
    rig = Rig()
    rig.world.gone(Part.OLED)
    rig.show(ONE)
    rig.run(60 * S)
    (change,) = rig.changes(Part.OLED)
    assert change.fault is FaultCode.ABSENT
    assert "0x3C" in change.detail
    rig.world.back(Part.OLED)
    rig.run(6 * S)
    assert rig.world.frame() == ONE
    assert faults(rig, Part.OLED) == [FaultCode.ABSENT, None]


@BOTH
def test_f03_shutdown_in_the_middle_of_a_redraw_leaves_the_panel_dark(controller: Controller) -> None:
    rig = rig_of(controller)
    rig.show(ONE)
    rig.run(S)
    rig.show(TWO)
    for _ in range(4):
        rig.worker.step(rig.clock.now_us())
    before_us = rig.clock.now_us()
    rig.close()
    assert rig.world.frame() == Frame.blank()
    assert not rig.world.panel.lit
    assert rig.clock.now_us() - before_us < 1 * MS
    assert rig.log(Part.OLED)[-1] == b"\x00\xae"


def test_f03_after_shutdown_a_step_does_nothing_more() -> None:
    rig = rig_of()
    rig.worker.shutdown()
    sent = len(rig.log(Part.OLED))
    rig.show(ONE)
    assert rig.worker.step(rig.clock.now_us()) == NEVER
    assert rig.worker.due_us() == NEVER
    rig.worker.shutdown()
    assert len(rig.log(Part.OLED)) == sent


def test_safe_to_unplug_stays_on_the_panel_when_asked() -> None:
    rig = rig_of()
    rig.show(ONE)
    rig.run(S)
    rig.show(TWO)
    rig.worker.shutdown(blank=False)
    assert rig.world.frame() == TWO


@pytest.mark.parametrize("blank", [True, False])
def test_f23_shutdown_with_a_dead_panel_raises_nothing(blank: bool) -> None:
    rig = rig_of()
    rig.show(ONE)
    rig.run(S)
    rig.world.gone(Part.OLED)
    rig.show(TWO)
    rig.worker.shutdown(blank)
    assert rig.worker.due_us() == NEVER


@BOTH
def test_f04_a_panel_that_lost_its_settings_is_right_within_60_s_and_never_blinks(
    controller: Controller,
) -> None:
    rig = rig_of(controller)
    rig.show(ONE, contrast=20)
    rig.run(5 * S)
    sent = len(rig.log(Part.OLED))
    rig.world.supply_dip(Part.OLED)
    rig.run(60 * S)
    assert rig.world.frame() == ONE
    assert rig.world.panel.contrast == 20
    assert not any(write[0] == 0 and 0xAE in write for write in rig.log(Part.OLED)[sent:])
    assert faults(rig, Part.OLED) == [None]


def test_f04_a_dip_that_the_touch_chip_shows_refreshes_the_panel_at_once() -> None:
    rig = rig_of()
    rig.show(ONE)
    rig.run(5 * S)
    for part in (Part.OLED, Part.PADS):
        rig.world.supply_dip(part)
    rig.run(6 * S)
    assert rig.world.frame() == ONE


def test_a_panel_that_is_off_is_not_refreshed() -> None:
    rig = rig_of()
    rig.show(ONE)
    rig.run(S)
    rig.show(ONE, on=False)
    rig.run(S)
    sent = len(rig.log(Part.OLED))
    rig.run(200 * S)
    assert len(rig.log(Part.OLED)) == sent
    rig.show(ONE)
    rig.run(S)
    assert rig.world.frame() == ONE


def test_the_panel_in_the_ram_has_the_size_of_a_frame() -> None:
    rig = rig_of()
    assert rig.world.panel.frame().image().size == (WIDTH, HEIGHT)
