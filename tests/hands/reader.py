"""Somebody who reads the panel, and does each thing that it says once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from tests.hands.told import AGAIN, LOOK_BACK, Act, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hands.told import Told


class Hands(Protocol):
    """A table that can be moved."""

    def do(self, act: Act) -> None:
        """Make the moves of an act."""


LOOKED_BACK = 40
"""Commands of a round at most, which `*` looks back on: a draw, tokens, a breath, an action."""


OWN = frozenset({"token.flip", "do.card", "do.hand.card", "do.hand.card.center"})
"""What a question told before it was answered: it need not be told again."""


@dataclass(slots=True)
class Reader:
    """Reads line after line, and does each act once.

    An act that was told before is no second one where the player asked for it: the last touch is told again
    after K3, a pause and a power cut, the round after `*`, in its order, up to what is new. Nothing else is.
    """

    hands: Hands
    is_act: Callable[[str], bool]
    home: str
    """How the names of the game's own screens begin."""
    asking: frozenset[str] = frozenset()
    """Screens that ask for something at the table too."""
    draws: frozenset[str] = frozenset()
    """Lines that ask for a card of a paper deck: what `*` looks back on begins with the answer."""
    by_words: bool = False
    """Two acts of one line follow each other, and only their words differ: sides of one page of text."""
    past: list[list[Act]] = field(default_factory=lambda: [[]])
    """The acts after each command that is in force, the opening first; a touch's stand at its last one."""
    now: list[Act] = field(default_factory=list)
    """The acts of the last touch, also if it was an undo."""
    _round: int = 0
    """Where in `past` it began that a card was asked for last."""
    _stands: Act | None = None
    """The act in view."""
    _screen: str = ""
    _again: tuple[Act, ...] = ()
    """What may be told again."""
    _after: frozenset[int] = frozenset()
    """Where in `_again` the next act may stand; nowhere if nothing is being repeated."""

    def touched(self, more: int) -> None:
        """A touch counted, with `more` commands, or so many fewer by an undo: what is told now is of it."""
        self.now = []
        if more < 0:
            del self.past[more:]
        else:
            self.past += [[] for _ in range(more - 1)]
            self.past.append(self.now)
        self._stands, self._again, self._after = None, (), frozenset()

    def see(self, told: Told) -> None:
        """Read a line and do what it says; raises RefusedError."""
        if told.spoken is not None:
            return
        if told.touch == LOOK_BACK:
            begun = self._round if self._round < len(self.past) else 0
            recent = [act for touch in self.past[begun:][-LOOKED_BACK:] for act in touch]
            self._repeat(recent if self.past[-1] is self.now else [*recent, *self.now])
        elif told.touch == "K3" and told.side == "map":
            # That turned to the map; the words are said again once it turns back.
            pass
        elif told.touch in AGAIN or told.notice is not None or not told.screen.startswith(self.home):
            # Also in the middle of what is being told again.
            self._repeat(list(self._again) if self._after else self.now)
        if told.line in self.draws:
            self._round = len(self.past)
        act = Act.of(told, by_words=self.by_words)
        if act is None or not self.is_act(act.line):
            # What a question says to do is said once, for as long as it is walked through its answers.
            if told.screen not in self.asking or told.screen != self._screen:
                self._stands = None
        elif act != self._stands:
            self._stands = act
            self._read(act)
        self._screen = told.screen

    def _repeat(self, told: list[Act]) -> None:
        self._again, self._after = tuple(told), frozenset(range(len(told)))

    def _onward(self) -> frozenset[int]:
        """Return where the next act may stand: what a question told need not be told again."""
        found = set(self._after)
        for at, act in enumerate(self._again):
            if at in found and act.line in OWN:
                found.add(at + 1)
        return frozenset(found)

    def _read(self, act: Act) -> None:
        here = self._onward()
        ends = not here or len(self._again) in here or len(self._after) == len(self._again)
        after = frozenset(at + 1 for at in here if at < len(self._again) and self._again[at] == act)
        if not after and not ends:
            raise RefusedError(f"{act} was told out of its order: {self._again}")
        if not after:
            self.hands.do(act)
            self.now.append(act)
        self._after = after
