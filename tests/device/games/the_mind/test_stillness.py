"""M6.1: on the level nothing changes with time, whatever goes wrong meanwhile."""

from __future__ import annotations

import pytest

from device.ui.scene import LevelBody
from hal.frame import Frame
from hal.ports import Part
from tests.device.games.the_mind.sitting import PLATES, Sitting
from tests.device.said import full

MINUTES = 10
SETTINGS = {
    "sound.silent": "false",
    "sound.spoken": "true",
    "wiring.led_pin": "24",
    "wiring.buzzer_pin": "25",
    **PLATES,
}


def left_alone(sitting: Sitting) -> Sitting:
    """Let the partners lay all their cards, and the person none."""
    sitting.playing()
    while any(sitting.state["hands"][1:]):
        sitting.wait_s(1)
        assert sitting.id == "tm.level", "the person holds the highest card"
    return sitting


TABLES = {
    "table": lambda: Sitting(3, settings=SETTINGS).playing(),
    "dealt": lambda: Sitting(3, dealt=True, settings=SETTINGS).playing(),
    "dealt with partners": lambda: left_alone(Sitting(2, partners=1, seed="7", settings=SETTINGS)),
    "blind at the table": lambda: Sitting(2, blind=True, settings=SETTINGS).playing(),
    "blind dealt": lambda: Sitting(4, dealt=True, blind=True, settings=SETTINGS).playing(),
}


def faults(sitting: Sitting, second: int) -> None:
    """Let a fault come or go at its second."""
    world, disk = sitting.rig.world, sitting.rig.disk
    for part, start in ((Part.PADS, 20), (Part.BUTTONS, 50), (Part.PALMS, 80), (Part.LED, 110)):
        if second == start:
            world.gone(part)
        if second == start + 45:
            world.back(part)
    if second == 200:
        world.i2c(121, Part.OLED, for_us=7_000_000)
    if second == 230:
        world.i2c(5, Part.PADS, for_us=9_000_000)
        world.i2c(110, Part.OLED, times=3)
    if second in (260, 280):
        disk.fault("full" if second == 260 else None)
        assert sitting.rig.app.sessions.current is not None
        sitting.rig.app.sessions.current.note("what", str(second))
    if second == 300:
        world.freeze(Part.PADS)
    if second == 560:
        world.gone(Part.PADS)


@pytest.mark.long
@pytest.mark.parametrize("kind", TABLES)
def test_m6_1_ten_minutes_with_faults_change_not_one_pixel_light_or_sound(kind: str) -> None:
    sitting = TABLES[kind]()
    sitting.wait_s(1)
    before = sitting.outputs()
    assert before[0] != Frame.blank()
    for tenth in range(MINUTES * 60 * 10):
        if tenth % 10 == 0:
            faults(sitting, tenth // 10)
        sitting.wait_ms(100)
        assert sitting.outputs() == before, f"changed after {tenth / 10} s"
    assert sitting.id == "tm.level"
    # What is still away was noticed all the same: that waits for a touch.
    sitting.tap("K3")
    assert sitting.rig.scene.notice is not None
    assert sitting.outputs() != before


def test_m6_1_the_helper_sees_a_change() -> None:
    sitting = Sitting(2).playing()
    before = sitting.outputs()
    sitting.tap("5")
    assert sitting.outputs() != before
    assert list(sitting.each(6.5))[-1] == before  # the fact lapsed back to the same picture


def test_m6_1_a_fact_lapses_back_to_the_same_picture_and_nothing_else_moves() -> None:
    sitting = Sitting(3).playing()
    before = sitting.outputs()
    sitting.tap("8")
    pending = sitting.outputs()
    seen = list(sitting.each(8, 0.1))
    assert [one for one in seen if one not in (before, pending)] == []
    assert seen[-1] == before


def test_m6_1_a_notice_that_stands_as_the_level_comes_stays_until_a_touch() -> None:
    sitting = Sitting(3).playing().tap("0")
    assert sitting.id == "tm.ask"
    sitting.wait_s(9.5)
    sitting.rig.world.gone(Part.PADS)
    while sitting.id == "tm.ask":
        sitting.wait_ms(50)
    before = sitting.outputs()
    assert all(one == before for one in sitting.each(30))


def test_m6_1_a_partners_card_is_all_that_changes_it() -> None:
    sitting = Sitting(2, partners=1, seed="7").playing()
    frames = {outputs[0] for outputs in sitting.each(60, 0.1)}
    assert sitting.state["pile"] == [26]
    assert len(frames) == 2


def test_m6_1_nothing_is_said_of_the_level_and_never_a_hand() -> None:
    spoken = {"sound.silent": "false", "sound.spoken": "true"}
    sitting = Sitting(3, dealt=True, guided=True, settings=spoken)
    sitting.tap("0", "0")
    assert sitting.id == "tm.hand"
    sitting.hands(0)
    assert "59" in sitting.words
    sitting.lift()
    sitting.tap("K4", "K4").playing()
    heard = len(sitting.said)
    sitting.tap("K3").wait_s(5)
    assert len(sitting.said) == heard
    dealt = {str(card) for hand in sitting.state["hands"] for card in hand}
    assert not [
        said for said in sitting.said if dealt & set(said.replace(".", " ").replace(",", " ").split())
    ]


def test_m6_1_the_own_hand_alone_stands_on_the_level() -> None:
    solo = Sitting(3, partners=2, seed="7").playing()
    body = solo.rig.scene.body
    assert isinstance(body, LevelBody)
    assert body.hand == tuple(solo.state["hands"][0])
    many = Sitting(3, dealt=True, seed="7").playing()
    body = many.rig.scene.body
    assert isinstance(body, LevelBody)
    assert body.hand is None


def test_m6_2_silence_is_asked_for_once_a_game() -> None:
    sitting = Sitting(2, guided=True)
    assert (sitting.id, sitting.words) == ("tm.deal", full("tm.quiet"))
    seen = []
    for _ in range(30):
        sitting.tap("K4", *(["K3", "K4"] if sitting.id == "tm.level" else []))
        seen.append(sitting.words)
    assert "tm.deal" not in seen
    assert not [words for words in seen if "Say nothing" in words]


def test_f18_the_level_takes_one_of_four_places_a_level() -> None:
    sitting = Sitting(2)
    places = []
    for _ in range(4):
        sitting.playing()
        body = sitting.rig.scene.body
        assert isinstance(body, LevelBody)
        places.append(body.place)
        sitting.tap("5", "K4")
    assert sorted(places) == [0, 1, 2, 3]
