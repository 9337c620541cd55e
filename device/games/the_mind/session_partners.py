"""Virtual partners in an open session: they play by the session's own clock, which stands in a pause.

Laws of this file:
- what they know comes from the record's lines alone, so a resumed session has the same partners;
- after going back or forth in the past, and after a resume, their waits count from now.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from device.games.the_mind import partners
from device.games.the_mind.chance import partner_event
from engine.the_mind.codec import GAME
from hal.ports import NEVER

if TYPE_CHECKING:
    from device.games.the_mind.options import MindOptions
    from device.session.game_ui import SessionView
    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect
    from engine.the_mind.model import State

    MindView: TypeAlias = SessionView[State, Command, Effect]


class MindPartners:
    """The partners of one session."""

    def __init__(self, options: MindOptions) -> None:
        self._options = options
        self._ensemble = partners.Ensemble(options.seed, ())
        self._counts: Counter[str] = Counter()
        self._seen = -1
        """How many lines of the record they know; -1 before they sat down."""
        self._turns = 0

    def due_us(self, session: MindView, active_us: int) -> int:
        """Return when a partner acts next, or NEVER."""
        self._look(session, active_us)
        if partners.votes(self._ensemble, session.state):
            return active_us
        due = partners.next_play(self._ensemble, session.state)
        return NEVER if due is None else due[0]

    def act(self, session: MindView, active_us: int) -> Command | None:
        """Return the vote or the card that is due now."""
        self._look(session, active_us)
        for vote in partners.votes(self._ensemble, session.state):
            return vote
        due = partners.next_play(self._ensemble, session.state)
        return due[1] if due is not None and due[0] <= active_us else None

    def _look(self, session: MindView, active_us: int) -> None:
        """Take in what happened since the last look."""
        lines = session.entries
        if self._seen >= 0 and session.turns == self._turns:
            self._follow(session, self._seen)
        else:
            self._sit_down(session)
            self._turns = session.turns
            self._follow(session, 0)
            thought = partner_event(self._counts)
            self._ensemble = partners.resumed(self._ensemble, session.state, active_us, thought)
        self._seen = len(lines)

    def _sit_down(self, session: MindView) -> None:
        players = session.state.options.players
        seats = tuple(range(players - self._options.partners, players))
        self._ensemble = partners.seated(self._options.seed, seats, self._options.partner)
        self._counts = Counter()

    def _follow(self, session: MindView, start: int) -> None:
        lines = session.entries
        before = lines[start - 1].state if start else GAME.initial(session.state.options)
        for entry in lines[start:]:
            self._counts[entry.command.verb] += 1
            thought = partner_event(self._counts)
            self._ensemble = partners.follow(
                self._ensemble, before, entry.command, entry.state, entry.at_ms * 1000, thought
            )
            before = entry.state
