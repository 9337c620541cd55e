from __future__ import annotations

import threading

import pytest

from hal.raspberry.lights import GpioChime, GpioLights, LateChime, LateLights, NoChime, NoLights
from hal.simulated.clock import SimClock
from hal.simulated.pins import SimPins


def pins() -> SimPins:
    clock = SimClock()
    return SimPins(clock.now_us, clock.schedule)


def test_the_led_follows_and_goes_out_at_the_end() -> None:
    world = pins()
    led = GpioLights(24, world.factory)
    led.set(True)
    led.set(False)
    led.set(True)
    assert [write.value for write in world.outputs if write.pin == 24][-3:] == [1, 0, 1]
    led.close()
    led.set(True)


def sounded(world: SimPins, chime: GpioChime) -> list[tuple[float | None, float]]:
    thread = chime._thread
    assert thread is not None
    thread.join()
    return [(write.frequency_hz, write.value) for write in world.outputs]


def test_tones_sound_in_order_without_waiting_here() -> None:
    world = pins()
    lengths: list[float] = []

    def wait(quiet: threading.Event, seconds: float) -> bool:
        lengths.append(seconds)
        return quiet.is_set()

    chime = GpioChime(25, world.factory, wait)
    world.outputs.clear()
    chime.play(((440, 100), (0, 50), (880, 200)))
    assert sounded(world, chime) == [(440, 0.0), (440, 0.5), (440, 0.0), (880, 0.0), (880, 0.5), (880, 0.0)]
    assert lengths == [0.1, 0.05, 0.2]
    chime.close()


@pytest.mark.parametrize(("volume_percent", "high"), [(100, 0.5), (50, 1 / 6), (1, 0.0032)])
def test_the_volume_is_the_amplitude_of_the_tone(volume_percent: int, high: float) -> None:
    world = pins()
    chime = GpioChime(25, world.factory, lambda quiet, seconds: quiet.is_set(), volume_percent)
    world.outputs.clear()
    chime.play(((440, 100),))
    assert max(value for _, value in sounded(world, chime)) == pytest.approx(high, abs=1e-4)
    chime.close()


def test_stop_is_quiet_at_once_and_leaves_no_thread() -> None:
    world = pins()
    begun = threading.Event()

    def wait(quiet: threading.Event, seconds: float) -> bool:
        begun.set()
        return quiet.wait()

    chime = GpioChime(25, world.factory, wait)
    chime.play(((440, 60_000), (880, 60_000)))
    begun.wait()
    chime.stop()
    assert world.outputs[-1].value == 0
    assert not [t for t in threading.enumerate() if t.name == "chime"]
    assert 880 not in {write.frequency_hz for write in world.outputs}
    chime.close()


def test_nothing_to_play_starts_nothing() -> None:
    chime = GpioChime(25, pins().factory)
    chime.play(())
    chime.stop()
    assert not [t for t in threading.enumerate() if t.name == "chime"]
    chime.close()


def test_absent_parts_take_wishes() -> None:
    NoLights().set(True)
    silent = NoChime()
    silent.play(((440, 1),))
    silent.stop()
    assert list(vars(silent)) == []


def test_an_led_whose_pin_comes_late_is_lit_at_a_later_wish_and_told_once() -> None:
    clock = SimClock()
    world = SimPins(clock.now_us, clock.schedule)
    world.busy |= {24, 25}
    told: list[str] = []
    led = LateLights(lambda: GpioLights(24, world.factory), clock, lambda: told.append("led"))
    buzzer = LateChime(lambda: GpioChime(25, world.factory), clock, lambda: told.append("buzzer"))
    for _ in range(20):
        clock.spend(1_000_000)
        led.set(True)
        buzzer.play(((440, 0),))
    assert (told, world.outputs) == ([], [])
    world.busy.clear()
    clock.spend(6_000_000)
    led.set(True)
    buzzer.play(((440, 0),))
    led.set(False)
    buzzer.stop()
    assert told == ["led", "buzzer"]
    assert [write.value for write in world.outputs if write.pin == 24][-2:] == [1, 0]
    assert 440 in {write.frequency_hz for write in world.outputs if write.pin == 25}
    led.close()
    buzzer.close()
