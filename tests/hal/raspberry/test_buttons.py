from __future__ import annotations

import warnings
from itertools import pairwise

import pytest
from gpiozero import Device

from hal.ports import ButtonEdge, Fact, FaultCode, Part, PartChanged
from hal.raspberry.buttons import GpioButtons, IrqLine, ResetLine, why_not
from hal.simulated.clock import SimClock
from hal.simulated.pins import SimPins

PINS = (5, 6, 16, 26, None, None)


class Bench:
    """Buttons on simulated pins."""

    def __init__(self, pins: tuple[int | None, ...] = PINS) -> None:
        self.clock = SimClock()
        self.pins = SimPins(self.clock.now_us, self.clock.schedule)
        self.facts: list[Fact] = []
        self.alive = True
        self.numbers = pins

    def open(self) -> GpioButtons:
        return GpioButtons(self.numbers, self.pins.factory, self.clock, self.facts.append, lambda: self.alive)

    def told(self) -> list[tuple[FaultCode | None, str]]:
        return [(fact.fault, fact.detail) for fact in self.facts if isinstance(fact, PartChanged)]

    def edges(self) -> list[ButtonEdge]:
        return [fact for fact in self.facts if isinstance(fact, ButtonEdge)]


def test_edges_are_queued_with_their_time_and_levels_are_read() -> None:
    bench = Bench()
    buttons = bench.open()
    bench.pins.press(6)
    assert buttons.levels() == 0b10
    bench.clock.spend(40_000)
    bench.pins.release(6)
    assert buttons.levels() == 0
    assert bench.edges() == [ButtonEdge(1_000_000, 2, down=True), ButtonEdge(1_040_000, 2, down=False)]
    assert bench.told() == [(None, "")]


def test_f13_every_bounce_comes_through_since_debouncing_is_not_here() -> None:
    bench = Bench()
    buttons = bench.open()
    bench.pins.bounce(5, pressed=True, for_us=10_000)
    bench.clock.spend(20_000)
    edges = bench.edges()
    assert len(edges) >= 3
    assert [edge.down for edge in edges] == [k % 2 == 0 for k in range(len(edges))]
    assert buttons.levels() == 1


def test_f11_a_button_held_at_start_is_a_level_and_no_edge() -> None:
    bench = Bench()
    bench.pins.press(5)
    buttons = bench.open()
    assert buttons.levels() == 1
    assert bench.edges() == []
    bench.pins.release(5)
    assert bench.edges() == [ButtonEdge(1_000_000, 1, down=False)]


def test_f26_a_busy_pin_is_told_and_the_others_go_on() -> None:
    bench = Bench()
    bench.pins.busy.add(6)
    buttons = bench.open()
    ((fault, detail),) = bench.told()
    assert fault is FaultCode.ABSENT
    assert detail.startswith("GPIO 6 (K2) is held by another program")
    bench.pins.press(5)
    assert buttons.levels() == 1


def test_a_pin_that_comes_late_is_found_and_told_once_and_a_press_on_it_waits_for_its_release() -> None:
    bench = Bench()
    bench.pins.busy.add(6)
    buttons = bench.open()
    bench.clock.spend(60_000_000)
    assert buttons.levels() == 0
    bench.pins.busy.clear()
    bench.pins.press(6)
    for _ in range(6):
        bench.clock.spend(1_000_000)
        assert buttons.levels() == 0
    assert [fault for fault, _ in bench.told()] == [FaultCode.ABSENT, None]
    assert bench.edges() == []
    bench.pins.release(6)
    assert buttons.levels() == 0
    bench.pins.press(6)
    assert buttons.levels() == 0b10
    assert [edge.down for edge in bench.edges()] == [True]


def test_missing_pins_are_tried_ever_more_seldom_and_for_ever() -> None:
    bench = Bench()
    bench.pins.busy.add(6)
    buttons = bench.open()
    tries: list[int] = []
    opened = buttons._open

    def count(key: int) -> None:
        tries.append(bench.clock.now_us())
        opened(key)

    buttons._open = count  # type: ignore[method-assign]  # looks over the shoulder
    for _ in range(4 * 3600):
        bench.clock.spend(250_000)
        buttons.levels()
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert waits[:4] == [500_000, 1_000_000, 2_000_000, 4_000_000]
    assert set(waits[5:]) == {5_000_000}
    assert len(tries) > 700
    assert [fault for fault, _ in bench.told()] == [FaultCode.ABSENT]


def test_a_pin_that_cannot_be_read_any_more_is_told_opened_again_and_told() -> None:
    bench = Bench()
    buttons = bench.open()
    bench.pins.broken.add(5)
    bench.pins.press(6)
    assert buttons.levels() == 0b10
    assert [fault for fault, _ in bench.told()] == [None, FaultCode.ABSENT]
    bench.clock.spend(1_000_000)
    buttons.levels()
    bench.pins.broken.clear()
    for _ in range(6):
        bench.clock.spend(1_000_000)
        buttons.levels()
    bench.pins.press(5)
    assert buttons.levels() == 0b11
    assert [fault for fault, _ in bench.told()] == [None, FaultCode.ABSENT, None]


def test_two_lost_pins_are_one_message() -> None:
    bench = Bench()
    bench.pins.busy |= {5, 16}
    bench.open()
    ((_, detail),) = bench.told()
    assert "K1" in detail
    assert "K3" in detail


def test_f52_a_board_that_gpiozero_does_not_know_is_no_matter_of_pins() -> None:
    error = RuntimeError("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")
    said = why_not(5, "K1", error)
    assert "no Raspberry Pi that gpiozero knows" in said
    assert "[wiring]" not in said


def test_why_not_says_what_else_the_backend_said() -> None:
    for error, said in ((RuntimeError("no such line"), "no such line"), (RuntimeError(), "RuntimeError")):
        assert why_not(5, "K1", error).startswith(f"GPIO 5 (K1) cannot be used: {said}; set another pin")


def test_f12_nothing_raises_out_of_a_callback() -> None:
    bench = Bench()

    def explode(fact: Fact) -> None:
        if isinstance(fact, ButtonEdge):
            raise RuntimeError("full")

    buttons = GpioButtons(PINS, bench.pins.factory, bench.clock, explode)
    bench.pins.press(5)
    bench.pins.release(5)
    assert bench.pins.callback_errors == []
    assert bench.pins.notify_alive
    assert buttons.levels() == 0


def test_f10_a_lost_edge_is_healed_by_the_level_and_is_no_fault() -> None:
    bench = Bench()
    buttons = bench.open()
    bench.pins.press(5, lost=True)
    assert [buttons.levels() for _ in range(10)] == [1] * 10
    bench.pins.release(5)
    assert buttons.levels() == 0
    assert bench.told() == [(None, "")]


@pytest.mark.parametrize("lost_down", [True, False])
def test_f10_a_lost_edge_does_not_swallow_the_next_one(lost_down: bool) -> None:
    bench = Bench()
    bench.open()
    if lost_down:
        bench.pins.press(5, lost=True)
        bench.pins.release(5)
    else:
        bench.pins.press(5)
        bench.pins.release(5, lost=True)
        bench.pins.press(5)
    assert bench.edges()[-1].down is not lost_down
    assert len(bench.edges()) == (1 if lost_down else 2)


def test_f10_an_interrupt_line_whose_rise_was_lost_tells_its_next_fall() -> None:
    bench = Bench()
    falls: list[int] = []
    line = IrqLine(17, bench.pins.factory, bench.clock, falls.append)
    bench.pins.drive(17, high=False)
    bench.pins.drive(17, None, lost=True)
    bench.pins.drive(17, high=False)
    assert len(falls) == 2
    line.close()


def test_f44_a_fall_that_the_kernel_read_too_late_is_told_as_a_rise_and_counts() -> None:
    bench = Bench()
    falls: list[int] = []
    line = IrqLine(17, bench.pins.factory, bench.clock, falls.append)
    for _ in range(3):
        bench.pins.drive(17, high=False, lost=True)
        bench.pins.drive(17, None)
    assert len(falls) == 3
    bench.pins.drive(17, high=False)
    bench.pins.drive(17, None)
    assert len(falls) == 4
    line.close()


def test_f12_a_dead_notify_thread_is_told_once_and_its_return_too() -> None:
    bench = Bench()
    buttons = bench.open()
    bench.alive = False
    buttons.levels()
    buttons.levels()
    bench.alive = True
    buttons.levels()
    assert [fault for fault, _ in bench.told()] == [None, FaultCode.NO_NOTIFY, None]


def test_f12_edges_that_never_come_are_a_dead_notify_thread() -> None:
    bench = Bench()
    buttons = bench.open()
    for _ in range(2):
        bench.pins.press(5, lost=True)
        buttons.levels()
        bench.pins.release(5, lost=True)
        buttons.levels()
    assert [fault for fault, _ in bench.told()] == [None, FaultCode.NO_NOTIFY]
    bench.pins.press(5)
    buttons.levels()
    assert [fault for fault, _ in bench.told()] == [None, FaultCode.NO_NOTIFY, None]


def test_after_closing_the_pins_are_free_and_silent() -> None:
    bench = Bench()
    buttons = bench.open()
    buttons.close()
    bench.pins.press(5)
    assert buttons.levels() == 0
    assert bench.edges() == []
    again = bench.open()
    assert again.levels() == 1
    again.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bench.pins.factory.close()


def test_no_factory_of_the_library_is_ever_made() -> None:
    Bench().open()
    assert Device.pin_factory is None


def test_an_interrupt_line_tells_each_fall_with_its_time() -> None:
    bench = Bench()
    falls: list[int] = []
    line = IrqLine(17, bench.pins.factory, bench.clock, falls.append)
    for high in (False, None, False):
        bench.clock.spend(1000)
        bench.pins.drive(17, high)
    assert falls == [1_001_000, 1_003_000]
    line.close()
    bench.pins.drive(17, None)
    bench.pins.drive(17, high=False)
    assert len(falls) == 2


def test_f12_an_interrupt_whose_owner_raises_does_not_end_the_notify_thread() -> None:
    bench = Bench()

    def explode(at_us: int) -> None:
        raise RuntimeError(at_us)

    line = IrqLine(17, bench.pins.factory, bench.clock, explode)
    bench.pins.drive(17, high=False)
    assert bench.pins.notify_alive
    line.close()


def test_the_reset_line_is_high_and_goes_low_for_a_moment() -> None:
    bench = Bench()
    line = ResetLine(27, bench.pins.factory)
    line.pulse()
    assert [(write.pin, write.value) for write in bench.pins.outputs] == [(27, 1), (27, 0), (27, 1)]
    line.close()


@pytest.mark.parametrize("part", [Part.BUTTONS])
def test_the_part_told_of_is_the_buttons(part: Part) -> None:
    bench = Bench()
    bench.open()
    assert [fact.part for fact in bench.facts if isinstance(fact, PartChanged)] == [part]
