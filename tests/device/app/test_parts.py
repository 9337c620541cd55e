"""Every part is optional: absent at start, lost in mid-session, back later; play goes on with the rest."""

from __future__ import annotations

import pytest

from device.screens.faults import FaultInput
from hal.ports import Part
from tests.field.kit import MIN, S, Table

NAMES = {Part.OLED: "The panel", Part.PADS: "The pads", Part.BUTTONS: "The buttons"}
EACH = pytest.mark.parametrize("part", list(NAMES))
CALLED_AGAIN_S = 7
"""A part that is back is found after 5 s at the latest."""
LOST_S = 62
"""A panel on which nothing changes is written to once a minute, and only then is missed."""


def goes_on(table: Table, missing: Part | None) -> int:
    """Play a little by what is left; returns how many lines the record grew."""
    grown = 0
    if missing is not Part.PADS:
        grown += table.by_pads(6)
    if missing is not Part.BUTTONS:
        grown += table.by_buttons(12)
    return grown


@pytest.mark.long
@EACH
@pytest.mark.parametrize("seed", range(3))
def test_f01_a_part_lost_in_mid_session_is_told_once_and_once_when_it_is_back_and_play_goes_on(
    part: Part, seed: int
) -> None:
    table = Table(seed).start()
    assert goes_on(table, None) > 5
    table.told.clear()
    table.lose(part)
    table.rig.wait(LOST_S * S)
    assert part in table.faults
    assert goes_on(table, part) > 3
    table.rig.wait(MIN)
    assert list(table.faults) == [part]
    table.give_back(part)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert table.faults == {}
    assert goes_on(table, None) > 3 or table.over
    said = table.said_of(NAMES[part])
    assert len(said) == 2, table.told
    assert said[1] == f"{NAMES[part]} {'is' if part is Part.OLED else 'are'} back."
    assert table.picture_stands()


@EACH
def test_f16_a_part_absent_at_start_is_told_and_comes_later(part: Part) -> None:
    table = Table()
    table.lose(part)
    table.start()
    table.rig.wait(CALLED_AGAIN_S * S)
    assert list(table.faults) == [part]
    assert goes_on(table, part) > 5
    table.give_back(part)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert table.faults == {}
    assert table.said_of(NAMES[part])[-1].endswith("back.")
    assert goes_on(table, None) > 3
    assert table.picture_stands()


@pytest.mark.long
@pytest.mark.parametrize("part", [Part.OLED, Part.PADS])
def test_retries_back_off_to_one_in_5_seconds_and_never_stop(part: Part) -> None:
    table = Table().start()
    table.lose(part)
    table.rig.wait(MIN)
    tried = []
    for _ in range(3):
        before = table.transfers(part)
        table.rig.wait(10 * MIN)
        tried.append(table.transfers(part) - before)
    assert tried == [tried[0]] * 3
    assert 119 <= tried[0] <= 121
    table.give_back(part)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert table.faults == {}


@pytest.mark.long
@EACH
def test_a_part_that_comes_and_goes_for_an_hour_leaves_no_heap_of_notices(part: Part) -> None:
    table = Table().start()
    for _ in range(12):
        table.lose(part)
        table.rig.wait(2 * MIN)
        table.give_back(part)
        table.rig.wait(3 * MIN)
    assert table.faults == {}
    assert len(table.said_of(NAMES[part])) == 24
    assert goes_on(table, None) > 3


@pytest.mark.long
def test_a_whole_game_with_pads_alone() -> None:
    table = Table(5)
    table.lose(Part.BUTTONS)
    table.start()
    for _ in range(60):
        table.by_pads(10)
        if table.over:
            return
    raise AssertionError(f"{table.rig.scene.id}: the game did not end")


@pytest.mark.long
def test_a_whole_game_with_buttons_alone() -> None:
    table = Table(6)
    table.lose(Part.PADS)
    table.start()
    for _ in range(60):
        table.by_buttons(20)
        if table.over:
            return
    raise AssertionError(f"{table.rig.scene.id}: the game did not end")


def test_without_a_panel_the_screens_are_spoken_and_the_record_goes_on() -> None:
    table = Table(settings={"sound.silent": False}).start()
    table.lose(Part.OLED)
    table.rig.wait(LOST_S * S)
    said = len(table.rig.world.voice.said())
    grown = table.by_pads(10)
    assert grown > 5
    assert len(table.rig.world.voice.said()) - said > 5


@pytest.mark.long
def test_f20_without_a_panel_a_silent_device_stays_silent() -> None:
    table = Table(settings={"sound.silent": True}).start()
    table.lose(Part.OLED)
    table.rig.wait(LOST_S * S)
    assert table.by_pads(10) > 5
    assert table.rig.world.voice.calls == []
    assert table.rig.world.chime.calls == []


def test_with_pads_and_buttons_both_gone_the_panel_says_so_until_one_is_back() -> None:
    table = Table().start()
    table.lose(Part.PADS)
    table.lose(Part.BUTTONS)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert isinstance(table.rig.app.model.screen, FaultInput)
    table.give_back(Part.BUTTONS)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert not isinstance(table.rig.app.model.screen, FaultInput)
    assert table.by_buttons(12) > 3


@pytest.mark.long
def test_everything_gone_and_back_in_any_order_is_whole_again() -> None:
    for seed in range(4):
        table = Table(seed).start()
        parts = list(NAMES)
        table.random.shuffle(parts)
        for part in parts:
            table.lose(part)
            table.rig.wait(table.random.randrange(20) * S)
        table.random.shuffle(parts)
        for part in parts:
            table.give_back(part)
            table.rig.wait(table.random.randrange(20) * S)
        table.rig.wait(CALLED_AGAIN_S * S)
        assert table.faults == {}
        assert goes_on(table, None) > 3
        assert table.picture_stands()


def test_plates_that_are_lost_are_told_once_and_pads_stand_in_until_they_are_back() -> None:
    table = Table(settings={"palms.address": "0x5B"})
    table.start()
    assert table.faults == {}
    table.lose(Part.PALMS)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert table.faults == {Part.PALMS: "bus_error"}
    assert goes_on(table, None) > 5
    table.rig.wait(5 * MIN)
    table.give_back(Part.PALMS)
    table.rig.wait(CALLED_AGAIN_S * S)
    assert table.faults == {}
    assert len(table.said_of("The plates")) == 2
