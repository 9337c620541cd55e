"""From an event to intents: the screen first, and what holds everywhere where it leaves one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from device.app.router import route
from device.games.settings import defaults
from device.games.words import WORDS
from device.screens.pause import Pause
from device.screens.power import PowerAsk, PowerHold
from device.ui.events import (
    BUTTONS,
    PADS,
    GuardTapped,
    HandHeld,
    HandsMoved,
    HandsTouched,
    Key,
    KeyEvent,
    KeyHeld,
    KeyPressed,
    KeyReleased,
    Pads,
    PowerHeld,
)
from device.ui.mode import Mode
from device.ui.model import Again, Back, Home, Model, Push, Redo, Screen, Silence, Stay, Undo
from device.ui.scene import LineBody, Scene

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Answer

NOBODY: frozenset[int] = frozenset()
HANDS = (
    HandsTouched(0, (0,)),
    HandsMoved(0, frozenset({0}), NOBODY, frozenset({0})),
    HandHeld(0, 0),
    GuardTapped(0, Key.PAD_5),
)


@dataclass(frozen=True, slots=True)
class Bare(Screen):
    """Answers nothing; `felt` is what other screens declare."""

    felt: Pads = Pads.KEYS

    def pads(self, model: Model) -> Pads:
        return self.felt

    def scene(self, model: Model) -> Scene:
        return Scene("test.bare", LineBody(WORDS.line("tm.ready")))


@dataclass(frozen=True, slots=True)
class Deaf(Bare):
    """Wants nothing to happen, whatever it means elsewhere."""

    def on(self, model: Model, event: Event) -> Answer:
        return (Stay(),)


@dataclass(frozen=True, slots=True)
class DoubleTapped(KeyEvent):
    """A gesture that no room of the device knows."""


@dataclass(frozen=True, slots=True)
class Tapped(Bare):
    """The one screen that a new gesture is for."""

    def on(self, model: Model, event: Event) -> Answer:
        return (Undo(),) if isinstance(event, DoubleTapped) else ()


def bare(mode: Mode) -> Screen:
    """Return a screen of a mode that answers nothing."""
    screen: Screen = type("Bare", (Bare,), {"__slots__": (), "mode": mode})()
    return screen


def on(screen: Screen, event: Event, **model: object) -> Answer:
    base = Model(screen=screen, settings=defaults().settings, words=WORDS)
    return route(replace(base, **model), event)  # type: ignore[arg-type]  # fields of the model, by name


@pytest.mark.parametrize("mode", Mode)
def test_k1_goes_back_undoes_or_goes_home(mode: Mode) -> None:
    event = KeyPressed(0, Key.K1)
    assert on(bare(mode), event, under=(Bare(),)) == (Back(),)
    assert on(bare(mode), event) == ((Undo(),) if mode in (Mode.SESSION, Mode.STILL) else (Home(),))


@pytest.mark.parametrize("mode", Mode)
def test_k2_pauses_a_session_and_nothing_else(mode: Mode) -> None:
    paused = (Push(Pause()),) if mode in (Mode.SESSION, Mode.STILL) else ()
    assert on(bare(mode), KeyPressed(0, Key.K2)) == paused


@pytest.mark.parametrize("mode", Mode)
def test_the_rest_holds_in_every_mode(mode: Mode) -> None:
    screen = bare(mode)
    assert on(screen, KeyPressed(0, Key.K3)) == (Again(),)
    assert on(screen, KeyHeld(0, Key.K1)) == (Home(),)
    assert on(screen, KeyHeld(0, Key.K2)) == (Push(PowerHold()),)
    assert on(screen, KeyHeld(0, Key.K3)) == (Silence(),)
    assert on(screen, PowerHeld(0)) == (Push(PowerAsk()),)
    free = [key for key in (*BUTTONS, *PADS) if key not in (Key.K1, Key.K2, Key.K3)]
    assert not [key for key in free if on(screen, KeyPressed(0, key)) or on(screen, KeyHeld(0, key))]


def test_what_a_screen_answers_holds_in_the_place_of_all_that() -> None:
    for key in (*BUTTONS, *PADS):
        for event in (KeyPressed(0, key), KeyHeld(0, key), PowerHeld(0)):
            assert on(Deaf(), event) == (Stay(),)


def test_redo_comes_before_every_screen_and_is_k4_alone() -> None:
    assert on(Deaf(), KeyPressed(0, Key.K4), can_redo=True) == (Redo(),)
    others = [key for key in (*BUTTONS, *PADS) if key is not Key.K4]
    assert {on(Deaf(), KeyPressed(0, key), can_redo=True) for key in others} == {(Stay(),)}
    assert on(Deaf(), KeyHeld(0, Key.K4), can_redo=True) == (Stay(),)


@pytest.mark.parametrize("felt", Pads)
def test_hands_count_where_pads_are_hands_and_single_pads_elsewhere(felt: Pads) -> None:
    hands = felt in (Pads.HANDS, Pads.TAPS)
    screen = Deaf(felt=felt)
    assert [bool(on(screen, event)) for event in HANDS] == [hands] * len(HANDS)
    for pad in PADS:
        assert bool(on(screen, KeyPressed(0, pad))) is not hands
        assert bool(on(screen, KeyReleased(0, pad))) is not hands
    assert all(on(screen, KeyPressed(0, button)) for button in BUTTONS)


def test_a_new_gesture_needs_its_event_and_its_screen_alone() -> None:
    assert on(Tapped(), DoubleTapped(0, Key.PAD_5)) == (Undo(),)
    assert on(Bare(), DoubleTapped(0, Key.PAD_5)) == ()
    assert on(Tapped(felt=Pads.HANDS), DoubleTapped(0, Key.PAD_5)) == ()
