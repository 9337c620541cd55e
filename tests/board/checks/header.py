"""3: buttons and the interrupt line, through the kernel's GPIO and lgpio."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hal.simulated.world import Wire
from tests.board.checks.base import LAID, Check, Ground, in_a_session, past_first_start, require
from tests.board.checks.install import UNIT
from tests.board.machine import PI_4, PI_5, Model

if TYPE_CHECKING:
    from tests.board.board import Board


def status_text(board: Board) -> str:
    """Return the line that the service tells systemd."""
    return board.must(f"systemctl show -P StatusText {UNIT}").strip()


def status_until(board: Board, words: str, timeout_s: float = 60.0) -> str:
    """Wait until the line has some words."""
    end_s = time.monotonic() + timeout_s
    while words not in (text := status_text(board)):
        require(time.monotonic() < end_s, f"the status does not say {words!r} but {text!r}")
        time.sleep(0.5)
    return text


def buttons(ground: Ground, model: Model) -> str:
    """Press, hold and bounce on the chip of one kind of Raspberry Pi, with an adapter found before it."""
    shape = ground.shape("palmboard.between=4", model=model)
    with ground.board(f"header-{model.label}", shape) as board:
        chips = board.must("for chip in /sys/bus/gpio/devices/*; do echo $(basename $chip); done").split()
        require(len(chips) == 3, f"the machine has the chips {chips}")
        past_first_start(board)
        before = board.still()
        board.press(3)
        require(board.still().pages != before.pages, "K3 moves nothing at home")
        board.press(2)
        require(board.still().pages == before.pages, "K2 does not move back")
        board.wires.world.bounce(3, pressed=True, for_us=8_000)
        time.sleep(0.3)
        board.wires.world.bounce(3, pressed=False, for_us=8_000)
        bounced = board.still()
        board.press(2)
        require(board.still().pages == before.pages, "a press that bounces for 8 ms is not one press")
        require(bounced.pages != before.pages, "a press that bounces is no press")
        board.press(1, for_s=1.2)
        board.still()
        require(status_text(board) == "all well", f"the status says {status_text(board)!r}")
    return f"{model.label}, with another chip before it: press, hold, bounce"


def pi4(ground: Ground) -> str:
    """The label of a Raspberry Pi 4."""
    return buttons(ground, PI_4)


def pi5(ground: Ground) -> str:
    """The label of a Raspberry Pi 5."""
    return buttons(ground, PI_5)


def irq(ground: Ground) -> str:
    """A pad over the interrupt line; the line off, stuck low, and back, in the middle of a session (F44)."""
    with ground.board("irq") as board:
        past_first_start(board)
        at = LAID.index(in_a_session(board))
        told = []
        for wire in (Wire.WHOLE, Wire.OFF, Wire.WHOLE, Wire.LOW, Wire.WHOLE):
            board.wires.world.set_irq(wire)
            text = status_until(board, "all well" if wire is Wire.WHOLE else "GPIO 17", 90.0)
            told += [] if wire is Wire.WHOLE else [f"{wire.value}: {text.partition(': ')[2]}"]
            board.tap("0")
            at += 1
            board.see(LAID[at])
    return f"pads by interrupt and without; told {'; '.join(told)}"


def stuck(ground: Ground) -> str:
    """A button that is stuck does nothing for ever, and is a button again when it is free (F51)."""
    with ground.board("stuck") as board:
        past_first_start(board)
        at = LAID.index(in_a_session(board))
        board.wires.world.press(1)
        board.see("K1 held", 180.0)
        board.tap("0")
        board.see(LAID[at + 1])
        board.wires.world.release(1)
        time.sleep(1.0)
        board.press(1)
        board.see(LAID[at])
    return "K1 is told stuck, pads go on, K1 takes back once it is free"


CHECKS = (
    Check(3, "buttons, header of a Pi 4", pi4),
    Check(3, "buttons, header of a Pi 5", pi5),
    Check(3, "interrupt line lost, stuck and back", irq),
    Check(3, "a button that is stuck", stuck),
)
