"""The first start: what can be read, which pads answer, whether a sound is welcome; once, and skippable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.draw.render import sides
from device.screens.setup import SetupRead
from device.settings.model import PADS, Profile
from device.ui.model import Home
from device.ui.scene import TextBody
from hal.ports import Part
from tests.device.device_kit import S, started
from tests.device.said import full

if TYPE_CHECKING:
    from device.sim.rig import Rig


def size(rig: Rig) -> Profile:
    return rig.app.model.settings.screen.profile


def test_it_comes_before_anything_else_and_never_again() -> None:
    rig = started(first=True)
    for screen, key in (("setup.read", "K4"), ("setup.pads", "K1"), ("setup.sound", "K1"), ("home", "K2")):
        assert rig.scene.id == screen
        rig.tap(key)
    rig.power_cut()
    rig.power_on(skip_first=False)
    assert rig.scene.id == "home"


def test_a_power_cut_in_the_middle_begins_it_again() -> None:
    rig = started(first=True)
    rig.tap("K4")
    rig.power_cut()
    rig.power_on(skip_first=False)
    assert rig.scene.id == "setup.read"


def test_play_and_scenarios_skip_it_and_leave_it_for_the_device() -> None:
    rig = started()
    rig.perform(Home())
    rig.power_cut()
    rig.power_on(skip_first=False)
    assert rig.scene.id == "setup.read"


@pytest.mark.parametrize("passed", [(), ("K4",), ("K4", "K1")])
def test_home_by_a_long_press_is_a_skip_too(passed: tuple[str, ...]) -> None:
    rig = started(first=True)
    for key in passed:
        rig.tap(key)
    rig.tap("K1", 1 * S)
    assert rig.scene.id == "home"
    rig.power_cut()
    rig.power_on(skip_first=False)
    assert rig.scene.id == "home"


def test_it_comes_back_when_it_is_asked_for() -> None:
    rig = started(first=True)
    rig.tap("K1", 1 * S)
    for key in ("K2", "K4", "6"):
        rig.tap(key)
    assert rig.scene.id == "setup.read"


@pytest.mark.parametrize("larger", [0, 1, 2])
def test_the_size_that_can_be_read_becomes_the_size_of_everything(larger: int) -> None:
    rig = started(first=True)
    frames = {rig.frame}
    for _ in range(larger):
        rig.tap("K3")
        frames.add(rig.frame)
    assert len(frames) == larger + 1
    rig.tap("K4")
    assert size(rig) is list(Profile)[larger]
    rig.power_cut()
    rig.power_on()
    assert size(rig) is list(Profile)[larger]


def test_k2_shows_the_size_before_and_skipping_leaves_all_as_it_was() -> None:
    rig = started(first=True)
    for key in ("K3", "K3", "K2"):
        rig.tap(key)
    assert size(rig) is Profile.M
    rig.tap("K1")
    assert rig.scene.id == "setup.pads"
    assert size(rig) is Profile.L


def test_the_letters_grow_by_themselves_up_to_the_largest() -> None:
    rig = started(first=True)
    rig.wait(9 * S)
    assert size(rig) is Profile.L
    rig.wait(2 * S)
    assert size(rig) is Profile.M
    rig.wait(60 * S)
    assert size(rig) is Profile.S


@pytest.mark.parametrize("profile", Profile)
def test_the_question_fits_one_side_since_k3_makes_it_larger(profile: Profile) -> None:
    rig = started(screen__profile=profile.value)
    scene = SetupRead().scene(rig.app.model)
    assert sides(scene, profile) == 1


def pads_asked(rig: Rig) -> str:
    body = rig.scene.body
    assert isinstance(body, TextBody)
    return body.title.full


def test_each_pad_is_asked_for_in_turn() -> None:
    rig = started(first=True)
    rig.tap("K4")
    for pad in PADS:
        assert pads_asked(rig) == f"Touch pad {pad}."
        rig.tap(pad)
    assert rig.scene.body.line.full == full("setup.pads.done")  # type: ignore[union-attr]  # this screen has that body
    rig.tap("5")
    assert rig.scene.id == "setup.sound"


def test_another_pad_is_named_and_a_silent_one_is_gone_past() -> None:
    rig = started(first=True)
    rig.tap("K4")
    rig.tap("9")
    assert rig.scene.notice is not None
    assert rig.scene.notice.full == full("setup.pads.other", pad=9)
    assert pads_asked(rig) == full("setup.pads", pad=1)
    for _ in range(12):
        rig.tap("K4")
    assert rig.scene.body.line.full == full("setup.pads.some", count=12)  # type: ignore[union-attr]  # this screen has that body


def test_without_pads_nothing_is_asked_of_them() -> None:
    rig = started(first=True)
    rig.world.gone(Part.PADS)
    rig.wait(10 * S)
    rig.tap("K4")
    assert rig.scene.body.line.full == full("setup.pads.none")  # type: ignore[union-attr]  # this screen has that body
    rig.world.back(Part.PADS)
    rig.wait(10 * S)
    assert pads_asked(rig) == full("setup.pads", pad=1)
    rig.tap("1")
    assert pads_asked(rig) == full("setup.pads", pad=2)


@pytest.mark.parametrize(("key", "silent"), [("K4", False), ("#", False), ("0", True), ("K1", True)])
def test_a_sound_is_only_made_if_it_is_welcome(key: str, silent: bool) -> None:
    rig = started(first=True)
    for skip in ("K1", "K1"):
        rig.tap(skip)
    rig.tap(key)
    assert rig.scene.id == "home"
    assert rig.app.model.settings.sound.silent is silent
    assert len(rig.world.chime.calls) == (0 if silent else 1)
