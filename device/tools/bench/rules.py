"""How many commands a second the rules take: random legal games, chosen first and then stepped.

The clock is the CPU time of this process, so that a busy machine is not taken for slow rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from device.session.chance import deal_hands, shuffle_cards
from engine.game import Game
from engine.games import game_named
from engine.nevermind.model import MindCard, State
from engine.step import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

AnyGame = Game[Any, Any, Any, Any]
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
    game = game_named(name)
    assert game is not None, f"no game is called {name!r}"
    random = Random(f"{seed}/{options}")
    state = start = game.initial(game.options_from_json(options))
    commands: list[Any] = []
    while len(commands) < LONGEST_GAME:
        legal = [line for line in game.legal(state) if line["do"] != "concede"]
        if not legal:
            break
        command = game.command_from_json(_complete(state, random.choice(legal), random), state)
        assert not isinstance(command, Refusal), command
        commands.append(command)
        done = game.step(state, command)
        assert done.refusal is None, done.refusal
        state = done.state
    return Played(game, start, tuple(commands))


def _complete(state: Any, line: Mapping[str, object], random: Random) -> dict[str, object]:
    """Add the data that the list of legal commands leaves to the world."""
    chance = random.randrange(1 << 30)
    if line["do"] == "shuffle":
        assert isinstance(state, State)
        indices = [card.card for card in state.discards if isinstance(card, MindCard)]
        breathes = len(state.discards) - len(indices)
        return {"do": "shuffle", "cards": shuffle_cards(chance, 0, state.options.rotation, breathes, indices)}
    if line["do"] == "deal":
        return {"do": "deal", "hands": deal_hands(chance, 0, state.options.players, state.level)}
    if line["do"] == "level_done" and state.blind:
        return {"do": "level_done", "mistakes": 0}
    return dict(line)


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
