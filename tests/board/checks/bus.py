"""4: the bus through the kernel: chips that refuse, time-outs, a node that goes and comes, other users."""

from __future__ import annotations

import errno
import time
from typing import TYPE_CHECKING

from hal.ports import Part
from tests.board.checks.base import Check, Ground, past_first_start, require
from tests.board.checks.header import status_until
from tests.board.checks.install import UNIT

if TYPE_CHECKING:
    from tests.board.board import Board

HELD_BY_OTHER = (
    "systemd-run --unit=other --property=User={user} --property=SupplementaryGroups=i2c "
    "python3 -c 'import os, time; os.open(\"/dev/i2c-1\", os.O_RDWR); time.sleep(600)'"
)


def refusals(ground: Ground) -> str:
    """A chip that is gone, one that answers late, a bus that hangs: told, and back by itself."""
    with ground.board("refusals") as board:
        past_first_start(board)
        world = board.wires.world
        told = []
        for part, key in ((Part.OLED, 3), (Part.PADS, 2)):
            world.gone(part)
            board.press(key)
            told.append(status_until(board, f"0x{world.address(part):02X}"))
            world.back(part)
            status_until(board, "all well", 90.0)
            board.see("Nevermind")
        for error in (errno.ETIMEDOUT, errno.EIO):
            _some_fail(board, error)
        board.wires.hang(3_000)
        board.press(3)
        board.press(2)
        status_until(board, "all well", 90.0)
        board.see("Nevermind")
    return "; ".join(told)


def _some_fail(board: Board, error: int) -> None:
    """Let some transfers to the panel fail, and see the picture whole again."""
    before = board.sight
    failed = board.wires.failed
    board.wires.world.i2c(error, Part.OLED, times=3)
    board.press(3)
    board.until(lambda sight: sight.pages != before.pages, f"no picture comes after errno {error}")
    require(board.wires.failed - failed >= 3, f"errno {error} came {board.wires.failed - failed} times")
    board.press(2)
    status_until(board, "all well", 90.0)
    board.see("Nevermind")


def away_and_back(ground: Ground) -> str:
    """The bus leaves the machine and comes back, as a module that is taken out."""
    with ground.board("away") as board:
        past_first_start(board)
        refused = board.run("rmmod palmboard")
        require(refused.code != 0, "a module in use can be taken out")
        board.wires.bus_away()
        board.press(3)
        told = status_until(board, "/dev/i2c-1")
        gone = board.run("test ! -e /dev/i2c-1")
        require(gone.code == 0, "the node is still there")
        board.wires.bus_back()
        status_until(board, "all well", 90.0)
        board.see("Nevermind")
        board.must(f"systemctl stop {UNIT} board-carrier")
        board.must("rmmod palmboard && modprobe palmboard && systemctl start board-carrier")
        board.wires.lie_again()
        board.must(f"systemctl start {UNIT}")
        board.see("Nevermind")
    return told


def late(ground: Ground) -> str:
    """The node and its permission come 10 s after the service; another user holds it."""
    with ground.board("late") as board:
        past_first_start(board)
        board.must(f"systemctl stop {UNIT}")
        board.dark()
        board.must("chmod 0000 /dev/i2c-1 && chown root: /dev/i2c-1")
        board.must(f"systemctl start {UNIT}")
        told = status_until(board, "/dev/i2c-1")
        time.sleep(10)
        board.must("chown root:i2c /dev/i2c-1 && chmod 0660 /dev/i2c-1")
        status_until(board, "all well", 90.0)
        board.see("Nevermind")
        board.must(HELD_BY_OTHER.format(user="palmstone"))
        board.press(3)
        board.still()
        status_until(board, "all well")
        board.must(f"systemctl restart {UNIT}")
        board.see("Nevermind")
        status_until(board, "all well")
    return told


CHECKS = (
    Check(4, "chips that refuse, a bus that hangs", refusals),
    Check(4, "the bus away and back", away_and_back),
    Check(4, "node late, held by another", late),
)
