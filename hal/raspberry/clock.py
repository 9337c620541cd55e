"""The clock of the machine, and whether its wall time can be trusted."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes it at the first answer of a time server."""
BATTERY_CLOCK = Path("/dev/rtc0")
BOARD = Path("/proc/device-tree/model")
"""Only a board has one: a desktop describes itself in other ways."""
PLAUSIBLE_S = 1_735_689_600.0
"""2025-01-01: a battery clock that shows less was never set."""


def wall_is_trusted(
    wall_s: float,
    synchronized: Path = SYNCHRONIZED,
    battery_clock: Path = BATTERY_CLOCK,
    board: Path = BOARD,
) -> bool:
    """Tell whether somebody set the wall clock: the network, or a battery clock with a plausible time (F17).

    A Raspberry Pi before 5 has no battery clock; it starts at the time of its last shutdown, which is
    plausible and wrong. Other computers have one, whether it can be seen or not.
    """
    return synchronized.exists() or (wall_s >= PLAUSIBLE_S and (battery_clock.exists() or not board.exists()))


class RealClock:
    """`hal.ports.Clock` of this machine."""

    def __init__(
        self, trusted: Callable[[float], bool] = wall_is_trusted, wall: Callable[[], float] = time.time
    ) -> None:
        self._trusted = trusted
        self._wall = wall

    def now_us(self) -> int:
        """Microseconds since some fixed moment; never goes back."""
        return time.monotonic_ns() // 1000

    def wall(self) -> float | None:
        """Seconds since 1970, or None while nobody set the clock."""
        wall_s = self._wall()
        return wall_s if self._trusted(wall_s) else None
