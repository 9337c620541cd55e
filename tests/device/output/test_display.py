"""What keeps the panel from burning in (F18), and wake-ups while nothing happens."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from device.games.words import WORDS
from device.output.dimming import Light, contrast
from device.output.display import SHIFT_EVERY_US, SHIFTS, Display
from device.settings.model import Profile, ScreenSettings
from device.ui.scene import LineBody, Scene
from hal.ports import Part
from tests.device.device_kit import S, begin, next_touch, started
from tests.hal.lit_time import LitTime

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.sim.rig import Rig
    from hal.ports import PanelWish

MOST_LIT = 0.75


class Panel:
    """Notes wishes."""

    def __init__(self) -> None:
        self.wishes: list[PanelWish] = []

    def want(self, wish: PanelWish) -> None:
        self.wishes.append(wish)


class Sleeper:
    """Counts how often an owner woke up: steps after it had asked to be left alone for a while."""

    def __init__(self, step: Callable[[int], int]) -> None:
        self._step = step
        self._due_us = self._left_us = 0
        self.wakes = 0

    def step(self, now_us: int) -> int:
        self.wakes += self._due_us > self._left_us
        self._due_us = self._step(now_us)
        self._left_us = now_us
        return self._due_us


def scene(scene_id: str) -> Scene:
    return Scene(scene_id, LineBody(WORDS.line("watch")))


def watched(rig: Rig) -> LitTime:
    """Count from now on how long each pixel of its panel is lit."""
    world = rig.world
    panel = LitTime(world.panel, world.clock.now_us)
    world.bus.attach(world.address(Part.OLED), panel)
    return panel


def test_f18_the_layout_shifts_only_with_a_new_screen_and_once_a_minute() -> None:
    panel = Panel()
    display = Display(panel)
    look = ScreenSettings()
    display.show(scene("a"), Light.FULL, look, SHIFT_EVERY_US - 1, still=False)
    first = display.frame
    display.show(scene("b"), Light.FULL, look, SHIFT_EVERY_US, still=False)
    second = display.frame
    assert second != first
    display.show(scene("b"), Light.FULL, look, 10 * SHIFT_EVERY_US, still=False)
    assert display.frame == second, "it moved though the screen stood"
    display.show(scene("a"), Light.FULL, look, 2 * SHIFT_EVERY_US - 1, still=False)
    assert display.frame == second, "it moved twice in a minute"
    display.show(scene("b"), Light.FULL, look, 2 * SHIFT_EVERY_US, still=False)
    assert display.frame not in (first, second)


def test_m6_1_a_still_screen_does_not_shift() -> None:
    display = Display(Panel())
    display.show(scene("a"), Light.FULL, ScreenSettings(), 0, still=False)
    before = display.frame
    display.show(scene("b"), Light.FULL, ScreenSettings(), 10 * SHIFT_EVERY_US, still=True)
    assert display.frame == before


def test_f18_each_shift_is_one_or_two_pixels_from_the_next() -> None:
    for here, there in zip(SHIFTS, (*SHIFTS[1:], SHIFTS[0]), strict=True):
        assert 1 <= abs(here[0] - there[0]) + abs(here[1] - there[1]) <= 2


def test_the_same_scene_is_sent_once() -> None:
    panel = Panel()
    display = Display(panel)
    for now_us in range(5):
        display.show(scene("a"), Light.FULL, ScreenSettings(), now_us, still=False)
    assert len(panel.wishes) == 1


def test_f18_map_and_text_change_sides_from_session_to_session() -> None:
    rig = started()
    begin(rig)
    first = rig.app.outputs.display.swap
    begin(rig)
    assert rig.app.outputs.display.swap is not first


def test_contrast_never_leaves_the_range_of_the_panel() -> None:
    for percent in range(1, 101):
        for night in (False, True):
            for lit in Light:
                assert 1 <= contrast(ScreenSettings(brightness_percent=percent, night=night), lit) <= 255


@pytest.mark.long
@pytest.mark.parametrize(("profile", "guided"), [(Profile.L, True), (Profile.M, False)])
def test_f18_over_eight_sessions_no_pixel_is_lit_for_long(profile: Profile, guided: bool) -> None:
    chance = random.Random(18)
    rig = started(screen__profile=profile.value)
    panel = watched(rig)
    for session in range(8):
        begin(rig, seed=str(session), guided=guided)
        while True:
            rig.wait(int(chance.uniform(4, 12) * S))
            touch = next_touch(rig, chance)
            if touch is None:
                break
            rig.tap(touch)
    assert len(rig.app.sessions.store.journal()) == 8, "not all sessions came to their end"
    assert max(panel.lit_us()) <= MOST_LIT * panel.on_us()


def test_f18_the_check_can_fail() -> None:
    rig = started()
    panel = watched(rig)
    rig.wait(100 * S)
    assert max(panel.lit_us()) > MOST_LIT * panel.on_us()


def test_nothing_runs_while_nothing_happens_but_one_look_a_second_of_each_owner() -> None:
    rig = started()
    begin(rig)
    rig.wait(120 * S)
    app, worker = Sleeper(rig.app.step), Sleeper(rig._built.worker.step)
    rig.app.step = app.step  # type: ignore[method-assign]  # looks over the shoulder
    rig._built.worker.step = worker.step  # type: ignore[method-assign]  # looks over the shoulder
    rig.wait(60 * S)
    assert 59 <= app.wakes <= 61
    # The panel is refreshed once a minute (F04).
    assert 59 <= worker.wakes <= 62
