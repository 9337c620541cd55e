"""What may be chosen in a state: asked by the rules, by `legal` and by anybody who shows a choice.

Each answer is in ring order; outside the phase it is for it is of no use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.nevermind.commands import Acknowledge, Focus, LetGo, Notice
from engine.nevermind.model import ACTIVE, RING, CenterCard, Intensity, Token, UnseenCard, foci_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.nevermind.model import Card, Options, Place, Thought

Action = type[Notice] | type[Acknowledge] | type[Focus] | type[LetGo]
"""The kinds of Watcher action (N4.1 to N4.4)."""


class Table(Protocol):
    """What lies on the table: a state, or the draft of a step."""

    @property
    def options(self) -> Options:
        """What was fixed before the game."""

    @property
    def grid(self) -> Sequence[Thought]:
        """The eight thoughts in ring order."""

    @property
    def center(self) -> int:
        """Markers on the Center."""

    @property
    def barred(self) -> Sequence[Place]:
        """Places barred in this round."""

    @property
    def calmed(self) -> Sequence[Place]:
        """Places calmed in this breath."""

    @property
    def discards(self) -> Sequence[Card]:
        """The last one is the card being played."""


def nothing_active(state: Table) -> bool:
    """Tell whether no thought is active and the Center is not Focused (N0)."""
    return state.center == 0 and all(thought.intensity not in ACTIVE for thought in state.grid)


def action_on(state: Table, thought: Thought) -> Action | None:
    """Return the one Watcher action that this thought can take, bars aside (N4.1 to N4.4, N5.5)."""
    if state.center:
        noted = thought.intensity is Intensity.SUBLIMINAL and thought.token is not None
        return LetGo if noted else None
    match thought.intensity:
        case Intensity.DISTRACTION:
            locked = state.options.stage >= 6 and thought.token is Token.FEELING
            return None if locked else Notice
        case Intensity.THOUGHT:
            return Acknowledge
        case Intensity.ACKNOWLEDGED:
            return Focus
        case _:
            return None


def watcher_actions(state: Table) -> dict[Place, Action]:
    """Return the Watcher actions by place; empty means rest (N4)."""
    found = {at: action for at in RING if (action := action_on(state, state.grid[at]))}
    return {at: found[at] for at in _free_first(found, state.barred)}


def surface_places(state: Table) -> tuple[Place, ...]:
    """Return the thoughts that may rise (N3.3)."""
    return tuple(at for at in RING if state.grid[at].intensity is Intensity.SUBLIMINAL)


def second_type(state: Table) -> Token | None:
    """Return the token type at the noting focus of the card being played, as it is now (N5.6)."""
    card = state.discards[-1]
    assert not isinstance(card, CenterCard | UnseenCard)
    return state.grid[foci_of(state.options, card)[1]].token


def second_places(state: Table) -> tuple[Place, ...]:
    """Return the thoughts that may take the second Mind action (N5.6)."""
    token = second_type(state)
    return tuple(at for at in RING if state.grid[at].token is token)


def released_places(state: Table) -> tuple[Place, ...]:
    """Return the thoughts that may lend their marker to a breath (N6.3)."""
    return tuple(at for at in RING if state.grid[at].intensity is Intensity.RELEASED)


def hand_limit(state: Table) -> int:
    """Return how many cards may be drawn (N6.3)."""
    counted = (Intensity.DISTRACTION, Intensity.RELEASED)
    return sum(thought.intensity in counted for thought in state.grid)


def calm_places(state: Table) -> tuple[Place, ...]:
    """Return the thoughts that may be calmed now (N6.4, N6.5)."""
    found = [at for at in RING if _can_calm(state, state.grid[at])]
    return _free_first(found, {*state.barred, *state.calmed})


def _can_calm(state: Table, thought: Thought) -> bool:
    if thought.intensity is Intensity.THOUGHT:
        return True
    if thought.intensity is not Intensity.DISTRACTION:
        return False
    options = state.options
    return options.stage < 6 or options.breath_calms_feeling or thought.token is not Token.FEELING


def _free_first(places: Collection[Place], barred: Collection[Place]) -> tuple[Place, ...]:
    """Return those not barred, or all if there are no others (N4.5, N6.4)."""
    return tuple(at for at in places if at not in barred) or tuple(places)
