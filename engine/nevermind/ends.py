"""Time, rounds and the end of a game: guards and deeds of every part (N2, N5.1, N7).

Laws of this file:
- order inside one event: the card changes, the ends that this brings, time passes, the empty timer (N2.3);
- a game that ends leaves everything else as it lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind.effects import GameEnded, RoundBegan, TimePassed
from engine.nevermind.model import Outcome
from engine.nevermind.score import end_of, result_of

if TYPE_CHECKING:
    from engine.nevermind.draft import Draft


def timer_is_empty(draft: Draft) -> bool:
    """The last Timer card was taken (N2.2)."""
    return draft.timer == 0


def all_are_released(draft: Draft) -> bool:
    """All eight thoughts are Released (N2.2)."""
    return end_of(draft.grid, draft.options.stage) is Outcome.ZEN


def the_mind_has_won(draft: Draft) -> bool:
    """From Stage Two on: all eight are Released or Distraction, not all Released (N5.1)."""
    return end_of(draft.grid, draft.options.stage) is Outcome.MIND_WINS


def let_time_pass(draft: Draft) -> None:
    """One Timer card goes (N2.3)."""
    draft.timer -= 1
    draft.told.append(TimePassed(draft.timer))


def begin_the_next_round(draft: Draft) -> None:
    """The next round shows at once, and nothing is barred (N2.1, N3.2)."""
    draft.round += 1
    draft.barred = ()
    draft.told.append(RoundBegan(draft.round))


def end_as_zen_master(draft: Draft) -> None:
    """All are Released (N7.3)."""
    _end(draft, Outcome.ZEN)


def end_by_the_mind(draft: Draft) -> None:
    """The Mind wins: no score (N5.1)."""
    _end(draft, Outcome.MIND_WINS)


def end_by_the_timer(draft: Draft) -> None:
    """The Timer Deck is empty: the score is counted (N7.1)."""
    _end(draft, Outcome.TIMER_EMPTY)


def leave_early(draft: Draft) -> None:
    """No score (N7.1)."""
    _end(draft, Outcome.CONCEDED)


def _end(draft: Draft, outcome: Outcome) -> None:
    draft.result = result = result_of(draft.grid, outcome)
    draft.told.append(GameEnded(outcome, result.score, result.rank))
