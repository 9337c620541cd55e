"""The fake clock: order, time inside time, and the wall clock."""

from __future__ import annotations

import pytest

from hal.ports import NEVER
from hal.simulated.clock import Schedule, SimClock
from hal.simulated.errors import SimulatedChipError


def test_time_moves_only_when_spent() -> None:
    clock = SimClock(start_us=5)
    assert clock.now_us() == 5
    clock.spend(10)
    assert clock.now_us() == 15
    clock.advance_to(3)
    assert clock.now_us() == 15


def test_events_happen_at_their_own_time_and_in_order() -> None:
    clock = SimClock(start_us=0)
    seen: list[tuple[str, int]] = []
    clock.at(30, lambda: seen.append(("c", clock.now_us())))
    clock.at(10, lambda: seen.append(("a", clock.now_us())))
    clock.at(10, lambda: seen.append(("b", clock.now_us())))
    clock.spend(20)
    assert seen == [("a", 10), ("b", 10)]
    clock.spend(10)
    assert seen[2:] == [("c", 30)]


def test_an_event_may_order_another_that_is_due_in_the_same_leap() -> None:
    clock = SimClock(start_us=0)
    seen: list[int] = []
    clock.at(10, lambda: clock.at(15, lambda: seen.append(clock.now_us())))
    clock.spend(100)
    assert seen == [15]
    assert clock.now_us() == 100


def test_an_event_of_the_past_happens_as_soon_as_time_moves() -> None:
    clock = SimClock(start_us=50)
    seen: list[int] = []
    clock.at(10, lambda: seen.append(clock.now_us()))
    clock.spend(0)
    assert seen == [50]


def test_an_event_that_re_arms_itself_at_once_is_found() -> None:
    clock = SimClock(start_us=0)

    def again() -> None:
        clock.at(10, again)

    clock.at(10, again)
    with pytest.raises(SimulatedChipError, match="time stands still at 10 us"):
        clock.spend(20)


class _Blinker:
    """Changes every 7 us."""

    def __init__(self) -> None:
        self.due_us = 7
        self.seen: list[int] = []

    def next_event_us(self) -> int:
        return self.due_us

    def advance(self, now_us: int) -> None:
        self.seen.append(now_us)
        self.due_us += 7


def test_driven_parts_are_advanced_at_each_of_their_events() -> None:
    clock = SimClock(start_us=0)
    blinker = _Blinker()
    clock.drive(blinker)
    clock.spend(22)
    assert blinker.seen == [7, 14, 21]


def test_f17_the_wall_clock_is_unknown_until_set_and_jumps_alone() -> None:
    clock = SimClock(start_us=0)
    assert clock.wall() is None
    clock.set_wall(1_000.0)
    clock.spend(2_500_000)
    assert clock.wall() == pytest.approx(1_002.5)
    clock.set_wall(90_000.0)
    assert clock.wall() == pytest.approx(90_000.0)
    assert clock.now_us() == 2_500_000


def test_an_empty_schedule_is_never_due() -> None:
    schedule = Schedule()
    assert schedule.next_event_us() == NEVER
    schedule.at(3, lambda: None)
    assert schedule.next_event_us() == 3
    schedule.advance(3)
    assert schedule.next_event_us() == NEVER
