"""What goes wrong with touch chips, on emulated ones (F05 to F09), and with a forgotten interrupt line."""

from __future__ import annotations

import pytest

from device.games.the_mind.options import MindOptions
from device.ui.model import Begin
from hal.ports import Part
from hal.simulated.mpr121 import Answer, Mpr121
from tests.device.said import full
from tests.field.kit import MIN, MS, S, Table
from tests.hal.rig import Rig


def mind(table: Table) -> None:
    """Open The Mind for two: pads are hands there."""
    table.power_on()
    table.rig.perform(Begin("the-mind", {"players": 2, "cards": "table"}, MindOptions("7")))


@pytest.mark.long
def test_f05_hands_of_the_mind_lie_for_minutes_and_lifting_begins_the_level() -> None:
    table = Table()
    mind(table)
    rig = table.rig
    for _ in range(4):
        if rig.scene.id == "tm.focus":
            break
        rig.tap("0")
    assert rig.scene.id == "tm.focus"
    rig.palms_down([0, 1])
    rig.world.pads.drift(-0.2)
    rig.wait(5 * MIN)
    assert rig.scene.id == "tm.focus"
    assert "lift" in table.words.lower()
    rig.palms_up(None)
    rig.wait(100 * MS + 200 * MS)
    assert rig.scene.id == "tm.level"


@pytest.mark.parametrize(
    ("delta", "pause_ms"),
    # A hand is known as such; a finger is no deeper than pads differ, so the next look has to see it gone.
    [(120, 200), (120, 4_000), (40, 1_100), (40, 4_000)],
)
def test_f06_a_pad_touched_at_power_up_acts_neither_then_nor_at_its_lift_and_works_after(
    delta: int, pause_ms: int
) -> None:
    table = Table()
    rig = table.rig
    electrode = rig.loaded.settings.pads.electrode("0")
    rig.world.touch(electrode, delta=delta)
    table.start()
    had = table.lines
    rig.wait(8 * S)
    # The chip itself has given the pad up.
    assert rig.world.pads.electrodes[electrode].dead
    rig.world.lift(electrode)
    rig.wait(pause_ms * MS)
    assert table.lines == had
    assert table.by_pads(6) >= 6
    assert not rig.world.pads.electrodes[electrode].touched


@pytest.mark.long
def test_f06_each_short_tap_on_a_pad_that_was_touched_at_power_up_is_felt() -> None:
    rig = Rig()
    rig.world.touch(2, delta=40)
    rig.run(5 * S)
    rig.world.lift(2)
    rig.run(1_100 * MS)
    assert rig.touched() == 0
    for k in range(30):
        rig.facts.clear()
        rig.world.touch(2)
        rig.run(60 * MS)
        rig.world.lift(2)
        rig.run(700 * MS)
        assert len(rig.facts) == 2, f"tap {k}: {rig.facts}"
    # Once nobody touched for a while the chip was started again, and its own bit lives.
    rig.run(61 * S)
    assert not rig.world.pads.electrodes[2].dead
    reads = rig.steps
    rig.run(10 * S)
    assert rig.steps - reads <= 12


def test_f07_a_chip_frozen_once_under_all_hands_is_cured_unseen() -> None:
    table = Table().start()
    table.rig.world.freeze()
    table.rig.wait(10 * S)
    assert table.told == []
    assert table.by_pads(5) >= 5


def test_f07_a_chip_that_stays_frozen_is_told_once_buttons_play_and_it_thaws() -> None:
    table = Table().start()
    table.rig.world.lever(Part.PADS, Mpr121.cover)
    table.rig.wait(300 * MS)
    table.rig.world.freeze()
    table.rig.wait(20 * S)
    assert table.faults == {Part.PADS: "frozen"}
    assert table.by_buttons(12) > 3
    table.rig.wait(5 * MIN)
    table.rig.world.lever(Part.PADS, Mpr121.uncover)
    table.rig.wait(10 * S)
    assert table.faults == {}
    assert len(table.said_of("The pads")) == 2
    assert table.by_pads(5) >= 5


@pytest.mark.long
@pytest.mark.parametrize("held", [False, True])
def test_f08_over_current_moves_nothing_on_the_table(held: bool) -> None:
    table = Table().start()
    rig = table.rig
    if held:
        rig.press("*")
        rig.wait(S)
    had = table.lines
    for _ in range(6):
        rig.world.lever(Part.PADS, Mpr121.over_current)
        rig.wait(2 * S)
    assert table.lines == had
    assert table.faults in ({}, {Part.PADS: "over_current"})
    rig.wait(20 * S)
    if held:
        rig.lift("*")
        rig.wait(S)
    assert table.faults == {}
    assert table.by_pads(5) >= 5


@pytest.mark.parametrize(
    ("answer", "fault"),
    [(Answer.ZEROS, "bad_values"), (Answer.ONES, "bad_values"), (Answer.STRANGER, "wrong_chip")],
)
@pytest.mark.parametrize("from_start", [False, True])
def test_f09_what_answers_wrongly_is_named_buttons_play_and_it_comes_back_by_itself(
    answer: Answer, fault: str, from_start: bool
) -> None:
    table = Table()
    if from_start:
        table.rig.world.answer(Part.PADS, answer)
    table.start()
    table.rig.world.answer(Part.PADS, answer)
    table.rig.wait(10 * S)
    assert table.faults == {Part.PADS: fault}
    assert "0x5A" in table.rig.app.model.status.faults[Part.PADS].detail
    had = table.lines
    table.rig.tap("0")
    assert table.lines == had
    assert table.by_buttons(12) > 3
    table.rig.world.answer(Part.PADS, Answer.CHIP)
    table.rig.wait(7 * S)
    assert table.faults == {}
    assert table.said_of("The pads")[-1] == full("fault.pads.back")
    assert table.by_pads(5) >= 5


# The interrupt line


def taps_felt(rig: Rig, taps: int, *, us: int = 60 * MS) -> list[bool]:
    """Tap shortly, with pauses that share no rhythm with the looks; tell which taps were felt."""
    felt = []
    for k in range(taps):
        rig.facts.clear()
        rig.world.touch(k % 12)
        rig.run(us)
        rig.world.lift(k % 12)
        rig.run((430 + 137 * k % 500) * MS)
        felt.append(bool(rig.facts))
    return felt


def irq_seen(rig: Rig) -> bool:
    reading = rig.worker.reading(Part.PADS)
    assert reading is not None
    return reading.irq_seen


def test_a_line_that_nobody_wired_is_known_before_the_first_finger() -> None:
    rig = Rig()
    rig.world.set_irq_wired(False)
    rig.run(S)
    assert not irq_seen(rig)
    assert all(taps_felt(rig, 25))


def test_a_line_that_is_wired_is_believed_and_an_idle_device_looks_once_a_second() -> None:
    rig = Rig()
    rig.run(11 * S)
    assert irq_seen(rig)
    steps = rig.steps
    rig.run(20 * S)
    assert rig.steps - steps <= 21


@pytest.mark.long
def test_a_line_that_comes_off_is_noticed_by_the_first_touch_that_a_look_finds() -> None:
    rig = Rig()
    rig.run(S)
    assert all(taps_felt(rig, 5))
    rig.world.set_irq_wired(False)
    felt = taps_felt(rig, 60)
    first = felt.index(True)
    assert all(felt[first:])
    assert not irq_seen(rig)
    rig.world.set_irq_wired(True)
    assert all(taps_felt(rig, 5))
    assert irq_seen(rig)


def test_with_a_hand_on_the_first_pad_at_start_nothing_is_concluded() -> None:
    rig = Rig()
    rig.world.touch(0, delta=90)
    rig.run(S)
    rig.world.lift(0)
    rig.run(3 * S)
    assert irq_seen(rig)
    assert rig.touched() == 0
    assert all(taps_felt(rig, 12))
