"""All legal commands of a state, but for those whose data come from outside: `Shuffle` and `Fix`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind import choices, commands
from engine.nevermind.model import Token
from engine.nevermind.phases import Phase

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.model import State


def legal_commands(state: State) -> tuple[Command, ...]:
    """Return what `step` would accept; a shuffle is due in phase `shuffle`, a fix is never listed."""
    if state.phase is Phase.OVER:
        return ()
    return (*_of_phase(state), commands.Concede())


def _of_phase(state: State) -> tuple[Command, ...]:
    match state.phase:
        case Phase.MIND:
            return (commands.Draw(),)
        case Phase.TOKEN:
            return tuple(commands.GiveToken(token) for token in Token)
        case Phase.SURFACE:
            return tuple(commands.Surface(at) for at in choices.surface_places(state))
        case Phase.SECOND:
            return tuple(commands.TakeSecond(at) for at in choices.second_places(state))
        case Phase.ADD_CENTER:
            return (commands.AddCenter(yes=True), commands.AddCenter(yes=False))
        case Phase.WATCHER:
            actions = choices.watcher_actions(state)
            return tuple(action(at) for at, action in actions.items()) or (commands.Rest(),)
        case _:
            return _of_breath(state)


def _of_breath(state: State) -> tuple[Command, ...]:
    match state.phase:
        case Phase.BREATHE:
            return (commands.Breathe(yes=True), commands.Breathe(yes=False))
        case Phase.BREATH_FROM:
            return tuple(commands.BreatheFrom(at) for at in choices.released_places(state))
        case Phase.BREATH_HAND:
            return tuple(commands.DrawHand(count) for count in range(choices.hand_limit(state) + 1))
        case Phase.BREATH_PLAY:
            return tuple(commands.PlayHand(index) for index in range(len(state.hand)))
        case Phase.BREATH_CALM:
            return tuple(commands.Calm(at) for at in choices.calm_places(state))
        case _:
            return ()
