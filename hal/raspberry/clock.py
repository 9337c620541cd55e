"""The clock of the machine, and whether its wall time can be trusted."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes it at the first answer of a time server."""
BATTERY_CLOCKS = Path("/sys/class/rtc")
"""A folder for each battery clock of the machine; its `since_epoch` is the time that it shows."""
BOARD = Path("/proc/device-tree/model")
"""Only a board has one: a desktop describes itself in other ways."""
PLAUSIBLE_S = 1_735_689_600.0
"""2025-01-01: before this program was made. A clock that shows less was never set."""
AGREE_S = 120.0
"""How far apart wall and battery clock may be, if one was set by the other."""


def battery_times(clocks: Path = BATTERY_CLOCKS) -> tuple[float, ...]:
    """Return what the battery clocks show, in seconds since 1970, but for those that know it to be lost."""
    found = []
    for node in sorted(clocks.glob("rtc*/since_epoch")):
        # A chip that knows its time to be lost answers with an error.
        with contextlib.suppress(OSError, ValueError):
            found.append(float(int(node.read_text(encoding="ascii"))))
    return tuple(found)


def wall_is_trusted(
    wall_s: float,
    synchronized: Path = SYNCHRONIZED,
    battery_clocks: Path = BATTERY_CLOCKS,
    board: Path = BOARD,
) -> bool:
    """Tell whether somebody set the wall clock: the network, or a battery clock (F17, F49).

    A Raspberry Pi before 5 has no battery clock; it starts at the time of its last shutdown, which is
    plausible and wrong. A Pi 5 has one, which without a battery begins in 1970 at each start and is no reason
    to trust the wall. So a battery clock counts by the time that it shows itself: plausible, and the same as
    the wall's. Whether the kernel took the wall from it at boot (`hctosys`) is not asked: a Pi may leave that
    to others, and a wall that was moved since shows in the difference. A desktop is trusted, whether its
    clock can be seen or not.
    """
    if synchronized.exists():
        return True
    if wall_s < PLAUSIBLE_S:
        return False
    if not board.exists():
        return True
    return any(
        shown_s >= PLAUSIBLE_S and abs(shown_s - wall_s) <= AGREE_S
        for shown_s in battery_times(battery_clocks)
    )


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
