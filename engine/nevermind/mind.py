"""The Mind Phase (N3) and what the stages add to it (N5.2, N5.3, N5.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.nevermind import effects as fx
from engine.nevermind.choices import nothing_active, second_places, second_type, surface_places
from engine.nevermind.deck import reset_or_offer
from engine.nevermind.model import Intensity, MindCard, Token
from engine.nevermind.phases import Trigger
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from engine.nevermind.commands import Draw, GiveToken, Surface, TakeSecond
    from engine.nevermind.draft import Draft
    from engine.nevermind.model import Place, State

CHAIN_STEPS = {Token.ANTICIPATING: 1, Token.REMEMBERING: -1}
"""The way a Distraction with such a token sends the Mind, clockwise counted positive (N5.3)."""


def draw(draft: Draft, _command: Draw) -> None:
    """Flip the top card and let the Mind act (N3.1); a Center Card is only discarded (N6.2)."""
    state = draft.state
    card = state.deck[0]
    acting = isinstance(card, MindCard)
    draft.state = replace(
        state,
        deck=state.deck[1:],
        discards=(*state.discards, card),
        second_due=acting and state.options.super_monkey,
    )
    if not isinstance(card, MindCard):
        draft.tell(fx.BreatheDiscarded())
        reset_or_offer(draft)
        return
    mind, noting = state.foci(card)
    draft.tell(fx.MindCardFlipped(card.card, card.turn, mind, noting))
    if not act(draft, mind):
        return
    blocked = draft.state.grid[mind].intensity is Intensity.RELEASED
    if blocked and nothing_active(draft.state):
        draft.tell(fx.SurfaceAsked())
        draft.go(Trigger.ASK_SURFACE)
        return
    _follow(draft)


def token(draft: Draft, command: GiveToken) -> None:
    """Fix the type of the thought just revealed (N1.6)."""
    at = draft.state.awaiting_token()
    assert at is not None
    draft.fix_token(at, command.type)
    draft.tell(fx.TokenFixed(at, command.type))
    _second_or_close(draft)


def surface(draft: Draft, command: Surface) -> Refusal | None:
    """Let the chosen thought rise (N3.3); nothing was active, so no focus can be stolen."""
    if command.at not in surface_places(draft.state):
        return Refusal(RefusalCode.TARGET, f"{command.at.name} is not Subliminal, so it cannot rise")
    draft.bar(command.at)
    _shift(draft, command.at)
    _follow(draft)
    return None


def second(draft: Draft, command: TakeSecond) -> Refusal | None:
    """Let the Mind act on the chosen thought too (N5.6)."""
    if command.at not in second_places(draft.state):
        kind = second_type(draft.state)
        return Refusal(RefusalCode.TARGET, f"{command.at.name} has no token of the type {kind}")
    if act(draft, command.at):
        _follow(draft)
    return None


def act(draft: Draft, at: Place) -> bool:
    """Take one Mind action (N3.1, N5.2, N5.3); False if it ended the game."""
    thought = draft.state.grid[at]
    if thought.intensity is Intensity.RELEASED:
        if monkey_wakes(draft.state, at):
            draft.put(at, Intensity.THOUGHT)
            draft.bar(at)
            draft.tell(fx.MonkeyWoke(at))
        else:
            draft.tell(fx.ReleasedHeld(at))
        return True
    draft.bar(at)
    if thought.intensity is not Intensity.DISTRACTION:
        return _shift(draft, at)
    draft.tell(fx.DistractionHeld(at))
    if not draft.time_passes():
        return False
    steps = CHAIN_STEPS.get(thought.token) if thought.token else None
    if steps is None or draft.state.options.stage < 4:
        return True
    return _chain(draft, at, steps)


def monkey_wakes(state: State, at: Place) -> bool:
    """Tell whether a Mind action wakes this Released thought (N5.2)."""
    if state.options.stage < 3 or state.grid[at].token is not Token.THINKING:
        return False
    return any(state.grid[at.moved(by)].intensity is not Intensity.RELEASED for by in (-1, 1))


def chain_course(state: State, start: Place, steps: int) -> tuple[Place, ...]:
    """Return the places a chain visits: Distractions passed, and last where it lands (N5.3).

    It lands before it is back: with Distractions alone the Mind has already won (N5.1).
    """
    course: list[Place] = []
    for by in range(1, 8):
        course.append(start.moved(by * steps))
        if state.grid[course[-1]].intensity is not Intensity.DISTRACTION:
            break
    return tuple(course)


def _chain(draft: Draft, start: Place, steps: int) -> bool:
    """Move on from a Distraction; bars are neither set nor lifted by it (N5.3)."""
    *passed, landed = chain_course(draft.state, start, steps)
    way = fx.Direction.CLOCKWISE if steps > 0 else fx.Direction.COUNTER_CLOCKWISE
    draft.tell(fx.ChainMoved(start, way, tuple(passed), landed))
    if draft.state.grid[landed].intensity is Intensity.RELEASED:
        draft.tell(fx.ReleasedHeld(landed))
        return True
    return _shift(draft, landed)


def _shift(draft: Draft, at: Place) -> bool:
    """Raise a Subliminal, Acknowledged or Thought by the table of N3.1; False if it ended the game."""
    thought = draft.state.grid[at]
    match thought.intensity:
        case Intensity.SUBLIMINAL:
            stolen = draft.state.center > 0
            draft.put(at, Intensity.THOUGHT, center=-1 if stolen else 0)
            draft.tell(fx.ThoughtArose(at, first_time=thought.token is None, stolen=stolen))
        case Intensity.ACKNOWLEDGED:
            draft.put(at, Intensity.THOUGHT)
            draft.tell(fx.ThoughtReturned(at))
        case _:
            draft.put(at, Intensity.DISTRACTION)
            draft.tell(fx.DistractionArose(at))
            return draft.goes_on() and draft.time_passes()
    return True


def _follow(draft: Draft) -> None:
    """Ask for a token that is due, else look further (order of a Mind Phase: N3.1, N5.6, N3.5)."""
    if draft.state.awaiting_token() is None:
        _second_or_close(draft)
    else:
        draft.go(Trigger.ASK_TOKEN)


def _second_or_close(draft: Draft) -> None:
    if draft.state.second_due:
        draft.state = replace(draft.state, second_due=False)
        kind = second_type(draft.state)
        if kind is not None:
            draft.tell(fx.SecondAsked(kind))
            draft.go(Trigger.ASK_SECOND)
            return
    reset_or_offer(draft)
