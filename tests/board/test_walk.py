"""The walk of the checks on the board, on the emulated glass: another wording is found here at once."""

from __future__ import annotations

import pytest

from device.games.settings import defaults
from device.sim.rig import Rig
from tests.board.checks.base import LAID, LETTERS, OFFERED
from tests.board.reading import says

S = 1_000_000
pytestmark = pytest.mark.long


def stands(rig: Rig, words: str) -> bool:
    return says(rig.world.frame().pages, words)


def walked(rig: Rig, *keys: str) -> None:
    for key in keys:
        rig.tap(key)
        rig.wait(S)


def laying() -> Rig:
    """Return a device on the third act of laying the table, as `in_a_session` leaves it."""
    rig = Rig(defaults())
    rig.power_on(skip_first=False)
    rig.wait(60 * S)
    assert stands(rig, LETTERS)
    walked(rig, "K4", "K1", "K2")
    assert stands(rig, "Nevermind")
    walked(rig, "K4")
    assert stands(rig, "first time?")
    walked(rig, "K1")
    assert stands(rig, "Begin")
    for words in LAID[:3]:
        walked(rig, "K4")
        assert stands(rig, words)
    return rig


def test_a_session_is_reached_and_taken_up_at_its_step() -> None:
    rig = laying()
    rig.power_cut()
    rig.power_on(skip_first=False)
    rig.wait(2 * S)
    assert stands(rig, OFFERED)
    walked(rig, "K4")
    assert stands(rig, LAID[2])
    for words in LAID[3:]:
        walked(rig, "0")
        assert stands(rig, words)


def test_a_stuck_button_is_told_and_is_a_button_again() -> None:
    rig = laying()
    rig.world.press(1)
    rig.wait(30 * S)
    assert stands(rig, "K1 held")
    walked(rig, "0")
    assert stands(rig, LAID[3])
    rig.world.release(1)
    rig.wait(S)
    walked(rig, "K1")
    assert stands(rig, LAID[2])
