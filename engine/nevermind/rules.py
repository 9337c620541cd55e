"""The rules as one function: `step`.

Laws of this file:
- a command has its phases here, once; what it does there stands in the modules by concern;
- `step` is total, and a refused command leaves the same state object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.nevermind import breath, commands, deck, fix, mind, watcher
from engine.nevermind.draft import Draft
from engine.nevermind.model import Outcome, State
from engine.nevermind.phases import Phase, Trigger
from engine.step import Refusal, RefusalCode, Step

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect

Rule: TypeAlias = Callable[[Draft, Any], Refusal | None]


def _concede(draft: Draft, _command: commands.Concede) -> None:
    """Leave early: no score (N7.1)."""
    draft.finish(Outcome.CONCEDED, Trigger.CONCEDE)


RULES: dict[type, tuple[frozenset[Phase], Rule]] = {
    commands.Shuffle: (frozenset({Phase.SHUFFLE}), breath.shuffle),
    commands.Draw: (frozenset({Phase.MIND}), mind.draw),
    commands.GiveToken: (frozenset({Phase.TOKEN}), mind.token),
    commands.Surface: (frozenset({Phase.SURFACE}), mind.surface),
    commands.TakeSecond: (frozenset({Phase.SECOND}), mind.second),
    commands.AddCenter: (frozenset({Phase.ADD_CENTER}), deck.add_center),
    commands.Breathe: (frozenset({Phase.BREATHE}), breath.breathe),
    commands.BreatheFrom: (frozenset({Phase.BREATH_FROM}), breath.breath_from),
    commands.DrawHand: (frozenset({Phase.BREATH_HAND}), breath.breath_hand),
    commands.PlayHand: (frozenset({Phase.BREATH_PLAY}), breath.breath_play),
    commands.Calm: (frozenset({Phase.BREATH_CALM}), breath.breath_calm),
    commands.Notice: (frozenset({Phase.WATCHER}), watcher.take_action),
    commands.Acknowledge: (frozenset({Phase.WATCHER}), watcher.take_action),
    commands.Focus: (frozenset({Phase.WATCHER}), watcher.take_action),
    commands.LetGo: (frozenset({Phase.WATCHER}), watcher.take_action),
    commands.Rest: (frozenset({Phase.WATCHER}), watcher.rest),
    commands.Concede: (frozenset(Phase) - {Phase.OVER}, _concede),
    commands.Fix: (frozenset({Phase.MIND, Phase.WATCHER}), fix.fix),
}
"""The phases in which each command may be given, and what it does."""


def misplaced(state: State, kind: type | None) -> Refusal | None:
    """Return the refusal of a kind of command (None: an unknown one) by the phase alone."""
    if state.phase is Phase.OVER:
        return Refusal(RefusalCode.OVER, "the game is over")
    if kind is None:
        return Refusal(RefusalCode.PHASE, "there is no such command")
    if state.phase not in RULES[kind][0]:
        return Refusal(RefusalCode.PHASE, f"not a command of the phase {state.phase.value}")
    return None


def step(state: State, command: Command) -> Step[State, Effect]:
    """Apply a command. Total; refused means the same state object and no effects."""
    kind = type(command)
    refusal = misplaced(state, kind)
    if refusal is None:
        draft = Draft(state)
        refusal = RULES[kind][1](draft, command)
        if refusal is None:
            return Step(draft.state, tuple(draft.effects))
    return Step(state, (), refusal)
