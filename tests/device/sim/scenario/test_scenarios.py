"""Every scenario file plays, and its expectations hold; a wrong expectation is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.registry import GAMES
from device.settings.loaded import defaults
from device.sim.scenario.run import ExpectationError, play_file

ROOT = Path(__file__).parents[3] / "scenarios"
FILES = sorted(ROOT.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_scenario(path: Path) -> None:
    play_file(path, defaults(), GAMES, None, None)


def test_there_is_a_whole_session_of_every_stage() -> None:
    names = {path.stem for path in (ROOT / "nevermind").glob("*.yaml")}
    assert {"stage1-guided", "stage2", "stage3", "stage4", "stage5-guided", "stage6", "stage6-super"} <= names


def test_a_wrong_expectation_names_file_step_and_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("- start: home\n- screen: ntd.watch\n", encoding="utf-8")
    with pytest.raises(ExpectationError, match=r"wrong\.yaml:2: step 2 .*ntd\.watch; there was home"):
        play_file(path, defaults(), GAMES, None, None)
