"""The built-in Mind Cards against random ones (N1.4)."""

from __future__ import annotations

import pytest

from device.cli import main
from device.games.nevermind.study import WAYS, Row, play_game, study
from engine.nevermind.model import DEFAULT_MIND_CARDS

LONE = tuple((0, noting) for noting in range(1, 8)) + tuple((4, noting) for noting in (0, 1, 2, 3, 5, 6, 7))
"""Cards that point at two places alone."""


@pytest.mark.parametrize("way", WAYS)
def test_the_same_seed_is_the_same_game_and_another_is_not(way: str) -> None:
    scores = [play_game(DEFAULT_MIND_CARDS, way, str(seed)) for seed in range(6)]
    assert scores == [play_game(DEFAULT_MIND_CARDS, way, str(seed)) for seed in range(6)]
    assert len(set(scores)) > 1
    assert all(-8 <= score <= 9 for score in scores)


def test_cards_matter_to_the_score() -> None:
    few = (*LONE, LONE[0], LONE[7])
    seeds = [str(seed) for seed in range(8)]
    built_in = [play_game(DEFAULT_MIND_CARDS, "calming", seed) for seed in seeds]
    assert [play_game(few, "calming", seed) for seed in seeds] != built_in


def test_a_row_counts_what_it_holds() -> None:
    row = Row("finishing", "random", (9, 1, 0, -2))
    assert (row.mean, row.share(1), row.share(9)) == (2.0, 0.5, 0.25)
    assert study("calming", "random", 2, "1").scores == study("calming", "random", 2, "1").scores


def test_the_command_writes_a_row_for_each_way_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "nevermind", "--games", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:2] for row in rows[1:5]] == [
        [way, kind] for way in WAYS for kind in ("built-in", "random")
    ]


@pytest.mark.parametrize("games", ["0", "many", "100001"])
def test_a_number_of_games_that_is_none_is_told_in_one_line(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["study", "nevermind", "--games", games])
    assert "give a number of games from 1 to 100000" in capsys.readouterr().err
