"""What goes wrong with panels, on a whole device with emulated chips (F01 to F04)."""

from __future__ import annotations

import logging

import pytest

from device.screens.display import DisplayCheck
from device.ui.model import Push
from hal.config import Controller
from hal.frame import HEIGHT, WIDTH, Frame
from hal.ports import Part
from hal.simulated.sh1106 import Sh1106
from tests.field.kit import MIN, MS, S, Table

BOTH = pytest.mark.parametrize("controller", [controller.value for controller in Controller])
ERRNOS = (5, 6, 110, 121)


def table_with(controller: str, seed: int = 1) -> Table:
    return Table(seed, settings={"screen.controller": controller})


@BOTH
@pytest.mark.parametrize("errno", ERRNOS)
def test_f01_any_error_anywhere_in_a_redraw_is_cured_unseen(controller: str, errno: int) -> None:
    table = table_with(controller).start()
    rig = table.rig
    for nth in range(1, 12):
        delivered = table.random.randrange(40)
        rig.world.bus.fault(
            errno, rig.world.address(Part.OLED), nth=nth, times=1, delivered=delivered, stall_us=20 * MS
        )
        had = table.lines
        table.by_pads(1)
        assert table.lines > had
        rig.wait(3 * S)
        rig.world.i2c_ok(Part.OLED)
        assert table.picture_stands(), f"transfer {nth} cut after {delivered} bytes"
        # Errors this often are a relapse, which may be told; but nobody is left without a panel.
        rig.wait(11 * S)
    assert table.faults == {}


@pytest.mark.long
@BOTH
def test_f01_errors_at_random_for_ten_minutes_of_play(controller: str) -> None:
    for seed in range(3):
        table = table_with(controller, seed).start()
        end_us = table.rig.clock.now_us() + 10 * MIN
        while table.rig.clock.now_us() < end_us and not table.over:
            table.rig.world.bus.fault(
                table.random.choice(ERRNOS),
                table.rig.world.address(Part.OLED),
                nth=table.random.randint(1, 20),
                times=table.random.choice((1, 2, 5, 30)),
                delivered=table.random.randrange(130),
                stall_us=10 * MS,
            )
            assert table.by_pads(1) > 0
            table.rig.wait(table.random.randrange(20) * S)
        table.rig.world.i2c_ok(Part.OLED)
        table.rig.wait(6 * S)
        assert table.picture_stands()
        told = table.said_of("The panel")
        assert len([text for text in told if text.endswith("back.")]) * 2 == len(told)


def test_f01_a_loss_is_one_line_in_the_log_and_the_return_another(caplog: pytest.LogCaptureFixture) -> None:
    table = Table().start()
    caplog.set_level(logging.INFO)
    table.rig.world.gone(Part.OLED)
    for _ in range(5):
        assert table.by_pads(1) > 0
        table.rig.wait(MIN)
    table.rig.world.back(Part.OLED)
    table.rig.wait(6 * S)
    lines = [record.getMessage() for record in caplog.records if "oled" in record.getMessage()]
    assert len(lines) == 2
    assert "0x3C" in lines[0]
    assert lines[1] == "oled: back"


@BOTH
def test_f02_the_display_check_lights_the_whole_edge_of_the_glass(controller: str) -> None:
    table = table_with(controller).start()
    table.rig.perform(Push(DisplayCheck()))
    glass = table.rig.frame
    edge = {(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)}
    edge |= {(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)}
    assert all(glass.lit(x, y) for x, y in edge)


def test_f02_an_sh1106_driven_as_an_ssd1306_shows_its_stripe_in_the_display_check() -> None:
    table = Table()
    world = table.rig.world
    wrong = Sh1106(seed=1)
    world.bus.attach(world.address(Part.OLED), wrong)
    table.start()
    table.rig.perform(Push(DisplayCheck()))
    glass = wrong.frame()
    # Shifted by two: the left edge has left the glass, so whoever looks sees the frame broken.
    assert not all(glass.lit(0, y) for y in range(HEIGHT))


@BOTH
def test_f02_the_offset_in_the_settings_moves_the_picture(controller: str) -> None:
    table = Table(settings={"screen.controller": controller, "screen.column_offset": 1}).start()
    table.rig.perform(Push(DisplayCheck()))
    assert table.rig.frame != table.rig.app.outputs.display.frame


@pytest.mark.long
@BOTH
def test_f03_stopped_after_any_step_of_a_redraw_the_panel_is_dark_at_once(controller: str) -> None:
    for steps in range(14):
        table = table_with(controller).start()
        rig = table.rig
        rig.press("0")
        rig.wait(50 * MS)
        rig.lift("0")
        rig.perform(Push(DisplayCheck()))
        rig.app.perform((Push(DisplayCheck(1)),), rig.clock.now_us())
        rig.app.step(rig.clock.now_us())
        worker = rig._built.worker
        for _ in range(steps):
            worker.step(rig.clock.now_us())
        begun_us = rig.clock.now_us()
        rig.stop()
        assert not rig.world.panel.lit
        assert rig.frame == Frame.blank()
        assert rig.clock.now_us() - begun_us < 100 * MS


@BOTH
@pytest.mark.parametrize("moves", [0, 2])
def test_f04_after_a_dip_of_the_supply_the_picture_is_back_within_a_minute(
    controller: str, moves: int
) -> None:
    table = table_with(controller).start()
    table.by_pads(3)
    table.rig.world.supply_dip(Part.OLED)
    assert not table.rig.world.panel.lit
    # Writes succeed, so play goes on; it only cannot be seen.
    assert table.by_pads(moves) >= moves
    table.rig.wait(61 * S)
    assert table.picture_stands()
    assert table.faults == {}
    assert table.said_of("The panel") == []


@BOTH
def test_f04_a_dip_of_both_boards_is_seen_at_the_next_look_at_the_pads(controller: str) -> None:
    table = table_with(controller).start()
    table.by_pads(3)
    table.rig.wait(2 * S)
    table.rig.world.supply_dip(Part.OLED)
    table.rig.world.supply_dip(Part.PADS)
    table.rig.wait(2 * S)
    assert table.picture_stands()
    assert table.by_pads(3) >= 3


@BOTH
def test_f04_a_dip_while_dark_is_mended_when_the_panel_wakes(controller: str) -> None:
    table = table_with(controller)
    table.power_on()
    table.rig.wait(4 * MIN)
    assert not table.rig.world.panel.registers.on
    table.rig.world.supply_dip(Part.OLED)
    table.rig.wait(5 * S)
    table.rig.tap("K3")
    table.rig.wait(61 * S)
    assert table.picture_stands()
