"""The Watcher Phase: exactly one action (N4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import action_on, watcher_actions
from engine.nevermind.commands import Acknowledge, Focus, LetGo, Notice
from engine.nevermind.model import Intensity
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.commands import Rest
    from engine.nevermind.draft import Draft


def take_action(draft: Draft, command: Notice | Acknowledge | Focus | LetGo) -> Refusal | None:
    """Take the action if this thought can take it now, and end the round."""
    refusal = _refuse_action(draft, command)
    if refusal is not None:
        return refusal
    at = command.at
    match command:
        case Notice():
            draft.put(at, Intensity.THOUGHT)
            draft.tell(fx.Noticed(at))
        case Acknowledge():
            draft.put(at, Intensity.ACKNOWLEDGED)
            draft.tell(fx.Acknowledged(at))
        case Focus():
            draft.put(at, Intensity.SUBLIMINAL, center=1)
            draft.tell(fx.Focused(at))
        case _:
            draft.put(at, Intensity.RELEASED, center=-1)
            draft.tell(fx.WasLetGo(at))
            if not (draft.goes_on() and draft.time_passes()):
                return None
    draft.next_round()
    return None


def rest(draft: Draft, _command: Rest) -> Refusal | None:
    """Pass, which exists only when there is no action at all (N4.6)."""
    if watcher_actions(draft.state):
        return Refusal(RefusalCode.PHASE, "an action is possible, so it must be taken")
    draft.tell(fx.Rested())
    draft.next_round()
    return None


def _refuse_action(draft: Draft, command: Notice | Acknowledge | Focus | LetGo) -> Refusal | None:
    state = draft.state
    name = command.at.name
    if state.center and not isinstance(command, LetGo):
        return Refusal(RefusalCode.MUST_LET_GO, "the Center is Focused, so a thought must be let go")
    if action_on(state, state.grid[command.at]) is not type(command):
        return Refusal(RefusalCode.TARGET, f"{name} cannot take that action as it is")
    if command.at not in watcher_actions(state):
        return Refusal(RefusalCode.BARRED, f"{name} is barred in this round, and others are not")
    return None
