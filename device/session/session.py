"""An open session: the record, the chance events, and the moments that the screens look at.

Laws of this file:
- a line is written and synced before its command changes anything that is shown;
- what the device gives by itself follows a touch at once, as lines of its own (`by: device`);
- an undo goes back to before the last line of the player, lines are never taken out of the file.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from device.session.game_ui import Batch
from device.settings.model import Anchor, Guidance
from device.storage.decode import Decoded, decode_fields
from device.storage.folders import record_path
from device.ui.play import Manner, Moment, PartnerLevel, Play
from engine import record
from engine.step import Refusal, RefusalCode
from engine.timeline import NOTHING, PLAYER, Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from enum import StrEnum

    from device.session.game_ui import Director
    from engine.game import Command, Game
    from engine.record import Record
    from engine.timeline import Entry

_LOG = logging.getLogger(__name__)
DEVICE = "device"
PARTNER = "partner"
MANNER = "manner"
"""The key that the device adds to a record's header: how the session is held."""


def _one_of(kinds: type[StrEnum]) -> Any:
    """Return the type of the words of an enum, as they stand in a header."""
    words: Any = Literal
    return words[tuple(kind.value for kind in kinds)]


_MANNER: Mapping[str, Any] = {
    "guided": bool,
    "tokens": Literal["device", "table"],
    "labels": bool,
    "guidance": _one_of(Guidance),
    "anchor": _one_of(Anchor),
    "partners": Literal[0, 1, 2, 3],
    "partner": _one_of(PartnerLevel),
}


def manner_json(manner: Manner) -> dict[str, object]:
    """Write how a session is held, for the record's header; the seed stands there by itself."""
    return {name: value for name, value in asdict(manner).items() if name != "seed"}


def manner_from_json(seed: str, raw: Mapping[str, object]) -> Decoded[Manner]:
    """Read it; what is missing or at fault has its default."""
    found = decode_fields(_MANNER, raw)
    return Decoded(Manner(seed, **found.value), found.faults)


class Session:
    """One game under way, with its past. `write` appends a line to the record and syncs it."""

    def __init__(
        self,
        number: int,
        timeline: Timeline[Any, Any, Any, Any],
        manner: Manner,
        director: Director,
        write: Callable[[bytes], None],
    ) -> None:
        self.number = number
        self.manner = manner
        self.director = director
        self._timeline = timeline
        self._write = write
        self._moments: list[Moment] = []
        self.turns = 0
        """How often it went back or forth in its own past."""

    @classmethod
    def begin(
        cls,
        number: int,
        game: Game[Any, Any, Any, Any],
        options: Mapping[str, object],
        manner: Manner,
        director: Director,
        write: Callable[[bytes], None],
    ) -> Session:
        """Open a new record; raises engine.game.OptionsError for options that cannot be played."""
        known = game.options_from_json(options)
        session = cls(number, Timeline(game, known), manner, director, write)
        write(record.header_line(game, known, manner.seed, {MANNER: manner_json(manner)}))
        session._follow(0)
        session._retell()
        return session

    @classmethod
    def resume(
        cls,
        number: int,
        kept: Record,
        director_of: Callable[[str], Director],
        write: Callable[[bytes], None],
    ) -> Session:
        """Take a record up again at its exact step."""
        found = decode_fields({MANNER: dict[str, object]}, kept.extra)
        manner = manner_from_json(str(kept.seed or number), found.value.get(MANNER, {}))
        for fault in found.faults + manner.faults:
            _LOG.warning("%s: header: %s; its default holds", record_path(number), fault)
        director = director_of(kept.game.name)
        session = cls(number, record.resume(kept), manner.value, director, write)
        session._follow(0)
        session._retell()
        return session

    @property
    def state(self) -> Any:
        """The engine's state now."""
        return self._timeline.state

    @property
    def ended(self) -> bool:
        """Whether a result stands; a won game of The Mind has one and can still go on."""
        return self.state.result is not None

    @property
    def entries(self) -> tuple[Entry[Any, Any, Any], ...]:
        """All commands in force with what each did, oldest first."""
        return self._timeline.in_force

    @property
    def game(self) -> Game[Any, Any, Any, Any]:
        """The game that is played."""
        return self._timeline.game

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All moments in force, oldest first."""
        return tuple(self._moments)

    def state_json(self) -> dict[str, object]:
        """The public state, as records write it."""
        return self.game.state_to_json(self.state)

    def play(self, active_ms: int, notes: Mapping[str, str]) -> Play:
        """Return the game as the screens see it."""
        guesses = frozenset(place for moment in self._moments for place in moment.guesses)
        return Play(
            self.number,
            self.game.name,
            self.state,
            self.manner,
            self.game.concede,
            self.moments,
            self.ended,
            active_ms,
            notes,
            guesses,
        )

    def do(
        self,
        command: Command,
        at_ms: int,
        by: str = PLAYER,
        extra: Mapping[str, object] = NOTHING,
    ) -> Refusal | None:
        """Carry out a command and all that the device gives after it. A refused one is not written."""
        refusal = self._apply(command, by, at_ms, extra)
        if refusal is not None:
            return refusal
        before = len(self._timeline.in_force)
        self._follow(at_ms)
        self._moments.append(self._told(self._timeline.in_force[before - 1 :]))
        return None

    def skip(self, at_ms: int) -> Refusal | None:
        """Let the device draw what was asked; the line says that it is the player's touch and a guess."""
        given = self.director.guessed(self.state, self.manner, self._timeline.counts())
        if given is None:
            return Refusal(RefusalCode.PHASE, "nothing that could be skipped was asked")
        return self.do(given.command, at_ms, PLAYER, given.extra)

    def undo(self, at_ms: int) -> Moment | None:
        """Go back to before the last line of the player; return the moment that went, or None."""
        count = self._timeline.undo_reach()
        if not count:
            return None
        self._write(record.undo_line(count, by=PLAYER, at_ms=at_ms))
        refusal = self._timeline.undo(count)
        assert refusal is None, "an undo that was counted cannot be refused"
        self.turns += 1
        left = len(self._timeline.in_force)
        # The opening is no touch, even where the device gave nothing.
        opening, *touches = self._moments
        gone = [moment for moment in touches if moment.start >= left]
        self._moments = [opening, *(moment for moment in touches if moment.start < left)]
        return gone[0]

    def redo(self, at_ms: int) -> bool:
        """Bring back what the last undo took; False if there is nothing."""
        count = self._timeline.redo_reach()
        if not count:
            return False
        self._write(record.redo_line(count, by=PLAYER, at_ms=at_ms))
        refusal = self._timeline.redo(count)
        assert refusal is None, "a redo that was counted cannot be refused"
        self.turns += 1
        self._retell()
        return True

    @property
    def can_redo(self) -> bool:
        """Whether an undo is left that a redo could bring back."""
        return self._timeline.redo_reach() > 0

    @property
    def last_at_ms(self) -> int:
        """How long the session had lasted when its last line was written."""
        return max((entry.at_ms for entry in self._timeline.in_force), default=0)

    def _apply(self, command: Command, by: str, at_ms: int, extra: Mapping[str, object]) -> Refusal | None:
        step = self.game.step(self.state, command)
        if step.refusal is None:
            kept = {"by": by, "at_ms": at_ms, **extra}
            # Stored before it is in force: what is shown was kept.
            self._write(record.do_line(self.game, command, kept))
            self._timeline.take(command, step, kept)
        return step.refusal

    def _follow(self, at_ms: int) -> None:
        """Give what the device gives by itself, until it is somebody's turn."""
        while (given := self.director.given(self.state, self.manner, self._timeline.counts())) is not None:
            refusal = self._apply(given.command, DEVICE, at_ms, given.extra)
            assert refusal is None, f"the device gave {given.command!r} and was refused: {refusal}"

    def _told(self, batch: Sequence[Entry[Any, Any, Any]]) -> Moment:
        before = self._moments[-1] if self._moments else None
        told = Batch(
            command=None if not batch or batch[0].by == DEVICE else batch[0].command,
            entries=tuple(batch),
            effects=tuple(effect for entry in batch for effect in entry.effects),
            state=batch[-1].state if batch else self.state,
            start=before.start + before.length if before else 0,
        )
        return self.director.moment(self.manner, before, told)

    def _retell(self) -> None:
        """Make all moments anew from the lines in force: after a begin, a resume and a redo."""
        entries = self._timeline.in_force
        touches = [index for index, entry in enumerate(entries) if entry.by != DEVICE]
        self._moments = []
        for start, end in pairwise([0, *touches, len(entries)]):
            self._moments.append(self._told(entries[start:end]))
