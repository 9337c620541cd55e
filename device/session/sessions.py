"""The session that is open, and those that could be: what the record of one cannot tell, kept beside it."""

from __future__ import annotations

import logging
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.session.chance import new_seed
from device.session.session import PARTNER, Session
from device.storage.folders import record_path
from device.storage.journal import JournalEntry, day
from device.storage.progress import ResumePoint
from device.ui.model import Do
from engine.game import OptionsError
from engine.record import RecordError, interpret
from hal.ports import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.session.game_ui import AnyGameUI, AnyPartners
    from device.session.games import DeviceGames
    from device.session.session import AnySession
    from device.storage.store import Store
    from device.ui.model import Begin, Intent
    from device.ui.play import AnyPlay
    from engine.record import RawRecord
    from hal.ports import Clock

_LOG = logging.getLogger(__name__)
KEPT_EVERY_MS = 60_000
"""So much of a session without a touch is lost to a power cut at most (F56)."""
UNDONE = "undone"
"""The note of what was told of the touch that an undo took back, where that was not all."""


class OpenSession:
    """One session that is open, with its clock. Facts for the journal are notes."""

    def __init__(self, session: AnySession, store: Store, stand: ResumePoint | None = None) -> None:
        self.session = session
        self._store = store
        known = stand or ResumePoint(session.number)
        self.ritual, self.ritual_index = known.ritual, known.index
        self.notes = dict(known.notes)
        self._active_us = max(session.last_at_ms, known.active_ms) * 1000
        self._saved_ms = self.active_ms
        self._partners: AnyPartners | None = session.ui.partners(session.options)

    @property
    def ui(self) -> AnyGameUI:
        """What leads it."""
        return self.session.ui

    @property
    def active_ms(self) -> int:
        """How long it has lasted, without pauses and absences (F17: by the monotonic clock)."""
        return self._active_us // 1000

    def play(self) -> AnyPlay:
        """Return the game as the screens see it."""
        return self.session.play(self.active_ms, MappingProxyType(dict(self.notes)))

    def count(self, us: int) -> None:
        """Let its clock go on."""
        self._active_us += max(0, us)

    def mark(self, ritual: str, index: int) -> None:
        """Remember where the ritual stands, if that changed."""
        if (ritual, index) != (self.ritual, self.ritual_index):
            self.ritual, self.ritual_index = ritual, index
            self.save()

    def note(self, key: str, value: str) -> None:
        """Remember a fact for the journal."""
        self.notes[key] = value
        self.save()

    def save(self) -> None:
        """Store what the record cannot tell."""
        self._saved_ms = self.active_ms
        at = (self.session.number, self.ritual, self.ritual_index)
        self._store.save_resume_point(ResumePoint(*at, self.active_ms, dict(self.notes)))

    def unsaved_ms(self) -> int:
        """How much of its time neither the record nor what lies beside it tells."""
        left_ms = self.active_ms - self._saved_ms
        return (
            left_ms
            if left_ms < KEPT_EVERY_MS
            else self.active_ms - max(self._saved_ms, self.session.last_at_ms)
        )

    def reopen(self) -> None:
        """Take it up again after its end was undone."""
        self._store.reopen(self.session.number)
        self.mark("", 0)

    def due_in_us(self) -> int:
        """In how much of its own time the game acts by itself, e.g. a virtual partner; NEVER if not."""
        if self._partners is None:
            return NEVER
        due_us = self._partners.due_us(self.session, self._active_us)
        return NEVER if due_us >= NEVER else due_us - self._active_us

    def due(self) -> tuple[Intent, ...]:
        """Return what the game does by itself now."""
        command = None if self._partners is None else self._partners.act(self.session, self._active_us)
        return () if command is None else (Do(command, PARTNER),)


class Sessions:
    """Opens sessions, takes them up again and puts them away."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: DeviceGames,
        seed: Callable[[], str] = new_seed,
    ) -> None:
        self.store = store
        self.games = games
        self.current: OpenSession | None = None
        self._clock = clock
        self._seed = seed
        self._counted_us = clock.now_us()
        """Up to when the clock of a session was counted."""
        self._asleep = False
        self._found = self._find()

    @property
    def session(self) -> AnySession | None:
        """The game that is open."""
        return None if self.current is None else self.current.session

    def begin(self, begin: Begin) -> OpenSession:
        """Open a new session; the seed comes from the operating system if none is given."""
        held = begin.held if begin.held.seed else replace(begin.held, seed=self._seed())
        number = self.store.new_session()
        rules, ui = self.games.rules[begin.game], self.games[begin.game].ui()
        session = Session.begin(number, rules, begin.options, held, ui, self._writer(number))
        self.current = OpenSession(session, self.store)
        self.current.save()
        return self.current

    def resume(self, game: str) -> OpenSession | None:
        """Take the open session of a game up again; None if it cannot be read, then it is set aside."""
        self.current = None
        number = self._found.get(game)
        raw = None if number is None else self.store.load(number)
        if number is None or raw is None:
            self._found.pop(game, None)
            return None
        try:
            kept = interpret(raw, self.games.rules)
            session = Session.resume(number, kept, self.games[kept.game.name], self._writer(number))
            stand = self.store.resume_point()
            known = stand if stand is not None and stand.session == number else None
            self.current = OpenSession(session, self.store, known)
            self.current.due_in_us()
        except Exception as error:  # whatever it is, the next start would meet it again (F36)
            self.give_up(game, number, error)
        return self.current

    def give_up(self, game: str, number: int, error: Exception) -> None:
        """Set a session aside that cannot be taken up, whyever."""
        self.current = None
        known = isinstance(error, RecordError | OptionsError)
        if not known:
            _LOG.warning("%s: cannot be taken up", record_path(number), exc_info=error)
        why = str(error) if known else type(error).__name__
        self.store.set_aside(number, why)
        self._found.pop(game, None)

    def leave(self) -> Mapping[str, int]:
        """Put the session away: an ended one is closed, another stays open. Returns as `close` does."""
        opened = self.current
        reached: Mapping[str, int] = {}
        if opened is None:
            return reached
        if opened.session.ended:
            if opened.session.number not in {entry.session for entry in self.store.journal()}:
                # Left before the facts of it were shown: what was said to be kept is kept (F27).
                reached = self.close()
            self.store.save_resume_point(None)
        else:
            opened.save()
        self.current = None
        self._found = self._find()
        return reached

    def close(self) -> Mapping[str, int]:
        """Write the session into the journal; a later entry of the same session takes its place. Returns the
        milestones that it reached.
        """
        if self.current is None:
            return {}
        play, ui = self.current.play(), self.current.ui
        self.store.write_entry(replace(ui.entry(play), date=self._today()))
        return ui.reached(play)

    def keep_minutes(self, game: str, seconds: int) -> None:
        """Write a journal entry of something that has no record."""
        number = self.store.new_session()
        self.store.write_entry(JournalEntry(session=number, game=game, seconds=seconds, date=self._today()))

    def save(self) -> bool:
        """Store everything; False if the storage takes nothing."""
        if self.current is not None:
            self.current.save()
        return self.store.flush()

    def count(self, now_us: int, *, running: bool) -> None:
        """Let the session's clock go on from the last call, if the session stood on the panel."""
        if running and self.current is not None:
            self.current.count(now_us - self._counted_us)
        self._counted_us = now_us

    def keep_time(self, *, asleep: bool) -> None:
        """Store how long the session has lasted: once a minute, once as it falls asleep, then no more."""
        fell_asleep, self._asleep = asleep and not self._asleep, asleep
        if self.current is None:
            return
        unsaved_ms = self.current.unsaved_ms()
        if (unsaved_ms >= KEPT_EVERY_MS and not asleep) or (unsaved_ms > 0 and fell_asleep):
            self.current.save()

    def due_us(self) -> int:
        """When the open game wants to act by itself, if its clock runs on."""
        due_us = NEVER if self.current is None else self.current.due_in_us()
        return NEVER if due_us >= NEVER else self._counted_us + due_us

    def open_games(self) -> frozenset[str]:
        """Games with a session that can be resumed."""
        return frozenset(self._found)

    def entries(self) -> tuple[JournalEntry, ...]:
        """The journal, newest first; read only while no game is open."""
        return () if self.current is not None else tuple(reversed(self.store.journal()))

    def _find(self) -> dict[str, int]:
        stand = self.store.resume_point()
        at = 0 if stand is None else stand.session

        def finished(number: int, raw: RawRecord) -> bool:
            return number != at and self.store.journal_amiss and self._finished(number, raw)

        found = {opened.game: opened.number for opened in self.store.open_sessions(finished)}
        if stand is not None and stand.session not in found.values():
            raw = self.store.load(stand.session)
            if raw is not None and raw.game is not None:
                found[raw.game] = stand.session
        return {game: number for game, number in found.items() if game in self.games}

    def _finished(self, number: int, raw: RawRecord) -> bool:
        """Tell by its record whether a session has ended; then its missing entry is written anew (F34)."""
        game = self.games.named(raw.game or "")
        if game is None:
            return False
        try:
            session = Session.resume(number, interpret(raw, self.games.rules), game, lambda line: None)
            entry = session.ui.entry(session.play(session.last_at_ms, {})) if session.ended else None
        except Exception:
            # Who wants to go on with it is told then.
            return False
        if entry is None:
            return False
        self.store.write_entry(entry)
        return True

    def _today(self) -> str:
        return day(self._clock.wall())

    def _writer(self, number: int) -> Callable[[bytes], None]:
        def write(line: bytes) -> None:
            self.store.append(number, line.decode("utf-8").rstrip("\n"))

        return write
