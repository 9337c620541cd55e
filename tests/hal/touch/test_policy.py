from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field, replace

import pytest

from hal.config import TouchConfig
from hal.ports import ELECTRODES, FaultCode
from hal.touch.block import Block, broken, judge
from hal.touch.policy import Decision, Request, TouchMemory, decide, restarted, rezeroed

CONFIG = TouchConfig()
REST = 650
MS = 1_000
S = 1_000_000
_RAW = struct.Struct(f"<2H{ELECTRODES + 1}H{ELECTRODES + 1}s")


def block_of(
    values: dict[int, int] | None = None, status: int = 0, rest: int = REST, own: int = REST
) -> Block:
    """Untouched electrodes at `rest`, others as given."""
    filtered = [rest] * ELECTRODES
    for n, value in (values or {}).items():
        filtered[n] = value
    return Block.parse(_RAW.pack(status, 0, *filtered, 0, bytes([own >> 2] * ELECTRODES + [0])))


@dataclass
class Trace:
    """A decision fed scan by scan. Each block differs a little, as living ones do."""

    memory: TouchMemory = field(default_factory=TouchMemory)
    now_us: int = 0
    config: TouchConfig = CONFIG
    parity: int = 0

    def scan(self, values: dict[int, int] | None = None, status: int = 0, after_ms: int = 10) -> Decision:
        self.parity ^= 1
        return self.feed(block_of({11: REST + self.parity, **(values or {})}, status), after_ms)

    def feed(self, block: Block, after_ms: int = 10) -> Decision:
        self.now_us += after_ms * MS
        decision = decide(self.memory, block, self.now_us, self.config)
        self.memory = decision.memory
        return decision

    def started(self) -> Trace:
        for _ in range(5):
            self.scan()
        return self


def test_a_reading_is_taken_apart() -> None:
    raw = bytes.fromhex("05 8a") + bytes(2)
    raw += b"".join((600 + n).to_bytes(2, "little") for n in range(13)) + bytes(range(100, 113))
    block = Block.parse(raw)
    assert block.status == 0xA05
    assert block.over_current
    assert block.filtered == tuple(range(600, 612))
    assert block.baseline == tuple(4 * n for n in range(100, 112))
    with pytest.raises(ValueError, match="43 bytes, not 3"):
        Block.parse(b"abc")


def test_f08_bit_15_is_a_fault_and_never_a_touch() -> None:
    block = block_of(status=0x8000)
    assert broken(block) is judge(block) is FaultCode.OVER_CURRENT
    assert block.status == 0


@pytest.mark.parametrize("value", [0, 0xFFFF])
def test_f09_zeros_and_ones_are_no_reading(value: int) -> None:
    assert broken(block_of(rest=value)) is FaultCode.BAD_VALUES


@pytest.mark.parametrize(
    ("value", "fault"), [(49, FaultCode.BAD_VALUES), (50, None), (950, None), (951, FaultCode.BAD_VALUES)]
)
def test_health_allows_50_to_950(value: int, fault: FaultCode | None) -> None:
    block = block_of({3: value})
    assert judge(block) is fault
    assert broken(block) is None


def test_without_the_chips_bit_a_touch_takes_two_scans() -> None:
    trace = Trace().started()
    first = trace.scan({2: REST - 40})
    assert (first.touched, first.requests) == (0, Request.SCAN_AGAIN)
    second = trace.scan({2: REST - 40}, after_ms=5)
    assert (second.touched, second.requests) == (1 << 2, Request.SCANNING)
    assert second.changes == ((trace.now_us - 5 * MS, 2),)


def test_on_an_irq_the_chips_bit_is_the_first_scan() -> None:
    trace = Trace().started()
    decision = trace.scan({2: REST - 40}, status=1 << 2)
    assert decision.touched == 1 << 2
    assert decision.changes == ((trace.now_us, 2),)


def test_the_chips_bit_alone_touches_nothing() -> None:
    trace = Trace().started()
    assert trace.scan(status=1 << 2).requests == Request.SCAN_AGAIN
    # A bit that stands would hide the next touch from the IRQ line: polled meanwhile.
    assert trace.scan(status=1 << 2).requests == Request.WATCH
    assert trace.memory.touched == 0


@pytest.mark.parametrize(("distance", "touched"), [(12, 0), (13, 1)])
def test_touch_is_beyond_on(distance: int, touched: int) -> None:
    trace = Trace().started()
    trace.scan({0: REST - distance})
    assert trace.scan({0: REST - distance}).touched == touched


def test_each_electrode_has_its_own_distances() -> None:
    trace = Trace(config=replace(CONFIG, on=(12, 60, *(12,) * 10))).started()
    trace.scan({0: REST - 40, 1: REST - 40})
    assert trace.scan({0: REST - 40, 1: REST - 40}).touched == 1


def test_a_release_takes_three_scans_within_off() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 40})
    assert [trace.scan().touched for _ in range(3)] == [1, 1, 0]
    assert trace.memory.pads[0].released_us == trace.now_us


def test_a_release_broken_off_begins_again() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 40})
    trace.scan()
    trace.scan()
    trace.scan({0: REST - 40})
    assert [trace.scan().touched for _ in range(3)] == [1, 1, 0]


def test_between_off_and_on_what_is_touched_stays_touched() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 20})
    assert [trace.scan({0: REST - 9}).touched for _ in range(20)] == [1] * 20


def test_one_wild_scan_is_no_touch() -> None:
    trace = Trace().started()
    trace.scan({5: REST - 200})
    assert trace.scan().touched == trace.scan({5: REST - 200}).touched == 0


def test_two_pads_found_by_different_scans_keep_their_order() -> None:
    trace = Trace().started()
    trace.scan({7: REST - 40})
    decision = trace.scan({7: REST - 40, 1: REST - 40}, status=1 << 1)
    assert decision.touched == 1 << 7 | 1 << 1
    assert decision.changes == ((trace.now_us - 10 * MS, 7), (trace.now_us, 1))


def test_the_baseline_is_frozen_while_touched_and_for_a_second_after() -> None:
    trace = Trace().started()
    for _ in range(500):
        trace.scan({0: REST - 40})
    assert trace.memory.baselines[0] == pytest.approx(REST, abs=0.1)
    for _ in range(3):
        trace.scan({0: REST + 8})
    for _ in range(99):
        trace.scan({0: REST + 8})
    assert trace.memory.baselines[0] == pytest.approx(REST, abs=0.1)
    for _ in range(100):
        trace.scan({0: REST + 8})
    assert trace.memory.baselines[0] == pytest.approx(REST + 8, abs=2)


def test_a_slow_finger_is_not_swallowed() -> None:
    trace = Trace().started()
    touched = [trace.scan({0: REST - k}, after_ms=100).touched for k in range(30)]
    assert touched[-1] == 1


def test_free_baselines_follow_what_drifts() -> None:
    trace = Trace().started()
    for k in range(600):
        value = REST - k // 10
        assert trace.scan(dict.fromkeys(range(ELECTRODES), value), after_ms=1000).touched == 0
    assert trace.memory.baseline[0] == pytest.approx(REST - 59, abs=3)


@pytest.mark.long
@pytest.mark.parametrize("drift_per_s", [-0.02, 0.0, 0.02])
@pytest.mark.parametrize("everywhere", [True, False])
def test_f05_a_palm_with_drift_and_noise_stays_down_for_30_minutes_and_lifts_in_100_ms(
    drift_per_s: float, everywhere: bool
) -> None:
    rng = random.Random(1)
    trace = Trace().started()
    palm = (0, 1, 3, 4)
    mask = sum(1 << n for n in palm)

    def values(depth: int) -> dict[int, int]:
        drift = drift_per_s * trace.now_us / 1e6
        under, beside = round(REST + drift - depth), round(REST + (drift if everywhere else 0))
        noise = rng.choices((-1, 0, 1), k=ELECTRODES)
        return {n: (under if n in palm else beside) + noise[n] for n in range(ELECTRODES)}

    for _ in range(3):
        trace.scan(values(90))
    masks = {trace.scan(values(90), after_ms=100).touched for _ in range(18_000)}
    assert masks == {mask}
    assert [trace.scan(values(0)).touched for _ in range(10)][-1] == 0
    assert {trace.scan(values(0)).touched for _ in range(500)} == {0}


@pytest.mark.long
def test_f05_a_palm_that_lies_lighter_stays_down() -> None:
    trace = Trace().started()
    for _ in range(100):
        trace.scan({0: REST - 90})
    assert {trace.scan({0: REST - 15}).touched for _ in range(6_000)} == {1}


def test_f06_a_palm_at_start_is_suppressed_until_lifted_then_works() -> None:
    trace = Trace()
    assert trace.scan({4: REST - 120}).requests == Request.WATCH
    assert {trace.scan({4: REST - 120}, status=1 << 4).touched for _ in range(300)} == {0}
    for _ in range(3):
        trace.scan()
    assert not trace.memory.pads[4].held
    trace.scan({4: REST - 40})
    assert trace.scan({4: REST - 40}).touched == 1 << 4


def test_f06_a_finger_at_start_is_nothing_until_lifted_then_works() -> None:
    trace = Trace()
    assert {trace.scan({4: REST - 40}).touched for _ in range(300)} == {0}
    for _ in range(3):
        trace.scan(after_ms=1000)
    assert trace.scan({4: REST - 40}, status=1 << 4).touched == 1 << 4


def test_f06_lifted_and_touched_again_between_two_looks_counts() -> None:
    trace = Trace()
    for _ in range(5):
        trace.scan({4: REST - 40}, after_ms=1000)
    # The chip's own baseline went up meanwhile, which only a lifted finger can make.
    assert trace.scan({4: REST - 40}, status=1 << 4, after_ms=400).touched == 1 << 4


def test_f06_what_was_held_before_a_new_start_is_known_by_its_old_baseline() -> None:
    trace = Trace().started()
    for _ in range(5):
        trace.scan({4: REST - 20})
    trace.memory = restarted(trace.memory)
    assert trace.scan({4: REST - 20}).requests == Request.WATCH
    assert {trace.scan({4: REST - 20}).touched for _ in range(200)} == {0}
    for _ in range(3):
        trace.scan()
    trace.scan({4: REST - 20})
    assert trace.scan({4: REST - 20}).touched == 1 << 4


def test_a_pad_that_is_low_by_nature_works_after_ten_seconds() -> None:
    trace = Trace()
    low = REST - 80
    trace.scan({4: low})
    for _ in range(3):
        trace.scan({4: low - 40})
    assert trace.memory.touched == 0
    for _ in range(11):
        trace.scan({4: low}, after_ms=1000)
    trace.scan({4: low - 40})
    assert trace.scan({4: low - 40}).touched == 1 << 4


def test_a_living_signal_is_never_timed_out() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 40})
    decision = trace.scan({0: REST - 40}, after_ms=7_200_000)
    assert decision.touched == 1
    assert Request.FROZEN not in decision.requests


@pytest.mark.parametrize(("apart_ms", "scans"), [(1000, 5), (10, 201), (500, 5)])
def test_f07_five_equal_readings_over_two_seconds_are_a_frozen_chip(apart_ms: int, scans: int) -> None:
    trace = Trace().started()
    block = block_of({0: REST + 3})
    frozen = [Request.FROZEN in trace.feed(block, apart_ms).requests for _ in range(scans)]
    assert frozen[:-1] == [False] * (scans - 1)
    assert frozen[-1]


def test_f07_one_count_of_noise_is_life() -> None:
    trace = Trace().started()
    assert not any(Request.FROZEN in trace.scan(after_ms=1000).requests for _ in range(50))


def own_apart(trace: Trace, own: int, after_ms: int = 1000) -> Request:
    trace.parity ^= 1
    return trace.feed(block_of({11: REST + trace.parity}, own=own), after_ms).requests


def test_recalibration_waits_until_all_pads_were_free_for_two_seconds() -> None:
    trace = Trace().started()
    trace.scan({0: REST - 40}, status=1, after_ms=61_000)
    for _ in range(3):
        trace.scan()
    busy_us = trace.memory.busy_us
    asked: list[int] = []
    for _ in range(40):
        if Request.RECALIBRATE in own_apart(trace, REST + 40, after_ms=100):
            asked.append(trace.now_us - busy_us)
    assert len(asked) == 1
    assert 2 * S <= asked[0] < 2 * S + 200 * MS


def test_recalibration_comes_once_a_minute_at_most_and_not_without_reason() -> None:
    trace = Trace().started()
    times = [trace.now_us for _ in range(200) if Request.RECALIBRATE in own_apart(trace, REST + 40)]
    assert len(times) == 3
    quiet = Trace().started()
    assert not any(Request.RECALIBRATE in own_apart(quiet, REST - 8) for _ in range(200))


def test_a_chip_that_is_deaf_for_a_pad_is_watched() -> None:
    trace = Trace().started()
    assert own_apart(trace, REST - 40) == Request.WATCH


def test_rezero_takes_what_is_measured_as_untouched() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 40})
    trace.memory = rezeroed(trace.memory, block_of({0: REST - 40}))
    assert trace.memory.touched == 0
    assert trace.memory.baseline[0] == REST - 40
    assert {trace.scan({0: REST - 40}).touched for _ in range(100)} == {0}


def test_a_value_that_no_electrode_has_changes_nothing_for_that_pad() -> None:
    trace = Trace().started()
    for _ in range(2):
        trace.scan({0: REST - 40})
    assert {trace.scan({0: 1023, 1: 3}).touched for _ in range(50)} == {1}


def test_a_decision_is_the_same_for_the_same_trace() -> None:
    rng = random.Random(2)
    blocks = [block_of({n: REST - rng.randint(0, 60) for n in range(ELECTRODES)}) for _ in range(50)]
    one, two = Trace(), Trace()
    assert [one.feed(block) for block in blocks] == [two.feed(block) for block in blocks]
