"""Parts that go and come back: told once on what still works, never in a loop, and listed in the docs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.app.notices import Notices
from device.draw.render import render
from device.games.the_mind.options import MindOptions
from device.games.words import WORDS
from device.input.gestures import SLEEVE_PADS
from device.screens.display import DisplayCheck
from device.screens.faults import FaultInput
from device.screens.pads import PadBars, PadTouch
from device.screens.settings_menu import SectionMenu, SettingsMenu
from device.screens.status import StatusPage
from device.settings.model import Profile
from device.text.catalog import fault_line
from device.text.fault_lines import LINES
from device.ui.model import Begin, Model, Push
from hal.ports import FaultCode, Part, PartChanged
from tests.device.device_kit import S, Still, begin, started
from tests.device.said import aloud, full, place

if TYPE_CHECKING:
    from device.sim.rig import Rig

DOCS = Path(__file__).parents[3] / "docs" / "screens.md"


def notices(rig: Rig, seconds: int) -> list[str]:
    """Let time pass and return every notice that came up, in order."""
    seen: list[str] = []
    standing = rig.scene.notice
    for _ in range(seconds * 10):
        rig.wait(S // 10)
        if rig.scene.notice not in (None, standing):
            assert rig.scene.notice is not None
            seen.append(rig.scene.notice.full)
        standing = rig.scene.notice
    return seen


def lost(rig: Rig, part: Part, code: FaultCode | None) -> None:
    """Let hal tell of a part."""
    rig._built.hardware.inbox.put(PartChanged(rig.clock.now_us(), part, code, "told by a test"))
    rig.settle()


def in_session() -> Rig:
    rig = started()
    begin(rig)
    rig.tap("0")
    rig.wait(10 * S)
    return rig


def test_pads_lost_in_mid_session_are_said_once_and_once_when_back() -> None:
    rig = in_session()
    rig.world.gone(Part.PADS)
    assert notices(rig, 120) == [full("fault.pads.bus_error")]
    rig.tap("K4")
    rig.tap("K4")
    rig.wait(10 * S)
    assert rig.scene.id == "ntd.done", "play goes on with the buttons"
    rig.world.back(Part.PADS)
    assert notices(rig, 120) == [full("fault.pads.back")]


def test_a_panel_lost_in_mid_session_is_heard_and_told_by_the_led() -> None:
    rig = started(sound__silent=False)
    begin(rig)
    rig.tap("0")
    rig.wait(10 * S)
    rig.world.gone(Part.OLED)
    before = len(rig.world.voice.calls)
    rig.tap("7")
    rig.wait(60 * S)
    said = [str(call.value) for call in rig.world.voice.calls[before:]]
    assert sum("The panel is away." in words for words in said) == 1
    act = aloud(full("strip.acknowledge").capitalize(), place(6), full("do.ack", pad=7))
    assert any(act in words for words in said), "the screens are spoken meanwhile"
    assert [call.value for call in rig.world.chime.calls] == [((330, 300),)]
    assert rig.world.lights.lit
    rig.world.back(Part.OLED)
    assert notices(rig, 60) == [full("fault.oled.back")]
    assert rig.scene.id == "ntd.done"


def test_f20_a_silent_device_tells_of_a_lost_panel_by_the_led_alone() -> None:
    rig = in_session()
    rig.world.gone(Part.OLED)
    rig.tap("7")
    rig.wait(60 * S)
    assert rig.world.lights.lit
    assert (rig.world.voice.calls, rig.world.chime.calls) == ([], [])


def test_two_parts_lost_at_once_are_told_one_after_the_other() -> None:
    rig = in_session()
    rig._built.hardware.inbox.put(PartChanged(1, Part.PADS, FaultCode.BUS_ERROR))
    rig._built.hardware.inbox.put(PartChanged(1, Part.PALMS, FaultCode.BUS_ERROR))
    assert notices(rig, 20) == [
        full("fault.pads.bus_error"),
        full("fault.palms.bus_error"),
    ]


def test_another_fault_of_a_lost_part_is_no_news() -> None:
    rig = in_session()
    lost(rig, Part.PALMS, FaultCode.BUS_ERROR)
    assert rig.scene.notice == fault_line(Part.PALMS, FaultCode.BUS_ERROR)
    rig.wait(10 * S)
    lost(rig, Part.PALMS, FaultCode.ABSENT)
    assert rig.scene.notice is None
    assert rig.app.model.status.faults[Part.PALMS].code is FaultCode.ABSENT
    lost(rig, Part.PALMS, None)
    assert rig.scene.notice == fault_line(Part.PALMS, None)


@pytest.mark.parametrize("part", [Part.VOICE, Part.BUZZER, Part.LED])
def test_what_is_optional_is_not_announced_but_stands_in_status(part: Part) -> None:
    rig = in_session()
    lost(rig, part, FaultCode.ABSENT)
    assert rig.scene.notice is None
    rig.perform(Push(StatusPage()))
    assert rig.scene.body.lines == (fault_line(part, FaultCode.ABSENT),)  # type: ignore[union-attr]  # this screen has that body


@pytest.mark.long
def test_m6_1_on_a_still_screen_a_notice_waits_for_a_touch() -> None:
    rig = started(sound__silent=False)
    begin(rig)
    rig.perform(Push(Still()))
    shown = rig.frame
    calls = len(rig.world.chime.calls) + len(rig.world.voice.calls) + len(rig.world.lights.calls)
    lost(rig, Part.PALMS, FaultCode.BUS_ERROR)
    lost(rig, Part.BUTTONS, FaultCode.NO_NOTIFY)
    rig.disk.fault("full")
    rig.wait(600 * S)
    assert rig.frame == shown
    assert len(rig.world.chime.calls) + len(rig.world.voice.calls) + len(rig.world.lights.calls) == calls
    rig.tap("5")
    assert rig.scene.notice == fault_line(Part.PALMS, FaultCode.BUS_ERROR)
    noticed = rig.frame
    assert noticed != shown
    rig.wait(600 * S)
    assert rig.frame == noticed, "it lapsed with time"
    rig.tap("5")
    assert rig.scene.notice == fault_line(Part.BUTTONS, FaultCode.NO_NOTIFY)
    rig.tap("5")
    # How long the session has lasted could not be saved meanwhile (F56).
    assert rig.scene.notice is not None
    assert rig.scene.notice.id == "storage.full"
    rig.tap("5")
    assert rig.scene.notice is None
    assert rig.frame == shown


@pytest.mark.long
@pytest.mark.parametrize("part", [Part.PADS, Part.BUTTONS, Part.OLED])
def test_m6_1_the_level_screen_stands_as_it_is_whatever_goes(part: Part) -> None:
    rig = started(sound__silent=False, sound__spoken=True)
    rig.perform(Begin("the-mind", {"players": 2, "cards": "table"}, MindOptions("3")))
    rig.tap("K4")
    assert rig.scene.id == "tm.level"
    shown, serial = rig.frame, rig.app.outputs.display.serial
    said = len(rig.world.voice.calls) + len(rig.world.chime.calls) + len(rig.world.lights.calls)
    rig.world.gone(part)
    rig.disk.fault("full")
    rig.wait(900 * S)
    rig.world.back(part)
    rig.wait(100 * S)
    assert rig.app.outputs.display.serial == serial, "another picture was asked for"
    assert len(rig.world.voice.calls) + len(rig.world.chime.calls) + len(rig.world.lights.calls) == said
    assert rig.frame == shown


def test_m6_1_what_was_mended_before_the_touch_is_no_news() -> None:
    rig = in_session()
    rig.perform(Push(Still()))
    lost(rig, Part.PALMS, FaultCode.BUS_ERROR)
    rig.wait(5 * S)
    lost(rig, Part.PALMS, None)
    rig.tap("5")
    assert rig.scene.notice is None


def test_notices_keep_their_order_and_forget_what_is_over() -> None:
    waiting = Notices()
    waiting.put("pads", WORDS.line("sleeve"))
    waiting.put("storage", WORDS.line("saved.not"))
    waiting.put("pads", WORDS.line("undo"), over=True)
    waiting.put("oled", WORDS.line("pause"), over=True)
    assert [waiting.take(), waiting.take(), waiting.take()] == [
        WORDS.line("saved.not"),
        WORDS.line("pause"),
        None,
    ]


@pytest.mark.parametrize(
    ("lever", "said"),
    [("full", full("storage.full")), ("readonly", full("storage.readonly"))],
)
def test_f22_storage_that_takes_nothing_is_said_once_and_once_when_it_does(lever: str, said: str) -> None:
    rig = in_session()
    rig.disk.fault(lever)
    rig.tap("7")
    assert notices(rig, 1) + notices(rig, 300) in ([said], [])
    rig.perform(Push(StatusPage()))
    assert rig.scene.body.lines == (WORDS.line("saved.not"),)  # type: ignore[union-attr]  # this screen has that body
    rig.tap("K1")
    rig.disk.fault(None)
    assert notices(rig, 60) == [full("saved.again")]
    rig.power_cut()
    rig.power_on()
    rig.tap("K4")
    assert rig.state["phase"] == "mind"


@pytest.mark.long
def test_a_held_pad_is_said_and_ignored_until_it_is_lifted() -> None:
    rig = in_session()
    rig.stick("5", stuck=True)
    assert notices(rig, 60) == [full("pad.hold", pad=5)]
    rig.tap("7")
    assert rig.state["phase"] == "mind", "the other pads go on"
    rig.stick("5", stuck=False)
    assert notices(rig, 5) == []


@pytest.mark.long
def test_a_sleeve_is_said_once_and_does_nothing() -> None:
    rig = in_session()
    before = rig.state
    for electrode in range(SLEEVE_PADS):
        rig.world.touch(electrode + 6)
    assert notices(rig, 30) == [full("sleeve")]
    for electrode in range(SLEEVE_PADS):
        rig.world.lift(electrode + 6)
    rig.wait(2 * S)
    assert rig.state == before


def test_when_nothing_can_be_touched_it_says_so_until_something_can() -> None:
    rig = in_session()
    lost(rig, Part.PADS, FaultCode.BUS_ERROR)
    lost(rig, Part.BUTTONS, FaultCode.NO_NOTIFY)
    assert rig.scene.id == "ntd.watch", "buttons without edges are still read by looking"
    lost(rig, Part.BUTTONS, FaultCode.ABSENT)
    assert rig.scene.id == "fault.input"
    rig.wait(60 * S)
    assert rig.scene.id == "fault.input"
    lost(rig, Part.PADS, None)
    assert rig.scene.id == "ntd.watch"


def test_a_wiring_without_interrupt_is_told_on_the_status_page() -> None:
    rig = started()
    rig.world.set_irq_wired(False)
    for _ in range(4):
        rig.tap("K3")
        rig.tap("*", 1_500_000)
        rig.wait(2 * S)
    rig.perform(Push(StatusPage()))
    assert rig.scene.body.lines == (fault_line(Part.LINE, FaultCode.SILENT),)  # type: ignore[union-attr]  # this screen has that body


# Docs


def ids() -> set[str]:
    """Every id of `settings.*` and `fault.*`: of screens by drawing them, of notices from their lines."""
    model = started().app.model
    menus = tuple(SectionMenu(section=section.name) for section in model.settings.menus[1:])
    screens = (SettingsMenu(), DisplayCheck(), *menus, PadBars(), PadTouch(), FaultInput())
    return {screen.scene(model).id for screen in screens} | {line_id for line_id, _, _ in LINES}


def missing(page: str) -> list[str]:
    return sorted(name for name in ids() if f"`{name}`" not in page)


def test_the_docs_list_every_id_of_settings_and_faults() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert missing(page) == []
    for line_id, written, _ in LINES:
        assert f"| `{line_id}` | {written} |" in page


def test_the_check_of_the_docs_can_fail() -> None:
    assert "settings.pads" in missing("| `settings.display` |")


@pytest.mark.parametrize("profile", Profile)
def test_every_fault_can_stand_on_every_panel(profile: Profile) -> None:
    model: Model = started(screen__profile=profile.value).app.model
    for screen in (StatusPage(), FaultInput(), SettingsMenu(), DisplayCheck()):
        render(screen.scene(model), profile)
