"""Whole games through the input path: every scenario file of The Mind holds what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.registry import GAMES
from device.settings.loaded import defaults
from device.sim.scenario.run import ExpectationError, play_file

FOLDER = Path(__file__).parents[3] / "scenarios" / "the-mind"
FILES = sorted(FOLDER.glob("*.yaml"))


def test_there_are_whole_games_for_two_three_and_four_and_for_one_with_partners() -> None:
    names = " ".join(path.stem for path in FILES)
    for kind in ("whole-game-2", "whole-game-3", "whole-game-4", "solo-with-partners", "solo-blind"):
        assert kind in names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_m1_to_m6_a_scenario_holds(path: Path) -> None:
    play_file(path, defaults(), GAMES, None, None)


def test_a_scenario_can_fail(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("- start: {game: the-mind, players: 2, seed: 7}\n- screen: tm.level\n")
    with pytest.raises(ExpectationError, match=r"there was tm\.focus"):
        play_file(wrong, defaults(), GAMES, None, None)
