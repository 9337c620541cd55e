"""The owner of the bus: the touch chips, with the real drivers on emulated chips, through levers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from hal.config import HardwareConfig, TouchConfig
from hal.frame import Frame
from hal.ports import FaultCode, PadsTouched, Part
from hal.simulated.mpr121 import Answer
from tests.hal.rig import MS, Rig, S, faults, rig_of


def test_a_tap_is_told_with_the_times_of_its_interrupts() -> None:
    rig = rig_of()
    rig.run(S)
    touched_us = rig.clock.now_us()
    rig.world.touch(3)
    rig.run(120 * MS)
    lifted_us = rig.clock.now_us()
    rig.world.lift(3)
    rig.run(S)
    down, up = rig.of(PadsTouched)
    assert (down.touched, up.touched) == (1 << 3, 0)
    # Two samples of the chip, 4 ms each, debounce it.
    assert 0 < down.at_us - touched_us <= 12 * MS
    assert 0 < up.at_us - lifted_us <= 12 * MS


def test_on_an_interrupt_one_read_decides() -> None:
    rig = rig_of()
    rig.run(S)
    assert rig.world.bus.log is not None
    reads = len(rig.world.bus.log)
    rig.world.touch(3)
    while not rig.of(PadsTouched):
        rig.run(MS)
    assert len(rig.world.bus.log) == reads + 1


def test_both_chips_are_read_and_told_apart() -> None:
    config = HardwareConfig(palms=TouchConfig(address=0x5B, irq_pin=27))
    rig = Rig(config)
    rig.run(S)
    rig.world.touch(2, part=Part.PALMS)
    rig.world.touch(5, part=Part.PADS)
    rig.run(200 * MS)
    assert rig.touched(Part.PALMS) == 1 << 2
    assert rig.touched(Part.PADS) == 1 << 5
    assert faults(rig, Part.PALMS) == [None]


def test_two_chips_may_share_an_interrupt_line() -> None:
    rig = Rig(HardwareConfig(palms=TouchConfig(address=0x5B, irq_pin=17)))
    rig.run(S)
    rig.world.touch(2, part=Part.PALMS)
    rig.run(50 * MS)
    assert rig.touched(Part.PALMS) == 1 << 2


def test_times_of_touches_never_go_back() -> None:
    rig = rig_of()
    rig.run(S)
    for k in range(40):
        rig.world.touch(k % 12)
        rig.run((7 * k) % 50 * MS)
        rig.world.lift((k * 5) % 12)
        rig.run((3 * k) % 40 * MS)
    times = [fact.at_us for fact in rig.of(PadsTouched)]
    assert len(times) > 20
    assert times == sorted(times)


def test_idle_wakes_once_a_second() -> None:
    rig = rig_of()
    rig.run(11 * S)
    steps = rig.steps
    rig.run(60 * S)
    assert rig.steps - steps <= 62, "a test of the IRQ line every 1.96 s: its beginning and its end"


def test_touched_is_scanned_every_10_ms() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(0)
    rig.run(100 * MS)
    steps = rig.steps
    rig.run(S)
    assert 99 <= rig.steps - steps <= 101


def test_a_hand_that_lies_is_looked_at_half_as_often_and_its_lift_is_as_quick() -> None:
    rig = rig_of()
    rig.run(S)
    for pad in (2, 5):
        rig.world.touch(pad)
    rig.run(11 * S)
    steps = rig.steps
    rig.run(S)
    assert 49 <= rig.steps - steps <= 51
    rig.world.touch(7)
    rig.run(50 * MS)
    # Another finger is as quick as ever, and a lift is seen in 100 ms.
    assert rig.touched(Part.PADS) == 1 << 2 | 1 << 5 | 1 << 7
    steps = rig.steps
    rig.run(S)
    assert 99 <= rig.steps - steps <= 101
    rig.world.lift(7)
    rig.run(11 * S)
    rig.world.lift(5)
    rig.run(100 * MS)
    assert rig.touched(Part.PADS) == 1 << 2


def test_a_routine_scan_stands_back_for_a_redraw_by_one_period_at_most() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(4)
    rig.run(200 * MS)
    log = rig.world.bus.log
    assert log is not None
    start = len(log)
    for number in range(12):  # redraws without a pause, 23 ms each
        rig.show(Frame(bytes([0xFF if number % 2 else 0x55]) * 1024))
        rig.run(25 * MS)
    times = [transfer.t_us for transfer in log[start:] if transfer.addr == rig.config.pads.address]
    gaps = [after - before for before, after in pairwise(times)]
    assert max(gaps) <= 20 * MS + 3_100, "an extra period and the transfer that is under way"
    assert any(gap > 15 * MS for gap in gaps), "a redraw came first at least once"


def test_without_the_interrupt_touches_are_polled_and_that_is_said() -> None:
    rig = rig_of()
    rig.world.set_irq_wired(False)
    rig.run(S)
    for _ in range(2):
        rig.world.touch(4)
        rig.run(1200 * MS)
        rig.world.lift(4)
        rig.run(1200 * MS)
    reading = rig.worker.reading(Part.PADS)
    assert reading is not None
    assert not reading.irq_seen
    count = len(rig.of(PadsTouched))
    rig.world.touch(4)
    rig.run(40 * MS)
    assert len(rig.of(PadsTouched)) == count + 1
    rig.world.lift(4)
    rig.world.set_irq_wired(True)
    rig.run(S)
    rig.world.touch(4)
    rig.run(S)
    rig.world.lift(4)
    rig.run(6 * S)
    reading = rig.worker.reading(Part.PADS)
    assert reading is not None
    assert reading.irq_seen


def test_an_interrupt_pin_that_cannot_be_had_means_polling() -> None:
    rig = Rig()
    rig.built.close()
    rig = Rig(replace(HardwareConfig(), pads=TouchConfig(irq_pin=None)))
    rig.run(S)
    rig.world.touch(4)
    rig.run(40 * MS)
    assert rig.touched() == 1 << 4


@pytest.mark.long
def test_f05_a_palm_on_four_pads_stays_down_with_drift_and_lifts_in_100_ms() -> None:
    rig = Rig(keep_log=False)
    rig.run(S)
    for electrode in (0, 1, 3, 4):
        rig.world.touch(electrode, delta=90)
    rig.world.pads.drift(-0.3)
    rig.run(120 * S)
    assert [fact.touched for fact in rig.of(PadsTouched)] == [0b11011]
    for electrode in (0, 1, 3, 4):
        rig.world.lift(electrode)
    rig.run(100 * MS)
    assert rig.touched() == 0
    rig.run(5 * S)
    assert len(rig.of(PadsTouched)) == 2


# A finger is no deeper than pads differ, so the next look has to see it gone.
@pytest.mark.parametrize(("delta", "pause_ms"), [(120, 300), (120, 3000), (40, 1100), (40, 3000)])
def test_f06_a_pad_touched_at_power_up_is_nothing_until_lifted_then_works(delta: int, pause_ms: int) -> None:
    rig = Rig()
    rig.world.touch(2, delta=delta)
    rig.run(5_100 * MS)
    rig.world.lift(2)
    rig.run(pause_ms * MS)
    assert rig.of(PadsTouched) == []
    rig.world.touch(2)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 2


def test_f07_a_chip_that_freezes_once_is_cured_silently() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.freeze()
    rig.run(10 * S)
    assert faults(rig, Part.PADS) == [None]
    rig.world.touch(1)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 1


def test_f07_frozen_under_all_hands_is_told_only_if_it_lasts_and_thaws() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.pads.cover()
    rig.run(100 * MS)
    assert rig.touched() == 0xFFF
    rig.world.freeze()
    rig.run(3 * S)
    assert rig.touched() == 0
    assert faults(rig, Part.PADS) == [None]
    rig.run(10 * S)
    assert faults(rig, Part.PADS) == [None, FaultCode.FROZEN]
    rig.world.pads.uncover()
    rig.run(10 * S)
    assert faults(rig, Part.PADS) == [None, FaultCode.FROZEN, None]
    rig.world.touch(1)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 1


def test_f08_over_current_is_no_touch_and_is_cured() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.pads.over_current()
    rig.run(3 * S)
    assert rig.of(PadsTouched) == []
    assert faults(rig, Part.PADS) == [None]
    rig.world.touch(1)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 1


def test_f08_over_current_again_and_again_is_named() -> None:
    rig = rig_of()
    rig.run(S)
    for _ in range(3):
        rig.world.pads.over_current()
        rig.run(2 * S)
    assert FaultCode.OVER_CURRENT in faults(rig, Part.PADS)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer.ZEROS, FaultCode.BAD_VALUES),
        (Answer.ONES, FaultCode.BAD_VALUES),
        (Answer.STRANGER, FaultCode.WRONG_CHIP),
    ],
)
@pytest.mark.parametrize("from_start", [True, False])
def test_f09_what_answers_wrongly_is_named_and_comes_back_by_itself(
    answer: Answer, fault: FaultCode, from_start: bool
) -> None:
    rig = Rig()
    if not from_start:
        rig.run(S)
    rig.world.answer(Part.PADS, answer)
    rig.run(8 * S)
    told = faults(rig, Part.PADS)
    assert told == ([fault] if from_start else [None, fault])
    assert rig.worker.reading(Part.PADS) is None
    rig.world.press(1)
    rig.run(10 * MS)
    assert rig.built.hardware.buttons.levels() == 1
    rig.world.answer(Part.PADS, Answer.CHIP)
    rig.run(6 * S)
    assert faults(rig, Part.PADS) == [*told, None]
    rig.world.touch(1)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 1


@pytest.mark.parametrize("errno", [5, 6, 110, 121])
def test_one_failed_read_is_read_again_and_a_held_pad_stays_held(errno: int) -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(1)
    rig.run(200 * MS)
    rig.world.i2c(errno, Part.PADS, times=1)
    rig.run(3 * S)
    assert [fact.touched for fact in rig.of(PadsTouched)] == [1 << 1]
    assert faults(rig, Part.PADS) == [None]
    reading = rig.worker.reading(Part.PADS)
    assert reading is not None
    assert reading.errors == 1


def test_pads_that_are_gone_are_told_and_let_go() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(1)
    rig.run(200 * MS)
    rig.world.gone(Part.PADS)
    rig.run(S)
    assert rig.touched() == 0
    assert faults(rig, Part.PADS) == [None, FaultCode.BUS_ERROR]
    rig.world.lift(1)
    rig.world.back(Part.PADS)
    rig.run(6 * S)
    rig.world.touch(1)
    rig.run(100 * MS)
    assert rig.touched() == 1 << 1
    assert faults(rig, Part.PADS) == [None, FaultCode.BUS_ERROR, None]


def test_lost_settings_are_found_within_5_s_and_a_palm_stays_down() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(1)
    rig.run(200 * MS)
    rig.world.supply_dip(Part.PADS)
    rig.run(6 * S)
    assert rig.world.pads.running
    assert [fact.touched for fact in rig.of(PadsTouched)] == [1 << 1]
    rig.world.lift(1)
    rig.run(S)
    assert rig.touched() == 0


def test_thresholds_reach_the_chip_and_the_decision_and_touches_go_on() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.touch(1, delta=90)
    rig.run(100 * MS)
    rig.worker.set_thresholds(Part.PADS, (60,) * 12, (30,) * 12)
    rig.run(S)
    assert rig.world.pads.register(0x41) == 60
    assert rig.world.pads.register(0x42) == 30
    assert [fact.touched for fact in rig.of(PadsTouched)] == [1 << 1]
    rig.world.touch(2, delta=40)
    rig.run(S)
    assert rig.touched() == 1 << 1


def test_rezero_takes_what_lies_on_the_pads_as_nothing() -> None:
    rig = rig_of()
    rig.run(S)
    rig.world.stuck(6, stuck=True)
    rig.run(S)
    assert rig.touched() == 1 << 6
    rig.worker.rezero(Part.PADS)
    rig.run(S)
    assert rig.touched() == 0


def test_orders_for_a_chip_that_is_not_built_are_nothing() -> None:
    rig = rig_of()
    rig.worker.rezero(Part.PALMS)
    rig.worker.set_thresholds(Part.PALMS, (12,) * 12, (6,) * 12)
    rig.worker.irq(Part.PALMS, 0)
    assert rig.worker.reading(Part.PALMS) is None
    rig.run(S)


def test_orders_for_a_chip_that_is_absent_wait_for_it() -> None:
    rig = Rig()
    rig.world.gone(Part.PADS)
    rig.run(S)
    rig.worker.rezero(Part.PADS)
    rig.worker.set_thresholds(Part.PADS, (20,) * 12, (10,) * 12)
    rig.run(S)
    rig.world.back(Part.PADS)
    rig.run(6 * S)
    assert rig.world.pads.register(0x41) == 20


def test_a_reading_shows_values_baselines_and_errors() -> None:
    rig = rig_of()
    rig.run(S)
    reading = rig.worker.reading(Part.PADS)
    assert reading is not None
    assert len(reading.filtered) == len(reading.baseline) == 12
    assert all(abs(a - b) <= 3 for a, b in zip(reading.filtered, reading.baseline, strict=True))
    assert (reading.touched, reading.errors, reading.irq_seen) == (0, 0, True)


def test_f16_a_bus_that_comes_after_the_service_is_not_mentioned() -> None:
    rig = Rig()
    for part in (Part.OLED, Part.PADS):
        rig.world.gone(part)
    rig.run(10 * S)
    for part in (Part.OLED, Part.PADS):
        rig.world.back(part)
    rig.run(6 * S)
    assert rig.changes(Part.OLED)[-1].fault is None
    assert rig.changes(Part.PADS)[-1].fault is None


def test_nothing_at_all_on_the_bus_wakes_seldom() -> None:
    rig = Rig()
    for part in (Part.OLED, Part.PADS):
        rig.world.gone(part)
    rig.run(30 * S)
    steps = rig.steps
    rig.run(60 * S)
    assert rig.steps - steps <= 26
