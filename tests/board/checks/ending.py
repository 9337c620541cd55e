"""5: stopped, hanging, killed: the panel dark, the service back, the session where it was."""

from __future__ import annotations

import errno
import time
from typing import TYPE_CHECKING

from hal.ports import Part
from tests.board.checks.base import Check, Ground, in_a_session, past_first_start, require, taken_up
from tests.board.checks.header import status_until
from tests.board.checks.install import UNIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.board.board import Board

MAIN_PID = f"$(systemctl show -P MainPID {UNIT})"
SLOW_MS = 2_000
"""A transfer that the kernel ends by itself, later than the device may take to stop."""
HANGS_MS = 60_000
"""And one that outlasts the watchdog."""


def stop(ground: Ground) -> str:
    """Stop in its time with a dark panel, whatever the bus does."""
    with ground.board("stop") as board:
        past_first_start(board)
        world = board.wires.world
        told = [
            f"dark after {_stopped(board):.2f} s",
            f"ended after {_stopped(board, lambda: world.i2c(errno.ETIMEDOUT, Part.OLED)):.2f} s "
            "with a bus that hangs",
            f"after {_stopped(board, lambda: board.wires.hang(SLOW_MS)):.2f} s with a transfer of 2 s",
        ]
        ground.figures["systemctl stop"] = ", ".join(told)
    return ", ".join(told)


def _stopped(board: Board, hang: Callable[[], None] | None = None) -> float:
    """Stop the service, start it again; return the seconds until the panel was dark, or the stop was over."""
    if hang is not None:
        hang()
        board.press(3)
    began_s = time.monotonic()
    board.must(f"systemctl stop {UNIT}")
    took_s = time.monotonic() - began_s
    result = board.must(f"systemctl show -P Result {UNIT}").strip()
    require(result == "success", f"it was ended by force: {result}")
    if hang is None:
        took_s = board.dark(5.0).at_s - began_s
    board.wires.world.i2c_ok(Part.OLED)
    board.must(f"systemctl start {UNIT}")
    board.see("Nevermind")
    status_until(board, "all well", 90.0)
    return took_s


def hang(ground: Ground) -> str:
    """The process stands still, or a transfer hangs in the kernel: the watchdog acts, and it goes on."""
    with ground.board("hang") as board:
        past_first_start(board)
        board.must(f"kill -STOP {MAIN_PID}")
        _started_anew(board, "a process that stands still")
        board.see("Nevermind")
        board.wires.hang(HANGS_MS)
        board.press(3)
        _started_anew(board, "a transfer that hangs in the kernel")
        board.see("Nevermind", 180.0)
        journal = board.must(f"journalctl -u {UNIT} --no-pager | grep -i watchdog")
    return journal.strip().splitlines()[-1].partition("]: ")[2]


def _started_anew(board: Board, on: str) -> None:
    """Wait until the watchdog has acted."""
    ask = f"systemctl show -P NRestarts {UNIT}"
    before, end_s = board.must(ask), time.monotonic() + 150.0
    while board.must(ask) == before:
        require(time.monotonic() < end_s, f"the watchdog did not act on {on}")
        time.sleep(1)


def killed(ground: Ground) -> str:
    """SIGKILL in a session: it comes back by itself and goes on at the step."""
    with ground.board("killed") as board:
        past_first_start(board)
        step = in_a_session(board)
        board.must(f"kill -KILL {MAIN_PID}")
        taken_up(board, step)
        status_until(board, "all well")
    return f"killed, and on at {step!r}"


CHECKS = (
    Check(5, "stop, with a bus that hangs too", stop),
    Check(5, "hang of the process and of a transfer", hang),
    Check(5, "killed in a session", killed),
)
