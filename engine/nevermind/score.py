"""Ends, score and rank (N2.2, N5.1, N7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind.model import Intensity, Outcome, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.nevermind.model import Thought

RANKS: tuple[tuple[int, str], ...] = (
    (9, "Zen Master"),
    (6, "Priest"),
    (4, "Monk"),
    (1, "Initiate"),
    (-2, "Asleep"),
    (-4, "Adrift"),
)
"""Least score of each rank, highest first (N7.2)."""
LOWEST_RANK = "Afraid"
"""Below all of RANKS."""


def rank_of(score: int) -> str:
    """Return the rank without its subtitle (N7.2)."""
    return next((rank for least, rank in RANKS if score >= least), LOWEST_RANK)


def end_of(grid: Sequence[Thought], stage: int) -> Outcome | None:
    """Return how the grid alone ends a game, or None (N2.2; N5.1 from Stage Two on)."""
    noisy = False
    for thought in grid:
        if thought.intensity is Intensity.DISTRACTION:
            noisy = True
        elif thought.intensity is not Intensity.RELEASED:
            return None
    if not noisy:
        return Outcome.ZEN
    return Outcome.MIND_WINS if stage >= 2 else None


def result_of(grid: Sequence[Thought], outcome: Outcome) -> Result:
    """Return the result of a game that ends so with this grid (N7.1)."""
    if outcome in {Outcome.MIND_WINS, Outcome.CONCEDED}:
        return Result(outcome)
    intensities = [thought.intensity for thought in grid]
    score = intensities.count(Intensity.RELEASED) + 1 - intensities.count(Intensity.DISTRACTION)
    return Result(outcome, score, rank_of(score))
