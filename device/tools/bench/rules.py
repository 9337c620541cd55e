"""How many commands a second the rules take: random legal games, chosen first and then stepped.

The clock is the CPU time of this process, so that a busy machine is not taken for slow rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from device.games.nevermind.chance import shuffle_cards
from device.games.the_mind.chance import deal_hands
from engine.games import GAMES
from engine.nevermind import phases as ntd
from engine.nevermind.commands import Shuffle
from engine.nevermind.model import MindCard, State
from engine.the_mind import phases as tm
from engine.the_mind.commands import Deal, ReportLevelDone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games import AnyGame

LONGEST_GAME = 600
"""Commands; Stage Six with its breaths stays far below."""
OPTIONS: dict[str, tuple[dict[str, object], ...]] = {
    "nevermind": tuple({"stage": stage} for stage in range(1, 7)),
    "the-mind": tuple(
        {"players": players, "cards": cards} for players in (2, 3, 4) for cards in ("table", "dealt")
    ),
}


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was chosen: where it starts, and its accepted commands."""

    game: AnyGame
    start: Any
    commands: tuple[Any, ...]


def choose(name: str, options: Mapping[str, object], seed: int) -> Played:
    """Play a random legal game without conceding."""
    game = GAMES[name]
    random = Random(f"{seed}/{options}")
    state = start = game.initial(game.options_from_json(options))
    commands: list[Any] = []
    while len(commands) < LONGEST_GAME:
        legal = [entry for entry in game.legal(state) if entry != game.concede]
        if not legal:
            break
        command = _complete(state, random.choice(legal), random)
        commands.append(command)
        done = game.step(state, command)
        assert done.refusal is None, done.refusal
        state = done.state
    return Played(game, start, tuple(commands))


def _complete(state: Any, entry: Any, random: Random) -> Any:
    """Add the data that the list of legal commands leaves to the world."""
    chance = random.randrange(1 << 30)
    if entry is ntd.Verb.SHUFFLE:
        assert isinstance(state, State)
        indices = [card.card for card in state.discards if isinstance(card, MindCard)]
        breathes = len(state.discards) - len(indices)
        return Shuffle(shuffle_cards(chance, 0, state.options.rotation, breathes, indices))
    if entry is tm.Verb.DEAL:
        return Deal(deal_hands(chance, 0, state.options.players, state.level))
    if entry is tm.Verb.LEVEL_DONE:
        return ReportLevelDone(0 if state.blind else None)
    return entry


def steps_per_s(name: str, games: int, passes: int = 5) -> float:
    """Return the steps a second over so many games of each kind: the median of some passes."""
    played = [choose(name, options, seed) for options in OPTIONS[name] for seed in range(games)]
    rates = []
    for _ in range(passes):
        began_s = process_time()
        for one in played:
            step, state = one.game.step, one.start
            for command in one.commands:
                state = step(state, command).state
        rates.append(sum(len(one.commands) for one in played) / (process_time() - began_s))
    return median(rates)
