"""The owner of the app: the only place where touches, engine, storage and panel meet.

Laws of this file:
- `step(now_us) -> next_due_us`; it never waits, and it is called by one thread only;
- what a touch means is decided elsewhere (router, screens, the UI of a game); here it is carried out;
- a command is stored before the frame that shows it is drawn.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.app import router
from device.app.effects import CARRY
from device.app.notices import Notices
from device.output.dimming import Light, light
from device.screens.faults import answer_to_faults
from device.storage.outbox import StorageFault
from device.text.catalog import fault_line, line, read_time_ms
from device.ui.events import Entered, HandsMoved, Pads, PadsFreed, PadStuck, Sleeve, TimedOut
from device.ui.model import Cue, Fault, Mode, Model, Tell
from device.ui.words import shown_words
from hal.ports import NEVER, Part, PartChanged, Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from device.app.desk import Desk
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Intent, Screen
    from device.ui.scene import Scene
    from hal.ports import Fact

_LOG = logging.getLogger(__name__)
REDO_US = 4_000_000
"""For this long after an undo K4 is redo."""
STORAGE_LINES = {
    StorageFault.FULL: "storage.full",
    StorageFault.READ_ONLY: "storage.readonly",
    StorageFault.FAILED: "saved.not",
}
LOOK_EVERY_US = 1_000_000
"""The safety look: levels are read again at least this often."""


class App:
    """Runs the device on a desk of parts."""

    def __init__(
        self, desk: Desk, home: Callable[[], Screen], now_us: int, first: Screen | None = None
    ) -> None:
        self.desk = desk
        self.home = home
        """Makes the home screen."""
        self.model = Model(screen=first or home(), settings=desk.settings, games=desk.games.offers)
        self.shown_serial = 0
        """Number of the last wish that is on the glass."""
        self.off = False
        """The power screen was agreed to."""
        self._entered_us = now_us
        self._came_us = now_us
        """When this family of screens came up; steps within it do not count."""
        self._touched_us = now_us
        self._seen: tuple[Model, Scene] | None = None
        """The model that was shown last, and its scene."""
        self._worded: Scene | None = None
        """The scene whose words are in `_read`."""
        self._read: tuple[str, str] | None = None
        self._read_us = now_us
        """When the words on the panel changed last."""
        self._told_saved = True
        self._notices = Notices()
        self._notice_until_us = NEVER
        self._held: Line | None = None
        """Says that a pad is held, or many are; it stands until they are lifted, or the next touch."""
        self._redo_until_us = -NEVER
        self._light = Light.FULL
        self._spoken: Scene | None = None
        self.perform(self.model.screen.on(self.model, Entered(now_us)), now_us)
        self.refresh()

    # Stepping

    def step(self, now_us: int) -> int:
        """Do what is due; return when to call again, in microseconds of the same clock."""
        screen = self.model.screen
        self.desk.clock_active(now_us, counting=screen.mode.in_session)
        palms = screen.pads(self.model) is not Pads.KEYS
        heard = self.desk.senses.hear(now_us, palms=palms, asleep=self._light is Light.OFF)
        self._news(heard.news, now_us)
        if heard.woke:
            self._touched_us = now_us
        by_hands, hands_due_us = self.desk.hands.hear(self.model, heard, now_us)
        for event in sorted((*heard.events, *by_hands), key=lambda one: one.at_us):
            self._touch(event, now_us)
        self._timers(now_us)
        storage_due_us = self._storage(now_us)
        light_due_us = self.show(now_us)
        due_us = min(
            heard.due_us,
            hands_due_us,
            storage_due_us,
            light_due_us,
            self._screen_due_us(),
            self._notice_until_us,
            self._redo_until_us if self.model.can_redo else NEVER,
            self.desk.due_us(self.model),
        )
        return min(due_us, now_us + LOOK_EVERY_US)

    def perform(self, intents: Iterable[Intent], now_us: int) -> None:
        """Carry intents out, in order."""
        for intent in intents:
            CARRY[type(intent)](self, intent, now_us)

    def go(
        self, screen: Screen, now_us: int, under: tuple[Screen, ...] | None = None, *, again: bool = False
    ) -> None:
        """Put a screen up; its time begins. `again`: it was only covered, so its sound is not repeated."""
        if type(screen) is not type(self.model.screen):
            self._came_us = now_us
        self.model = replace(
            self.model,
            screen=screen,
            under=self.model.under if under is None else under,
            side=0,
            asked_again=False,
        )
        if screen.mode.is_still:
            # What stands over it may not go by time either (M6.1).
            self._notice_until_us = NEVER
        self._entered_us = now_us
        answer = screen.on(self.model, Entered(now_us))
        self.perform([one for one in answer if not (again and isinstance(one, Cue))], now_us)

    def refresh(self) -> None:
        """Take over what changed in the session, the settings or the storage."""
        desk = self.desk
        play = desk.play()
        ui = desk.ui()
        self.model = replace(
            self.model,
            settings=desk.settings,
            play=play,
            open_games=desk.open_games(),
            reached=desk.progress.reached,
            learnt=desk.learnt(),
            entries=desk.entries(),
            status=replace(self.model.status, saved=desk.store.problem is None),
        )
        menu = tuple(ui.menu(play)) if ui is not None and play is not None else ()
        self.model = replace(self.model, game_menu=menu)

    def tell(self, text: Line, now_us: int) -> None:
        """Show a notice over the screen until the next touch, or for its read time."""
        self.perform((Tell(text),), now_us)

    def announce(self, about: str, text: Line, now_us: int, *, over: bool = False) -> None:
        """Tell what happened by itself: when the notice before it is gone, on a still screen after a touch
        (M6.1). `over`: what was announced about this part has ended.
        """
        self._notices.put(about, text, over=over)
        self._announce_next(now_us)

    def _announce_next(self, now_us: int, *, touched: bool = False) -> None:
        mode = self.model.screen.mode
        waits = mode is Mode.QUESTION or (mode.is_still and not touched)
        if self.off or self.model.notice is not None or waits:
            return
        text = self._notices.take()
        if text is not None:
            self.tell(text, now_us)

    def seconds_here(self, now_us: int) -> int:
        """How long the screen has stood, in seconds."""
        return max(0, now_us - self._came_us) // 1_000_000

    def notice_for(self, until_us: int) -> None:
        """Let the notice lapse by itself; on a still screen (M6.1) and a dark one it waits for a touch."""
        waits = self.model.screen.mode.is_still or self._light is Light.OFF
        self._notice_until_us = NEVER if waits else until_us

    def offer_redo(self, now_us: int) -> None:
        """Make K4 redo for 4 s, on a still screen until the next touch."""
        self.model = replace(self.model, can_redo=True)
        self._redo_until_us = NEVER if self.model.screen.mode.is_still else now_us + REDO_US

    def keep_redo(self, now_us: int) -> None:
        """Let K4 be redo for what is left of the 4 s; on a still screen redoing was the next touch."""
        self.model = replace(self.model, can_redo=now_us < self._redo_until_us < NEVER)

    # Inputs

    def _touch(self, event: Event, now_us: int) -> None:
        if self.off:
            return
        self._touched_us = now_us
        if isinstance(event, HandsMoved):
            self.model = replace(self.model, hands=event.down)
        if isinstance(event, PadStuck | Sleeve | PadsFreed):
            self._hold(event, now_us)
            return
        intents = router.route(self.model, event)
        if not event.lifts:
            # A notice and the offer to redo stand until the next touch, which acts all the same.
            self.model = replace(self.model, notice=None, can_redo=False)
            self._notice_until_us = NEVER
        self.perform(intents, now_us)
        if not event.lifts:
            self._announce_next(now_us, touched=True)

    def _hold(self, event: PadStuck | Sleeve | PadsFreed, now_us: int) -> None:
        """Say what is held for as long as it is, unless a touch goes on over it."""
        if isinstance(event, PadsFreed):
            if self._held is not None and self.model.notice is self._held:
                self.model = replace(self.model, notice=None)
            self._held = None
            return
        self._held = line("pad.hold", pad=event.key) if isinstance(event, PadStuck) else line("sleeve")
        self.tell(self._held, now_us)
        self._notice_until_us = NEVER

    def _news(self, facts: tuple[Fact, ...], now_us: int) -> None:
        for fact in facts:
            if isinstance(fact, Shown):
                self.shown_serial = max(self.shown_serial, fact.serial)
            elif isinstance(fact, PartChanged):
                self._part(fact, now_us)

    def _part(self, fact: PartChanged, now_us: int) -> None:
        """Say once that a part was lost, and once that it is back, on what still works."""
        faults = dict(self.model.status.faults)
        known = faults.pop(fact.part, None)
        if fact.fault is not None:
            faults[fact.part] = Fault(fact.fault, fact.detail)
        status = replace(self.model.status, faults=MappingProxyType(faults))
        self.model = replace(self.model, status=status)
        if known == faults.get(fact.part):
            return
        _LOG.warning("%s: %s", fact.part.value, fact.detail or fact.fault or "back")
        self.perform(answer_to_faults(self.model), now_us)
        quiet = fact.part in (Part.VOICE, Part.BUZZER, Part.LED)
        if quiet or (known is None) is (fact.fault is None):
            # Another fault of a part that is away already is for `status` and the log.
            return
        self.announce(fact.part, fault_line(fact.part, fact.fault), now_us, over=fact.fault is None)
        if fact.part is Part.OLED and fact.fault is not None and not self.model.screen.mode.is_still:
            self.desk.cues.chime("away", self.desk.settings.sound)

    # Time

    def _screen_due_us(self) -> int:
        if self._light is Light.OFF:
            # What nobody sees need not move.
            return NEVER
        timeout_ms = self.model.screen.timeout_ms(self.model)
        return NEVER if timeout_ms is None else self._entered_us + timeout_ms * 1000

    def _timers(self, now_us: int) -> None:
        if now_us >= self._notice_until_us:
            self.model = replace(self.model, notice=None)
            self._notice_until_us = NEVER
        self._announce_next(now_us)
        if self.model.can_redo and now_us >= self._redo_until_us:
            self.model = replace(self.model, can_redo=False)
        if now_us >= self._screen_due_us():
            self.perform(self.model.screen.on(self.model, TimedOut(now_us)), now_us)
        self.perform(self.desk.due(self.model, now_us), now_us)

    def _storage(self, now_us: int) -> int:
        due_us = self.desk.store.step(now_us)
        problem = self.desk.store.problem
        if (problem is None) is not self._told_saved:
            self._told_saved = problem is None
            self.model = replace(self.model, status=replace(self.model.status, saved=problem is None))
            text = line(STORAGE_LINES[problem.fault] if problem else "saved.again")
            self.announce("storage", text, now_us, over=problem is None)
        for words in self.desk.store.take_words():
            _LOG.warning("%s", words)
        return due_us

    # Output

    def show(self, now_us: int) -> int:
        """Put the scene on the panel; return when its light changes."""
        model = self.model
        scene = self._scene_now()
        read_ms = self._read_ms(scene)
        self._note_words(scene, now_us)
        idle_ms = (now_us - max(self._touched_us, self._read_us)) // 1000
        lit, left_ms = light(model.screen.mode, idle_ms, read_ms)
        self._light = lit
        self.desk.glass.show(scene, lit, model.settings.screen, now_us, still=model.screen.mode.is_still)
        self.desk.lamp.show(model)
        if scene != self._spoken:
            before, self._spoken = self._spoken, scene
            self.desk.speak(scene, before, model)
        return NEVER if left_ms >= NEVER else now_us + left_ms * 1000

    def _scene_now(self) -> Scene:
        """Return the scene of the model; the same model is the same scene."""
        model = self.model
        if self._seen is None or self._seen[0] is not model:
            scene = model.screen.scene(model)
            self._seen = model, replace(scene, notice=model.notice, side=model.side or scene.side)
        return self._seen[1]

    def _note_words(self, scene: Scene, now_us: int) -> None:
        """Note when the words beneath the notice change."""
        if scene is self._worded:
            return
        self._worded = scene
        words = (scene.id, shown_words(replace(scene, notice=None)))
        if words != self._read:
            self._read, self._read_us = words, now_us

    def _read_ms(self, scene: Scene) -> int:
        text = getattr(scene.body, "line", None)
        return 0 if text is None else read_time_ms(text)
