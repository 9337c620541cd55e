"""Several commands in a row, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


def fold(step: Callable[[S, C], Step[S, E]], state: S, commands: Iterable[C]) -> Step[S, E]:
    """Apply the commands in order and gather their effects; stops at the first refusal and returns it."""
    effects: list[E] = []
    for command in commands:
        done = step(state, command)
        if done.refusal is not None:
            return Step(state, tuple(effects), done.refusal)
        state = done.state
        effects.extend(done.effects)
    return Step(state, tuple(effects))
