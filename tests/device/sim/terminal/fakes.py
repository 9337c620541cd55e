"""A bench without a device, and timers that go when told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.sim.terminal.controls import Snapshot
from hal.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.sim.terminal.controls import Lever


class FakeBench:
    """Notes what was done to it."""

    def __init__(self) -> None:
        self.done: list[tuple[object, bool]] = []
        self.seen = Snapshot(Frame.blank(), "home", "Nevermind\nThe Mind")
        self.quits = 0

    def touch(self, key: str, down: bool) -> None:
        self.done.append((key, down))

    def palms(self, down: bool) -> None:
        self.done.append(("palms", down))

    def pull(self, lever: Lever, on: bool) -> None:
        self.done.append((lever, on))

    def snapshot(self) -> Snapshot:
        return self.seen

    def quit(self) -> None:
        self.quits += 1

    def took(self) -> list[tuple[object, bool]]:
        done, self.done = self.done, []
        return done


class FakeTimers:
    """Calls back when time is let pass."""

    def __init__(self) -> None:
        self.now_ms = 0
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

    def after(self, delay_ms: int, act: Callable[[], None]) -> None:
        self._count += 1
        self._waiting.append((self.now_ms + delay_ms, self._count, act))

    def pass_ms(self, span_ms: int) -> None:
        end_ms = self.now_ms + span_ms
        while self._waiting and min(self._waiting)[0] <= end_ms:
            due = min(self._waiting)
            self._waiting.remove(due)
            self.now_ms = due[0]
            due[2]()
        self.now_ms = end_ms
