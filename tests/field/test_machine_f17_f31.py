"""Clock, light, sound, card and stopping, on a whole device (F17 to F23, F27, F30, F31)."""

from __future__ import annotations

import errno
import logging
from typing import TYPE_CHECKING

import pytest

from device.ui.model import Do
from engine.nevermind.commands import Concede
from hal.ports import Part
from tests.field.kit import MIN, MS, S, Table

if TYPE_CHECKING:
    from hal.simulated.clock import SimClock

DAY_S = 86_400.0
IN_2026 = 1_780_000_000.0


def entries(table: Table) -> list[tuple[int, str]]:
    """(seconds, date) of the journal."""
    return [(entry.seconds, entry.date) for entry in table.rig.app.sessions.store.journal()]


def stop_here(table: Table) -> None:
    """Leave the session early, and read what was kept."""
    table.rig.perform(Do(Concede()))
    table.rig.tap("K4")
    assert table.rig.scene.id == "ntd.sum"


def clock(table: Table) -> SimClock:
    return table.rig.clock


@pytest.mark.long
@pytest.mark.parametrize("jump_s", [-3 * 3600.0, 5 * 3600.0, 400 * DAY_S])
def test_f17_a_wall_clock_that_jumps_in_mid_session_changes_no_duration(jump_s: float) -> None:
    lengths = []
    for jumps in (False, True):
        table = Table()
        clock(table).set_wall(IN_2026)
        table.start()
        table.by_pads(4)
        table.rig.wait(5 * MIN)
        if jumps:
            clock(table).set_wall(IN_2026 + jump_s)
        table.by_pads(4)
        table.rig.wait(5 * MIN)
        stop_here(table)
        lengths.append(entries(table)[0][0])
    assert lengths[0] == lengths[1]
    assert 600 <= lengths[0] <= 630


def test_f17_without_a_trusted_clock_a_session_has_its_minutes_and_no_date() -> None:
    table = Table().start()
    table.by_pads(2)
    table.rig.wait(3 * MIN)
    stop_here(table)
    ((seconds, date),) = entries(table)
    assert 180 <= seconds <= 200
    assert date == "unknown"


def test_f19_on_the_chips_the_touch_that_wakes_does_no_more_and_the_next_one_acts() -> None:
    for wake in ("5", "K4", "0"):
        table = Table()
        table.power_on()
        table.rig.wait(4 * MIN)
        assert not table.rig.world.panel.lit
        table.rig.tap(wake)
        table.rig.wait(S)
        assert table.rig.world.panel.lit
        assert table.rig.scene.id == "home"
        table.rig.tap("K4")
        assert table.rig.scene.id != "home"


def test_f19_on_the_chips_a_dim_panel_takes_the_touch() -> None:
    table = Table().start()
    full = table.rig.world.panel.contrast
    table.rig.wait(MIN)
    assert table.rig.world.panel.contrast < full
    assert table.by_pads(1) == 1 or table.lines > 3
    assert table.rig.world.panel.contrast == full


def test_f20_on_the_chips_a_silent_session_with_faults_leaves_no_call() -> None:
    table = Table(settings={"sound.silent": True}).start()
    table.by_pads(5)
    table.lose(Part.OLED)
    table.rig.wait(62 * S)
    table.by_pads(5)
    table.give_back(Part.OLED)
    table.rig.wait(10 * S)
    table.rig.perform(Do(Concede()))
    table.rig.wait(MIN)
    assert table.rig.world.chime.calls == []
    assert table.rig.world.voice.calls == []


@pytest.mark.parametrize("what", ["full", "readonly"])
def test_f22_a_card_that_takes_nothing_is_told_once_play_goes_on_and_nothing_is_lost(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table().start()
    caplog.set_level(logging.INFO)
    table.by_pads(3)
    table.rig.disk.fault(what)
    assert table.by_pads(8) >= 8
    table.rig.wait(5 * MIN)
    assert not table.rig.app.model.status.saved
    told = [text for text in table.told if "saved" in text.lower()]
    assert len(told) == 1
    assert len(caplog.records) < 10
    had = table.lines
    table.rig.disk.fault("ok")
    table.rig.wait(MIN)
    assert table.rig.app.model.status.saved
    table.rig.power_cut()
    table.rig.power_on()
    table.rig.tap("K4")
    assert table.lines == had


def test_f22_f21_what_was_played_before_the_card_filled_outlives_the_plug() -> None:
    table = Table().start()
    table.by_pads(4)
    had = table.lines
    table.rig.disk.fault("full")
    table.by_pads(4)
    table.rig.power_cut()
    table.rig.power_on()
    assert table.rig.scene.id == "resume"
    table.rig.tap("K4")
    assert table.lines == had


def test_f23_a_bus_that_hangs_costs_a_few_transfers_at_the_end() -> None:
    table = Table().start()
    table.by_pads(2)
    table.rig.world.bus.fault(errno.ETIMEDOUT, stall_us=100 * MS)
    table.rig.wait(2 * S)
    worker = table.rig._built.worker
    before_us = table.rig.clock.now_us()
    worker.shutdown()
    assert table.rig.clock.now_us() - before_us <= 500 * MS


@pytest.mark.parametrize("minutes", [1, 6])
@pytest.mark.parametrize("way", ["read on", "home at once", "plug"])
def test_f27_leaving_early_keeps_the_minutes_however_one_goes_away(way: str, minutes: int) -> None:
    table = Table().start()
    table.by_pads(3)
    table.rig.wait(minutes * MIN)
    table.rig.perform(Do(Concede()))
    assert f"{minutes} min kept" in table.words
    if way == "home at once":
        table.rig.tap("K1", 900 * MS)
    elif way == "plug":
        table.rig.power_cut()
        table.power_on()
        assert table.rig.scene.id == "resume"
        table.rig.tap("K4")
    else:
        table.rig.tap("K4")
    ((seconds, _),) = entries(table)
    assert minutes * 60 <= seconds <= minutes * 60 + 20
    (entry,) = table.rig.app.sessions.store.journal()
    assert entry.facts.score is None


def test_f31_undo_goes_back_to_the_first_touch_also_after_the_plug_was_pulled() -> None:
    table = Table().start()
    start = table.rig.state
    assert table.by_pads(12) >= 12
    table.rig.power_cut()
    table.power_on()
    table.rig.tap("K4")
    told = 0
    for _ in range(60):
        if table.rig.state == start:
            break
        table.rig.wait(5 * S)
        table.rig.tap("K1")
        told += table.rig.scene.id == "ntd.undo"
    assert table.rig.state == start
    assert told >= 8
