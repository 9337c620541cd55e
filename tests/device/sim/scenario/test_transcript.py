"""A transcript tells what is perceived: what stands on the glass, in the length that fitted, what is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.games.words import WORDS
from device.sim.scenario.run import play_file

if TYPE_CHECKING:
    from pathlib import Path

FIELDS = (
    *("at_ms", "touch", "screen", "side", "line", "words", "framed", "named"),
    *("question", "answers", "notice", "spoken"),
)
FIRST = "- start: {{game: nevermind, seed: 7, guidance: quiet, profile: {profile}}}\n"


def told(folder: Path, steps: str) -> list[dict[str, Any]]:
    path = folder / "played.yaml"
    path.write_text(steps, encoding="utf-8")
    lines: list[str] = []
    play_file(path, defaults(), GAMES, transcript=lines.append)
    return [json.loads(text) for text in lines]


def of_screen(lines: list[dict[str, Any]], screen: str) -> dict[str, Any]:
    return next(line for line in lines if line["screen"] == screen)


@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_every_line_has_the_same_fields(profile: str, tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile=profile) + "- tap: 0\n- wait: 9s\n- tap: K2\n- tap: K3\n")
    assert len(lines) > 4
    for line in lines:
        assert tuple(line) == FIELDS
    assert [line["at_ms"] for line in lines] == sorted(line["at_ms"] for line in lines)


def test_the_map_and_its_line_are_one_view_on_a_large_panel(tmp_path: Path) -> None:
    line = of_screen(told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n"), "ntd.mind")
    assert (line["side"], line["framed"], line["touch"]) == ("both", ["7"], "0")
    assert WORDS.line(line["line"], pad=7).full in line["words"]


def test_words_are_told_in_the_length_that_stands_there(tmp_path: Path) -> None:
    line = of_screen(told(tmp_path, FIRST.format(profile="S")), "ntd.done")
    assert line["line"] == "r1"
    assert WORDS.line("r1").short in line["words"]
    assert WORDS.line("r1").full not in line["words"]


def test_the_other_side_is_not_in_view(tmp_path: Path) -> None:
    steps = FIRST.format(profile="M") + "- tap: K3\n- screen: ntd.done\n"
    words, turned = [line for line in told(tmp_path, steps) if line["screen"] == "ntd.done"]
    assert (words["side"], words["line"]) == ("words", "r1")
    assert (turned["side"], turned["line"], turned["words"], turned["touch"]) == ("map", None, [], "K3")


def test_what_comes_by_itself_has_no_touch(tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n- wait: 60s\n")
    assert of_screen(lines, "ntd.watch")["touch"] is None


def test_a_touch_that_changed_nothing_is_not_taken_for_a_cause(tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n- tap: '#'\n- wait: 60s\n")
    assert of_screen(lines, "ntd.watch")["touch"] is None


def test_a_notice_hides_the_line_that_it_stands_over(tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n- wait: 9s\n- tap: 1\n")
    (refused,) = (line for line in lines if line["notice"] is not None)
    assert (refused["notice"], refused["line"], refused["touch"]) == ("no.quiet", None, "1")
    assert WORDS.line("no.quiet").full in refused["words"]


def test_a_list_tells_its_rows_in_view_as_answers(tmp_path: Path) -> None:
    line = of_screen(told(tmp_path, FIRST.format(profile="S") + "- tap: K2\n"), "pause")
    assert len(line["answers"]) == 2
    assert line["words"] == line["answers"]


def test_utterances_are_lines_of_their_own(tmp_path: Path) -> None:
    steps = "- start: {game: nevermind, seed: 7, settings: {silent: false, spoken: true}}\n- tap: 0\n"
    lines = told(tmp_path, steps)
    spoken = [line["spoken"] for line in lines if line["spoken"] is not None]
    assert spoken
    assert all(line["touch"] is None for line in lines if line["spoken"] is not None)
    assert sum(line["spoken"] is None for line in lines) == len(lines) - len(spoken)


def test_a_panel_that_is_away_shows_nothing(tmp_path: Path) -> None:
    steps = FIRST.format(profile="L") + "- fault: {gone: oled}\n- wait: 9s\n- tap: 0\n- wait: 9s\n"
    assert told(tmp_path, steps)[-1]["screen"] == "ntd.done"


def test_a_dark_panel_has_no_words_until_it_is_woken(tmp_path: Path) -> None:
    dark, woken = told(tmp_path, "- start: home\n- wait: 181s\n- tap: K3\n")[-2:]
    assert (dark["screen"], dark["words"], dark["touch"]) == ("home", [], None)
    assert (woken["screen"], woken["touch"]) == ("home", "K3")
    assert woken["words"]


def test_after_a_power_cut_the_next_picture_comes_of_the_power(tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n- power: cut\n- power: on\n")
    assert (lines[-1]["screen"], lines[-1]["touch"]) == ("resume", "power")


def test_pads_are_named_by_digit_and_by_place(tmp_path: Path) -> None:
    lines = told(tmp_path, FIRST.format(profile="L") + "- tap: 0\n- wait: 9s\n- tap: K4\n")
    assert (lines[-1]["named"], lines[-1]["framed"]) == (["7"], ["7"])
    assert "7, bottom left" in lines[-1]["words"]
