"""The throwing star: proposing, voting, using it (M4). The same for paper and dealt cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game import quoted
from engine.step import RefusalCode, Step
from engine.the_mind import dealt
from engine.the_mind import effects as fx
from engine.the_mind.model import Phase, State
from engine.the_mind.phases import TABLE, Trigger
from engine.the_mind.shared import end_vote, refuse

if TYPE_CHECKING:
    from engine.the_mind.commands import Agree, Decline, ProposeStar
    from engine.the_mind.effects import Effect
    from engine.the_mind.shared import Result


def propose(state: State, command: ProposeStar) -> Result:
    """Propose a star, and agree to it; a lone voter decides at once (M4.1, M4.3)."""
    if not state.stars:
        return refuse(state, RefusalCode.NO_STAR, "No star is left.")
    if command.seat not in state.voters:
        return refuse(state, RefusalCode.SEAT, f"Seat {quoted(command.seat)} has no vote.")
    proposed = fx.StarProposed(command.seat)
    if state.voters == (command.seat,):
        used, told = _use(state)
        return Step(used, (proposed, *told))
    asked = replace(
        state,
        phase=TABLE.next(state.phase, Trigger.PROPOSE),
        votes=(command.seat,),
        vote_from=state.phase,
    )
    return Step(asked, (proposed,))


def agree(state: State, command: Agree) -> Result:
    """Agree to the star; it is used with the last vote (M4.2)."""
    if command.seat not in state.voters or command.seat in state.votes:
        return refuse(state, RefusalCode.SEAT, f"Seat {quoted(command.seat)} has no vote left.")
    votes = tuple(sorted((*state.votes, command.seat)))
    agreed = fx.VoteAgreed(command.seat)
    if votes == state.voters:
        used, told = _use(replace(state, votes=(), vote_from=None))
        return Step(used, (agreed, *told))
    return Step(replace(state, phase=TABLE.next(state.phase, Trigger.AGREE), votes=votes), (agreed,))


def decline(state: State, command: Decline) -> Result:
    """End the proposal, free: play is as it was before it (M4.2). A voter may turn a yes into a no."""
    back = Trigger.DECLINE_TO_PLAY if state.vote_from is Phase.PLAYING else Trigger.DECLINE_TO_STOP
    if command.seat not in state.voters:
        return refuse(state, RefusalCode.SEAT, f"Seat {quoted(command.seat)} has no vote.")
    quiet, ended = end_vote(state, fx.VoteEnd.DECLINED)
    return Step(replace(quiet, phase=TABLE.next(state.phase, back)), ended)


def _use(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Each hand that is not empty puts its lowest card aside; the pile's top does not change (M4.4)."""
    stars = state.stars - 1
    if not state.options.dealt:
        focus = replace(state, phase=TABLE.next(state.phase, Trigger.STAR), stars=stars)
        return focus, (fx.StarUsed((), stars),)
    lowest = tuple(hand[:1] for hand in state.held)
    after = dealt.put_aside(replace(state, stars=stars), lowest)
    told: tuple[Effect, ...] = (fx.StarUsed(lowest, stars),)
    if not after.holders:
        done, ahead = dealt.finish(after)
        return done, told + ahead
    return replace(after, phase=TABLE.next(state.phase, Trigger.STAR)), told
