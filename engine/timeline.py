"""A game with its past: do, undo and redo over states that are kept, never computed again.

Laws of this file:
- lines are only ever appended to a file; here, what was undone can be redone until something new is done;
- only accepted commands count; a refused one leaves the timeline as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.game import quoted
from engine.step import Refusal, RefusalCode, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

O = TypeVar("O")  # noqa: E741 - options, beside S, C and E
S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

PLAYER = "player"
"""Value of the key `by` of a line that a touch of the player brought about."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[S, E]):
    """One accepted `do` line."""

    line: Mapping[str, object]
    """As in the file: the command and whatever keys came with it (`by`, `at_ms`, `guess`)."""
    state: S
    """The state after it."""
    effects: tuple[E, ...]
    """What it did; an undo reads them to say what to move back."""

    @property
    def by_player(self) -> bool:
        """Tell whether a touch of the player brought it about."""
        return self.line.get("by") == PLAYER


def apply(game: Game[Any, S, Any, E], state: S, line: Mapping[str, object]) -> Step[S, E]:
    """Apply the command that a JSON line names by `do`; total."""
    command = game.command_from_json(line, state)
    if not isinstance(command, Refusal):
        return game.step(state, command)
    verb = line.get("do")
    refusal = game.misplaced(state, verb if isinstance(verb, str) else "")
    return Step(state, (), refusal or command)


class Timeline(Generic[O, S, C, E]):
    """The accepted lines of one game and the state after each. Not thread-safe: one owner."""

    def __init__(self, game: Game[O, S, C, E], options: O) -> None:
        self.game = game
        self.options = options
        self._initial = game.initial(options)
        self._entries: list[Entry[S, E]] = []
        self._in_force = 0

    @property
    def state(self) -> S:
        """The state now."""
        return self._entries[self._in_force - 1].state if self._in_force else self._initial

    @property
    def in_force(self) -> tuple[Entry[S, E], ...]:
        """The accepted lines that were not taken back, oldest first."""
        return tuple(self._entries[: self._in_force])

    @property
    def undone(self) -> tuple[Entry[S, E], ...]:
        """The lines that a redo would bring back, next first."""
        return tuple(self._entries[self._in_force :])

    def do(self, line: Mapping[str, object]) -> Step[S, E]:
        """Apply a `do` line; if accepted it is in force, and what could be redone is dropped."""
        step = apply(self.game, self.state, line)
        if step.refusal is None:
            self.take(line, step)
        return step

    def take(self, line: Mapping[str, object], step: Step[S, E]) -> None:
        """Put a line in force that was applied to the state of now, and accepted: `step` is what it did."""
        assert step.refusal is None, f"{line!r} was refused and cannot be in force"
        del self._entries[self._in_force :]
        self._entries.append(Entry(dict(line), step.state, step.effects))
        self._in_force += 1

    def undo(self, count: object) -> Refusal | None:
        """Take back `count` lines, or refuse it if it is no whole number from 1 to what is in force."""
        refusal = _refuse_count("undo", count, self._in_force)
        if refusal is None:
            assert isinstance(count, int)
            self._in_force -= count
        return refusal

    def redo(self, count: object) -> Refusal | None:
        """Bring back `count` lines, or refuse it if it is no whole number from 1 to what was undone."""
        refusal = _refuse_count("redo", count, len(self._entries) - self._in_force)
        if refusal is None:
            assert isinstance(count, int)
            self._in_force += count
        return refusal

    def undo_reach(self) -> int:
        """Return how many lines an undo to before the player's last touch takes back; 0 if there is none."""
        for count, entry in enumerate(reversed(self._entries[: self._in_force]), start=1):
            if entry.by_player:
                return count
        return 0

    def redo_reach(self) -> int:
        """Return how many lines bring back the next touch of the player and all it led to; 0 if none.

        It is the counterpart of `undo_reach`: up to before the touch after that one.
        """
        undone = self._entries[self._in_force :]
        for count, entry in enumerate(undone[1:], start=1):
            if entry.by_player:
                return count
        return len(undone)

    def count(self, verb: str, by: str | None = None) -> int:
        """Return how many lines in force have this `do` (and this `by`, if given): the k of chance events."""
        return sum(
            entry.line.get("do") == verb and (by is None or entry.line.get("by") == by)
            for entry in self._entries[: self._in_force]
        )


def _refuse_count(verb: str, count: object, available: int) -> Refusal | None:
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= available:
        return None
    return Refusal(RefusalCode.TARGET, f"cannot {verb} {quoted(count)} lines: there are {available}")
