"""Somebody at the device who takes any touch that is possible, drawn from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.games.nevermind.acts import PADS
from device.games.nevermind.choices import TOKEN_PADS
from device.ui.model import Do
from engine.nevermind.codec import GAME
from engine.nevermind.model import Place, State, Token
from engine.nevermind.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from tests.device.bench import Bench

PAD_OF_TOKEN = {token: pad for pad, token in TOKEN_PADS.items()}


def pad_for(command: Mapping[str, object]) -> str:
    """Return the pad that means this command where it is asked for (interaction.md, the table of touches)."""
    verb = str(command["do"])
    if verb == "draw":
        return "0"
    if verb == "token":
        return PAD_OF_TOKEN[Token(str(command["type"]))]
    if "at" in command:
        return PADS[Place[str(command["at"])]]
    if "yes" in command:
        return "#" if command["yes"] else "0"
    if "count" in command:
        return str(command["count"])
    if "index" in command:
        index = command["index"]
        assert isinstance(index, int)
        return str(index + 1)
    raise AssertionError(f"no touch means {command}")


def legal(state: State) -> list[dict[str, object]]:
    """Return all that a player can do now, leaving aside."""
    return [dict(command) for command in GAME.legal(state) if command["do"] not in ("concede", "shuffle")]


def wise(state: State, random: Random) -> dict[str, object]:
    """Choose a command; seven times in eight one that brings a game forward."""
    options = legal(state)
    if state.phase in (Phase.ADD_CENTER, Phase.BREATHE):
        yes = random.random() < 0.8
        return next(c for c in options if c["yes"] is yes)
    if state.phase is Phase.BREATH_HAND:
        return random.choice(options)
    worst = [c for c in options if c["do"] in ("notice", "let_go")]
    return random.choice(worst if worst and random.random() < 0.9 else options)


def touch(bench: Bench, command: Mapping[str, object]) -> None:
    """Touch the pad of a command; where a line or a move stands before a question, 0 first goes on to it."""
    before = bench.written()
    for _ in range(3):
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
            bench.perform(Do({"do": "draw"}))
        else:
            options = legal(bench.state)
            yes = [command for command in options if command.get("yes") is True]
            bench.perform(Do((yes or options)[0]))
    raise AssertionError(f"{phase} does not come up")
