"""When each command may be given at all: one predicate a verb over phase and way of playing.

Laws of this file:
- a gate looks at the state alone, never at a command's fields: those are for the rules, after it;
- `step`, `legal` and the codec ask the same gates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import quoted
from engine.step import Refusal, RefusalCode
from engine.the_mind.model import ENDS, State
from engine.the_mind.phases import TABLE, Trigger

if TYPE_CHECKING:
    from collections.abc import Callable


def _by_table(trigger: Trigger) -> Callable[[State], bool]:
    return lambda state: TABLE.allows(state.phase, trigger)


def _may_report(state: State) -> bool:
    return not state.options.dealt and state.inside_level


GATES: dict[str, Callable[[State], bool]] = {
    "deal": _by_table(Trigger.DEAL),
    "focus": _by_table(Trigger.FOCUS),
    "play": lambda state: state.may_play,
    "misplay": lambda state: _may_report(state) and not state.blind,
    "level_done": _may_report,
    "stop": _by_table(Trigger.STOP),
    "propose_star": lambda state: TABLE.allows(state.phase, Trigger.PROPOSE) and state.inside_level,
    "agree": _by_table(Trigger.AGREE),
    "decline": _by_table(Trigger.DECLINE_TO_STOP),
    "blind": _by_table(Trigger.BLIND_TABLE),
    "concede": _by_table(Trigger.CONCEDE),
}
"""Whether a command of this verb has its place in a state (records.md, The Mind commands)."""


def misplaced(state: State, verb: str) -> Refusal | None:
    """Return why no command of this verb has its place now, or None if one has."""
    gate = GATES.get(verb)
    if gate is None:
        return Refusal(RefusalCode.PHASE, f"The Mind knows no command {quoted(verb)}.")
    if gate(state):
        return None
    if state.phase in ENDS:
        return Refusal(RefusalCode.OVER, f"The game is over ({state.phase.value}): no {verb}.")
    return Refusal(RefusalCode.PHASE, f"No {verb} in phase {state.phase.value}.")
