"""Whole games through the input path: those that there should be are there.

`tests/device/test_scenarios.py` plays them all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.expect import ExpectationError
from device.sim.scenario.run import play_file

FOLDER = Path(__file__).parents[3] / "scenarios" / "the-mind"
FILES = sorted(FOLDER.glob("*.yaml"))


def test_there_are_whole_games_for_two_three_and_four_and_for_one_with_partners() -> None:
    names = " ".join(path.stem for path in FILES)
    for kind in ("whole-game-2", "whole-game-3", "whole-game-4", "solo-with-partners", "solo-blind"):
        assert kind in names


def test_a_scenario_can_fail(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("- start: {game: the-mind, players: 2, seed: 7}\n- screen: tm.level\n")
    with pytest.raises(ExpectationError, match=r"there was tm\.focus"):
        play_file(wrong, defaults(), GAMES, None, None)
