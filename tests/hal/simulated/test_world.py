"""The simulated machine: wiring, levers by part, real time by steps."""

from __future__ import annotations

import errno
from threading import Thread

import pytest
from gpiozero import DigitalInputDevice, OutputDevice

from hal.config import Controller, HardwareConfig, PanelConfig, TouchConfig
from hal.ports import NEVER, Part
from hal.simulated.mpr121 import Answer, Mpr121
from hal.simulated.sh1106 import Sh1106
from hal.simulated.world import SimWorld

RUN = b"\x5d\x20\x8f"
"""CONFIG2 and ECR: samples every 4 ms."""
BOTH = HardwareConfig(palms=TouchConfig(address=0x5B))


def _run(world: SimWorld, part: Part = Part.PADS) -> None:
    """Start a touch chip with thresholds of 12 and 6."""
    address = world.address(part)
    world.bus.transfer(address, b"\x2b\x01\x01\x00\x00\x01\x01\xff\x02\x00\x00\x00")
    world.bus.transfer(address, b"\x41" + b"\x0c\x06" * 12)
    world.bus.transfer(address, RUN)
    _wait_ms(world, 200)


def _wait_ms(world: SimWorld, ms: int) -> None:
    assert world.sim_clock is not None
    world.sim_clock.spend(ms * 1000)


def _status(world: SimWorld, part: Part = Part.PADS) -> int:
    return int.from_bytes(world.bus.transfer(world.address(part), b"\x00", 2), "little")


def _errno(world: SimWorld, part: Part) -> int | None:
    try:
        world.bus.transfer(world.address(part), b"\x00")
    except OSError as error:
        return error.errno
    return None


def test_it_is_built_as_it_is_wired() -> None:
    world = SimWorld(HardwareConfig(bus_hz=100_000, panel=PanelConfig(Controller.SH1106, address=0x3D)))
    assert isinstance(world.panel, Sh1106)
    assert world.bus.hz == 100_000
    assert world.address(Part.OLED) == 0x3D
    assert _errno(world, Part.OLED) is None
    with pytest.raises(ValueError, match="palms is not on the bus"):
        world.address(Part.PALMS)
    with pytest.raises(ValueError, match="palms has no touch chip"):
        world.touch(0, part=Part.PALMS)


def test_a_touch_pulls_the_interrupt_pin_low_until_status_is_read() -> None:
    world = SimWorld(HardwareConfig())
    irq = DigitalInputDevice(17, pull_up=True, pin_factory=world.pins.factory)
    _run(world)
    world.at(world.clock.now_us() + 1000, lambda: world.touch(5))
    _wait_ms(world, 20)
    assert irq.is_active
    assert _status(world) == 1 << 5
    assert not irq.is_active
    irq.close()


def test_two_chips_share_an_open_drain_line() -> None:
    world = SimWorld(BOTH)
    irq = DigitalInputDevice(17, pull_up=True, pin_factory=world.pins.factory)
    _run(world)
    _run(world, Part.PALMS)
    world.touch(1)
    world.touch(2, part=Part.PALMS)
    _wait_ms(world, 20)
    assert _status(world) == 1 << 1
    assert irq.is_active
    assert _status(world, Part.PALMS) == 1 << 2
    assert not irq.is_active
    irq.close()


def test_an_interrupt_that_is_not_wired_stays_silent() -> None:
    world = SimWorld(HardwareConfig())
    irq = DigitalInputDevice(17, pull_up=True, pin_factory=world.pins.factory)
    _run(world)
    world.set_irq_wired(False)
    world.touch(1)
    _wait_ms(world, 20)
    assert not irq.is_active
    world.set_irq_wired(True)
    assert irq.is_active
    irq.close()


def test_a_stuck_pad_is_not_lifted_by_a_finger() -> None:
    world = SimWorld(HardwareConfig())
    _run(world)
    world.stuck(5, stuck=True)
    world.touch(5)
    world.lift(5)
    _wait_ms(world, 20)
    assert _status(world) == 1 << 5
    world.stuck(5, stuck=False)
    _wait_ms(world, 20)
    assert _status(world) == 0


def test_i2c_faults_go_to_a_part_and_are_cured_there() -> None:
    world = SimWorld(BOTH)
    world.i2c(errno.EREMOTEIO, Part.OLED)
    world.i2c(errno.EIO, Part.PALMS, times=1)
    assert [_errno(world, part) for part in (Part.OLED, Part.PADS, Part.PALMS)] == [121, None, 5]
    world.i2c_ok(Part.OLED)
    assert [_errno(world, part) for part in (Part.OLED, Part.PALMS)] == [None, None]


def test_parts_go_and_come_back_as_after_power_on() -> None:
    world = SimWorld(HardwareConfig())
    world.bus.transfer(0x3C, b"\x00\x8d\x14\xaf\xa5")
    _run(world)
    for part in (Part.OLED, Part.PADS):
        world.gone(part)
        assert _errno(world, part) == errno.EREMOTEIO
        assert world.frame() == world.frame().blank()
        world.back(part)
        assert _errno(world, part) is None
    assert not world.panel.lit
    assert not world.pads.running


def test_buttons_and_led_go_and_come_back() -> None:
    world = SimWorld(HardwareConfig(led_pin=24, buzzer_pin=25))
    button = DigitalInputDevice(6, pull_up=True, pin_factory=world.pins.factory)
    world.press(2)
    assert button.is_active
    world.gone(Part.BUTTONS)
    assert not button.is_active
    world.back(Part.BUTTONS)
    assert button.is_active
    world.release(2)
    assert not button.is_active
    world.bounce(2, pressed=True, for_us=5000)
    _wait_ms(world, 5)
    assert button.is_active
    button.close()
    world.gone(Part.LED)
    world.gone(Part.BUZZER)
    assert world.pins.busy == {24, 25}
    world.back(Part.LED)
    assert world.pins.busy == {25}
    with pytest.raises(ValueError, match="voice cannot be taken off"):
        world.gone(Part.VOICE)
    with pytest.raises(ValueError, match="K5 is not wired"):
        SimWorld(HardwareConfig(button_pins=(5, 6, 16, 26, None, None))).press(5)
    with pytest.raises(ValueError, match="K7 is not wired"):
        world.press(7)


def test_the_reset_line_resets_the_panel() -> None:
    world = SimWorld(HardwareConfig(panel=PanelConfig(reset_pin=27)))
    line = OutputDevice(27, initial_value=True, pin_factory=world.pins.factory)
    world.bus.transfer(0x3C, b"\x00\x8d\x14\xaf")
    assert world.panel.lit
    line.off()
    line.on()
    assert not world.panel.lit
    line.close()


def test_f04_a_dip_leaves_the_chip_answering() -> None:
    world = SimWorld(HardwareConfig())
    world.bus.transfer(0x3C, b"\x00\x8d\x14\xaf")
    world.supply_dip(Part.OLED)
    assert _errno(world, Part.OLED) is None
    assert not world.panel.lit


def test_f07_f09_levers_of_the_touch_chip() -> None:
    world = SimWorld(HardwareConfig())
    _run(world)
    world.answer(Part.PADS, Answer.ONES)
    assert _status(world) == 0xFFFF
    world.answer(Part.PADS, Answer.CHIP)
    world.freeze()
    world.touch(0)
    _wait_ms(world, 50)
    assert _status(world) == 0


def test_f08_any_lever_of_a_touch_chip_can_be_moved() -> None:
    world = SimWorld(HardwareConfig())
    _run(world)
    world.lever(Part.PADS, Mpr121.over_current)
    assert _status(world) == 0x8000


def test_a_cold_restart_loses_the_chips_and_a_warm_one_does_not() -> None:
    world = SimWorld(BOTH)
    world.bus.transfer(0x3C, b"\x00\x8d\x14\xaf")
    world.bus.close()
    factory = world.pins.factory
    world.restart(cold=False)
    assert world.panel.lit
    assert world.pins.factory is not factory
    assert _errno(world, Part.OLED) is None
    world.restart(cold=True)
    assert not world.panel.lit


def test_f20_every_call_of_light_chime_and_voice_is_noted() -> None:
    world = SimWorld(HardwareConfig())
    world.lights.set(True)
    world.chime.play(((440, 100),))
    world.chime.stop()
    world.voice.say("breathe")
    world.voice.stop()
    assert world.lights.lit
    assert [(c.name, c.value) for c in world.lights.calls] == [("set", True)]
    assert [(c.name, c.value) for c in world.chime.calls] == [("play", ((440, 100),)), ("stop", None)]
    assert [c.name for c in world.voice.calls] == ["say", "stop"]
    assert world.voice.said() == ("breathe",)
    assert world.voice.said(world.clock.now_us() + 1) == ()


class HandClock:
    """A real clock, moved by hand: nothing is driven by it."""

    def __init__(self) -> None:
        self.us = 0

    def now_us(self) -> int:
        return self.us

    def wall(self) -> float | None:
        return None


def test_in_real_time_steps_drive_chips_and_levers() -> None:
    clock = HandClock()
    world = SimWorld(HardwareConfig(), clock)
    woken: list[int] = []
    world.on_lever = lambda: woken.append(clock.us)
    irq = DigitalInputDevice(17, pull_up=True, pin_factory=world.pins.factory)
    assert world.step(0) == NEVER
    world.bus.transfer(0x5A, b"\x41" + b"\x0c\x06" * 12)
    world.bus.transfer(0x5A, RUN)
    assert clock.us == 0
    assert woken == [0], "its first sample is due sooner than was said"
    assert world.step(0) == 4000
    clock.us = 300_000
    assert world.step(clock.us) == NEVER
    world.at(400_000, lambda: world.touch(0))
    assert woken == [0, 300_000]
    assert world.step(clock.us) == 400_000
    clock.us = 400_000
    assert world.step(clock.us) == 404_000
    assert not irq.is_active
    clock.us = 404_000
    world.step(clock.us)
    assert irq.is_active
    irq.close()


def test_levers_may_be_moved_from_another_thread() -> None:
    clock = HandClock()
    world = SimWorld(HardwareConfig(), clock, keep_log=True)
    world.bus.transfer(0x5A, b"\x41" + b"\x0c\x06" * 12)
    world.bus.transfer(0x5A, RUN)

    def play() -> None:
        for k in range(300):
            world.touch(k % 12)
            world.gone(Part.OLED)
            world.lift(k % 12)
            world.back(Part.OLED)
            world.frame()

    player = Thread(target=play)
    player.start()
    for _ in range(300):
        clock.us += 4000
        world.step(clock.us)
        assert len(world.bus.transfer(0x5A, b"\x00", 43)) == 43
        assert _errno(world, Part.OLED) in (None, errno.EREMOTEIO, errno.EIO)
    player.join()
    clock.us += 100_000
    world.step(clock.us)
    assert _status(world) == 0
    assert world.bus.log is not None
    assert len(world.bus.log) == 2 + 600 + 1


def test_in_real_time_a_hang_ends_when_it_is_cured() -> None:
    world = SimWorld(HardwareConfig(), HandClock())
    world.bus.time.stall(0)
    stalled: list[int] = []
    world.i2c(errno.ETIMEDOUT, Part.OLED)
    object.__setattr__(world.bus.time, "stall", stalled.append)
    assert _errno(world, Part.OLED) == errno.ETIMEDOUT
    assert stalled == [1_000_000]
    world.i2c_ok(Part.OLED)
    assert _errno(world, Part.OLED) is None


def test_the_same_seed_is_the_same_world() -> None:
    def blocks(seed: int) -> bytes:
        world = SimWorld(HardwareConfig(), seed=seed)
        _run(world)
        return world.bus.transfer(0x5A, b"\x00", 43)

    assert blocks(1) == blocks(1)
    assert blocks(1) != blocks(2)
