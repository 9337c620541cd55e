"""The Mind while one step changes it: the model that the table moves.

Laws of this file:
- a draft lives for one step: thawed from a state, frozen once at its end;
- only deeds change its values, and only the library its phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.the_mind.model import Phase, State, holders_of, voters_of

if TYPE_CHECKING:
    from engine.step import Refusal
    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect
    from engine.the_mind.model import Hands
    from engine.the_mind.phases import Moment

K = TypeVar("K")


class Draft:
    """A state under way, the command, and what happened so far. The fields are those of `State`."""

    __slots__ = (
        "aside", "blind", "blind_levels", "command", "hands", "level", "lives", "options", "phase", "pile",
        "refusal", "stars", "started", "told", "vote_from", "votes",
    )  # fmt: skip

    def __init__(self, state: State, command: Command | None = None) -> None:
        self.options = state.options
        self.phase: Phase | Moment = state.phase
        self.level = state.level
        self.lives = state.lives
        self.stars = state.stars
        self.blind = state.blind
        self.blind_levels = state.blind_levels
        self.started = state.started
        self.hands = state.hands
        self.pile = state.pile
        self.aside = state.aside
        self.votes = state.votes
        self.vote_from = state.vote_from
        self.command = command
        self.refusal: Refusal | None = None
        self.told: list[Effect] = []

    def freeze(self) -> State:
        """Return the state that was reached. Raises AssertionError in a moment: the step is not over."""
        assert isinstance(self.phase, Phase), f"a step ends in a phase, not in the moment {self.phase}"
        return State(
            self.options, self.phase, self.level, self.lives, self.stars, self.blind, self.blind_levels,
            self.started, self.hands, self.pile, self.aside, self.votes, self.vote_from,
        )  # fmt: skip

    def said(self, kind: type[K]) -> K:
        """Return the command, which is of this kind: the row is of its verb."""
        assert isinstance(self.command, kind), f"{self.command!r} is no {kind.__name__}"
        return self.command

    @property
    def held(self) -> Hands:
        """The hands, all empty where the device knows none."""
        return ((),) * self.options.players if self.hands is None else self.hands

    @property
    def holders(self) -> tuple[int, ...]:
        """Dealt: the seats that still have cards, ascending."""
        return holders_of(self.held)

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats that propose and vote on a star now, ascending (M4.3)."""
        return voters_of(self.options, self.held)
