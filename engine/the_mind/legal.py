"""What may be done now, as commands of a record: for pickers, replays and tests.

Laws of this file:
- it agrees with `step`: what is listed is accepted, what is accepted is listed;
- of `deal` and `level_done` only the verb is listed, since their data is the world's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.the_mind.gates import GATES

if TYPE_CHECKING:
    from engine.the_mind.model import State

Json = dict[str, object]


def legal(state: State) -> tuple[Json, ...]:
    """Return the legal commands, in the order of the table in records.md."""
    return tuple(command for verb, gate in GATES.items() if gate(state) for command in _commands(state, verb))


def _commands(state: State, verb: str) -> list[Json]:
    if verb == "play":
        return [{"do": verb, "seat": seat, "card": state.held[seat][0]} for seat in state.holders]
    if verb == "propose_star":
        return _by_seat(verb, state.voters if state.stars else ())
    if verb == "agree":
        return _by_seat(verb, tuple(seat for seat in state.voters if seat not in state.votes))
    if verb == "decline":
        return _by_seat(verb, state.voters)
    return [{"do": verb}]


def _by_seat(verb: str, seats: tuple[int, ...]) -> list[Json]:
    return [{"do": verb, "seat": seat} for seat in seats]
