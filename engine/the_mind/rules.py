"""The one entry to the rules of The Mind.

Laws of this file:
- `step` is total: every state and every command has an answer;
- the gate comes first, then the one rule of the command; the rules are in flow, table, dealt, star and blind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.step import Step
from engine.the_mind import commands, dealt, flow, star, table
from engine.the_mind.commands import VERBS
from engine.the_mind.gates import misplaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.the_mind.commands import Command
    from engine.the_mind.model import State
    from engine.the_mind.shared import Result

# Any: each rule takes its own command; a test compares the keys with the Command union.
RULES: dict[type[Command], Callable[[State, Any], Result]] = {
    commands.Deal: dealt.deal,
    commands.Focus: flow.focus,
    commands.Play: dealt.play,
    commands.ReportMisplay: table.report_misplay,
    commands.ReportLevelDone: table.report_level_done,
    commands.Stop: flow.stop,
    commands.ProposeStar: star.propose,
    commands.Agree: star.agree,
    commands.Decline: star.decline,
    commands.BeginBlind: flow.begin_blind,
    commands.Concede: flow.concede,
}


def step(state: State, command: Command) -> Result:
    """Apply one command: the state after it and what happened, or the same state and why not."""
    kind = type(command)
    refusal = misplaced(state, VERBS[kind])
    if refusal is not None:
        return Step(state, (), refusal)
    return RULES[kind](state, command)
