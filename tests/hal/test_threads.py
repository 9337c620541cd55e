from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hal.ports import NEVER
from hal.simulated.clock import SimClock
from hal.threads import LONGEST_WAIT_US, OwnerThread, run_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


@dataclass
class Script:
    """A stepper that answers due times from a list and then stops the loop."""

    stop: threading.Event
    dues: list[int]
    at: list[int] = field(default_factory=list)

    def step(self, now_us: int) -> int:
        self.at.append(now_us)
        if len(self.dues) == 1:
            self.stop.set()
        return self.dues.pop(0)


class Wake(threading.Event):
    """An event on the fake clock: waiting lets time pass."""

    def __init__(self, clock: SimClock) -> None:
        super().__init__()
        self.clock = clock
        self.waits: list[int] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.waits.append(round(timeout * 1e6))
        self.clock.spend(self.waits[-1])
        return self.is_set()


def test_the_loop_waits_until_due_and_steps_at_once_if_something_is_left() -> None:
    clock, stop = SimClock(start_us=0), threading.Event()
    wake = Wake(clock)
    script = Script(stop, [1000, 1000, 5000, NEVER, 0])
    beats: list[int] = []
    run_thread(script, clock, wake, stop, beats.append)
    assert script.at == [0, 1000, 1000, 5000, 5000 + LONGEST_WAIT_US]
    assert wake.waits == [1000, 4000, LONGEST_WAIT_US]
    assert beats == script.at


def test_what_comes_during_a_step_is_not_slept_over() -> None:
    clock, stop = SimClock(start_us=0), threading.Event()
    wake = Wake(clock)

    class Waking:
        steps = 0

        def step(self, now_us: int) -> int:
            self.steps += 1
            wake.set()
            if self.steps == 2:
                stop.set()
            return NEVER

    run_thread(Waking(), clock, wake, stop)
    # The wait is asked with the event still set, so a real one returns at once.
    assert wake.is_set()
    assert len(wake.waits) == 1


class Blocking:
    """A stepper whose bus hangs until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def step(self, now_us: int) -> int:
        self.begun.set()
        self.let_go.wait()
        return NEVER


def idle(now_us: int) -> int:
    return NEVER


class Idle:
    """A stepper with nothing to do."""

    def __init__(self, step: Callable[[int], int] = idle) -> None:
        self._step = step

    def step(self, now_us: int) -> int:
        return self._step(now_us)


def test_f23_an_owner_stops_when_asked_and_does_its_last_act() -> None:
    acts: list[str] = []
    owner = OwnerThread("bus", Idle(), SimClock(), threading.Event(), lambda: acts.append("blank"))
    assert owner.stop(timeout_s=10)
    assert acts == ["blank"]
    assert not owner.alive
    assert owner.failure is None


def test_f23_an_owner_that_hangs_is_left_behind_and_is_a_daemon() -> None:
    blocking = Blocking()
    owner = OwnerThread("bus", blocking, SimClock(), threading.Event())
    blocking.begun.wait()
    assert not owner.stop(timeout_s=0.001)
    assert owner.alive
    assert owner._thread.daemon
    blocking.let_go.set()
    assert owner.stop(timeout_s=10)


def test_a_bug_ends_the_thread_and_can_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    def broken(now_us: int) -> int:
        raise ZeroDivisionError(now_us)

    with caplog.at_level(logging.ERROR):
        owner = OwnerThread("bus", Idle(broken), SimClock(), threading.Event())
        owner._thread.join()
    assert isinstance(owner.failure, ZeroDivisionError)
    assert "the thread bus ended by an error" in caplog.text
    assert not owner.alive


def test_progress_is_seen_by_the_time_of_the_last_step() -> None:
    clock = SimClock(start_us=5)
    stepped = threading.Event()

    def step(now_us: int) -> int:
        clock.spend(70)
        stepped.set()
        return NEVER

    owner = OwnerThread("bus", Idle(step), clock, threading.Event())
    stepped.wait()
    assert owner.stop(timeout_s=10)
    assert owner.last_step_us >= 75
