"""What goes wrong with buttons, on a whole device with emulated pins (F10 to F13, F32)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.ports import Part
from tests.field.kit import MS, S, Table

LONG_US = 800 * MS


def test_f10_a_release_whose_edge_was_lost_is_a_short_press_and_never_a_hold() -> None:
    table = Table().start()
    rig = table.rig
    for lost_after_ms in (50, 300, 700, 790):
        rig.world.press(2)
        rig.wait(lost_after_ms * MS)
        rig.world.release(2, lost=True)
        rig.wait(4 * S)
        assert rig.scene.id == "pause", f"after {lost_after_ms} ms: {rig.scene.id}"
        rig.tap("K1")


def test_f10_home_is_not_reached_by_a_press_of_k1_whose_release_was_lost() -> None:
    table = Table().start()
    table.by_pads(3)
    table.rig.world.press(1)
    table.rig.wait(100 * MS)
    table.rig.world.release(1, lost=True)
    table.rig.wait(3 * S)
    assert table.rig.scene.id.startswith("ntd.")


def test_f10_a_press_whose_edge_was_lost_is_found_within_a_second() -> None:
    table = Table().start()
    table.by_pads(3)
    table.rig.world.press(1, lost=True)
    table.rig.wait(2 * S)
    assert table.rig.scene.id == "home"


@pytest.mark.parametrize("key", [1, 2, 3, 4])
@pytest.mark.parametrize("held_ms", [300, 6_000])
def test_f11_a_button_held_while_booting_does_nothing_until_it_was_released(key: int, held_ms: int) -> None:
    # An open session makes `resume` the first screen, where each key would do something.
    table = Table().start()
    rig = table.rig
    table.by_pads(2)
    rig.power_cut()
    rig.world.press(key)
    table.power_on()

    def stands() -> tuple[object, ...]:
        model = rig.app.model
        return rig.scene, table.words, model.asked_again, model.settings.sound.silent, model.under

    before = stands()
    assert rig.scene.id == "resume"
    rig.wait(held_ms * MS)
    assert stands() == before
    rig.world.release(key)
    rig.wait(S)
    assert stands() == before
    rig.tap(f"K{key}")
    assert stands() != before


def test_f12_a_dead_notify_thread_is_told_and_buttons_are_read_by_looking() -> None:
    table = Table().start()
    table.rig.world.pins.notify_alive = False
    grown = 0
    for _ in range(8):
        had = table.lines
        table.rig.press("K4")
        table.rig.wait(1_100 * MS)
        table.rig.lift("K4")
        table.rig.wait(1_100 * MS)
        grown += table.lines - had
    assert grown > 3
    assert table.faults == {Part.BUTTONS: "no_notify"}
    assert len(table.said_of("The buttons")) == 1
    table.rig.world.pins.notify_alive = True
    assert table.by_buttons(6) > 0
    assert table.faults == {}


@pytest.mark.long
def test_f12_no_callback_of_a_whole_session_raises() -> None:
    table = Table().start()
    table.by_buttons(10)
    table.by_pads(10)
    table.rig.stop()
    table.rig.world.press(1)
    assert table.rig.world.pins.callback_errors == []


@pytest.mark.parametrize("bounce_ms", [5, 10, 20])
def test_f13_contacts_that_bounce_make_one_press_of_one(bounce_ms: int) -> None:
    table = Table().start()
    rig = table.rig
    for _ in range(20):
        for pressed in (True, False):
            rig.world.bounce(2, pressed=pressed, for_us=bounce_ms * MS)
            rig.wait(200 * MS)
        assert rig.scene.id == "pause"
        for pressed in (True, False):
            rig.world.bounce(1, pressed=pressed, for_us=bounce_ms * MS)
            rig.wait(200 * MS)
        assert rig.scene.id.startswith("ntd.")


@pytest.mark.parametrize(("press_ms", "acts"), [(1, False), (8, False), (30, True), (120, True)])
def test_f13_presses_of_8_ms_are_noise_and_of_30_ms_are_real(press_ms: int, acts: bool) -> None:
    table = Table().start()
    for _ in range(5):
        table.rig.world.press(2)
        table.rig.wait(press_ms * MS)
        table.rig.world.release(2)
        table.rig.wait(300 * MS)
        assert (table.rig.scene.id == "pause") is acts
        if acts:
            table.rig.tap("K1")


@pytest.mark.long
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.integers(30, 1_500).filter(lambda ms: abs(ms - 800) > 5),
            st.integers(0, 20),
            st.integers(60, 900),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_f32_a_press_is_short_or_long_and_never_both(presses: list[tuple[int, int, int]]) -> None:
    # K3: short says it again or opens help, long switches Silent. K1 leaves what short may have opened.
    table = Table(settings={"sound.silent": False}).start()
    rig = table.rig
    try:
        for press_ms, bounce_ms, pause_ms in presses:
            silent = rig.app.model.settings.sound.silent
            asked, screen = rig.app.model.asked_again, rig.scene.id
            rig.world.bounce(3, pressed=True, for_us=bounce_ms * MS + 100)
            rig.wait(press_ms * MS)
            rig.world.bounce(3, pressed=False, for_us=bounce_ms * MS + 100)
            rig.wait(pause_ms * MS)
            if abs(press_ms - 800) <= 25:
                # Bounces move the edges themselves.
                continue
            long = rig.app.model.settings.sound.silent is not silent
            short = (rig.app.model.asked_again, rig.scene.id) != (asked, screen)
            assert (short, long) == (press_ms < 800, press_ms > 800), (press_ms, bounce_ms)
            if rig.scene.id.startswith("help"):
                rig.tap("K1")
    finally:
        rig.stop()


def test_f32_a_long_press_of_k1_goes_home_and_undoes_nothing() -> None:
    table = Table().start()
    table.by_pads(4)
    had = table.lines
    session = table.rig.app.sessions.session
    assert session is not None
    table.rig.tap("K1", LONG_US + 200 * MS)
    assert table.rig.scene.id == "home"
    raw = table.rig.app.sessions.store.load(session.number)
    assert raw is not None
    assert raw.data.count(b"\n") == had
    assert b'"undo"' not in raw.data
