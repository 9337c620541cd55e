"""What lies on the app's desk: the parts it works with, and the session that is open."""

from __future__ import annotations

import logging
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from device.input.hands import Hands
from device.input.senses import Senses
from device.output.display import Glass
from device.output.led import Lamp
from device.output.sound import Cues
from device.output.speech import once_more, reading
from device.session.chance import new_seed
from device.session.session import PARTNER, Session
from device.settings.loaded import Source, with_choices
from device.settings.model import PADS
from device.storage.journal import Entry, day
from device.storage.progress import Stand
from device.text.catalog import speech
from device.ui.model import Do
from engine.game import OptionsError
from engine.record import RecordError, interpret
from hal.ports import NEVER, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.session.game_ui import AnyGameUI, Partners
    from device.session.games import DeviceGames
    from device.session.session import AnySession
    from device.settings.loaded import Loaded
    from device.settings.model import Settings
    from device.storage.progress import Progress
    from device.storage.store import Store
    from device.text.line import Line
    from device.ui.model import Begin, Intent, Model
    from device.ui.play import AnyPlay
    from device.ui.scene import Scene
    from hal.ports import Hardware

_LOG = logging.getLogger(__name__)


class Desk:
    """Hardware, storage, settings, and the open session. The app decides; this keeps."""

    def __init__(
        self,
        hardware: Hardware,
        store: Store,
        loaded: Loaded,
        games: DeviceGames,
        seed: Callable[[], str] = new_seed,
    ) -> None:
        self.hardware = hardware
        self.store = store
        self.loaded = loaded
        self.games = games
        self._seed = seed
        pads = loaded.settings.pads
        self.senses = Senses(hardware.inbox, hardware.buttons, {pads.electrode(name): name for name in PADS})
        self.hands = Hands(loaded.settings.plates)
        sessions = len(store.sessions())
        self.glass = Glass(hardware.display, swap=sessions % 2 == 1)
        self.cues = Cues(hardware.chime, hardware.voice)
        self._aloud = False
        """Whether the screen before was spoken."""
        self.lamp = Lamp(hardware.lights)
        self.progress: Progress = store.progress()
        self.session: AnySession | None = None
        self._partners: Partners[Any, Any, Any] | None = None
        self.notes: dict[str, str] = {}
        self.ritual = ""
        self.ritual_index = 0
        self._active_us = 0
        self._counted_us = hardware.clock.now_us()
        self._open = self._find_open()
        self._apply_thresholds()

    # Settings and progress

    @property
    def settings(self) -> Settings:
        """The effective settings."""
        return self.loaded.settings

    def reach(self, milestones: Mapping[str, int]) -> None:
        """Keep milestones for good; a lower one than was reached before is none."""
        known = self.progress.reached
        reached = {**known, **{key: max(known.get(key, 1), step) for key, step in milestones.items()}}
        if reached != known:
            self.progress = replace(self.progress, reached=reached)
            self.store.save_progress(self.progress)

    def first_start_done(self) -> None:
        """Remember that the first start was gone through or skipped."""
        if not self.progress.first_start_done:
            self.progress = replace(self.progress, first_start_done=True)
            self.store.save_progress(self.progress)

    def learnt(self) -> frozenset[str] | None:
        """Pages of help that were shown; None without a first start: then nobody is led through them."""
        return frozenset(self.progress.help_seen) if self.progress.first_start_done else None

    def learn(self, pages: frozenset[str]) -> None:
        """Remember that these pages were shown or skipped."""
        seen = tuple(sorted({*self.progress.help_seen, *pages}))
        if seen != self.progress.help_seen:
            self.progress = replace(self.progress, help_seen=seen)
            self.store.save_progress(self.progress)

    # The session

    def begin(self, begin: Begin) -> None:
        """Open a new session; the seed comes from the operating system if none is given."""
        held = begin.held if begin.held.seed else replace(begin.held, seed=self._seed())
        number = self.store.new_session()
        self._reset_session()
        ui = self.games[begin.game].ui()
        rules = self.games.rules[begin.game]
        self.session = Session.begin(number, rules, begin.options, held, ui, self._writer(number))
        self.glass.swap = number % 2 == 1
        self._partners = ui.partners(held)
        self.stand()

    def resume(self, game: str) -> bool:
        """Take the open session of a game up again; False if it cannot be read, then it is set aside."""
        number = self._open.get(game)
        raw = None if number is None else self.store.load(number)
        if number is None or raw is None:
            self._open.pop(game, None)
            return False
        try:
            self._reset_session()
            kept = interpret(raw, self.games.rules)
            self.session = Session.resume(number, kept, self.games[kept.game.name], self._writer(number))
        except (RecordError, OptionsError) as error:
            self.store.set_aside(number, str(error))
            self._open.pop(game, None)
            return False
        self._partners = self.session.ui.partners(self.session.options)
        stand = self.store.stand()
        self._active_us = self.session.last_at_ms * 1000
        if stand is not None and stand.session == number:
            self.ritual, self.ritual_index = stand.ritual, stand.index
            self.notes = dict(stand.notes)
            self._active_us = max(self._active_us, stand.active_ms * 1000)
        return True

    def leave(self) -> None:
        """Put the session away: an ended one is closed, another stays open."""
        session = self.session
        if session is None:
            return
        if session.ended:
            if session.number not in {entry.session for entry in self.store.journal()}:
                # Left before the facts of it were shown: what was said to be kept is kept (F27).
                self.close_entry()
            self.store.save_stand(None)
        else:
            self.stand()
        self.session = None
        self._reset_session()
        self._open = self._find_open()

    def close_entry(self) -> None:
        """Write the session into the journal; a later entry of the same session takes its place."""
        play, ui = self.play(), self.ui()
        if play is None or ui is None:
            return
        self.store.write_entry(replace(ui.entry(play), date=day(self.hardware.clock.wall())))
        self.reach(ui.reached(play))

    def keep_minutes(self, game: str, seconds: int) -> None:
        """Write a journal entry of something that has no record."""
        number = self.store.new_session()
        date = day(self.hardware.clock.wall())
        self.store.write_entry(Entry(session=number, game=game, seconds=seconds, date=date))

    def mark(self, ritual: str, index: int) -> None:
        """Remember where the ritual stands, if that changed."""
        if (ritual, index) != (self.ritual, self.ritual_index):
            self.ritual, self.ritual_index = ritual, index
            self.stand()

    def note(self, key: str, value: str) -> None:
        """Remember a fact for the journal."""
        self.notes[key] = value
        self.stand()

    def stand(self) -> None:
        """Store what the record cannot tell of the open session."""
        if self.session is not None:
            self.store.save_stand(
                Stand(self.session.number, self.ritual, self.ritual_index, self.active_ms, dict(self.notes))
            )

    def play(self) -> AnyPlay | None:
        """The open game as the screens see it."""
        if self.session is None:
            return None
        return self.session.play(self.active_ms, MappingProxyType(dict(self.notes)))

    def ui(self) -> AnyGameUI | None:
        """What leads the open game."""
        return None if self.session is None else self.session.ui

    @property
    def active_ms(self) -> int:
        """How long the session has lasted, without pauses and absences (F17: by the monotonic clock)."""
        return self._active_us // 1000

    def clock_active(self, now_us: int, *, counting: bool) -> None:
        """Count the time since the last call, if a session stood on the panel."""
        if counting and self.session is not None:
            self._active_us += max(0, now_us - self._counted_us)
        self._counted_us = now_us

    def open_games(self) -> frozenset[str]:
        """Games with a session that can be resumed."""
        return frozenset(self._open)

    def entries(self) -> tuple[Entry, ...]:
        """The journal, newest first; read only while no game is open."""
        return () if self.session is not None else tuple(reversed(self.store.journal()))

    # Due by themselves

    def due_us(self, model: Model) -> int:
        """When the open game wants to act by itself, for example a virtual partner."""
        if self._partners is None or self.session is None or not model.screen.mode.in_session:
            return NEVER
        due_us = self._partners.due_us(self.session, self._active_us)
        return NEVER if due_us >= NEVER else self._counted_us + due_us - self._active_us

    def due(self, model: Model, now_us: int) -> tuple[Intent, ...]:
        """Return what the open game does by itself now. The session's clock stands under any other screen."""
        if self._partners is None or self.session is None or not model.screen.mode.in_session:
            return ()
        command = self._partners.act(self.session, self._active_us)
        return () if command is None else (Do(command, PARTNER),)

    # Saying

    def speak(self, scene: Scene, before: Scene | None, model: Model) -> None:
        """Speak what is new on the screen, if the setting asks for it or nobody can see; nothing on a still
        one (M6.1).
        """
        aloud = self.settings.sound.spoken or Part.OLED in model.status.faults
        # What stood there when the panel went was not heard.
        known = before if self._aloud else None
        self._aloud = aloud
        if aloud and not model.screen.mode.is_still:
            self.cues.screen(reading(scene, known, self._table_words), self.settings.sound)

    def say_again(self, model: Model) -> None:
        """Speak the screen because it was asked for, with "Spoken" the map too; never on a still one."""
        if not model.screen.mode.is_still:
            scene = model.screen.scene(model)
            table = self._table_words(scene) if self.settings.sound.spoken else ""
            self.cues.screen(once_more(scene, table), self.settings.sound)

    def _table_words(self, scene: Scene) -> str:
        """Say how the table of the open game stands; "" without one, or if the scene shows none."""
        play, ui = self.play(), self.ui()
        return "" if play is None or ui is None else ui.table_words(play, scene)

    def choose(self, key: str, value: str | int | bool) -> None:
        """Set something on the device and keep it."""
        self.loaded = with_choices(self.loaded, {key: value})
        self.store.save_choices(self.loaded.choices())

    def set_thresholds(self, touch_counts: tuple[int, ...], release_counts: tuple[int, ...]) -> None:
        """Set both distances of all pads at once and keep them; raises ValueError for what is not allowed."""
        chosen = {"pads.touch_counts": touch_counts, "pads.release_counts": release_counts}
        self.loaded = with_choices(self.loaded, chosen)
        self.store.save_choices(self.loaded.choices())
        self._apply_thresholds()

    def _apply_thresholds(self) -> None:
        """Hardware is built from the settings file alone; what was chosen on the device is laid over it."""
        if self.loaded.sources["pads.touch_counts"] is Source.CHOICES:
            pads = self.settings.hardware.pads
            self.hardware.pads.set_thresholds(Part.PADS, pads.on, pads.off)

    def rezero(self) -> None:
        """Take all pads as untouched now."""
        self.hardware.pads.rezero(Part.PADS)
        self.hardware.pads.rezero(Part.PALMS)

    def guide(self, text: Line, now_us: int, *, edge: bool = False) -> None:
        """Speak a guidance line, as far as the level allows; `edge` at the opening and the close."""
        level = "light" if self.session is None else self.session.options.guidance
        said = replace(text, full=speech(text))
        self.cues.guide(said, level, self.settings.sound, now_us, edge=edge)

    # Beneath

    def _find_open(self) -> dict[str, int]:
        found = {opened.game: opened.number for opened in self.store.open_sessions()}
        stand = self.store.stand()
        if stand is not None and stand.session not in found.values():
            raw = self.store.load(stand.session)
            if raw is not None and raw.game is not None:
                found[raw.game] = stand.session
        return {game: number for game, number in found.items() if game in self.games}

    def _reset_session(self) -> None:
        self.notes = {}
        self.ritual, self.ritual_index = "", 0
        self._active_us = 0
        self._partners = None

    def _writer(self, number: int) -> Callable[[bytes], None]:
        def write(line: bytes) -> None:
            self.store.append(number, line.decode("utf-8").rstrip("\n"))

        return write
