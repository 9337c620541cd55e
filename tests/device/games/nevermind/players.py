"""Somebody at the device who takes any touch that is possible, drawn from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.games.nevermind.acts import PADS
from device.games.nevermind.choices import TOKEN_PADS
from device.ui.model import Do
from engine.game import moves
from engine.nevermind import commands as say
from engine.nevermind.codec import GAME
from engine.nevermind.phases import Phase

if TYPE_CHECKING:
    from random import Random

    from engine.nevermind.commands import Command
    from engine.nevermind.model import State
    from tests.device.bench import Bench

PAD_OF_TOKEN = {token: pad for pad, token in TOKEN_PADS.items()}


def pad_for(command: Command) -> str:
    """Return the pad that means this command where it is asked for."""
    match command:
        case say.Draw():
            return "0"
        case say.GiveToken(token):
            return PAD_OF_TOKEN[token]
        case say.AddCenter(yes) | say.Breathe(yes):
            return "#" if yes else "0"
        case say.DrawHand(count):
            return str(count)
        case say.PlayHand(index):
            return str(index + 1)
        case _:
            assert isinstance(command, say.OnPlace), f"no touch means {command}"
            return PADS[command.at]


def legal(state: State) -> tuple[Command, ...]:
    """Return all that a player can do now, leaving aside."""
    return moves(GAME, state)


def wise(state: State, random: Random) -> Command:
    """Choose a command; seven times in eight one that brings a game forward."""
    options = legal(state)
    if state.phase in (Phase.ADD_CENTER, Phase.BREATHE):
        yes = random.random() < 0.8
        return next(c for c in options if isinstance(c, say.AddCenter | say.Breathe) and c.yes is yes)
    if state.phase is Phase.BREATH_HAND:
        return random.choice(options)
    worst = [c for c in options if isinstance(c, say.Notice | say.LetGo)]
    return random.choice(worst if worst and random.random() < 0.9 else options)


def touch(bench: Bench, command: Command) -> None:
    """Touch the pad of a command; where a line or a move stands before a question, 0 first goes on to it."""
    before = bench.written()
    for _ in range(8):
        bench.tap(pad_for(command))
        if bench.written() > before or bench.play.over:
            return
    raise AssertionError(f"{bench.id} | {bench.words}: no touch gives {command}")


def until(bench: Bench, phase: Phase, **table: Any) -> None:
    """Play on, with the table laid anew before each Mind Card, up to a phase."""
    for _ in range(200):
        if bench.state.phase is phase:
            return
        if bench.state.phase is Phase.MIND:
            bench.lay(**table)
            bench.perform(Do(say.Draw()))
        else:
            options = legal(bench.state)
            yes = [command for command in options if getattr(command, "yes", False)]
            bench.perform(Do((yes or options)[0]))
    raise AssertionError(f"{phase} does not come up")
