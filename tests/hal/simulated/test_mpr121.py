"""The touch chip by literal bytes: registers, stop mode, touch status, interrupt, and all levers."""

from __future__ import annotations

import pytest

from hal.ports import NEVER
from hal.simulated.clock import SimClock
from hal.simulated.errors import SimulatedChipError
from hal.simulated.mpr121 import Answer, Mpr121

POLICY = (
    b"\x2b\x01\x01\x00\x00\x01\x01\xff\x02\x00\x00\x00",
    b"\x41" + b"\x0c\x06" * 12,
    b"\x5b\x11\x10\x20",
    b"\x5e\x8f",
)
"""The registers of the touch policy, in block writes."""


class Bench:
    """A chip on a fake clock, and what its interrupt line did."""

    def __init__(self, *, start: bool = True) -> None:
        self.clock = SimClock(start_us=0)
        self.chip = Mpr121(self.clock.now_us)
        self.clock.drive(self.chip)
        self.irq: list[tuple[int, bool]] = []
        self.chip.on_irq = lambda asserted: self.irq.append((self.clock.now_us(), asserted))
        if start:
            self.start()

    def start(self) -> None:
        self.chip.write(b"\x80\x63")
        for block in POLICY:
            self.chip.write(block)
        self.wait_ms(200)

    def wait_ms(self, ms: float) -> None:
        self.clock.spend(round(ms * 1000))

    def read(self, register: int, count: int = 1) -> bytes:
        self.chip.write(bytes([register]))
        return self.chip.read(count)

    def status(self) -> int:
        return int.from_bytes(self.read(0x00, 2), "little")

    def filtered(self, electrode: int) -> int:
        return int.from_bytes(self.read(0x04 + 2 * electrode, 2), "little")

    def baseline(self, electrode: int) -> int:
        return self.read(0x1E + electrode)[0] << 2


def test_after_a_soft_reset_config_2_reads_0x24() -> None:
    bench = Bench()
    assert bench.read(0x5B, 4) == b"\x11\x10\x20\x8f"
    bench.chip.write(b"\x80\x63")
    assert bench.read(0x5B, 4) == b"\x00\x10\x24\x00"
    assert bench.read(0x41, 24) == bytes(24)
    assert not bench.chip.running


def test_the_wrong_key_resets_nothing() -> None:
    bench = Bench()
    bench.chip.write(b"\x80\x62")
    assert bench.read(0x5E) == b"\x8f"


def test_in_run_mode_writes_are_lost_but_for_ecr_and_gpio() -> None:
    bench = Bench()
    bench.chip.write(b"\x41\x20")
    assert bench.read(0x41) == b"\x0c"
    assert bench.chip.ignored_writes == [(0x41, 0x20)]
    bench.chip.write(b"\x73\x55")
    assert bench.read(0x73) == b"\x55"
    bench.chip.write(b"\x5e\x00")
    bench.chip.write(b"\x41\x20")
    assert bench.read(0x41) == b"\x20"


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"\x00\x01", "0x00 can only be read"),
        (b"\x01\x01", "0x01 can only be read"),
        (b"\x1d\x00", "0x1D can only be read"),
        (b"\x81", "no register 0x81"),
        (b"\x80\x63\x00", "past register 0x80"),
        (b"\x7b\x01", "auto-configuration is not modelled"),
        (b"\x5e\x9f", "13th electrode"),
    ],
)
def test_it_refuses_what_no_driver_may_do(sent: bytes, message: str) -> None:
    bench = Bench(start=False)
    with pytest.raises(SimulatedChipError, match=message):
        bench.chip.write(sent)


def test_block_reads_run_on_and_go_round() -> None:
    bench = Bench()
    whole = bench.read(0x00, 43)
    assert whole[0:4] == bytes(4)
    assert whole[0x1E : 0x1E + 12] == bench.read(0x1E, 12)
    assert bench.read(0x7F, 3) == bytes(3)
    assert bench.chip.read(1) == b"\x00"


def test_a_finger_is_seen_after_the_debounced_samples_and_pulls_the_line_low() -> None:
    bench = Bench()
    at_us = bench.clock.now_us()
    bench.chip.press(3, 40)
    bench.wait_ms(8)
    assert len(bench.irq) == 1
    assert 4000 < bench.irq[0][0] - at_us <= 8000
    assert bench.chip.irq_asserted
    assert bench.status() == 1 << 3
    assert not bench.chip.irq_asserted
    bench.wait_ms(100)
    bench.chip.lift(3)
    bench.wait_ms(8)
    assert bench.chip.irq_asserted
    assert bench.status() == 0


def test_the_line_stays_low_until_status_is_read() -> None:
    bench = Bench()
    bench.chip.press(0, 40)
    bench.wait_ms(50)
    bench.read(0x04, 24)
    assert bench.chip.irq_asserted
    bench.chip.lift(0)
    bench.wait_ms(50)
    assert [asserted for _, asserted in bench.irq] == [True]
    bench.read(0x00, 1)
    assert [asserted for _, asserted in bench.irq] == [True, False]


def test_a_press_shorter_than_the_debounce_is_not_seen_by_the_chip() -> None:
    bench = Bench()
    bench.chip.press(0, 40)
    bench.wait_ms(3)
    bench.chip.lift(0)
    bench.wait_ms(50)
    assert bench.irq == []


@pytest.mark.parametrize(("delta", "touched"), [(12, 0), (13, 1)])
def test_a_touch_is_more_than_the_threshold(delta: int, touched: int) -> None:
    bench = Bench()
    bench.wait_ms(2000)
    bench.chip.press(0, delta)
    bench.wait_ms(12)
    assert bench.status() == touched


def test_the_sample_period_follows_config_2() -> None:
    bench = Bench(start=False)
    for config, ms in ((0x24, 64), (0x20, 4), (0x00, 4), (0x29, 12), (0x3F, 18 * 128)):
        bench.chip.write(bytes([0x5D, config]))
        assert bench.chip.period_us == ms * 1000


@pytest.mark.parametrize(("ecr", "baseline"), [(0x8F, 640), (0xCF, 652), (0x4F, 800), (0x0F, 800)])
def test_the_first_baseline_is_loaded_as_ecr_asks(ecr: int, baseline: int) -> None:
    bench = Bench(start=False)
    bench.chip.electrodes[0].signal.rest = 655.0
    bench.chip.write(b"\x5d\x20")
    bench.chip.write(b"\x1e\xc8")
    bench.chip.write(bytes([0x5E, ecr]))
    bench.wait_ms(4)
    assert bench.baseline(0) == baseline


def test_fewer_electrodes_can_be_measured() -> None:
    bench = Bench()
    bench.chip.write(b"\x5e\x00")
    bench.chip.write(b"\x5e\x83")
    bench.wait_ms(100)
    bench.chip.press(2, 40)
    bench.chip.press(3, 40)
    bench.wait_ms(20)
    assert bench.status() == 1 << 2


def test_noise_is_one_count_and_stands_still_within_a_sample() -> None:
    bench = Bench()
    bench.wait_ms(3)
    seen = set()
    for _ in range(200):
        value = bench.filtered(5)
        assert bench.filtered(5) == value
        seen.add(value)
        bench.wait_ms(4)
    rest = round(bench.chip.electrodes[5].signal.rest)
    assert seen == {rest - 1, rest, rest + 1}


def test_nothing_is_due_while_nothing_changes() -> None:
    bench = Bench()
    bench.wait_ms(60_000)
    assert bench.chip.next_event_us() == NEVER
    bench.chip.press(0, 40)
    assert bench.chip.next_event_us() <= bench.clock.now_us() + 4000


# What the field reports


def test_f05_a_palm_that_drifts_lets_go_by_itself_and_becomes_the_new_zero() -> None:
    bench = Bench()
    bench.chip.press(0, 90)
    bench.wait_ms(50)
    assert bench.status() == 1
    bench.chip.drift(1.0, [0])
    bench.wait_ms(120_000)
    assert bench.status() == 0
    bench.chip.lift(0)
    bench.wait_ms(1000)
    bench.chip.press(0, 10)
    bench.wait_ms(100)
    assert bench.status() == 0


def test_f05_a_slow_hand_is_taken_for_drift() -> None:
    bench = Bench()
    bench.chip.drift(-0.2, [0])
    bench.wait_ms(300_000)
    assert bench.status() == 0
    assert bench.filtered(0) < 620
    assert abs(bench.baseline(0) - bench.filtered(0)) < 12


def test_f06_a_pad_touched_at_start_is_dead_until_the_next_start_also_when_lifted() -> None:
    bench = Bench(start=False)
    bench.chip.press(4, 60)
    bench.start()
    bench.wait_ms(60_000)
    assert bench.status() == 0
    assert bench.filtered(4) < bench.filtered(5) - 10
    bench.chip.lift(4)
    bench.wait_ms(2000)
    bench.chip.press(4, 60)
    bench.wait_ms(20)
    assert bench.status() == 0
    assert bench.filtered(4) < bench.filtered(5) - 10
    bench.chip.lift(4)
    bench.start()
    bench.chip.press(4, 60)
    bench.wait_ms(20)
    assert bench.status() == 1 << 4


def test_f07_a_frozen_chip_answers_the_same_block_until_reset_with_hands_off() -> None:
    bench = Bench()
    bench.chip.cover()
    bench.chip.freeze()
    blocks = set()
    for _ in range(6):
        bench.wait_ms(500)
        blocks.add(bench.read(0x00, 43))
    assert len(blocks) == 1
    bench.start()
    assert bench.read(0x00, 43) in blocks
    bench.chip.uncover()
    bench.start()
    first = bench.read(0x00, 43)
    bench.wait_ms(500)
    assert bench.read(0x00, 43) != first


def test_f08_over_current_is_bit_15_and_stops_the_chip_until_cleared() -> None:
    bench = Bench()
    bench.chip.press(0, 40)
    bench.wait_ms(20)
    bench.chip.over_current()
    assert bench.chip.irq_asserted
    assert bench.status() == 0x8000
    assert bench.filtered(0) == 0
    bench.chip.write(b"\x5e\x8f")
    assert not bench.chip.running
    bench.chip.write(b"\x01\x80")
    bench.chip.write(b"\x5e\x8f")
    assert bench.chip.running
    assert bench.status() == 0


@pytest.mark.parametrize(
    ("answer", "block"),
    [(Answer.ZEROS, bytes(3)), (Answer.ONES, b"\xff" * 3), (Answer.STRANGER, b"\x60\x61\x62")],
)
def test_f09_something_else_answers(answer: Answer, block: bytes) -> None:
    bench = Bench()
    bench.chip.answer = answer
    assert bench.read(0x5D) != b"\x24"
    bench.chip.write(b"\x7f\x12")
    bench.chip.answer = Answer.CHIP
    bench.read(0x7F)
    bench.chip.answer = answer
    assert bench.chip.read(3) == block


def test_a_supply_dip_loses_the_registers() -> None:
    bench = Bench()
    bench.chip.press(0, 40)
    bench.wait_ms(20)
    bench.chip.supply_dip()
    assert bench.read(0x5B, 4) == b"\x00\x10\x24\x00"
    assert bench.status() == 0
    assert not bench.chip.irq_asserted
    bench.chip.lift(0)
    bench.start()
    bench.chip.press(0, 40)
    bench.wait_ms(20)
    assert bench.status() == 1


def test_a_peek_has_no_side_effects() -> None:
    bench = Bench()
    bench.chip.press(0, 40)
    bench.wait_ms(20)
    assert bench.chip.register(0x00) == 1
    assert bench.chip.irq_asserted


def test_a_cut_transfer_leaves_what_came() -> None:
    bench = Bench(start=False)
    bench.chip.cut(b"\x5b\x11")
    assert bench.read(0x5B) == b"\x11"


def test_looking_often_and_looking_seldom_see_the_same_chip() -> None:
    often, seldom = Bench(), Bench()
    for bench in (often, seldom):
        bench.chip.press(1, 9)
        bench.chip.press(2, 60)
        bench.chip.drift(0.8, [3])
        bench.chip.drift(-0.8, [2, 4])
    for _ in range(400):
        often.wait_ms(13)
        often.read(0x1E, 12)
    seldom.wait_ms(13 * 400)
    for bench in (often, seldom):
        bench.chip.lift(2)
        bench.wait_ms(1000)
    assert often.chip.electrodes == seldom.chip.electrodes
    assert often.read(0x1E, 12) == seldom.read(0x1E, 12)
