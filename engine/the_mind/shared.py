"""Level, lives and stars: one set of rules under paper cards and dealt cards alike.

Laws of this file:
- lives are charged before a level counts as complete (M2.5);
- a reward is paid on completing a level, once, and never above the supply (M1.3, M3);
- a game ends in one place, whichever way it was played;
- these are called behind the gates: nobody asks here whether the phase allows it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.step import Refusal, Step
from engine.the_mind import effects as fx
from engine.the_mind.model import MAX_LIVES, MAX_STARS, REWARDS, Reward, State
from engine.the_mind.phases import TABLE, Trigger

if TYPE_CHECKING:
    from engine.step import RefusalCode
    from engine.the_mind.effects import Effect

Result = Step[State, "Effect"]


def refuse(state: State, code: RefusalCode, message: str) -> Result:
    """Return the same state with a reason."""
    return Step(state, (), Refusal(code, message))


def end_vote(state: State, why: fx.VoteEnd) -> tuple[State, tuple[Effect, ...]]:
    """Forget a running proposal, if there is one: old votes never count later (M4.2). The phase stays."""
    if state.vote_from is None:
        return state, ()
    return replace(state, votes=(), vote_from=None), (fx.VoteEnded(why),)


def lose_lives(state: State, count: int) -> tuple[State, tuple[Effect, ...]]:
    """Return up to `count` lives to the supply."""
    count = min(count, state.lives)
    if not count:
        return state, ()
    lives = state.lives - count
    return replace(state, lives=lives), (fx.LifeLost(count, lives),)


def lose(state: State) -> tuple[State, tuple[Effect, ...]]:
    """End the game without a life; all else stays as it lies (M2.4, M5.4)."""
    if state.blind:
        over = replace(state, phase=TABLE.next(state.phase, Trigger.BLIND_LOSE))
        return over, (fx.BlindOver(state.blind_levels),)
    return replace(state, phase=TABLE.next(state.phase, Trigger.LOSE)), (fx.Lost(),)


def complete(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Complete the level with a life left: reward, then the next level or the end (M2.5, M3, M5.1)."""
    done: tuple[Effect, ...] = (fx.LevelDone(state.level),)
    if state.blind:
        state = replace(state, blind_levels=state.blind_levels + 1)
    state, paid = _reward(state)
    state, ahead = _go_on(state)
    return state, done + paid + ahead


def _reward(state: State) -> tuple[State, tuple[Effect, ...]]:
    kind = REWARDS.get(state.level)
    if kind is None:
        return state, ()
    if kind is Reward.LIFE:
        if state.lives == MAX_LIVES:
            return state, (fx.RewardForfeited(kind),)
        return replace(state, lives=state.lives + 1), (fx.RewardPaid(kind),)
    if state.stars == MAX_STARS:
        return state, (fx.RewardForfeited(kind),)
    return replace(state, stars=state.stars + 1), (fx.RewardPaid(kind),)


def _go_on(state: State) -> tuple[State, tuple[Effect, ...]]:
    if state.level < state.options.last_level:
        trigger = Trigger.NEXT_DEALT if state.options.dealt else Trigger.NEXT_TABLE
        ahead = at_level(state, state.level + 1, trigger)
        return ahead, (fx.LevelBegan(ahead.level),)
    if state.blind:
        return replace(state, phase=TABLE.next(state.phase, Trigger.BLIND_WIN)), (fx.BlindWon(),)
    return replace(state, phase=TABLE.next(state.phase, Trigger.WIN)), (fx.Won(),)


def at_level(state: State, level: int, trigger: Trigger) -> State:
    """Return the state before the given level, with the cards of the last one cleared away (M1.2)."""
    return replace(
        state,
        phase=TABLE.next(state.phase, trigger),
        level=level,
        started=False,
        hands=None,
        pile=(),
        aside=(),
    )
