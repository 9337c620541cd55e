"""The panel dims and goes dark when nobody is there, and waking it does no more than that (F19)."""

from __future__ import annotations

import pytest

from device.output.dimming import Light, light
from device.screens.breathe import Breathe
from device.screens.pause import Pause
from device.settings.model import PADS
from device.ui.mode import Mode
from device.ui.model import Push
from hal.ports import NEVER
from tests.device.device_kit import Still, begin, started

S = 1_000_000
FULL = 0x7F
DIM = 0x0F
"""Contrast at 50 percent, and an eighth of it."""


@pytest.mark.parametrize(
    ("mode", "idle_ms", "expected"),
    [
        (Mode.MENU, 44_999, (Light.FULL, 1)),
        (Mode.MENU, 45_000, (Light.DIM, 135_000)),
        (Mode.MENU, 179_999, (Light.DIM, 1)),
        (Mode.MENU, 180_000, (Light.OFF, NEVER)),
        (Mode.PAUSE, 59_999, (Light.FULL, 1)),
        (Mode.PAUSE, 60_000, (Light.DIM, 540_000)),
        (Mode.PAUSE, 599_999, (Light.DIM, 1)),
        (Mode.PAUSE, 600_000, (Light.OFF, NEVER)),
        (Mode.SESSION, 23_449, (Light.FULL, 1)),
        (Mode.SESSION, 23_450, (Light.DIM, NEVER)),
        (Mode.SESSION, 3_600_000, (Light.DIM, NEVER)),
        (Mode.STILL, 3_600_000, (Light.FULL, NEVER)),
        (Mode.QUESTION, 45_000, (Light.DIM, 135_000)),
        (Mode.QUESTION, 180_000, (Light.OFF, NEVER)),
        (Mode.REST, 23_449, (Light.FULL, 1)),
        (Mode.REST, 3_600_000, (Light.DIM, NEVER)),
        (Mode.END, 3_600_000, (Light.FULL, NEVER)),
    ],
)
def test_each_place_dims_and_goes_dark_in_its_own_time(
    mode: Mode, idle_ms: int, expected: tuple[Light, int]
) -> None:
    assert light(mode, idle_ms, read_ms=3_450) == expected


@pytest.mark.long
def test_a_menu_dims_at_45_s_and_goes_off_at_3_min() -> None:
    rig = started()
    rig.wait(44 * S)
    assert (rig.world.panel.contrast, rig.world.panel.lit) == (FULL, True)
    rig.wait(2 * S)
    assert (rig.world.panel.contrast, rig.world.panel.lit) == (DIM, True)
    rig.wait(135 * S)
    assert not rig.world.panel.lit
    rig.wait(3_600 * S)
    assert not rig.world.panel.lit


def test_pause_dims_after_60_s_and_goes_off_at_10_min() -> None:
    rig = started()
    begin(rig)
    rig.perform(Push(Pause()))
    rig.wait(59 * S)
    assert rig.world.panel.contrast == FULL
    rig.wait(2 * S)
    assert rig.world.panel.contrast == DIM
    rig.wait(538 * S)
    assert rig.world.panel.lit
    rig.wait(2 * S)
    assert not rig.world.panel.lit


@pytest.mark.long
def test_a_session_dims_20_s_after_the_read_time_and_stays_on() -> None:
    rig = started()
    begin(rig)
    rig.wait(22 * S)
    assert rig.world.panel.contrast == FULL
    rig.wait(3 * S)
    assert rig.world.panel.contrast == DIM
    rig.wait(1_800 * S)
    assert rig.world.panel.lit


@pytest.mark.long
def test_m6_1_a_still_screen_never_dims() -> None:
    rig = started()
    begin(rig)
    rig.perform(Push(Still()))
    rig.wait(1_800 * S)
    assert (rig.world.panel.contrast, rig.world.panel.lit) == (FULL, True)


@pytest.mark.long
def test_breathing_is_no_menu_one_touch_ends_it_after_an_hour() -> None:
    rig = started()
    rig.perform(Push(Breathe()))
    rig.wait(3_600 * S)
    rig.tap("5")
    assert rig.scene.id == "home"


@pytest.mark.parametrize("key", [*PADS, "K1", "K2", "K3", "K4"])
def test_f19_the_touch_that_wakes_does_no_more_than_that(key: str) -> None:
    rig = started()
    rig.tap("K3")
    before = rig.app.model.screen
    rig.wait(181 * S)
    assert not rig.world.panel.lit
    rig.tap(key)
    assert rig.world.panel.lit
    assert rig.app.model.screen == before
    rig.tap("K3")
    assert rig.app.model.screen != before, "the first real touch was eaten"


@pytest.mark.parametrize(("key", "seconds"), [("K1", 2), ("K2", 4), ("K3", 2)])
def test_f19_a_hold_that_wakes_is_swallowed_until_it_is_lifted(key: str, seconds: int) -> None:
    rig = started(sound__silent=True)
    rig.perform(Push(Pause()))
    rig.wait(601 * S)
    rig.tap(key, seconds * S)
    assert rig.world.panel.lit
    assert rig.scene.id == "pause"
    assert rig.scene.notice is None


@pytest.mark.long
def test_f19_after_waking_nothing_counts_until_150_ms_after_the_lift() -> None:
    rig = started()
    rig.wait(181 * S)
    rig.press("5")
    rig.wait(120_000)
    rig.lift("5")
    rig.wait(100_000)
    # The lift is seen some scans after it happened; a touch before 150 ms more belongs to the waking one.
    rig.press("1")
    rig.wait(50_000)
    rig.lift("1")
    rig.wait(400_000)
    assert rig.scene.id == "home"
    rig.tap("1")
    assert rig.scene.id == "ntd.stage"


def test_f19_all_pads_at_once_only_wake() -> None:
    rig = started()
    rig.wait(181 * S)
    for pad in PADS:
        rig.press(pad)
    rig.wait(1 * S)
    assert rig.world.panel.lit
    for pad in PADS:
        rig.lift(pad)
    rig.settle()
    assert (rig.scene.id, rig.scene.notice) == ("home", None)


def test_f19_a_dim_panel_takes_the_touch() -> None:
    rig = started()
    rig.wait(60 * S)
    assert rig.world.panel.contrast == DIM
    rig.tap("1")
    assert rig.scene.id == "ntd.stage"
    assert rig.world.panel.contrast == FULL


def test_night_is_darker_in_every_light() -> None:
    rig = started(screen__night=True)
    assert rig.world.panel.contrast == FULL // 4
    rig.wait(50 * S)
    assert rig.world.panel.contrast == FULL // 4 // 8


@pytest.mark.long
def test_the_pads_screen_rests_while_the_panel_is_off() -> None:
    rig = started()
    for key in ("K2", "K4", "4"):
        rig.tap(key)
    assert rig.scene.id == "settings.pads"
    rig.wait(181 * S)
    assert not rig.world.panel.lit
    before = rig.app.outputs.display.serial
    rig.wait(600 * S)
    assert rig.app.outputs.display.serial == before
