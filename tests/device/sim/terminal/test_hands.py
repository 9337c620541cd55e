"""Keys and mouse become touches that last as long as the terminal promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.sim.terminal.hands import KEYS, MOST_TAPS, Grip, Hands, Prefix

if TYPE_CHECKING:
    from tests.device.sim.terminal.fakes import FakeBench, FakeTimers


@pytest.fixture
def hands(bench: FakeBench, timers: FakeTimers) -> Hands:
    return Hands(bench, timers.after)


def test_keys_are_twelve_pads_and_six_buttons() -> None:
    assert [KEYS[c] for c in "123456789*0#zxcvbn"] == [*"123456789*0#", "K1", "K2", "K3", "K4", "K5", "K6"]


@pytest.mark.parametrize("key", ["5", "K1"])
def test_a_strike_taps_for_120_ms(hands: Hands, bench: FakeBench, timers: FakeTimers, key: str) -> None:
    hands.strike(key)
    timers.pass_ms(119)
    assert bench.took() == [(key, True)]
    timers.pass_ms(1)
    assert bench.took() == [(key, False)]
    assert hands.grips == {}


@pytest.mark.parametrize(("key", "span_ms"), [("5", 1_000), ("K1", 1_000), ("K2", 3_200)])
def test_a_hold_lasts_a_second_and_k2_till_the_power_screen(
    hands: Hands, bench: FakeBench, timers: FakeTimers, key: str, span_ms: int
) -> None:
    hands.toggle(Prefix.HOLD)
    hands.strike(key)
    assert hands.prefix is Prefix.NONE
    timers.pass_ms(span_ms - 1)
    assert bench.took() == [(key, True)]
    timers.pass_ms(1)
    assert bench.took() == [(key, False)]


def test_a_latch_stays_until_it_is_let_go(hands: Hands, bench: FakeBench, timers: FakeTimers) -> None:
    hands.toggle(Prefix.LATCH)
    hands.strike("7")
    timers.pass_ms(60_000)
    hands.strike("7")  # a plain strike does not end it
    timers.pass_ms(1_000)
    assert bench.took() == [("7", True)]
    assert hands.grips == {"7": Grip.LATCH}
    hands.toggle(Prefix.LATCH)
    hands.strike("7")
    assert bench.took() == [("7", False)]


def test_a_latch_takes_over_a_tap_whose_end_it_outlives(
    hands: Hands, bench: FakeBench, timers: FakeTimers
) -> None:
    hands.strike("7")
    hands.toggle(Prefix.LATCH)
    hands.strike("7")
    timers.pass_ms(1_000)
    assert bench.took() == [("7", True)]


def test_an_old_release_does_not_end_a_later_touch(
    hands: Hands, bench: FakeBench, timers: FakeTimers
) -> None:
    hands.strike("7")
    hands.mouse_down("7")
    hands.mouse_up()
    hands.strike("7")
    timers.pass_ms(119)
    assert bench.took() == [("7", True), ("7", False), ("7", True)]
    timers.pass_ms(1)
    assert bench.took() == [("7", False)]


def test_quick_strikes_of_one_key_are_separate_taps_up_to_a_few(
    hands: Hands, bench: FakeBench, timers: FakeTimers
) -> None:
    for _ in range(20):
        hands.strike("0")
    timers.pass_ms(10_000)
    assert bench.took() == [("0", True), ("0", False)] * MOST_TAPS
    hands.strike("0")
    timers.pass_ms(1_000)
    assert bench.took() == [("0", True), ("0", False)]


def test_a_waiting_tap_gives_way_to_a_latch(hands: Hands, bench: FakeBench, timers: FakeTimers) -> None:
    hands.strike("0")
    hands.strike("0")
    timers.pass_ms(130)
    hands.toggle(Prefix.LATCH)
    hands.strike("0")
    timers.pass_ms(1_000)
    assert bench.took() == [("0", True), ("0", False), ("0", True)]


def test_different_keys_are_down_together(hands: Hands, bench: FakeBench, timers: FakeTimers) -> None:
    hands.strike("1")
    timers.pass_ms(10)
    hands.strike("K4")
    timers.pass_ms(200)
    assert bench.took() == [("1", True), ("K4", True), ("1", False), ("K4", False)]


def test_the_mouse_holds_for_real(hands: Hands, bench: FakeBench, timers: FakeTimers) -> None:
    hands.mouse_down("K2")
    timers.pass_ms(3_500)
    hands.toggle(Prefix.HOLD)
    hands.strike("K2")  # already down
    timers.pass_ms(9_000)
    assert bench.took() == [("K2", True)]
    hands.mouse_up()
    hands.mouse_up()
    assert bench.took() == [("K2", False)]


def test_a_second_press_of_the_mouse_ends_the_first(hands: Hands, bench: FakeBench) -> None:
    hands.mouse_down("1")
    hands.mouse_down("2")
    hands.mouse_up()
    assert bench.took() == [("1", True), ("1", False), ("2", True), ("2", False)]


def test_the_mouse_lets_go_of_a_latch(hands: Hands, bench: FakeBench) -> None:
    hands.toggle(Prefix.LATCH)
    hands.strike("1")
    hands.mouse_down("1")
    hands.mouse_up()
    assert bench.took() == [("1", True), ("1", False)]


def test_palms_go_down_and_up(hands: Hands, bench: FakeBench) -> None:
    hands.toggle_palms()
    hands.toggle_palms()
    assert bench.took() == [("palms", True), ("palms", False)]


def test_a_prefix_struck_again_is_taken_back(hands: Hands) -> None:
    hands.toggle(Prefix.LATCH)
    hands.toggle(Prefix.HOLD)
    assert str(hands.prefix) == "Prefix.HOLD"
    hands.toggle(Prefix.HOLD)
    assert hands.prefix is Prefix.NONE


def test_leaving_lets_go_of_everything(hands: Hands, bench: FakeBench, timers: FakeTimers) -> None:
    hands.toggle(Prefix.LATCH)
    hands.strike("1")
    hands.strike("2")
    hands.toggle_palms()
    bench.took()
    hands.lift_all()
    timers.pass_ms(1_000)
    assert sorted(map(str, bench.took())) == ["('1', False)", "('2', False)", "('palms', False)"]
