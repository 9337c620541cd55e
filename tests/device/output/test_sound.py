"""Light, sound and speech: what leaves, how often, and that Silent means silence (F20)."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.nevermind.options import NevermindOptions
from device.games.settings import defaults
from device.output.sound import CHIMES, Cues
from device.screens.pause import Pause
from device.settings.loaded import with_choices
from device.settings.model import SoundSettings
from device.sim.rig import Rig
from device.sim.scenario.steps import read
from device.text.catalog import line
from device.ui.model import Begin, Cue, Push
from hal.ports import Part
from hal.simulated.recorders import SimChime, SimVoice
from tests.device.device_kit import S, Still, begin, started
from tests.device.silence import asks_for_sound, leaks, touches

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.yaml"))
LOUD = SoundSettings(silent=False)
SILENT = SoundSettings(silent=True, spoken=True)


def cues() -> tuple[Cues, SimChime, SimVoice]:
    chime, voice = SimChime(lambda: 0), SimVoice(lambda: 0)
    return Cues(chime, voice), chime, voice


def test_f20_silent_lets_no_call_out() -> None:
    played, chime, voice = cues()
    for name in CHIMES:
        played.chime(name, SILENT)
    for level in ("quiet", "light", "full", "narrate"):
        played.guide(line("watch"), level, SILENT, 10**9, edge=True)
    played.screen("words", SILENT)
    played.hush(SILENT)
    assert (chime.calls, voice.calls) == ([], [])


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
    played, _, voice = cues()
    played.guide(line("end.zen"), level, LOUD, 0, edge=True)
    played.guide(line("watch"), level, LOUD, gap_ms * 1000, edge=edge)
    assert len(voice.calls) == heard


def test_the_end_is_a_soft_half_stroke_then_a_stroke() -> None:
    played, chime, _ = cues()
    played.chime("end", LOUD)
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
    assert {path.stem for path in loud} >= {"spoken-nevermind", "spoken-the-mind"}
    assert len(loud) < len(SCENARIOS) / 2


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [path for path in SCENARIOS if asks_for_sound(read(path))],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_f20_silent_over_every_scenario_that_asks_for_sound(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks(touches(path), monkeypatch) == []


@pytest.mark.long
def test_f20_the_check_over_scenarios_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Cues, "chime", lambda self, name, sound: self._chime.play(CHIMES.get(name) or CHIMES["test"])
    )
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
    rig.perform(Begin("nevermind", {"stage": 1}, NevermindOptions("7", guided=True, guidance="quiet")))
    for _ in range(9):
        rig.tap("0")
    opening = rig.world.voice.said()
    assert opening == ("Sit any way. Eyes can stay open.",)
    for _ in range(6):
        rig.tap("0")
    for _ in range(20):
        rig.tap("0")
        rig.wait(30 * S)
    assert rig.world.voice.said() == opening
