"""The settings on the device: by buttons and by pads, in force at once, kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.games.settings import defaults
from device.games.words import WORDS
from device.screens.display import DisplayCheck
from device.screens.pads import PadBars, PadTouch
from device.screens.settings_menu import SectionMenu, SettingsMenu
from device.settings.load import with_texts
from device.settings.model import PADS, Profile
from device.sim.rig import Rig
from device.ui.model import Push
from device.ui.scene import BarsBody, BorderBody
from hal.frame import HEIGHT, WIDTH
from hal.ports import Part
from tests.device.device_kit import S, begin, started
from tests.device.said import full

if TYPE_CHECKING:
    from device.ui.model import Screen

ENTRIES = ("settings.display", "settings.sound", "settings.guidance", "settings.pads", "status", "setup.read")


def at(screen: Screen) -> Rig:
    rig = started()
    rig.perform(Push(screen))
    return rig


def entry(path: str) -> int:
    """Return where a setting stands in its menu; the display check begins with its question."""
    section, _, key = path.partition(".")
    keys = [row.key for row in defaults().settings.menu(section).offered]
    return keys.index(key) + (section == "screen")


def settings_after_restart(rig: Rig) -> object:
    rig.power_cut()
    rig.power_on()
    return rig.app.model.settings


def test_home_leads_to_the_settings_by_buttons_alone() -> None:
    rig = started()
    rig.tap("K2")
    rig.tap("K4")
    assert rig.scene.id == "settings.menu"


@pytest.mark.long
@pytest.mark.parametrize("by", ["buttons", "pads"])
@pytest.mark.parametrize("index", range(7))
def test_every_entry_is_reached_both_ways_and_left_with_k1(index: int, by: str) -> None:
    rig = at(SettingsMenu())
    if by == "buttons":
        for _ in range(index):
            rig.tap("K3")
        rig.tap("K4")
    else:
        rig.tap(str(index + 1))
    assert rig.scene.id == (*ENTRIES, "help.now")[index]
    if index != 5:
        rig.tap("K1")
        assert rig.scene.id == "settings.menu"


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("screen.brightness_percent", [75, 100, 10, 25, 50]),
        ("screen.night", [True, False]),
        ("screen.flip", [True, False]),
        ("screen.profile", ["M", "S", "L"]),
        ("sound.silent", [False, True]),
        ("sound.spoken", [True, False]),
        ("guidance.level", ["full", "narrate", "quiet", "light"]),
        ("guidance.anchor", ["hands", "feet", "sounds", "breath"]),
        ("guidance.careful", [True, False]),
        ("guidance.pacer", [True, False]),
    ],
)
@pytest.mark.parametrize("by", ["buttons", "pads"])
def test_k4_and_the_pad_give_the_next_value_and_it_is_kept(path: str, values: list[object], by: str) -> None:
    section, _, key = path.partition(".")
    index = entry(path)
    rig = at(DisplayCheck() if section == "screen" else SectionMenu(section=section))
    if by == "buttons":
        for _ in range(index):
            rig.tap("K3")
    for value in values:
        rig.tap("K4" if by == "buttons" else str(index + 1))
        assert getattr(getattr(rig.app.model.settings, section), key) == value
    rig.tap("K4")
    assert getattr(getattr(settings_after_restart(rig), section), key) == values[0]


@pytest.mark.parametrize("profile", Profile)
def test_f02_the_frame_is_one_pixel_at_the_very_edge(profile: Profile) -> None:
    rig = started(screen__profile=profile.value)
    rig.perform(Push(DisplayCheck()))
    for _ in range(5):
        assert isinstance(rig.scene.body, BorderBody)
        image = rig.frame.image()
        edge = [(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
        edge += [(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)]
        inner = [(x, y) for x in range(1, WIDTH - 1) for y in (1, HEIGHT - 2)]
        assert all(image.getpixel(at) for at in edge)
        assert not any(image.getpixel(at) for at in inner)
        rig.tap("K3")


def test_another_size_of_letters_and_the_turned_picture_take_effect_at_once() -> None:
    rig = at(DisplayCheck(cursor=entry("screen.profile")))
    before = rig.frame
    rig.tap("K4")
    assert rig.frame != before
    for _ in range(entry("screen.profile") - entry("screen.flip")):
        rig.tap("K2")
    upright = rig.frame
    rig.tap("K4")
    turned = rig.frame
    assert turned != upright
    assert full("on").lower() in rig.scene.body.line.full  # type: ignore[union-attr]  # this screen has that body


def test_choices_reach_a_session_that_is_open() -> None:
    rig = started()
    begin(rig)
    before = rig.frame
    rig.perform(Push(DisplayCheck(cursor=entry("screen.profile"))))
    rig.tap("K4")
    rig.tap("K1")
    assert rig.scene.id == "ntd.done"
    assert rig.frame != before


# Pads


def bars(rig: Rig) -> BarsBody:
    body = rig.scene.body
    assert isinstance(body, BarsBody)
    return body


@pytest.mark.parametrize("pad", PADS)
def test_a_touch_shows_on_its_bar_and_does_nothing_else(pad: str) -> None:
    rig = at(PadBars())
    rig.press(pad)
    rig.wait(1 * S)
    body = bars(rig)
    over = [name for name, value in zip(PADS, body.values, strict=True) if value > body.thresholds[0]]
    assert over == [pad]
    rig.lift(pad)
    rig.settle()
    rig.wait(2 * S)
    assert max(bars(rig).values) < 12
    assert rig.scene.id == "settings.pads"


def test_bars_move_at_a_modest_rate_and_only_while_their_screen_stands() -> None:
    rig = at(PadBars())
    steps = 0
    step = rig.app.step

    def counted(now_us: int) -> int:
        nonlocal steps
        steps += 1
        return step(now_us)

    rig.app.step = counted  # type: ignore[method-assign]  # looks over the shoulder
    rig.wait(10 * S)
    assert 30 <= steps <= 100
    rig.tap("K1")
    rig.wait(1 * S)
    steps = 0
    rig.wait(10 * S)
    assert steps <= 11


def test_bars_stand_in_the_order_of_the_keypad_whatever_the_wiring() -> None:
    wired = {"pads": {"electrodes": {"5": "0", "1": "4"}}}
    rig = Rig(with_texts(defaults(), wired))
    rig.power_on()
    rig.perform(Push(PadBars(cursor=4)))
    assert bars(rig).title == WORDS.line(
        "settings.pad.counts", pad=WORDS.line("settings.pad", pad=5), counts=12
    )
    rig.world.touch(0)
    rig.wait(1 * S)
    assert [value > 12 for value in bars(rig).values] == [index == 4 for index in range(12)]


def test_thresholds_of_one_pad_go_up_and_down_and_reach_the_chip() -> None:
    rig = at(PadTouch(pad=4))
    rig.tap("1")
    assert rig.app.model.settings.hardware.pads.on[4] == 10
    assert rig.app.model.settings.hardware.pads.off[4] == 5
    assert rig.app.model.settings.hardware.pads.on[3] == 12
    rig.tap("2")
    rig.tap("2")
    assert rig.app.model.settings.hardware.pads.on[4] == 14
    rig.wait(2 * S)
    chip = rig._built.worker._chips[Part.PADS]._chip
    assert chip.config.on[4] == 14


@pytest.mark.long
def test_thresholds_stay_within_their_bounds() -> None:
    rig = at(PadTouch())
    for _ in range(8):
        rig.tap("1")
    assert set(rig.app.model.settings.hardware.pads.on) == {4}
    assert set(rig.app.model.settings.hardware.pads.off) == {2}
    for _ in range(70):
        rig.tap("K3")
        rig.tap("K4")
        rig.tap("K2")
    assert set(rig.app.model.settings.hardware.pads.on) == {120}


def test_chosen_thresholds_are_in_force_after_a_restart() -> None:
    rig = at(PadTouch())
    rig.tap("2")
    rig.power_cut()
    rig.power_on()
    rig.wait(2 * S)
    chip = rig._built.worker._chips[Part.PADS]._chip
    assert set(chip.config.on) == {14}


def test_re_zero_takes_what_lies_there_as_nothing() -> None:
    rig = at(PadBars())
    rig.world.stuck(rig.electrode("7"), stuck=True)
    rig.wait(2 * S)
    assert max(bars(rig).values) > 12
    for key in ("K4", "K2", "K4"):
        rig.tap(key)
    assert rig.scene.notice is not None
    rig.tap("K1")
    rig.wait(2 * S)
    assert max(bars(rig).values) < 12


def test_without_the_chip_it_says_so() -> None:
    rig = started()
    rig.world.gone(Part.PADS)
    rig.wait(10 * S)
    rig.perform(Push(PadBars()))
    assert rig.scene.body.line.full == full("setup.pads.none")  # type: ignore[union-attr]  # this screen has that body
