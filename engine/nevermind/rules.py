"""The rules of Nevermind as functions: `step`, `legal`, `misplaced`. The rules themselves are the table.

Laws of this file:
- `step` is total, and a refused command leaves the same state object;
- what is legal is read from the table: all that can be said, as far as it is accepted;
- commands whose data is the world's to say are listed by their verb; `fix` is never listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.machine import accepts
from engine.nevermind import commands as say
from engine.nevermind.draft import Draft
from engine.nevermind.model import RING, Token
from engine.nevermind.phases import VERBS, Phase, Verb
from engine.nevermind.table import TABLE
from engine.step import Refusal, RefusalCode, Step

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect
    from engine.nevermind.model import State

WORLD = frozenset({Verb.SHUFFLE})
"""Verbs whose data comes from the world."""
PAPER_WORLD = frozenset({Verb.SHUFFLE, Verb.DRAW, Verb.BREATH_PLAY})
"""The same with paper decks (N8.2, N8.6); there a shuffle has no data, but is the world's all the same."""

SAYABLE: tuple[Command, ...] = (
    say.Draw(),
    *(say.GiveToken(token) for token in Token),
    *(say.Surface(at) for at in RING),
    *(say.TakeSecond(at) for at in RING),
    *(say.AddCenter(yes) for yes in (True, False)),
    *(say.Breathe(yes) for yes in (True, False)),
    *(say.BreatheFrom(at) for at in RING),
    *(say.DrawHand(count) for count in range(len(RING) + 1)),
    *(say.PlayHand(index) for index in range(len(RING) + 1)),
    *(say.Calm(at) for at in RING),
    *(kind(at) for at in RING for kind in (say.Notice, say.Acknowledge, say.Focus, say.LetGo)),
    say.Rest(),
    say.Concede(),
)
"""All that can be said without data of the world, in the order in which it is listed."""
_SAYABLE_IN = {
    phase: tuple(command for command in SAYABLE if TABLE.has(phase, command.verb)) for phase in Phase
}


def step(state: State, command: Command) -> Step[State, Effect]:
    """Apply a command. Total; refused means the same state object and no effects."""
    draft = Draft(state, command)
    if TABLE.run(draft, command.verb):
        return Step(draft.freeze(), tuple(draft.told))
    return Step(state, (), draft.refusal or _out_of_place(state))


def misplaced(state: State, verb: str) -> Refusal | None:
    """Return the refusal of a verb by the phase alone, or None if it has its place."""
    if verb not in VERBS:
        return _over(state) or Refusal(RefusalCode.PHASE, "there is no such command")
    return None if TABLE.offers(Draft(state), VERBS[verb]) else _out_of_place(state)


def legal(state: State) -> tuple[Verb | Command, ...]:
    """Return what `step` accepts, of commands with data of the world the verb alone."""
    draft = Draft(state)
    needs = dict(TABLE.openings(draft))
    world = PAPER_WORLD if state.options.paper else WORLD
    found: list[Verb | Command] = [verb for verb in needs if verb in world]
    for command in _SAYABLE_IN[state.phase]:
        if command.verb in world:
            continue
        draft.ask(command)
        if accepts(draft, needs[command.verb]):
            found.append(command)
    return tuple(found)


def legal_commands(state: State) -> tuple[Command, ...]:
    """Return what is legal and has all its data."""
    return tuple(entry for entry in legal(state) if not isinstance(entry, Verb))


def _over(state: State) -> Refusal | None:
    return Refusal(RefusalCode.OVER, "the game is over") if state.phase is Phase.OVER else None


def _out_of_place(state: State) -> Refusal:
    message = f"not a command of the phase {state.phase.value}"
    return _over(state) or Refusal(RefusalCode.PHASE, message)
