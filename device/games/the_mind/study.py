"""Virtual partners of The Mind against each other: `palmstone study the-mind`.

Laws of this file:
- the games are played by the rules themselves, on a counted clock: the same seed, the same table;
- nobody proposes stars, so the figures are of timing alone;
- a game is independent of the others: its seed is the study's seed and its number.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import dataclass
from math import exp, isfinite
from random import Random
from typing import TYPE_CHECKING

from device.games.the_mind.chance import deal_hands
from device.games.the_mind.options import PartnerLevel
from device.games.the_mind.partners import LEARNING, NOISE, Ensemble, Partner, follow, next_play
from engine.the_mind.commands import Deal, Focus
from engine.the_mind.effects import Misplayed
from engine.the_mind.model import LEVELS, Cards, Options, Phase, State, initial
from engine.the_mind.rules import step

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from device.session.chance import Seed
    from device.session.game_ui import Out
    from engine.the_mind.commands import Command

DEFAULT_GAMES = 200
MOST_GAMES = 100_000
_BAR_WIDTH = 24
_HEAD = "players  partners  noise   won   level of   misplays  minutes  pace at the end\n"


@dataclass(frozen=True, slots=True)
class Team:
    """The partners of one row of the table."""

    players: int
    noise: float
    """Standard deviation of the logarithm of a wait: see `device.games.the_mind.partners.NOISE`."""
    learning: float = LEARNING
    """0 for partners that do not adapt."""
    spread: float = 0.0
    """Standard deviation of the logarithm of the paces they come with; 0 for an equal pace."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game ended."""

    won: bool
    level: int
    """The level that was lost, or the last one."""
    misplays: int
    us: int
    """Microseconds of play on the counted clock."""
    pace: float
    """Geometric mean of the paces at the end."""


@dataclass(frozen=True, slots=True)
class Row:
    """How many games of one team ended."""

    team: Team
    games: int
    won: int
    mean_level: float
    mean_misplays: float
    mean_minutes: float
    mean_pace: float

    @property
    def win_rate(self) -> float:
        """Share of games won, 0 to 1."""
        return self.won / self.games


def gather(team: Team, seed: Seed) -> Ensemble:
    """Seat a team; each partner's own pace is drawn from the seed."""
    paces = (exp(team.spread * Random(f"{seed}/pace/{seat}").gauss(0.0, 1.0)) for seat in range(team.players))
    return Ensemble(
        seed,
        tuple(Partner(seat, team.noise, pace, team.learning) for seat, pace in enumerate(paces)),
    )


def play_game(team: Team, seed: Seed) -> Outcome:
    """Play one game of dealt cards to its end."""
    state, ensemble = initial(Options(team.players, Cards.DEALT)), gather(team, seed)
    now_us = misplays = thought = 0
    while state.result is None:
        command, now_us = _next(state, ensemble, seed, now_us)
        done = step(state, command)
        assert done.refusal is None, done.refusal
        ensemble = follow(ensemble, state, command, done.state, now_us, thought)
        thought += not isinstance(command, Deal)
        misplays += any(isinstance(effect, Misplayed) for effect in done.effects)
        state = done.state
    pace = 1.0
    for partner in ensemble.partners:
        pace *= partner.pace ** (1 / team.players)
    return Outcome(state.phase is Phase.WON, state.level, misplays, now_us, pace)


def _next(state: State, ensemble: Ensemble, seed: Seed, now_us: int) -> tuple[Command, int]:
    """Return what happens next, and when."""
    if state.phase is Phase.DEAL:
        # A game deals each level once, so the level numbers its deals.
        hands = deal_hands(seed, state.level - 1, state.options.players, state.level)
        return Deal(hands), now_us
    if state.phase is Phase.FOCUS:
        return Focus(), now_us
    due = next_play(ensemble, state)
    assert due is not None, "somebody holds a card while playing"
    due_us, play = due
    return play, due_us


def study_team(team: Team, games: int, seed: Seed, each: Callable[[], None] = lambda: None) -> Row:
    """Play so many games of one team, calling `each` after every one."""
    outcomes = []
    for number in range(games):
        outcomes.append(play_game(team, f"{seed}/{team.players}/{number}"))
        each()
    return Row(
        team,
        games,
        won=sum(outcome.won for outcome in outcomes),
        mean_level=sum(outcome.level for outcome in outcomes) / games,
        mean_misplays=sum(outcome.misplays for outcome in outcomes) / games,
        mean_minutes=sum(outcome.us for outcome in outcomes) / games / 60_000_000,
        mean_pace=sum(outcome.pace for outcome in outcomes) / games,
    )


# The table


def add_options(parser: ArgumentParser) -> None:
    """Add the options of a study to a parser, all with defaults."""
    parser.add_argument(
        "--games", type=_games, default=DEFAULT_GAMES, help="games a row (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", default="1", help="the same seed gives the same table (default: %(default)s)"
    )
    parser.add_argument(
        "--players", type=int, choices=tuple(LEVELS), help="only so many players (default: 2, 3 and 4)"
    )
    parser.add_argument(
        "--partner",
        type=PartnerLevel,
        choices=tuple(PartnerLevel),
        help="only partners of this level (default: all)",
    )
    parser.add_argument(
        "--spread",
        type=_share,
        default=0.0,
        help="how unequal their own paces are: standard deviation of the logarithm (default: %(default)s)",
    )
    parser.add_argument(
        "--learning",
        type=_share,
        default=LEARNING,
        help="how far an observed wait moves a pace, 0 to 1 (default: %(default)s)",
    )


def _games(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_GAMES:
        raise ArgumentTypeError(f"give a number of games from 1 to {MOST_GAMES}, not {text}")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = float("nan")
    if not (isfinite(share) and 0 <= share <= 1):
        raise ArgumentTypeError(f"give a number from 0 to 1, not {text}")
    return share


def run(options: Namespace, out: Out, bar: TextIO | None = None) -> int:
    """Play the games that the options ask for and write the table; the exit code.

    `bar` is a terminal for the progress bar, or None for none.
    """
    players = tuple(LEVELS) if options.players is None else (options.players,)
    levels = tuple(PartnerLevel) if options.partner is None else (options.partner,)
    progress = Progress(bar, options.games * len(players) * len(levels))
    out.write(_HEAD)
    for count in players:
        for level in levels:
            out.flush()
            team = Team(count, NOISE[level], options.learning, options.spread)
            row = study_team(team, options.games, options.seed, progress.advance)
            progress.clear()
            out.write(table_line(level, row))
    out.write(
        f"{options.games} games a row, seed {options.seed}, spread {options.spread:g}, "
        f"learning {options.learning:g}; no stars.\n"
    )
    return 0


def table_line(level: PartnerLevel, row: Row) -> str:
    """Return a row of the table as text."""
    return (
        f"{row.team.players:^7}  {level.value:<8}  {row.team.noise:5.2f}  {row.win_rate:4.0%}  "
        f"{row.mean_level:5.1f} {LEVELS[row.team.players]:2}   {row.mean_misplays:8.1f}  "
        f"{row.mean_minutes:7.1f}  {row.mean_pace:.2f}\n"
    )


class Progress:
    """A bar on one line of a terminal; silent without one."""

    def __init__(self, stream: TextIO | None, total: int) -> None:
        self._stream = stream
        self._total = total
        self._done = 0
        self._shown = -1

    def advance(self) -> None:
        """Count one more; the line is written only when it changes."""
        self._done += 1
        percent = 100 * self._done // self._total
        if self._stream is None or percent == self._shown:
            return
        self._shown = percent
        filled = _BAR_WIDTH * percent // 100
        self._stream.write(f"\r[{'#' * filled:<{_BAR_WIDTH}}] {percent:3} %")
        self._stream.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._stream is not None:
            self._stream.write("\r" + " " * (_BAR_WIDTH + 8) + "\r")
            self._stream.flush()


def main(args: Sequence[str], out: Out, bar: TextIO | None = None) -> int:
    """Run `palmstone study the-mind` with what follows these words; the exit code (2 through SystemExit)."""
    parser = ArgumentParser(
        prog="palmstone study the-mind", description="Virtual partners of The Mind against each other."
    )
    add_options(parser)
    return run(parser.parse_args(args), out, bar)
