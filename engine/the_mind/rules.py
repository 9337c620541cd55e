"""The rules of The Mind as functions: `step`, `legal`, `misplaced`. The rules themselves are the table.

Laws of this file:
- `step` is total: every state and every command has an answer;
- what is legal is read from the table: what is listed is accepted, what is accepted is listed;
- of `deal` and `level_done` only the verb is listed, since their data is the world's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import quoted
from engine.machine import accepts
from engine.step import Refusal, RefusalCode, Step
from engine.the_mind import commands as say
from engine.the_mind.draft import Draft
from engine.the_mind.model import ENDS, HIGHEST_CARD
from engine.the_mind.phases import VERBS, Verb
from engine.the_mind.table import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect
    from engine.the_mind.model import State

WORLD = frozenset({Verb.DEAL, Verb.LEVEL_DONE})
"""Verbs whose data comes from the world."""


def step(state: State, command: Command) -> Step[State, Effect]:
    """Apply one command: the state after it and what happened, or the same state and why not."""
    draft = Draft(state, command)
    if TABLE.run(draft, command.verb):
        return Step(draft.freeze(), tuple(draft.told))
    return Step(state, (), draft.refusal or _out_of_place(state, command.verb))


def misplaced(state: State, verb: str) -> Refusal | None:
    """Return why no command of this verb has its place now, or None if one has."""
    known = VERBS.get(verb)
    if known is None:
        return unknown(verb)
    return None if TABLE.offers(Draft(state), known) else _out_of_place(state, known)


def unknown(verb: object) -> Refusal:
    """Return the refusal of a verb that no command has."""
    return Refusal(RefusalCode.PHASE, f"The Mind knows no command {quoted(verb)}.")


def legal(state: State) -> tuple[Verb | Command, ...]:
    """Return all that `step` accepts, in the order of the verbs; of data of the world the verb alone."""
    draft = Draft(state)
    found: list[Verb | Command] = []
    for verb, needs in TABLE.openings(draft):
        if verb in WORLD:
            found.append(verb)
            continue
        for command in _SAYABLE[verb](state):
            draft.command = command
            if accepts(draft, needs):
                found.append(command)
    return tuple(found)


def in_order_of_sample(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Sort seats that were touched in one sample of the pads: the lower card counts first (M2.7).

    Seats that do not exist or hold nothing come last, in their own order: their touch will be refused.
    """

    def key(seat: int) -> int:
        held = state.held[seat] if 0 <= seat < state.options.players else ()
        return held[0] if held else HIGHEST_CARD + 1

    return tuple(sorted(seats, key=key))


def _out_of_place(state: State, verb: Verb) -> Refusal:
    if state.phase in ENDS:
        return Refusal(RefusalCode.OVER, f"The game is over ({state.phase.value}): no {verb.value}.")
    return Refusal(RefusalCode.PHASE, f"No {verb.value} in phase {state.phase.value}.")


def _by_seat(kind: Callable[[int], Command]) -> Callable[[State], list[Command]]:
    return lambda state: [kind(seat) for seat in range(state.options.players)]


_SAYABLE: dict[Verb, Callable[[State], list[Command]]] = {
    Verb.FOCUS: lambda _: [say.Focus()],
    Verb.PLAY: lambda state: [say.Play(seat, card) for seat, hand in enumerate(state.held) for card in hand],
    Verb.MISPLAY: lambda _: [say.ReportMisplay()],
    Verb.STOP: lambda _: [say.Stop()],
    Verb.PROPOSE_STAR: _by_seat(say.ProposeStar),
    Verb.AGREE: _by_seat(say.Agree),
    Verb.DECLINE: _by_seat(say.Decline),
    Verb.BLIND: lambda _: [say.BeginBlind()],
    Verb.CONCEDE: lambda _: [say.Concede()],
}
"""All that can be said, by verb; what of it is legal the table tells."""
