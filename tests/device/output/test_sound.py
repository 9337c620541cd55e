"""Light, sound and speech: what leaves, how often, and that Silent means silence (F20)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.games.nevermind.options import NevermindOptions
from device.games.settings import defaults
from device.games.words import WORDS
from device.output.dimming import Light
from device.output.output import AskedAgain, Cued, Happened, Hushed, View
from device.output.sound import CHIMES, Sound
from device.output.voice import Speech
from device.screens.pause import Pause
from device.settings.loaded import with_choices
from device.settings.model import Guidance, SoundSettings
from device.sim.rig import Rig
from device.sim.scenario.steps import read
from device.ui.model import Begin, Cue, Model, Push, Screen
from device.ui.play import AnyPlay, Moment, Play, SessionOptions
from device.ui.scene import LineBody, Scene
from engine.nevermind.commands import Concede
from engine.nevermind.model import Options, State
from hal.ports import Part
from hal.simulated.recorders import SimChime, SimVoice
from tests.device.device_kit import S, Still, begin, started
from tests.device.games.nevermind.tables import LAY
from tests.device.said import full
from tests.device.silence import SOUND_KEY, asks_for_sound, leaks, touches

if TYPE_CHECKING:
    from device.output.output import Told
    from device.text.line import Line

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.yaml"))
# By a look at the text, since all would take long to read before any test; one test reads them and compares.
ASKING = [path for path in SCENARIOS if SOUND_KEY.search(path.read_text(encoding="utf-8"))]
LOUD = SoundSettings(silent=False)
SILENT = SoundSettings(silent=True, spoken=True)


@dataclass(frozen=True, slots=True)
class Reads(Screen):
    """A screen with a line that may be spoken."""

    text: Line

    def scene(self, model: Model) -> Scene:
        return Scene("test.reads", LineBody(self.text))


def model_of(sound: SoundSettings, level: str = "light", said: str = "end.zen") -> Model:
    """A session of a guidance level, on a screen with a line."""
    held = SessionOptions("7", guidance=Guidance(level))
    play: AnyPlay = Play(1, "nevermind", State(Options()), held, Concede())
    settings = replace(defaults().settings, sound=sound)
    return Model(screen=Reads(WORDS.line(said)), settings=settings, play=play, words=WORDS)


def outputs() -> tuple[Sound, Speech, SimChime, SimVoice]:
    chime, voice = SimChime(lambda: 0), SimVoice(lambda: 0)
    return Sound(chime), Speech(voice), chime, voice


EVERYTHING: tuple[Told, ...] = (
    *(Cued(name) for name in CHIMES),
    Happened(Moment(None, line=WORDS.line("watch"))),
    AskedAgain(),
    Hushed(),
)


@pytest.mark.parametrize("level", ["quiet", "light", "full", "narrate"])
@pytest.mark.parametrize(("settings", "heard"), [(SILENT, False), (LOUD, True)])
def test_f20_silent_lets_no_call_out(settings: SoundSettings, level: str, heard: bool) -> None:
    sound, speech, chime, voice = outputs()
    model = model_of(settings, level)
    view = View(model, model.screen.scene(model), Light.FULL)
    for output in (sound, speech):
        output.shown(view, 10**9)
        for now_us, what in enumerate(EVERYTHING, 1):
            output.told(what, model, now_us * 10**9)
    assert (bool(chime.calls), bool(voice.calls)) == (heard, heard)


@pytest.mark.parametrize(
    ("level", "edge", "gap_ms", "heard"),
    [
        ("quiet", False, 3_600_000, 1),
        ("quiet", True, 24_999, 1),
        ("quiet", True, 25_000, 2),
        ("light", False, 24_999, 1),
        ("light", False, 25_000, 2),
        ("light", True, 24_999, 1),
        ("full", False, 11_999, 1),
        ("full", False, 12_000, 2),
        ("narrate", False, 0, 2),
    ],
)
def test_speech_keeps_the_distance_of_its_level(level: str, edge: bool, gap_ms: int, heard: int) -> None:
    _, speech, _, voice = outputs()
    speech.told(Cued("end"), model_of(LOUD, level), 0)
    later = Cued("open") if edge else Happened(Moment(None, line=WORDS.line("watch")))
    speech.told(later, model_of(LOUD, level), gap_ms * 1000)
    assert len(voice.calls) == heard


def test_the_end_is_a_soft_half_stroke_then_a_stroke() -> None:
    sound, _, chime, _ = outputs()
    sound.told(Cued("end"), model_of(LOUD), 0)
    (call,) = chime.calls
    assert call.value == CHIMES["end"]
    (half_hz, half_ms), (rest_hz, _), (hz, ms) = CHIMES["end"]
    assert rest_hz == 0
    assert half_hz > hz
    assert half_ms < ms


def test_a_refused_touch_has_no_sound() -> None:
    rig = started(sound__silent=False)
    begin(rig)
    rig.tap("0")
    rig.wait(10 * S)
    before = (len(rig.world.chime.calls), len(rig.world.voice.calls))
    refused = {"1", "2", "3", "4", "6", "7", "8", "9"} - {"7"}
    for pad in sorted(refused):
        rig.tap(pad)
        assert rig.scene.notice is not None
    assert (len(rig.world.chime.calls), len(rig.world.voice.calls)) == before


def test_silence_switched_on_stops_what_sounds_and_then_nothing_leaves() -> None:
    rig = started(sound__silent=False)
    begin(rig)
    rig.tap("K3", 1 * S)
    assert rig.app.model.settings.sound.silent
    assert [call.name for call in rig.world.voice.calls][-1:] == ["stop"]
    calls = len(rig.world.voice.calls) + len(rig.world.chime.calls)
    rig.perform(Cue("end"))
    rig.tap("0")
    rig.tap("K3")
    assert len(rig.world.voice.calls) + len(rig.world.chime.calls) == calls


# F20 over scenario files: `test_scenarios` has every one as it is, here are those that ask for sound


@pytest.mark.long
def test_f20_some_scenarios_ask_for_sound_and_most_start_silent() -> None:
    loud = [path for path in SCENARIOS if asks_for_sound(read(path))]
    assert loud == ASKING
    assert {path.stem for path in loud} >= {"spoken-nevermind", "spoken-the-mind"}
    assert len(loud) < len(SCENARIOS) / 2


@pytest.mark.long
@pytest.mark.parametrize("path", ASKING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_f20_silent_over_every_scenario_that_asks_for_sound(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks(touches(path), monkeypatch) == []


@pytest.mark.long
def test_f20_the_check_over_scenarios_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sound, "told", lambda self, what, model, now_us: self._chime.play(CHIMES["test"]))
    path = next(path for path in SCENARIOS if path.stem == "spoken-nevermind")
    assert leaks(touches(path), monkeypatch)


# The LED


def lit(rig: Rig) -> bool:
    return rig.world.lights.lit


def test_the_led_is_lit_while_a_touch_is_awaited_in_a_session() -> None:
    rig = started()
    assert not lit(rig)
    begin(rig)
    assert lit(rig)
    rig.tap("0")
    assert not lit(rig), "the move of the Mind is being shown"
    rig.wait(10 * S)
    assert rig.scene.id == "ntd.watch"
    assert lit(rig)
    rig.perform(Push(Pause()))
    assert not lit(rig)


def test_m6_1_the_led_is_dark_and_stays_so_on_a_still_screen() -> None:
    rig = started()
    begin(rig)
    rig.perform(Push(Still()))
    calls = len(rig.world.lights.calls)
    assert not lit(rig)
    rig.world.gone(Part.OLED)
    rig.wait(600 * S)
    assert len(rig.world.lights.calls) == calls


def test_at_night_the_led_stays_dark() -> None:
    rig = started(screen__night=True)
    begin(rig)
    rig.tap("0")
    rig.wait(30 * S)
    assert rig.world.lights.calls == []


def test_the_led_is_lit_while_the_panel_is_away() -> None:
    rig = started()
    rig.world.gone(Part.OLED)
    rig.tap("K3")
    assert lit(rig)
    rig.world.back(Part.OLED)
    rig.wait(10 * S)
    assert not lit(rig)


@pytest.mark.long
def test_quiet_guidance_speaks_at_the_opening_and_the_close_only() -> None:
    rig = Rig(with_choices(defaults(), {"sound.silent": False, "guidance.level": "quiet"}))
    rig.power_on()
    rig.perform(Begin("nevermind", {"stage": 1}, NevermindOptions("7", guided=True, guidance=Guidance.QUIET)))
    for _ in range(len(LAY) + 1):
        rig.tap("0")
    opening = rig.world.voice.said()
    assert opening == (full("open.sit"),)
    for _ in range(6):
        rig.tap("0")
    for _ in range(20):
        rig.tap("0")
        rig.wait(30 * S)
    assert rig.world.voice.said() == opening
