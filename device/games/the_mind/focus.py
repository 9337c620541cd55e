"""Settling together before a level and inside it (M2.1, M2.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.lessons import FIRST, Tour, is_tour, lesson, way_of
from device.games.the_mind.level import (
    FACTS,
    PENDING_MS,
    fact_choices,
    may_tell,
    star_choice,
    told,
)
from device.games.the_mind.picker import HandsChoosing
from device.games.the_mind.table import humans, is_spent_at_once, laid, may, offer_star, play_of, zones_scene
from device.games.the_mind.words import line
from device.ui.events import Entered, HandsMoved, Key, KeyPressed, Pads, TimedOut
from device.ui.mode import Mode
from device.ui.model import Answer, Do, Go, Intent, Push, Screen
from device.ui.picker import Choice
from device.ui.scene import LineBody, Scene
from engine.the_mind import commands as say
from engine.the_mind import effects as fx
from engine.the_mind.phases import Verb
from hal.ports import Part

if TYPE_CHECKING:
    from device.games.the_mind.table import MindPlay
    from device.ui.events import Event
    from device.ui.model import Model

SETTLED_MS = 500
"""All hands lie so long before they are asked to lift."""
FRESH_STEP_MS = 500
FRESH = 4
"""Steps after a misplay was booked, 2 s in all, in which another one is asked about (F30)."""
BEGIN: tuple[Intent, ...] = (Do(say.Focus()),)


@dataclass(frozen=True, slots=True)
class Focus(HandsChoosing):
    """`tm.focus`: hands down, a moment, hands up; nobody is late."""

    stage: str = ""
    """"" while hands are missing, `all` while all lie, `ready` when they may lift."""
    pending: str = ""
    """A fact of the table that was seen late, waiting for K4."""
    fresh: int = 0
    """Steps of half a second in which another misplay is asked about."""
    help_page: ClassVar[str] = "focus"

    def scene_id(self) -> str:
        """`tm.focus`."""
        return "tm.focus"

    def scene(self, model: Model) -> Scene:
        """Show the zones filling, and what comes next."""
        play = play_of(model)
        text = "tm.ready" if self.stage == "ready" else "tm.stop" if _stopped(play) else "tm.focus"
        said = line(f"tm.pending.{self.pending}") if self.pending else line(text)
        return zones_scene(play, "tm.focus", said, laid(model))

    def _entered(self, model: Model) -> Answer:
        """Say in a first game how cards are played, before the level does not move any more (M6.1)."""
        if is_tour(model):
            return (Push(Tour()),)
        play = play_of(model)
        began = "blind" if play.state.blind else FIRST
        star = ("star",) if play.state.level > 1 else ()
        return lesson(model, began, way_of(play), *star) or self._gathered(model)

    def _gathered(self, model: Model) -> tuple[Intent, ...]:
        """Go along with how many hands lie."""
        stage = "all" if humans(play_of(model)) <= model.hands else ""
        return (Go(replace(self, stage=stage)),) if stage != self.stage else ()

    def _moved(self, model: Model) -> tuple[Intent, ...]:
        """A hand that lifts early drains its zone; once all may lift, the last one that does begins."""
        if self.stage != "ready":
            return self._gathered(model)
        if humans(play_of(model)) & model.hands:
            return ()
        return (Go(Focus()),) if _felt_nowhere(model) else BEGIN

    def on(self, model: Model, event: Event) -> Answer:
        """Hands that lie already count. K4 and K6 stand for all hands; inside a level facts and a star can be
        told here, too.
        """
        match event:
            case Entered():
                return () if self.stage else self._entered(model)
            case HandsMoved():
                return self._moved(model)
            case TimedOut():
                return (Go(self._later()),)
            case KeyPressed(key=key):
                return self._pressed(play_of(model), key)
        return ()

    def _pressed(self, play: MindPlay, key: Key) -> Answer:
        if key is Key.PAD_8 and self.fresh and may_tell(play, "misplay"):
            return (Go(Another(Focus())),)
        if key in FACTS:
            return (Go(Focus(pending=FACTS[key])),) if may_tell(play, FACTS[key]) else ()
        if key is Key.K4 and self.pending == "star":
            return offer_star(play)
        if key is Key.K4 and self.pending:
            return told(play, self.pending, Focus())
        if key is Key.K1 and self.pending:
            return (Go(Focus()),)
        if key in (Key.K4, Key.K6):
            return BEGIN
        if key in (Key.PAD_0, Key.K5) and may(play, Verb.PROPOSE_STAR):
            # The 0 that went past the page before spends no star: where nobody else is asked, K4 agrees.
            asks = key is Key.PAD_0 and is_spent_at_once(play)
            return (Go(Focus(pending="star")),) if asks else offer_star(play)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """All hands lie for 0.5 s; a fact waits for 6 s."""
        if self.pending:
            return PENDING_MS
        if self.stage == "all":
            return SETTLED_MS
        return FRESH_STEP_MS if self.fresh else None

    def _later(self) -> Focus:
        """Ask to lift, or drop the fact."""
        if self.pending:
            return Focus()
        if self.stage == "all":
            return replace(self, stage="ready")
        return replace(self, fresh=self.fresh - 1)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """All hands, and in a level that has started star, misplay and level done."""
        return (Choice(line("tm.pick.focus"), BEGIN), *inside(play_of(model)))


def _stopped(play: MindPlay) -> bool:
    """Tell whether a stop was the last thing that happened (M2.6)."""
    return any(isinstance(effect, fx.Stopped) for effect in play.moment.effects)


def _felt_nowhere(model: Model) -> bool:
    """Tell whether hands are gone because nothing feels them any more: no lift, and nothing begins."""
    faults = model.status.faults
    plates = model.settings.hardware.palms is not None and Part.PALMS not in faults
    return Part.PADS in faults and not plates


def inside(play: MindPlay) -> tuple[Choice, ...]:
    """Return what can be told or offered while stopped inside a level."""
    return (*star_choice(play), *reversed(fact_choices(play, Focus())))


@dataclass(frozen=True, slots=True)
class Another(Screen):
    """A second misplay right after the first: another one, or two people who pressed (F30)? K4 is yes."""

    behind: Screen
    scene_id: str = "tm.focus"
    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "misplay"

    def pads(self, model: Model) -> Pads:
        """They are hands."""
        return Pads.HANDS

    def scene(self, model: Model) -> Scene:
        """Ask."""
        return Scene(self.scene_id, LineBody(line("tm.more")))

    def on(self, model: Model, event: Event) -> Answer:
        """K4 counts it; 8 is still the same one; any other pad and K1 do not, nor do hands that come."""
        match event:
            case KeyPressed(key=Key.K4):
                return told(play_of(model), "misplay", self.behind)
            case KeyPressed(key=Key.PAD_8 | Key.K2 | Key.K3):
                return ()
            case KeyPressed() | TimedOut():
                return (Go(self.behind),)
            case HandsMoved(came=came) if came & humans(play_of(model)):
                return (Go(Focus()),)
        return ()

    def timeout_ms(self, model: Model) -> int | None:
        """As any fact."""
        return PENDING_MS
