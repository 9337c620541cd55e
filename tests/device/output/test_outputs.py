"""Every output is shown what stands there and told what happened, whatever it makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest

from device.app.home import HomeMenu
from device.app.loop import App
from device.app.player import Player
from device.games.nevermind.options import NevermindOptions
from device.games.registry import GAMES
from device.games.settings import defaults
from device.output.output import AskedAgain, Began, Cued, Happened, Hushed
from device.output.outputs import Outputs, outputs_of
from device.session.sessions import Sessions
from device.settings.load import with_texts
from device.settings.model import Guidance
from device.storage.store import Store
from device.text.catalog import line
from device.ui.model import Again, Begin, Cue, Do, Home, Silence, Tell
from engine.nevermind.commands import Draw, Notice
from engine.nevermind.model import Place
from hal.ports import FaultCode, Hardware, Part, PartChanged
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from hal.simulated.recorders import SimChime, SimLights, SimVoice
from tests.device.bench import BenchButtons, BenchDisplay, BenchPads

if TYPE_CHECKING:
    from device.output.output import Told, View
    from device.ui.model import Intent, Model
    from hal.ports import Fact


@dataclass
class Broker:
    """A made-up output: notes what a message of it would say."""

    scenes: list[str] = field(default_factory=list)
    told_of: list[Told] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def shown(self, view: View, now_us: int) -> None:
        if not self.scenes or self.scenes[-1] != view.scene.id:
            self.scenes.append(view.scene.id)
        if view.scene.notice is not None:
            self.notices.append(view.scene.notice.full)

    def told(self, what: Told, model: Model, now_us: int) -> None:
        self.told_of.append(what)


class Device:
    """An app with one output more."""

    def __init__(self) -> None:
        self.clock = SimClock()
        self.inbox: SimpleQueue[Fact] = SimpleQueue()
        now_us = self.clock.now_us
        self.hardware = Hardware(
            self.clock,
            self.inbox,
            BenchDisplay(self.clock, self.inbox),
            BenchButtons(),
            BenchPads(),
            SimLights(now_us),
            SimChime(now_us),
            SimVoice(now_us),
        )
        store = Store(SimDisk(), self.clock)
        loaded = with_texts(defaults(), {"sound.silent": "false"})
        sessions = Sessions(store, self.clock, GAMES)
        known = outputs_of(self.hardware, sessions=0)
        self.broker = Broker()
        outputs = Outputs(known.display, self.broker)
        self.app = App(self.hardware, Player(store, loaded), sessions, outputs, HomeMenu)

    def do(self, *intents: Intent) -> list[Told]:
        """Carry intents out; return what was told of it."""
        self.broker.told_of.clear()
        self.app.perform(intents, self.clock.now_us())
        self.app.step(self.clock.now_us())
        return self.broker.told_of


BEGIN = Begin("nevermind", {"stage": 1}, NevermindOptions("7", guidance=Guidance.NARRATE))


def test_a_further_output_is_shown_every_screen_and_told_of_a_session() -> None:
    device = Device()
    device.app.step(0)
    (began,) = device.do(BEGIN)
    assert began == Began(1)
    (happened,) = device.do(Do(Draw()))
    assert isinstance(happened, Happened)
    assert happened.moment.command == Draw()
    assert happened.moment.effects
    assert device.do(Home()) == []
    assert device.broker.scenes == ["home", "ntd.done", "ntd.mind", "home"]


def test_a_further_output_is_shown_notices() -> None:
    device = Device()
    device.do(Tell(line("undo.none")))
    assert device.broker.notices == [line("undo.none").full]


@pytest.mark.parametrize(
    ("intents", "told"),
    [
        ((Cue("test"),), [Cued("test")]),
        ((Again(),), [AskedAgain()]),
        ((Silence(),), [Hushed()]),
        ((Silence(), Silence()), [Hushed()]),
    ],
)
def test_a_further_output_is_told_what_the_others_are(intents: tuple[Intent, ...], told: list[Told]) -> None:
    assert Device().do(*intents) == told


def test_a_refused_command_and_a_lost_led_are_told_to_nobody_and_a_lost_panel_is() -> None:
    device = Device()
    device.do(BEGIN)
    assert device.do(Do(Notice(Place.N))) == []
    for part, told in ((Part.LED, []), (Part.OLED, [Cued("away")])):
        device.inbox.put(PartChanged(device.clock.now_us(), part, FaultCode.BUS_ERROR))
        assert device.do() == told


def test_at_the_end_whatever_sounds_is_to_stop() -> None:
    device = Device()
    device.broker.told_of.clear()
    device.app.close(device.clock.now_us())
    assert device.broker.told_of == [Hushed()]


def test_the_outputs_of_a_device_are_all_there() -> None:
    names = [type(output).__name__ for output in outputs_of(Device().hardware, sessions=0)._all]
    assert names == ["Display", "Led", "Sound", "Speech"]


@pytest.mark.parametrize(("sessions", "swapped"), [(0, False), (1, True), (2, False)])
def test_f18_sides_go_on_from_the_sessions_that_were_held_before(sessions: int, swapped: bool) -> None:
    assert outputs_of(Device().hardware, sessions=sessions).display.swap is swapped
