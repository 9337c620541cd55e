"""Every scenario file plays, and its expectations hold; a wrong expectation is found.

One run over all files, which the tests of each game and of silence rely on.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.expect import ExpectationError
from device.sim.scenario.run import play_file
from device.sim.scenario.steps import read
from tests.device.silence import leaks

ROOT = Path(__file__).parents[3] / "scenarios"
FILES = sorted(ROOT.rglob("*.yaml"))


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_f20_a_scenario_holds_and_nothing_sounds_while_it_is_silent(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks(read(path), monkeypatch) == []


def test_a_device_starts_silent() -> None:
    # Else the test above would say nothing of files that do not ask for it.
    assert defaults().settings.sound.silent


def test_there_is_a_whole_session_of_every_stage() -> None:
    names = {path.stem for path in (ROOT / "nevermind").glob("*.yaml")}
    assert {"stage1-guided", "stage2", "stage3", "stage4", "stage5-guided", "stage6", "stage6-super"} <= names


def test_a_wrong_expectation_names_file_step_and_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("- start: home\n- screen: ntd.watch\n", encoding="utf-8")
    with pytest.raises(ExpectationError, match=r"wrong\.yaml:2: step 2 .*ntd\.watch; there was home"):
        play_file(path, defaults(), GAMES, None, None)
