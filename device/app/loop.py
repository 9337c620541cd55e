"""The owner of the app: the only place where touches, engine, storage and panel meet.

Laws of this file:
- `step(now_us) -> next_due_us`; it never waits, and it is called by one thread only;
- what a touch means is decided elsewhere (router, screens, the UI of a game), and carried out by `Effects`;
- a command is stored before the frame that shows it is drawn.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.app import router
from device.app.effects import Effects, set_thresholds
from device.app.stage import Stage
from device.app.unended import Unended
from device.input.hands import Hands
from device.input.senses import Senses
from device.output.dimming import Light, light
from device.output.output import Cued, Hushed, View
from device.screens.faults import answer_to_faults
from device.settings.model import PADS
from device.storage.outbox import StorageFault
from device.text.catalog import fault_line, line, read_time_ms
from device.ui.events import (
    HandsMoved,
    Key,
    KeyHeld,
    KeyReleased,
    KeysFreed,
    KeyStuck,
    Pads,
    PadsFreed,
    PadStuck,
    Sleeve,
    TimedOut,
)
from device.ui.model import Fault, Model
from device.ui.words import shown_words
from hal.ports import NEVER, Part, PartChanged, Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from device.app.player import Player
    from device.output.outputs import Outputs
    from device.session.sessions import Sessions
    from device.ui.events import Event
    from device.ui.model import Intent, Screen
    from device.ui.scene import Scene
    from hal.ports import Fact, Hardware

_LOG = logging.getLogger(__name__)
STORAGE_LINES = {
    StorageFault.FULL: "storage.full",
    StorageFault.READ_ONLY: "storage.readonly",
    StorageFault.FAILED: "saved.not",
}
LOOK_EVERY_US = 1_000_000
"""The safety look: levels are read again at least this often."""

IDLE_US = 1_800_000_000
"""Untouched for so long nobody plays: nothing is written any more (F56)."""


class App:
    """Runs the device: hears, carries out, shows."""

    def __init__(
        self,
        hardware: Hardware,
        player: Player,
        sessions: Sessions,
        outputs: Outputs,
        home: Callable[[], Screen],
        first: Screen | None = None,
    ) -> None:
        now_us = hardware.clock.now_us()
        settings = player.settings
        self.player = player
        self.sessions = sessions
        self.outputs = outputs
        self.senses = Senses(
            hardware.inbox, hardware.buttons, {settings.pads.electrode(name): name for name in PADS}, now_us
        )
        self.hands = Hands(settings.plates)
        set_thresholds(player, hardware.pads)
        games = sessions.games
        model = Model(screen=first or home(), settings=settings, games=games.offers, words=games.words)
        self.stage = Stage(model, now_us)
        self.effects = Effects(self.stage, sessions, player, outputs, hardware.pads, home)
        self._unended = Unended(self.effects)
        self.shown_serial = 0
        """Number of the last wish that is on the panel."""
        self._touched_us = now_us
        self._stands: Standing | None = None
        self._view: View | None = None
        """What the outputs were shown last: the same one as long as nothing changes."""
        self._read_us = now_us
        """When the words on the panel changed last."""
        self._told_saved = True
        self._told_aside = 0
        """How many files that were set aside were told."""
        self.effects.enter(now_us)
        self.effects.refresh()

    @property
    def model(self) -> Model:
        """What stands there, as the screens see it."""
        return self.stage.model

    # Stepping

    def step(self, now_us: int) -> int:
        """Do what is due; return when to call again, in microseconds of the same clock."""
        screen = self.model.screen
        self.sessions.count(now_us, running=screen.mode.in_session)
        palms = screen.pads(self.model) is not Pads.KEYS
        heard = self.senses.hear(now_us, palms=palms, asleep=self.stage.dark)
        self._news(heard.news, now_us)
        if heard.woke:
            self._touched_us = now_us
        by_hands, hands_due_us = self.hands.hear(self.model, heard, now_us)
        for event in sorted((*heard.events, *by_hands), key=lambda one: one.at_us):
            self._touch(event, now_us)
        self._timers(now_us)
        self.sessions.keep_time(asleep=self.stage.dark or now_us - self._touched_us >= IDLE_US)
        storage_due_us = self._storage(now_us)
        light_due_us = self.show(now_us)
        game_due_us = self.sessions.due_us() if self.model.screen.mode.in_session else NEVER
        due_us = min(
            heard.due_us, hands_due_us, storage_due_us, light_due_us, self.stage.due_us(), game_due_us
        )
        return min(due_us, now_us + LOOK_EVERY_US)

    def perform(self, intents: Iterable[Intent], now_us: int) -> None:
        """Carry intents out that no touch led to."""
        self.effects.perform(intents, now_us)

    def close(self, now_us: int) -> None:
        """End: nothing sounds any more, and everything is stored that can be."""
        self.outputs.told(Hushed(), self.model, now_us)
        self.sessions.save()

    # Inputs

    def _touch(self, event: Event, now_us: int) -> None:
        stage = self.stage
        if stage.off:
            return
        self._touched_us = now_us
        if isinstance(event, HandsMoved):
            stage.model = replace(stage.model, hands=event.down)
        if isinstance(event, PadStuck | Sleeve):
            held = line("pad.hold", pad=event.key) if isinstance(event, PadStuck) else line("sleeve")
            stage.hold(held, now_us)
            return
        self._unended.before(event)
        if isinstance(event, KeyStuck):
            self._stuck(event, now_us)
            return
        if isinstance(event, PadsFreed | KeysFreed):
            stage.let_go()
            return
        if router.goes_on(stage.model, event) and stage.unseen(event.at_us):
            # It was meant for what stood there before.
            return
        if stage.covers and router.is_contact(stage.model, event):
            return
        if stage.covers and router.goes_on(stage.model, event):
            # Under the notice stands what nobody may have read yet.
            stage.touched()
            stage.announce_next(now_us, touched=True)
            return
        if self.effects.sounds_after_hold and isinstance(event, KeyReleased) and event.key is Key.K3:
            self.effects.sound_again(now_us)
        intents = router.route(stage.model, event)
        if not event.lifts:
            stage.touched()
        self.effects.in_hold = isinstance(event, KeyHeld)
        self.perform(intents, now_us)
        self.effects.in_hold = False
        if not event.lifts:
            stage.announce_next(now_us, touched=True)

    def _stuck(self, event: KeyStuck, now_us: int) -> None:
        """A button that no finger holds: nothing of what it did stands, and it is named."""
        self._unended.take_back(now_us)
        _LOG.warning("%s is down for 20 s: ignored until it is let go; check its button and wire", event.key)
        text = line("key.hold", key=event.key)
        if self.model.screen.mode.is_still:
            # Nothing may change there by itself (M6.1): it waits for a touch.
            self.stage.announce(event.key, text, now_us)
        else:
            self.stage.hold(text, now_us)

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
        self.stage.model = replace(self.model, status=status)
        if known == faults.get(fact.part):
            return
        _LOG.warning("%s: %s", fact.part.value, fact.detail or fact.fault or "back")
        self.perform(answer_to_faults(self.model), now_us)
        quiet = fact.part in (Part.VOICE, Part.BUZZER, Part.LED)
        if quiet or (known is None) is (fact.fault is None):
            # Another fault of a part that is away already is for `status` and the log.
            return
        self.stage.announce(fact.part, fault_line(fact.part, fact.fault), now_us, over=fact.fault is None)
        if fact.part is Part.OLED and fact.fault is not None and not self.model.screen.mode.is_still:
            self.outputs.told(Cued("away"), self.model, now_us)

    # Time

    def _timers(self, now_us: int) -> None:
        self.stage.lapse(now_us)
        self.stage.by_touch = False
        if now_us >= self.stage.timeout_us():
            self.perform(self.model.screen.on(self.model, TimedOut(now_us)), now_us)
        opened = self.sessions.current
        if opened is not None and self.model.screen.mode.in_session:
            self.perform(opened.due(), now_us)
        self.stage.by_touch = True

    def _storage(self, now_us: int) -> int:
        store = self.sessions.store
        due_us = store.step(now_us)
        problem = store.problem
        if (problem is None) is not self._told_saved:
            self._told_saved = problem is None
            status = replace(self.model.status, saved=problem is None)
            self.stage.model = replace(self.model, status=status)
            text = line(STORAGE_LINES[problem.fault] if problem else "saved.again")
            self.stage.announce("storage", text, now_us, over=problem is None)
        for words in store.take_words():
            _LOG.warning("%s", words)
        if store.aside > self._told_aside:
            self._told_aside = store.aside
            text = line("storage.aside")
            if self.model.notice != text:
                self.stage.announce("aside", text, now_us)
        return due_us

    # Output

    def show(self, now_us: int) -> int:
        """Give the outputs what stands there; return when its light changes."""
        model, stands = self.model, self._stands
        if stands is None or model is not stands.model:
            # A screen is a function of the model: what is the same model shows the same.
            self._stands = now = Standing.of(model)
            if stands is None or (now.scene.id, now.words) != (stands.scene.id, stands.words):
                self._read_us = now_us
            stands = now
        idle_ms = (now_us - max(self._touched_us, self._read_us)) // 1000
        lit, left_ms = light(model.screen.mode, idle_ms, stands.read_ms)
        self.stage.dark = lit is Light.OFF
        view = self._view
        if view is None or view.model is not model or view.light is not lit:
            self._view = view = View(model, stands.scene, lit)
        self.outputs.shown(view, now_us)
        return NEVER if left_ms >= NEVER else now_us + left_ms * 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on the panel, and how it is read."""

    model: Model
    scene: Scene
    """With its notice, on its side."""
    words: str
    """All but the notice."""
    read_ms: int

    @classmethod
    def of(cls, model: Model) -> Standing:
        """Return what a model shows."""
        bare = model.screen.scene(model)
        if model.side and model.side != bare.side:
            bare = replace(bare, side=model.side)
        scene = bare if model.notice is bare.notice else replace(bare, notice=model.notice)
        text = getattr(scene.body, "line", None)
        return cls(model, scene, shown_words(bare), 0 if text is None else read_time_ms(text))
