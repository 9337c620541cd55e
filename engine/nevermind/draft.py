"""Nevermind while one step changes it: the model that the table moves.

Laws of this file:
- a draft lives for one step: thawed from a state, frozen once at its end;
- only deeds change its values, and only the library its phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.nevermind.model import Intensity, Place, State, Thought, Token
from engine.nevermind.phases import Moment, Phase

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect
    from engine.step import Refusal

K = TypeVar("K")

_THOUGHTS = {
    (intensity, token): Thought(intensity, token) for intensity in Intensity for token in (None, *Token)
}


class Draft:
    """A state under way, the command, and what happened so far. The fields are those of `State`.

    Beside them `at` is the thought that is acted on (unset until there is one), and `just_calmed` are the
    places that the breath which has just ended calmed.
    """

    __slots__ = (
        "at", "barred", "breath_from", "calmed", "center", "centers_added", "command", "deck", "discards",
        "grid", "hand", "hand_centers", "just_calmed", "memo", "options", "phase", "refusal", "result",
        "round", "second_due", "timer", "to_draw", "told",
    )  # fmt: skip

    at: Place

    def __init__(self, state: State, command: Command | None = None) -> None:
        self.options = state.options
        self.phase: Phase | Moment = state.phase
        self.round = state.round
        self.timer = state.timer
        self.grid = list(state.grid)
        self.center = state.center
        self.barred = state.barred
        self.deck = state.deck
        self.discards = state.discards
        self.hand = state.hand
        self.hand_centers = state.hand_centers
        self.to_draw = state.to_draw
        self.breath_from = state.breath_from
        self.calmed = state.calmed
        self.just_calmed: tuple[Place, ...] = ()
        self.second_due = state.second_due
        self.centers_added = state.centers_added
        self.result = state.result
        self.refusal: Refusal | None = None
        self.told: list[Effect] = []
        self.memo: dict[str, tuple[Place, ...]] = {}
        """What the needs of one step look up more than once; deeds do not read it."""
        self.ask(command)

    def ask(self, command: Command | None) -> None:
        """Put a command into the draft."""
        self.command = command
        at = getattr(command, "at", None)
        if at is not None:
            self.at = at

    def freeze(self) -> State:
        """Return the state that was reached. Raises AssertionError in a moment: the step is not over."""
        assert isinstance(self.phase, Phase), f"a step ends in a phase, not in the moment {self.phase}"
        return State(
            self.options, self.phase, self.round, self.timer, tuple(self.grid), self.center, self.barred,
            self.deck, self.discards, self.hand, self.hand_centers, self.to_draw, self.breath_from,
            self.calmed, self.second_due, self.centers_added, self.result,
        )  # fmt: skip

    def said(self, kind: type[K]) -> K:
        """Return the command, which is of this kind: the row is of its verb."""
        assert isinstance(self.command, kind), f"{self.command!r} is no {kind.__name__}"
        return self.command

    def put(self, intensity: Intensity) -> None:
        """Give the thought that is acted on another intensity."""
        self.grid[self.at] = _THOUGHTS[intensity, self.grid[self.at].token]

    def note(self, token: Token) -> None:
        """Give the thought that is acted on its type for good (N1.6)."""
        self.grid[self.at] = _THOUGHTS[self.grid[self.at].intensity, token]


def in_ring_order(places: set[Place]) -> tuple[Place, ...]:
    """Return the places as states keep them."""
    return tuple(sorted(places))
