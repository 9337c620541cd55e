"""A game with its past: do, undo and redo over states that are kept, never computed again.

Laws of this file:
- lines are only ever appended to a file; here, what was undone can be redone until something new is done;
- only accepted commands count; a refused one leaves the timeline as it was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic

from engine.game import C, E, O, S, quoted
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game
    from engine.step import Step

NOTHING: Mapping[str, object] = MappingProxyType({})
"""A line that has nothing beside its command."""
LONGEST_MS = 1 << 53
"""No session lasts longer; a larger number tells no time."""
PLAYER = "player"
"""Value of the key `by` of a line that a touch of the player brought about."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[S, C, E]):
    """One accepted command."""

    command: C
    state: S
    """The state after it."""
    effects: tuple[E, ...]
    """What it did; an undo reads them to say what to move back."""
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """What its line in the record has beside the command (`by`, `at_ms`, `guess`)."""

    @property
    def by(self) -> object:
        """Who gave it, None if the record does not say."""
        return self.extra.get("by")

    @property
    def by_player(self) -> bool:
        """Tell whether a touch of the player brought it about."""
        return self.by == PLAYER

    @property
    def at_ms(self) -> int:
        """How long the session had lasted then, in milliseconds; 0 if the record does not say."""
        at_ms = self.extra.get("at_ms")
        return at_ms if isinstance(at_ms, int) and 0 <= at_ms <= LONGEST_MS else 0


class Timeline(Generic[O, S, C, E]):
    """The accepted commands of one game and the state after each. Not thread-safe: one owner."""

    def __init__(self, game: Game[O, S, C, E], options: O) -> None:
        self.game = game
        self.options = options
        self._initial = game.initial(options)
        self._entries: list[Entry[S, C, E]] = []
        self._lasted_ms: list[int] = []
        """How long the session had lasted at the latest up to each entry."""
        self._in_force = 0

    @property
    def state(self) -> S:
        """The state now."""
        return self._entries[self._in_force - 1].state if self._in_force else self._initial

    @property
    def in_force(self) -> tuple[Entry[S, C, E], ...]:
        """The accepted lines that were not taken back, oldest first."""
        return tuple(self._entries[: self._in_force])

    @property
    def lasted_ms(self) -> int:
        """How long the session had lasted by what is in force, in milliseconds."""
        return self._lasted_ms[self._in_force - 1] if self._in_force else 0

    @property
    def undone(self) -> tuple[Entry[S, C, E], ...]:
        """The lines that a redo would bring back, next first."""
        return tuple(self._entries[self._in_force :])

    def do(self, command: C, extra: Mapping[str, object] = NOTHING) -> Step[S, E]:
        """Apply a command; if accepted it is in force, and what could be redone is dropped.

        `extra` are the further keys of its line.
        """
        step = self.game.step(self.state, command)
        if step.refusal is None:
            self.take(command, step, extra)
        return step

    def take(self, command: C, step: Step[S, E], extra: Mapping[str, object] = NOTHING) -> None:
        """Put a command in force that was accepted in the state of now: `step` is what it did."""
        assert step.refusal is None, f"{command!r} was refused and cannot be in force"
        entry = Entry(command, step.state, step.effects, MappingProxyType(dict(extra)))
        lasted_ms = max(self.lasted_ms, entry.at_ms)
        del self._entries[self._in_force :]
        del self._lasted_ms[self._in_force :]
        self._entries.append(entry)
        self._lasted_ms.append(lasted_ms)
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

    def counts(self) -> Mapping[str, int]:
        """Return how many commands of each verb are in force, 0 for all others: the k of chance events."""
        return Counter([entry.command.verb for entry in self._entries[: self._in_force]])


def _refuse_count(verb: str, count: object, available: int) -> Refusal | None:
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= available:
        return None
    return Refusal(RefusalCode.TARGET, f"cannot {verb} {quoted(count)} lines: there are {available}")
