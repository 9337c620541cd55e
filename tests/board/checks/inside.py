"""10, 11: `palmstone check`, the tests for the first person with a Pi, and the quick tests, on the board."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from hal.ports import Part
from tests.board.checks.base import LETTERS, Check, Ground, past_first_start, require
from tests.board.checks.install import LONG_S, UNIT, bring
from tests.board.roots import USER

if TYPE_CHECKING:
    from tests.board.board import Board

CHECK = "runuser -u palmstone -- env STATE_DIRECTORY=/var/lib/palmstone palmstone check"
PYTEST = (
    f"cd /home/{USER}/palmstone && runuser -u {USER} -- env HOME=/home/{USER} LC_ALL=C.UTF-8 "
    "PYTHONPATH=/media/stick/site python3 -m pytest -p no:cacheprovider"
)
"""The packages lie on the stick, unpacked: an environment of its own would take some minutes more."""
SAID = "/run/board.said"
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


def acted(board: Board, asked: str) -> None:
    """Do what a test asks for, as somebody who reads the terminal."""
    if asked.startswith("Touch one pad"):
        for _ in range(3):
            board.tap("5")
    elif pressed := re.match(r"Press K(\d) once", asked):
        board.press(int(pressed[1]))
    else:
        require(asked.startswith("Leave the pads alone"), f"nobody knows how to: {asked}")


def first_person(ground: Ground) -> str:
    """The tests on hardware are green, and red with a lever thrown."""
    with ground.board("first-person") as board:
        bring(board)
        board.see(LETTERS)
        board.must(f"systemctl stop {UNIT}")
        tests = f"{PYTEST} --hardware -s tests/hardware tests/hal/test_metal.py"
        board.must(f"({tests} -k 'not {' and not '.join(TIMED)}'; echo @$?) >{SAID} 2>&1 &")
        done, end_s = 0, time.monotonic() + LONG_S
        while "\n@" not in (text := board.must(f"cat {SAID}")):
            require(time.monotonic() < end_s, f"the tests do not end:\n{text[-800:]}")
            asked = re.findall(r">>> (.+)", text)
            for words in asked[done:]:
                acted(board, words)
            done = len(asked)
            time.sleep(0.5)
        said = re.findall(r"\d+ passed", text)
        require(text.rstrip().endswith("@0") and bool(said), f"not all tests pass:\n{text[-1500:]}")
        board.wires.world.gone(Part.PADS)
        red = board.run(f"{tests} -k test_the_part_is_there", LONG_S)
        require(red.code == 1 and "0x5A" in red.text, f"the tests do not miss the pads:\n{red.text[-800:]}")
    return f"{said[-1]}; without {' and '.join(TIMED)}"


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
