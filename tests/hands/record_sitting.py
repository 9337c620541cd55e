"""A record of a game with paper decks, played once more at the device with a table beside it.

What the record says of a card is what lies there; all else is moved by the panel's words alone.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from device.games.nevermind.acts import PADS
from device.games.nevermind.settings import TokenSource
from device.settings.model import Guidance
from device.ui.model import Do
from engine.nevermind import commands as say
from engine.nevermind.model import CenterCard
from engine.record import Kind, read
from engine.step import Refusal
from engine.timeline import PLAYER
from tests.device.games.nevermind.players import pad_for
from tests.hands.nevermind_sitting import NevermindSitting, Plan
from tests.hands.sitting import DifferentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.nevermind.model import Shown
    from engine.record import Record

LEFT_OUT = ("then", "legal", "cards", "noting", "at_ms")
"""What a record has for its readers, and what need not be said."""
MOST_ACTS = 12
"""Keys that an undo and its redo are walked with."""


class RecordSitting(NevermindSitting):
    """Touches what a record says."""

    def __init__(self, record: Record) -> None:
        options = record.options
        plan = replace(
            Plan.of(0),
            number=int(str(record.seed)),
            stage=options.stage,
            super_monkey=options.super_monkey,
            rotation=options.rotation,
            tokens=TokenSource.DEVICE,
            guidance=Guidance.QUIET,
            profile="L",
            haste=0.0,
            paper=True,
        )
        super().__init__(plan)
        self._record = record
        opened = self.seat.app.sessions.current
        assert opened is not None
        self.number = opened.play().number
        """Of the session."""

    def run(self) -> None:
        """Touch it all, and compare after each touch; then the device wrote the same record."""
        touched = [
            line
            for line in self._record.lines
            if line.kind is not Kind.TRY and line.data.get("by", PLAYER) == PLAYER
        ]
        for line, following in zip_longest(touched, touched[1:], fillvalue=touched[0]):
            # K4 brings back what an undo took for 4 s only.
            undone = following.kind in (Kind.UNDO, Kind.REDO)
            self._haste = 1.0 if undone or line.kind is Kind.REDO else 0.0
            if line.kind is Kind.DO:
                self.read_all()
                self._give(line.data)
            else:
                self._until("K1" if line.kind is Kind.UNDO else "K4")
        self.read_all()
        wanted = [_bare(line.data) for line in self._record.lines if line.kind is not Kind.TRY]
        for due, found in zip_longest(wanted, map(_bare, self.written())):
            if due != found:
                raise DifferentError(f"{due} became {found}")

    def written(self) -> list[Mapping[str, object]]:
        """Return the lines that the device wrote."""
        raw = self.seat.app.sessions.store.load(self.number)
        assert raw is not None
        return [line for _, line in read(raw.data).lines]

    def _until(self, key: str) -> None:
        """Walk on with a key until it counted."""
        before = len(self.written())
        for _ in range(MOST_ACTS):
            self.tap(key)
            if len(self.written()) > before:
                return
        raise DifferentError(f"{key} does nothing")

    def _give(self, data: Mapping[str, object]) -> None:
        """Touch what means this command."""
        command = self.session.game.command_from_json(data, self.state)
        assert not isinstance(command, Refusal), command
        match command:
            case say.Draw(card) | say.PlayHand(card=card) if card is not None:
                self._show(card, hand=isinstance(command, say.PlayHand))
            case say.Fix() | say.Concede():
                # What the walk through the table, or the question before an early end, comes to.
                self.seat.perform(Do(command))
                self.tap("*")
            case _:
                self.tap(pad_for(command))

    def _show(self, card: Shown, *, hand: bool) -> None:
        """Let such a card lie there, and touch where it points."""
        if isinstance(card, CenterCard):
            self._played = self.decks.show(None, None, hand=hand)
            self.tap("5")
            return
        both = hand or self.plan.super_monkey
        noting = PADS[card.noting].value if card.noting is not None else None
        self._played = self.decks.show(PADS[card.mind].value, noting, hand=hand)
        self.tap(PADS[card.mind].value)
        if both and noting is not None:
            self.tap(noting)


def _bare(data: Mapping[str, object]) -> dict[str, object]:
    """Leave out what is for readers, of its own time, or need not be said (N8.2, N8.4)."""
    return {key: value for key, value in data.items() if key not in LEFT_OUT}
