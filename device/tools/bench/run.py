"""Everything measured, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from device.games.settings import defaults
from device.tools.bench import play, processes, rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Stage = tuple[str, "Callable[[], Mapping[str, float]]"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long each part takes."""

    seeds: tuple[str, ...]
    """Sessions that are played."""
    starts: int
    settle_s: float
    """Before an idle session is looked at; by default until its panel has dimmed."""
    idle_s: float
    games: int
    """Games of each kind for the rules."""


FULL = Effort(seeds=("1", "7", "42"), starts=9, settle_s=30.0, idle_s=60.0, games=20)
QUICK = Effort(seeds=("7",), starts=3, settle_s=12.0, idle_s=5.0, games=3)


def stages(effort: Effort) -> tuple[Stage, ...]:
    """Return what is measured, in order, each with its name."""
    loaded = defaults()
    return (
        ("start", partial(processes.start, effort.starts)),
        ("memory and stop", processes.run_and_stop),
        ("a session on the emulated bus", partial(play.session, loaded, effort.seeds)),
        ("a quarter of an hour", partial(play.quarter_hour, loaded)),
        ("rules of Nevermind", partial(_steps, "nevermind", effort.games)),
        ("rules of The Mind", partial(_steps, "the-mind", effort.games)),
        (
            f"an idle session, {effort.settle_s + effort.idle_s:.0f} s",
            partial(processes.idle, effort.settle_s, effort.idle_s),
        ),
    )


def _steps(game: str, games: int) -> dict[str, float]:
    return {f"{game.replace('-', '_')}_steps_per_s": rules.steps_per_s(game, games)}


def measure(
    *, quick: bool = False, told: Callable[[str, int, int], None] = lambda what, done, whole: None
) -> dict[str, float]:
    """Measure all figures, by key. `told` hears what comes next, and how much is done of how much."""
    todo = stages(QUICK if quick else FULL)
    values: dict[str, float] = {}
    for done, (what, stage) in enumerate(todo):
        told(what, done, len(todo))
        values |= stage()
    told("", len(todo), len(todo))
    return values
