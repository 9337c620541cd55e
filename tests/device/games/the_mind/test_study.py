"""Partners against each other: the figures mean something, and the same seed gives the same ones."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest

from device.games.the_mind.options import PartnerLevel
from device.games.the_mind.partners import NOISE
from device.games.the_mind.study import Progress, Team, gather, main, play_game, study_team

GAMES = 60


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_equal_pace_with_little_noise_wins_clearly_more_than_half(players: int) -> None:
    assert study_team(Team(players, 0.10), 2 * GAMES, 1).win_rate > 0.55


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_equal_pace_with_much_noise_wins_almost_never(players: int) -> None:
    assert study_team(Team(players, 0.30), GAMES, 1).win_rate < 0.05


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_adaptation_helps_partners_who_come_with_paces_of_their_own(players: int) -> None:
    team = Team(players, NOISE[PartnerLevel.ZEN], spread=0.3)
    adapting = study_team(team, GAMES, 1)
    stubborn = study_team(replace(team, learning=0.0), GAMES, 1)
    assert adapting.win_rate > stubborn.win_rate + 0.3
    assert adapting.mean_level > stubborn.mean_level + 2


@pytest.mark.long
def test_steadier_partners_reach_higher_levels() -> None:
    zen, good, human = (study_team(Team(3, NOISE[level]), GAMES, 1).mean_level for level in PartnerLevel)
    assert zen > good > human


def test_a_game_is_a_function_of_team_and_seed() -> None:
    team = Team(3, 0.15, spread=0.2)
    assert play_game(team, 5) == play_game(team, "5")
    assert play_game(team, 5) != play_game(team, 6)


def test_nobody_without_noise_misplays() -> None:
    outcome = play_game(Team(4, 0.0), 1)
    assert (outcome.won, outcome.level, outcome.misplays) == (True, 8, 0)
    assert 60 < outcome.us / 1e6 < 1200


def test_an_equal_pace_is_equal_and_a_spread_is_not() -> None:
    assert {partner.pace for partner in gather(Team(3, 0.1), 1).partners} == {1.0}
    assert len({partner.pace for partner in gather(Team(3, 0.1, spread=0.3), 1).partners}) == 3


def test_every_game_is_reported() -> None:
    calls: list[int] = []
    study_team(Team(2, 0.3), 5, 1, lambda: calls.append(1))
    assert len(calls) == 5


@pytest.mark.long
def test_the_table_has_a_row_for_each_number_of_players_and_level() -> None:
    out, bar = StringIO(), StringIO()
    assert main(["--games", "2", "--seed", "x"], out, bar) == 0
    lines = out.getvalue().splitlines()
    rows = [line.split()[:3] for line in lines[1:-1]]
    assert rows == [
        [str(players), level.value, f"{NOISE[level]:.2f}"] for players in (2, 3, 4) for level in PartnerLevel
    ]
    assert "2 games a row, seed x" in lines[-1]
    assert "100 %" in bar.getvalue()
    again = StringIO()
    main(["--games", "2", "--seed", "x"], again)
    assert again.getvalue() == out.getvalue()


def test_a_study_can_be_of_one_row() -> None:
    out = StringIO()
    main(["--games", "1", "--players", "4", "--partner", "zen", "--learning", "0", "--spread", "0.2"], out)
    assert len(out.getvalue().splitlines()) == 3


@pytest.mark.parametrize(
    "args",
    [
        ["--games", "0"],
        ["--games", "-3"],
        ["--games", "many"],
        ["--players", "5"],
        ["--partner", "god"],
        ["--spread", "nan"],
        ["--spread", "-1"],
        ["--learning", "1.5"],
        ["--learning", "x"],
    ],
)
def test_options_out_of_range_are_named(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(args, StringIO())
    assert stopped.value.code == 2
    message = capsys.readouterr().err
    assert args[0] in message
    assert args[1] in message


def test_the_bar_is_written_only_when_it_changes_and_taken_away() -> None:
    stream = StringIO()
    bar = Progress(stream, 1000)
    for _ in range(1000):
        bar.advance()
    assert stream.getvalue().count("\r") == 101
    bar.clear()
    assert stream.getvalue().endswith("\r")
    silent = Progress(None, 1)
    silent.advance()
    silent.clear()
