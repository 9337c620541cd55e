"""Buttons that are stuck: any of them, on any screen, from the start or later, also two at once (F51)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from device.games.the_mind.options import MindOptions
from device.screens.breathe import Breathe
from device.screens.help import Help
from device.screens.pads import PadBars
from device.screens.pause import Pause
from device.screens.settings_menu import SettingsMenu
from device.screens.status import StatusPage
from device.text.catalog import line
from device.ui.model import Begin, Push
from tests.field.kit import MS, S, Table

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = (1, 2, 3, 4)
STUCK_US = 20 * S


def mind(table: Table) -> None:
    """The Mind at the table, led into its first level by K4."""
    table.power_on()
    table.rig.perform(Begin("the-mind", {"players": 2, "cards": "table"}, MindOptions("7")))
    for _ in range(12):
        if table.rig.scene.id == "tm.level":
            return
        table.rig.tap("K4")


def watch(table: Table) -> None:
    """Nevermind, some moves in."""
    table.start()
    table.by_buttons(6)


def over(*screens: Push) -> Callable[[Table], None]:
    """A place with screens over a game."""

    def go(table: Table) -> None:
        watch(table)
        for screen in screens:
            table.rig.perform(screen)

    return go


def at_home(*screens: Push) -> Callable[[Table], None]:
    def go(table: Table) -> None:
        table.power_on()
        for screen in screens:
            table.rig.perform(screen)

    return go


PLACES: dict[str, Callable[[Table], None]] = {
    "home": at_home(),
    "settings": at_home(Push(SettingsMenu())),
    "pads": at_home(Push(SettingsMenu()), Push(PadBars())),
    "status": at_home(Push(StatusPage())),
    "breathe": at_home(Push(Breathe())),
    "watch": watch,
    "pause": over(Push(Pause())),
    "help": over(Push(Help("now"))),
    "mind": mind,
}


def stands(table: Table) -> tuple[object, ...]:
    """All that a press could change."""
    app = table.rig.app
    session = app.sessions.session
    state = None if session is None else (session.number, session.state)
    screen: object = app.model.screen
    if isinstance(screen, Breathe):
        # It moves by itself.
        screen = Breathe
    return screen, app.model.under, state, app.player.settings, app.stage.off


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("silent", [False, True])
def test_f51_a_button_that_is_stuck_from_some_moment_on_is_named_and_changes_nothing(
    place: str, silent: bool
) -> None:
    chance = random.Random(f"{place}/{silent}")
    for keys in ((1,), (2,), (3,), (4,), tuple(chance.sample(KEYS, 2)), tuple(chance.sample(KEYS, 2))):
        table = Table(settings={"sound.silent": silent})
        PLACES[place](table)
        table.rig.wait(chance.randrange(5 * S))
        before = stands(table)
        for key in keys:
            table.rig.press(f"K{key}")
            table.rig.wait(chance.randrange(1_500 * MS))
        table.rig.wait(STUCK_US + S)
        assert stands(table) == before, keys
        named = [line("key.hold", key=f"K{key}").full for key in keys]
        if place != "mind":
            assert table.told[-1] == named[-1]
        calls = len(table.rig.world.chime.calls) + len(table.rig.world.voice.calls)
        assert not (silent and calls)
        table.rig.wait(40 * S)
        free = next(key for key in (4, 3, 2, 1) if key not in keys)
        for key in keys:
            table.rig.lift(f"K{key}")
            table.rig.wait(200 * MS)
        assert stands(table) == before, "its end acts as little"
        if place == "mind":
            # Nothing changes by itself there (M6.1): it is said with a touch.
            for _ in range(2):
                table.rig.tap(f"K{free}")
                table.rig.wait(8 * S)
            assert set(named) & set(table.told)
        table.rig.stop()


@pytest.mark.parametrize("key", KEYS)
def test_f51_a_button_stuck_since_before_the_start_is_named_and_works_when_let_go(key: int) -> None:
    table = Table()
    table.rig.world.press(key)
    table.power_on()
    before = stands(table)
    table.rig.wait(STUCK_US + S)
    assert table.told == [line("key.hold", key=f"K{key}").full]
    assert stands(table) == before
    table.rig.world.release(key)
    table.rig.wait(S)
    assert stands(table) == before
    assert table.rig.scene.notice is None


@pytest.mark.parametrize("key", KEYS)
def test_f51_with_one_button_stuck_the_others_and_the_pads_play_on_also_after_the_dark(key: int) -> None:
    table = Table().start()
    table.rig.press(f"K{key}")
    table.rig.wait(STUCK_US + S)
    assert table.by_pads(5) >= 5
    table.rig.perform(Push(Pause()))
    table.rig.wait(11 * 60 * S)
    assert not table.rig.world.panel.lit
    table.rig.tap("5")
    table.rig.wait(S)
    assert table.rig.world.panel.lit
    other = "K1" if key != 1 else "K4"
    table.rig.tap(other)
    assert table.rig.scene.id != "pause", "a stuck button keeps nobody from anything"


@pytest.mark.parametrize("key", [1, 3])
def test_f51_what_somebody_did_meanwhile_is_not_taken_back(key: int) -> None:
    table = Table().start()
    table.rig.press(f"K{key}")
    table.rig.wait(2 * S)
    table.rig.tap("K4")
    screen, silent = table.rig.scene.id, table.rig.app.player.settings.sound.silent
    assert screen != "home"
    table.rig.wait(STUCK_US + S)
    assert table.rig.app.player.settings.sound.silent is silent
    assert key == 3 or table.rig.scene.id == screen


def test_f51_a_long_press_that_ends_brings_sounds_back_with_its_end() -> None:
    table = Table(settings={"sound.silent": True}).start()
    table.rig.press("K3")
    table.rig.wait(2 * S)
    assert table.rig.app.player.settings.sound.silent
    assert table.told[-1] == line("silent.off").full
    table.rig.lift("K3")
    table.rig.wait(S)
    assert not table.rig.app.player.settings.sound.silent
