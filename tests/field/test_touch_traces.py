"""The touch decision on recorded-like traces: noise, drift, hands, things left lying (F05, F06)."""

from __future__ import annotations

import math

import pytest

from hal.ports import ELECTRODES
from hal.touch.pad import WARMTH_PER_S
from hal.touch.policy import Request, decide, restarted, started_again
from tests.field.trace import Pads, block_of

HALF_HOUR_S = 1_800
LIFT_MS = 100


def mask(*pads: int) -> int:
    return sum(1 << pad for pad in pads)


@pytest.mark.long
@pytest.mark.parametrize("noise", [0, 1, 3, 5])
def test_noise_alone_touches_nothing(noise: int) -> None:
    pads = Pads(noise=noise)
    touched = {pads.scan(after_ms=20).touched for _ in range(6_000)}
    assert touched == {0}


@pytest.mark.long
@pytest.mark.parametrize(
    ("drift_per_s", "noise"), [(-0.02, 5), (-0.05, 1), (-0.1, 3), (-0.3, 1), (-0.3, 5), (0.02, 1)]
)
def test_f05_a_palm_on_a_pad_that_drifts_alone_stays_down_for_half_an_hour_and_lifts_in_100_ms(
    drift_per_s: float, noise: int
) -> None:
    pads = Pads(noise, {0: drift_per_s})
    pads.free()
    assert pads.hold((0,), 90, HALF_HOUR_S, 200) == {mask(0)}
    assert pads.lift_ms() <= LIFT_MS
    assert pads.free(300) == {0}


@pytest.mark.long
@pytest.mark.parametrize(("drift_per_s", "minutes"), [(-0.5, 15), (-1.0, 8), (-2.0, 4)])
def test_f05_a_drift_faster_than_any_real_one_is_told_from_a_hand(drift_per_s: float, minutes: int) -> None:
    pads = Pads(1, {0: drift_per_s})
    pads.free()
    assert pads.hold((0,), 60, 60 * minutes) == {mask(0)}
    assert pads.lift_ms() <= LIFT_MS


def test_f05_the_drift_is_more_than_what_warmth_explains() -> None:
    # Else the tests above would show nothing beyond the tolerance.
    assert 0.05 * HALF_HOUR_S > WARMTH_PER_S * HALF_HOUR_S + 12


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.0, 2.0])
def test_f05_a_hand_that_lifts_slowly_from_a_drifting_pad_is_gone_soon_after(seconds: float) -> None:
    pads = Pads(1, {0: -0.1})
    pads.free()
    assert pads.hold((0,), 90, 600) == {mask(0)}
    steps = round(seconds * 100)
    for k in range(steps):
        pads.scan({0: 90 * (1 - k / steps)})
    assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
def test_f05_a_pad_that_drifts_works_again_after_the_lift() -> None:
    pads = Pads(1, {0: -0.1})
    pads.free()
    pads.hold((0,), 90, 900)
    pads.lift_ms()
    for _ in range(20):
        pads.free(50)
        assert pads.hold((0,), 40, 0.12, 10) == {mask(0)}
        assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
@pytest.mark.parametrize(
    "depth",
    [
        pytest.param(lambda s: 90 + 15 * math.sin(s / 3), id="it-rocks"),
        pytest.param(lambda s: 90 - 30 * (s > 600) - 30 * (s > 1200), id="it-lies-lighter"),
        pytest.param(lambda s: 40 + 60 * (s > 600), id="it-presses-harder"),
        pytest.param(lambda s: 90 - 60 * (s % 60 < 2), id="it-twitches"),
        pytest.param(lambda s: 90 - 2 * (s % 10), id="it-creeps-off-and-settles"),
    ],
)
def test_f05_a_hand_that_moves_for_half_an_hour_stays_down(depth: object) -> None:
    pads = Pads(2)
    pads.free()
    assert callable(depth)
    assert pads.hold((3, 4), depth, HALF_HOUR_S, 200) == {mask(3, 4)}
    assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
@pytest.mark.parametrize("drift_per_s", [-0.3, -0.05, 0.05, 0.3])
def test_f05_all_pads_drift_under_four_palms(drift_per_s: float) -> None:
    # Only the guard column shows the drift; four players lie on the rest.
    hands = (0, 2, 3, 5, 6, 8, 9, 11)
    pads = Pads(1, dict.fromkeys(range(ELECTRODES), drift_per_s))
    pads.free()
    assert pads.hold(hands, 90, 600) == {mask(*hands)}
    assert pads.lift_ms() <= LIFT_MS
    assert pads.free(200) == {0}


@pytest.mark.long
def test_one_wild_scan_under_a_hand_moves_nothing() -> None:
    pads = Pads(1, {0: -0.1})
    pads.free()
    pads.hold((0,), 90, 900)
    ground = pads.memory.grounds[0]
    for depth in (300, 0):
        assert pads.scan({0: depth}).touched == mask(0)
        pads.hold((0,), 90, 1, 10)
    assert pads.memory.grounds[0] == pytest.approx(ground, abs=3)
    assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
def test_a_thing_left_on_a_pad_for_hours_is_never_timed_out_and_lifts() -> None:
    pads = Pads(1)
    pads.free()
    assert pads.hold((5,), 60, 4 * 3600, 1000) == {mask(5)}
    assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
def test_a_drop_that_dries_lets_go() -> None:
    pads = Pads(1)
    pads.free()
    pads.hold((5,), lambda s: max(0.0, 40 - s / 10), 600)
    assert pads.memory.touched == 0


def test_a_sleeve_over_all_pads_comes_off_at_once() -> None:
    pads = Pads(1)
    pads.free()
    assert pads.hold(tuple(range(ELECTRODES)), 30, 120) == {0xFFF}
    assert pads.lift_ms() <= LIFT_MS


# The chip was started with hands on


@pytest.mark.long
@pytest.mark.parametrize("depth", [90, 40, 20])
@pytest.mark.parametrize("drift_per_s", [-0.05, 0.0, 0.05])
def test_f06_hands_on_at_start_are_nothing_until_lifted_then_work(depth: int, drift_per_s: float) -> None:
    pads = Pads(1, {4: drift_per_s})
    masks = {pads.scan({4: depth}, 100).touched for _ in range(3_000)}
    pads.free(300)
    assert masks == {0}
    assert pads.hold((4,), 40, 0.12, 10) == {mask(4)}
    assert pads.lift_ms() <= LIFT_MS


@pytest.mark.long
@pytest.mark.parametrize("drift_per_s", [-0.1, 0.0])
def test_f06_a_hand_that_lay_on_while_the_chip_was_lost_is_nothing_until_lifted(drift_per_s: float) -> None:
    pads = Pads(1, {4: drift_per_s})
    pads.free()
    pads.hold((4,), 90, 600)
    pads.memory = restarted(pads.memory)
    assert {pads.scan({4: 90}, 100).touched for _ in range(3_000)} == {0}
    pads.free(10)
    assert not pads.memory.pads[4].held
    assert pads.hold((4,), 40, 0.12, 10) == {mask(4)}


def test_f06_pads_that_all_drifted_while_the_chip_was_away_are_not_held() -> None:
    pads = Pads(1)
    pads.free(50)
    pads.memory = restarted(pads.memory)
    away = dict.fromkeys(range(ELECTRODES), 50.0)
    for _ in range(5):
        pads.scan(away)
    assert not any(pad.held for pad in pads.memory.pads)
    for _ in range(3):
        touched = pads.scan(away | {7: 90.0}).touched
    assert touched == mask(7)


def test_f06_a_single_pad_that_drifted_away_meanwhile_can_be_pressed_after_ten_seconds() -> None:
    pads = Pads(1)
    pads.free(50)
    pads.memory = restarted(pads.memory)
    for _ in range(1_100):
        pads.scan({7: 25})
    for _ in range(3):
        touched = pads.scan({7: 65}).touched
    assert touched == mask(7)


@pytest.mark.long
def test_f06_what_lay_on_when_the_chip_was_set_up_is_watched_after_the_lift_and_then_calibrated() -> None:
    pads = Pads(1)
    pads.free()
    pads.hold((4,), 40, 2, 10)
    pads.memory = started_again(pads.memory)
    assert pads.hold((4,), 40, 2, 10) == {mask(4)}
    pads.lift_ms()
    # Its own bit may be dead now, and no interrupt would come.
    assert Request.WATCH in pads.scan().requests
    asked = [Request.RECALIBRATE in pads.scan(after_ms=20).requests for _ in range(4_000)]
    assert asked.count(True) == 1
    pads.memory = started_again(pads.memory)
    pads.free(10)
    assert pads.scan().requests == Request.NONE


# The chip stands still


@pytest.mark.long
def test_f07_a_hand_that_lies_still_on_a_living_chip_is_not_a_frozen_one() -> None:
    pads = Pads(1)
    pads.free()
    frozen = 0
    for _ in range(3_000):
        frozen += Request.FROZEN in pads.scan({3: 90}).requests
    assert frozen == 0


@pytest.mark.parametrize("after_ms", [10, 20, 1_000])
def test_f07_a_frozen_chip_is_found_within_5_s_at_every_pace(after_ms: int) -> None:
    pads = Pads(1)
    pads.free()
    block = block_of([600] * ELECTRODES)
    begun_us = pads.now_us
    for _ in range(1_000):
        pads.now_us += after_ms * 1_000
        decision = decide(pads.memory, block, pads.now_us, pads.config)
        pads.memory = decision.memory
        if Request.FROZEN in decision.requests:
            break
    assert 2_000_000 <= pads.now_us - begun_us <= 5_000_000
