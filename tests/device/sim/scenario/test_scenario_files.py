"""Scenario files that cannot be played: file, line and remedy, exit code 2, never a traceback."""

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

HOME = "- start: home\n"
MIND = "- start: {game: the-mind}\n"
UNREADABLE = {
    "nothing": "# nothing\n",
    "no list": "start: home\n",
    "no step": "- tap\n",
    "two in one": "- {tap: 5, wait: 3s}\n",
    "a list for a name": "- ? [a]\n  : b\n",
    "a list for an inner name": "- start: {? [a] : b}\n",
    "itself": "- start: &a [*a]\n",
    "itself in a map": "- start: {game: the-mind, settings: &a {x: *a}}\n",
    "deep": "- start: " + "[" * 3000 + "]" * 3000 + "\n",
    "deep and open": "- start: " + "[" * 3000 + "\n",
    "open": "- start: {game: the-mind\n",
    "unknown alias": "- tap: *x\n",
    "a control character": "- text: \x01\n",
    "before a start": "- tap: 5\n",
    "unknown step": HOME + "- tapp: 5\n",
    "unknown pad": HOME + "- tap: 10\n",
    "no pad": HOME + "- tap:\n",
    "a duration without a unit": HOME + "- wait: 3\n",
    "hold without a key": HOME + "- hold: {key: , for: 3s}\n",
    "a pad for a button": HOME + "- hold: {key: 5, for: 3s}\n",
    "a button for a pad": HOME + "- hold: {pad: K2, for: 3s}\n",
    "no words": HOME + "- text:\n",
    "no line": HOME + "- line: tm.nobody\n",
    "a list for a slot": HOME + "- line: {id: tm.done, level: [3]}\n",
    "a slot without a line": HOME + "- line: {level: 3}\n",
    "no screen": HOME + "- screen:\n",
    "no state": MIND + "- state: {}\n",
    "no name": MIND + "- shot:\n",
    "hands at home": HOME + "- palms: [0]\n",
    "a seat too many": MIND + "- palms: [7]\n",
    "lifting a seat too many": MIND + "- lift: [9]\n",
    "no lever": MIND + "- fault: {stuck: true}\n",
    "two levers": MIND + "- fault: {gone: oled, storage: full}\n",
    "times of a card": MIND + "- fault: {storage: full, times: 3}\n",
    "no times": MIND + "- fault: {i2c: 121, at: oled, times: 0}\n",
    "a button that is stuck": MIND + "- fault: {pad: K1, stuck: true}\n",
    "power on twice": MIND + "- power: on\n",
    "a touch without power": MIND + "- power: cut\n- tap: 5\n",
    "partners with paper cards": "- start: {game: the-mind, partners: 1, cards: table}\n",
    "a button that is not wired": "- start: {game: the-mind, settings: {K5: none}}\n- tap: K5\n",
}


@pytest.mark.long
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_played_names_file_and_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(UNREADABLE[name], encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        play_file(path, defaults(), GAMES, None, None)
    file, line, problem = str(caught.value).split(":", 2)
    assert file == str(path)
    assert 1 <= int(line) <= UNREADABLE[name].count("\n") + 1
    assert problem.strip()
    assert "\n" not in problem


@pytest.mark.parametrize("start", ["home", "first", "{game: the-mind, players: 3}"])
def test_all_six_buttons_are_there(start: str, tmp_path: Path) -> None:
    path = tmp_path / "six.yaml"
    taps = "".join(f"- tap: K{key}\n" for key in range(1, 7))
    path.write_text(f"- start: {start}\n{taps}", encoding="utf-8")
    play_file(path, defaults(), GAMES, None, None)


def test_an_expectation_names_file_step_and_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(MIND + "- state: {lives: 9}\n", encoding="utf-8")
    with pytest.raises(ExpectationError) as caught:
        play_file(path, defaults(), GAMES, None, None)
    assert str(caught.value) == f"{path}:2: step 2 (state): expected state lives: 9; there was 2"
