"""An open session: the record, the chance events, and the moments that the screens look at.

Laws of this file:
- a line is written and synced before its command changes anything that is shown;
- what the device gives by itself follows a touch at once, as lines of its own (`by: device`);
- an undo goes back to before the last line of the player, lines are never taken out of the file.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from device.session.game_ui import Batch
from device.storage.decode import Decoded, decode, decode_fields
from device.storage.folders import record_path
from device.ui.play import Moment, P, Play
from engine import record
from engine.game import C, E, S, quoted
from engine.step import Refusal, RefusalCode
from engine.timeline import NOTHING, PLAYER, Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from device.session.game_ui import DeviceGame, GameUI
    from device.ui.play import SessionOptions
    from engine.game import Game
    from engine.games import AnyGame
    from engine.record import Record
    from engine.timeline import Entry

_LOG = logging.getLogger(__name__)
_MOST_WORDS = 5
"""Lines that are left out are said each up to so many."""
DEVICE = "device"
PARTNER = "partner"
MANNER = "manner"
"""The key that the device adds to a record's header: how the session is held."""
_ALWAYS: Mapping[str, object] = {
    "guided": False,
    "tokens": "device",
    "labels": True,
    "guidance": "light",
    "anchor": "breath",
    "partners": 0,
    "partner": "good",
}
"""What every record has there, in this order, whatever the game: programs that read them may count on it."""


def options_to_json(options: SessionOptions) -> dict[str, object]:
    """Write how a session is held, for the record's header; the seed stands there by itself."""
    return {**_ALWAYS, **{name: value for name, value in asdict(options).items() if name != "seed"}}


def options_from_json(kind: type[P], seed: str, raw: Mapping[str, object]) -> Decoded[P]:
    """Read how a session of a game is held; what is missing or at fault has its default."""
    found = decode(kind, {**raw, "seed": seed})
    return Decoded(found.value or kind(seed), found.faults)


def _held(number: int, kept: Record, game: DeviceGame) -> Any:
    """Read how a session is held out of its record; what is at fault is said and has its default."""
    where, seed = record_path(number), str(kept.seed or number)
    found = decode_fields({MANNER: dict[str, object]}, kept.extra)
    manner = found.value.get(MANNER, {})
    options = options_from_json(game.options, seed, manner)
    for fault in found.faults + options.faults:
        _LOG.warning("%s: header: %s; its default holds", where, fault)
    amiss = options.value.amiss(kept.options)
    if not amiss:
        return options.value
    for name, most in amiss.items():
        value = quoted(manner.get(name))
        _LOG.warning("%s: header: %s is %s: at most %d fits; its default holds", where, name, value, most)
    sound = {name: value for name, value in manner.items() if name not in amiss}
    return options_from_json(game.options, seed, sound).value


class Session(Generic[S, C, E, P]):
    """One game under way, with its past. `write` appends a line to the record and syncs it."""

    def __init__(
        self,
        number: int,
        timeline: Timeline[Any, S, C, E],
        options: P,
        ui: GameUI[S, C, E, P],
        write: Callable[[bytes], None],
    ) -> None:
        self.number = number
        self.options = options
        self.ui = ui
        self._timeline = timeline
        self._write = write
        self._moments: list[Moment[C, E]] = []
        self.turns = 0
        """How often it went back or forth in its own past."""
        self.left_out = 0
        """After a resume: how many lines of the record the rules refused."""
        self.gone: Moment[C, E] | None = None
        """After a resume: what an undo took back, if that was the last touch."""

    @classmethod
    def begin(
        cls,
        number: int,
        rules: AnyGame,
        raw: Mapping[str, object],
        options: P,
        ui: GameUI[S, C, E, P],
        write: Callable[[bytes], None],
    ) -> Session[S, C, E, P]:
        """Open a new record; raises engine.game.OptionsError for options that cannot be played.

        `raw` are the options of the rules as in a record's header, `options` how the session is held.
        """
        known = rules.options_from_json(raw)
        session = cls(number, Timeline(rules, known), options, ui, write)
        write(record.header_line(rules, known, options.seed, {MANNER: options_to_json(options)}))
        session._follow(0)
        session._retell()
        return session

    @classmethod
    def resume(
        cls, number: int, kept: Record, game: DeviceGame, write: Callable[[bytes], None]
    ) -> Session[Any, Any, Any, Any]:
        """Take a record of a game up again at its exact step."""
        timeline = kept.start()
        refused = [(one, why) for one in kept.lines if (why := record.advance(timeline, one)) is not None]
        for one, why in refused[:_MOST_WORDS]:
            _LOG.warning("%s: line %d is left out: %s", record_path(number), one.number, why.message)
        session = Session(number, timeline, _held(number, kept, game), game.ui(), write)
        session.left_out = len(refused)
        session._follow(0)
        session._retell()
        if kept.lines and kept.lines[-1].kind is record.Kind.UNDO:
            session.gone = session._taken()
        return session

    @property
    def state(self) -> S:
        """The engine's state now."""
        return self._timeline.state

    @property
    def ended(self) -> bool:
        """Whether a result stands; some games can still go on then."""
        return self.state.result is not None

    @property
    def entries(self) -> tuple[Entry[S, C, E], ...]:
        """All commands in force with what each did, oldest first."""
        return self._timeline.in_force

    @property
    def game(self) -> Game[Any, S, C, E]:
        """The game that is played."""
        return self._timeline.game

    @property
    def moments(self) -> tuple[Moment[C, E], ...]:
        """All moments in force, oldest first."""
        return tuple(self._moments)

    def state_json(self) -> dict[str, object]:
        """The public state, as records write it."""
        return self.game.state_to_json(self.state)

    def play(self, active_ms: int, notes: Mapping[str, str]) -> Play[S, C, E, P]:
        """Return the game as the screens see it."""
        return Play(
            self.number,
            self.game.name,
            self.state,
            self.options,
            self.game.concede,
            self.ui.seats(self.state),
            self.moments,
            self.ended,
            active_ms,
            notes,
        )

    def do(
        self,
        command: C,
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
        given = self.ui.guessed(self.state, self.options, self._timeline.counts())
        if given is None:
            return Refusal(RefusalCode.PHASE, "nothing that could be skipped was asked")
        return self.do(given.command, at_ms, PLAYER, given.extra)

    def undo(self, at_ms: int) -> Moment[C, E] | None:
        """Go back to before the last line of the player; return all that went as one moment, or None."""
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
        # Partners may have moved since.
        effects = tuple(effect for moment in gone for effect in moment.effects)
        return replace(gone[0], effects=effects, length=sum(moment.length for moment in gone))

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
    def offers_redo(self) -> bool:
        """Whether a redo is offered: not of what ended the game."""
        reach = self._timeline.redo_reach()
        return reach > 0 and self._timeline.undone[reach - 1].state.result in (None, self.state.result)

    @property
    def last_at_ms(self) -> int:
        """How long the session had lasted when its last line was written."""
        return self._timeline.lasted_ms

    def _apply(self, command: C, by: str, at_ms: int, extra: Mapping[str, object]) -> Refusal | None:
        step = self.game.step(self.state, command)
        if step.refusal is None:
            kept = {"by": by, "at_ms": at_ms, **extra}
            # Stored before it is in force: what is shown was kept.
            self._write(record.do_line(self.game, command, kept))
            self._timeline.take(command, step, kept)
        return step.refusal

    def _follow(self, at_ms: int) -> None:
        """Give what the device gives by itself, until it is somebody's turn."""
        while (given := self.ui.given(self.state, self.options, self._timeline.counts())) is not None:
            refusal = self._apply(given.command, DEVICE, at_ms, given.extra)
            assert refusal is None, f"the device gave {given.command!r} and was refused: {refusal}"

    def _told(self, batch: Sequence[Entry[S, C, E]]) -> Moment[C, E]:
        before = self._moments[-1] if self._moments else None
        told = Batch(
            command=None if not batch or batch[0].by == DEVICE else batch[0].command,
            entries=tuple(batch),
            effects=tuple(effect for entry in batch for effect in entry.effects),
            state=batch[-1].state if batch else self.state,
            start=before.start + before.length if before else 0,
        )
        return self.ui.moment(self.options, before, told)

    def _taken(self) -> Moment[C, E] | None:
        """Make the moment anew that an undo took back last; None if nothing was."""
        undone = self._timeline.undone
        return self._told(undone[: self._timeline.redo_reach()]) if undone else None

    def _retell(self) -> None:
        """Make all moments anew from the lines in force: after a begin, a resume and a redo."""
        entries = self._timeline.in_force
        touches = [index for index, entry in enumerate(entries) if entry.by != DEVICE]
        self._moments = []
        for start, end in pairwise([0, *touches, len(entries)]):
            self._moments.append(self._told(entries[start:end]))


AnySession: TypeAlias = Session[Any, Any, Any, Any]
"""Of whichever game: who holds it does not look into it."""
