"""The step `menu`: a row is taken by its id, wherever it stands, through the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.expect import ExpectationError
from device.sim.scenario.run import play_file
from device.sim.scenario.steps import ScenarioError

if TYPE_CHECKING:
    from pathlib import Path

PAUSED = "- start: {game: nevermind, seed: 7}\n- tap: K2\n- screen: pause\n"


def play(path: Path, steps: str) -> None:
    path.write_text(steps, encoding="utf-8")
    play_file(path, defaults(), GAMES)


@pytest.mark.parametrize(
    ("row", "screen"),
    [
        ("pause.on", "ntd.done"),
        ("pause.fix", "ntd.fix"),
        ("pause.home", "home"),
        ("pause.power", "power.ask"),
    ],
)
def test_a_row_is_taken_wherever_it_stands(row: str, screen: str, tmp_path: Path) -> None:
    play(tmp_path / "rows.yaml", f"{PAUSED}- menu: {row}\n- screen: {screen}\n")


def test_a_row_is_reached_from_any_other(tmp_path: Path) -> None:
    steps = f"{PAUSED}- tap: K3\n- tap: K3\n- tap: K3\n- tap: K3\n- menu: pause.on\n- screen: ntd.done\n"
    play(tmp_path / "rows.yaml", steps)


def test_a_row_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    with pytest.raises(ExpectationError) as caught:
        play(path, f"{PAUSED}- menu: pause.hand\n")
    assert str(caught.value).startswith(
        f"{path}:4: step 4 (menu): expected the row pause.hand; there was pause with pause.on, pause.undo, "
    )


def test_where_no_list_stands_there_is_no_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    with pytest.raises(ExpectationError) as caught:
        play(path, "- start: {game: nevermind, seed: 7}\n- menu: pause.on\n")
    found = "expected a list with the row pause.on; there was ntd.done, which is no list"
    assert str(caught.value) == f"{path}:2: step 2 (menu): {found}"


@pytest.mark.parametrize("value", ["", " [pause.on]"])
def test_a_row_is_one_id(value: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"rows\.yaml:4: step 4 \(menu\)"):
        play(tmp_path / "rows.yaml", f"{PAUSED}- menu:{value}\n")
