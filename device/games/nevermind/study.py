"""The built-in Mind Cards against random ones at Stage One: `palmstone study nevermind`.

Laws of this file:
- the games are played by the rules themselves: the same seed, the same table;
- two plain ways to play, so that the figure is of the cards and not of a way: finishing what is nearest to
  being released, and calming what is loudest;
- each random set is sixteen different cards, drawn anew for every game.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.nevermind.chance import bag_left, draw_token, shuffle_cards
from engine.game import moves
from engine.nevermind import commands as say
from engine.nevermind.codec import GAME
from engine.nevermind.model import DEFAULT_MIND_CARDS, MindCard, Options, State, Token
from engine.nevermind.phases import Phase

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from device.session.game_ui import Out
    from engine.nevermind.commands import Command

Cards: TypeAlias = tuple[tuple[int, int], ...]
WAYS: dict[str, tuple[type[Command], ...]] = {
    "finishing": (say.LetGo, say.Focus, say.Acknowledge, say.Notice),
    "calming": (say.LetGo, say.Notice, say.Acknowledge, say.Focus),
}
"""What is done first where several actions are possible."""
PAIRS = tuple((mind, noting) for mind in range(8) for noting in range(8) if mind != noting)
DEFAULT_GAMES = 400
MOST_GAMES = 100_000
ROTATION = 180
BEST = 9
"""All eight released, and the Center Card (N7.2)."""


@dataclass(frozen=True, slots=True)
class Row:
    """How the games of one way with one kind of cards ended."""

    way: str
    cards: str
    scores: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(self.scores) / len(self.scores)

    @property
    def error(self) -> float:
        """Standard error of the mean score."""
        spread = sum((score - self.mean) ** 2 for score in self.scores) / len(self.scores)
        return sqrt(spread / len(self.scores))

    def share(self, least: int) -> float:
        """Share of games with at least this score, 0 to 1."""
        return sum(score >= least for score in self.scores) / len(self.scores)


def play_game(cards: Cards, way: str, seed: str) -> int:
    """Play one game of Stage One to its end; return its score."""
    state, random = GAME.initial(Options(mind_cards=cards, rotation=ROTATION)), Random(f"{seed}/way")
    counts = {Phase.SHUFFLE: 0, Phase.TOKEN: 0}
    while state.result is None:
        command = _next(state, counts, way, seed, random)
        done = GAME.step(state, command)
        assert done.refusal is None, done.refusal
        counts[state.phase] = counts.get(state.phase, 0) + 1
        state = done.state
    assert state.result.score is not None, "Stage One always has a score"
    return state.result.score


def _next(state: State, counts: dict[Phase, int], way: str, seed: str, random: Random) -> Command:
    if state.phase is Phase.SHUFFLE:
        back = [card.card for card in state.discards if isinstance(card, MindCard)]
        return say.Shuffle(shuffle_cards(seed, counts[Phase.SHUFFLE], ROTATION, 0, back))
    if state.phase is Phase.TOKEN:
        bag = bag_left(thought.token for thought in state.grid if thought.token is not None)
        return say.GiveToken(draw_token(seed, counts[Phase.TOKEN], bag or tuple(Token)))
    if state.phase is Phase.MIND:
        return say.Draw()
    order = WAYS[way]
    ranks = {command: order.index(type(command)) for command in moves(GAME, state) if type(command) in order}
    best = [command for command, rank in ranks.items() if rank == min(ranks.values())]
    return random.choice(best or list(moves(GAME, state)))


def study(way: str, cards: str, games: int, seed: str) -> Row:
    """Play so many games of one way; `cards` is `built-in` or `random`."""
    scores = []
    for number in range(games):
        one = f"{seed}/{number}"
        drawn = tuple(Random(f"{one}/cards").sample(PAIRS, len(DEFAULT_MIND_CARDS)))
        scores.append(play_game(DEFAULT_MIND_CARDS if cards == "built-in" else drawn, way, one))
    return Row(way, cards, tuple(scores))


def add_options(parser: ArgumentParser) -> None:
    """Add the options of a study to a parser, all with defaults."""
    parser.add_argument(
        "--games", type=_games, default=DEFAULT_GAMES, help="games a row (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", default="1", help="the same seed gives the same table (default: %(default)s)"
    )


def _games(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_GAMES:
        raise ArgumentTypeError(f"give a number of games from 1 to {MOST_GAMES}, not {text}")
    return int(text)


def run(options: Namespace, out: Out, bar: TextIO | None = None) -> int:
    """Play the games that the options ask for; a row is written as soon as it is known. The exit code."""
    out.write("way        cards     score           won  zen master\n")
    for way in WAYS:
        for cards in ("built-in", "random"):
            out.flush()
            row = study(way, cards, options.games, options.seed)
            out.write(
                f"{row.way:<9}  {row.cards:<8}  {row.mean:5.2f} +- {row.error:.2f}  {row.share(1):5.1%}  "
                f"{row.share(BEST):5.1%}\n"
            )
    out.write(f"Stage One, {options.games} games a row, seed {options.seed}; +- is the standard error.\n")
    return 0
