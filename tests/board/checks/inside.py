"""10, 11: `palmstone check`, the tests for the first person with a Pi, and the quick tests, on the board."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from hal.ports import Part
from tests.board.checks.base import Check, Ground, past_first_start, require
from tests.board.checks.install import LONG_S, UNIT, bring
from tests.board.roots import USER

if TYPE_CHECKING:
    from tests.board.board import Board

CHECK = "runuser -u palmstone -- env STATE_DIRECTORY=/var/lib/palmstone palmstone check"
PYTEST = (
    f"cd /home/{USER}/palmstone && runuser -u {USER} -- env HOME=/home/{USER} LC_ALL=C.UTF-8 "
    "PYTHONPATH=/media/stick/site python3 -m pytest -p no:cacheprovider -q"
)
"""The packages lie on the stick, unpacked: an environment of its own would take some minutes more."""
TIMED = ("test_the_bus_runs_at_400_khz", "test_a_whole_frame_is_on_the_glass_within_40_ms")
"""What they measure is copper, and the speed of a real processor."""
QUICK = ("tests/hal", "tests/engine/the_mind", "tests/device/input")
"""The layers that are played on aarch64: drivers, rules of a game, and the way from a finger to an event."""


def looked(ground: Ground) -> str:
    """`palmstone check` is green on a whole board, and red with a lever thrown."""
    with ground.board("looked") as board:
        past_first_start(board)
        board.must(f"systemctl stop {UNIT}")
        green = board.run(CHECK, 120.0)
        require(green.code == 0, f"check is not green:\n{green.text}")
        world = board.wires.world
        for part in (Part.PADS, Part.OLED):
            world.gone(part)
            red = board.run(CHECK, 120.0)
            address = f"0x{world.address(part):02X}"
            require(red.code == 1 and address in red.text, f"check does not miss {address}:\n{red.text}")
            world.back(part)
        world.set_irq_wired(False)
        red = board.run(CHECK, 120.0)
        require(red.code == 1 and "GPIO 17" in red.text, f"check does not miss the touch wire:\n{red.text}")
    return "check green; red without the pads, the panel, the touch wire"


class Person:
    """Does what the tests on hardware ask for, as somebody who watches the terminal."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._act, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _act(self) -> None:
        """Three taps and a press of each button, over and over: each test takes what it asked for."""
        while not self._over.is_set():
            self._board.tap("5")
            for key in (1, 2, 3, 4):
                self._board.press(key)


def first_person(ground: Ground) -> str:
    """The tests on hardware are green, and red with a lever thrown."""
    with ground.board("first-person") as board:
        bring(board)
        board.see("read this?")
        board.must(f"systemctl stop {UNIT}")
        left = " and not ".join(("test_pads_that_are_left_alone_say_nothing", *TIMED))
        tests = f"{PYTEST} --hardware -s tests/hardware tests/hal/test_metal.py"
        with Person(board):
            said = _passed(board, f"{tests} -k 'not {left}'")
        alone = _passed(board, f"{tests} -k left_alone")
        board.wires.world.gone(Part.PADS)
        red = board.run(f"{tests} -k test_the_part_is_there", LONG_S)
        require(red.code == 1 and "0x5A" in red.text, f"the tests do not miss the pads:\n{red.text[-800:]}")
    return f"{said}; {alone}; without {' and '.join(TIMED)}"


def _passed(board: Board, command: str) -> str:
    answer = board.run(command, LONG_S)
    last = answer.text.strip().splitlines()[-1] if answer.text.strip() else ""
    require(answer.code == 0 and "passed" in last, f"not all tests pass:\n{answer.text[-1500:]}")
    return last


def layers(ground: Ground) -> str:
    """The quick layers of the tests, on aarch64."""
    with ground.board("layers") as board:
        bring(board)
        board.must(f"systemctl stop {UNIT}")
        return _passed(board, f"{PYTEST} -n 2 --quick {' '.join(QUICK)}")


CHECKS = (
    Check(10, "check, green and red", looked),
    Check(10, "the tests on hardware, green and red", first_person),
    Check(11, "tests on aarch64", layers),
)
