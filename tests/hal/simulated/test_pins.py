"""Pins under the real gpiozero: levels, edges, bounce, what is lost, what is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gpiozero import LED, DigitalInputDevice, TonalBuzzer
from gpiozero.exc import GPIOPinInUse
from gpiozero.tones import Tone

from hal.simulated.clock import SimClock
from hal.simulated.pins import SimPins

if TYPE_CHECKING:
    from collections.abc import Iterator

PIN = 5


class Bench:
    """Pins on a fake clock, and a listener on one of them."""

    def __init__(self) -> None:
        self.clock = SimClock(start_us=0)
        self.pins = SimPins(self.clock.now_us, self.clock.schedule)
        self.edges: list[tuple[int, bool]] = []
        self.opened: list[DigitalInputDevice] = []

    def open(self) -> DigitalInputDevice:
        device = DigitalInputDevice(PIN, pull_up=True, pin_factory=self.pins.factory)
        device.when_activated = lambda: self.edges.append((self.clock.now_us(), True))
        device.when_deactivated = lambda: self.edges.append((self.clock.now_us(), False))
        self.opened.append(device)
        return device


@pytest.fixture(name="bench")
def _bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    for device in bench.opened:
        device.close()
    bench.pins.factory.close()


def test_a_press_is_low_and_its_edges_come_at_their_times(bench: Bench) -> None:
    button = bench.open()
    assert not button.is_active
    bench.clock.at(100, lambda: bench.pins.press(PIN))
    bench.clock.at(30_100, lambda: bench.pins.release(PIN))
    bench.clock.spend(200)
    assert button.is_active
    bench.clock.spend(100_000)
    assert bench.edges == [(100, True), (30_100, False)]


def test_edges_carry_the_time_of_the_fake_clock(bench: Bench) -> None:
    button = bench.open()
    seen: list[float] = []

    def changed(ticks: float, state: bool) -> None:
        seen.append(ticks)

    button.pin.when_changed = changed  # gpiozero holds it weakly
    bench.clock.spend(1_500_000)
    bench.pins.press(PIN)
    assert seen == [1.5]
    assert bench.pins.factory.ticks() == 1.5


def test_f11_a_button_held_while_opening_reads_as_held(bench: Bench) -> None:
    bench.pins.press(PIN)
    assert bench.open().is_active
    assert bench.edges == []


def test_f13_a_bouncing_press_chatters_and_settles(bench: Bench) -> None:
    button = bench.open()
    bench.pins.bounce(PIN, pressed=True, for_us=20_000)
    bench.clock.spend(20_000)
    assert button.is_active
    assert len(bench.edges) >= 3
    assert len(bench.edges) % 2 == 1
    assert [down for _, down in bench.edges] == [k % 2 == 0 for k in range(len(bench.edges))]
    assert bench.edges[-1][0] < 20_000
    bench.pins.bounce(PIN, pressed=False, for_us=5000)
    bench.clock.spend(5000)
    assert not button.is_active


def test_f10_a_lost_edge_changes_the_level_alone(bench: Bench) -> None:
    button = bench.open()
    bench.pins.press(PIN)
    bench.pins.release(PIN, lost=True)
    assert not button.is_active
    assert bench.edges == [(0, True)]


def test_f12_a_raising_callback_ends_all_edges(bench: Bench) -> None:
    button = bench.open()

    def raising(ticks: float, state: bool) -> None:
        raise RuntimeError("from a callback")

    button.pin.when_changed = raising
    bench.pins.press(PIN)
    assert [str(error) for error in bench.pins.callback_errors] == ["from a callback"]
    assert not bench.pins.notify_alive
    other = DigitalInputDevice(6, pull_up=True, pin_factory=bench.pins.factory)
    bench.opened.append(other)
    seen: list[bool] = []
    other.when_activated = lambda: seen.append(True)
    bench.pins.press(6)
    assert seen == []
    assert other.is_active


def test_f26_a_busy_pin_cannot_be_opened(bench: Bench) -> None:
    bench.pins.busy.add(PIN)
    with pytest.raises(GPIOPinInUse, match="GPIO5: GPIO busy"):
        bench.open()
    bench.pins.busy.discard(PIN)
    assert not bench.open().is_active


def test_unplugged_buttons_read_released_and_cannot_be_opened(bench: Bench) -> None:
    button = bench.open()
    bench.pins.press(PIN)
    bench.pins.unplug(frozenset({PIN, 6}))
    assert not button.is_active
    with pytest.raises(GPIOPinInUse):
        DigitalInputDevice(6, pull_up=True, pin_factory=bench.pins.factory)
    bench.pins.plug(frozenset({PIN, 6}))
    assert button.is_active
    assert [down for _, down in bench.edges] == [True, False, True]


def test_outputs_are_recorded_with_their_times(bench: Bench) -> None:
    led = LED(24, pin_factory=bench.pins.factory)
    bench.clock.spend(10)
    led.on()
    bench.clock.spend(10)
    led.off()
    assert [(w.t_us, w.pin, w.value) for w in bench.pins.outputs] == [(10, 24, 1.0), (20, 24, 0.0)]
    led.close()


def test_the_buzzer_is_recorded_with_its_frequency(bench: Bench) -> None:
    buzzer = TonalBuzzer(25, pin_factory=bench.pins.factory)
    bench.pins.outputs.clear()
    buzzer.play(Tone(frequency=440))
    assert (bench.pins.outputs[-1].value, bench.pins.outputs[-1].frequency_hz) == (0.5, 440)
    buzzer.stop()
    assert bench.pins.outputs[-1].value == 0
    buzzer.close()


def test_a_restart_has_fresh_pins_and_the_same_world(bench: Bench) -> None:
    bench.pins.press(PIN)
    old = bench.open()
    bench.pins.notify_alive = False
    bench.pins.restart()
    assert bench.open().is_active
    assert bench.pins.notify_alive
    bench.pins.release(PIN)
    assert bench.edges == [(0, False)]
    old.close()


def test_a_closed_pin_opens_again_with_the_level_it_has(bench: Bench) -> None:
    bench.pins.press(PIN)
    bench.open().close()
    assert bench.open().is_active
