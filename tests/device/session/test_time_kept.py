"""How long a session lasted outlives a power cut, at a write a minute and none while nobody looks (F56)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.app.loop import IDLE_US
from device.games.settings import defaults
from device.sim.rig import Rig
from device.ui.model import Home
from tests.crash.cuts import recording
from tests.crash.monkey import PLAIN

if TYPE_CHECKING:
    from tests.crash.cuts import Call

MINUTE_US = 60_000_000


def _begun() -> Rig:
    rig = Rig(defaults())
    rig.power_on()
    rig.perform(PLAIN)
    rig.tap("0")
    return rig


def _writes(calls: list[Call]) -> int:
    return sum(name == "rename" and args[1] == "resume.json" for name, args in calls)


@pytest.mark.parametrize("untouched_us", [10_000_000, 59_000_000, 61_000_000, 240_000_000])
def test_f56_at_most_a_minute_of_untouched_time_is_lost_to_a_power_cut(untouched_us: int) -> None:
    rig = _begun()
    rig.wait(untouched_us)
    assert rig.app.sessions.current is not None
    lasted_ms = rig.app.sessions.current.active_ms
    assert lasted_ms >= untouched_us // 1000 - 1_000
    rig.power_cut()
    rig.power_on()
    rig.tap("K4")
    assert rig.app.sessions.current is not None
    assert lasted_ms - rig.app.sessions.current.active_ms <= 60_500


def test_f56_a_write_a_minute_at_most_while_the_panel_is_lit() -> None:
    rig = _begun()
    with recording(rig.disk) as calls:
        rig.wait(4 * MINUTE_US)
        assert 3 <= _writes(calls) <= 4
        for _ in range(6):
            # Each touch that moves tells the time by itself.
            rig.wait(MINUTE_US // 2)
            rig.tap("K3")
        assert _writes(calls) <= 8


def test_f56_none_while_nobody_plays_or_no_session_is_on_the_panel() -> None:
    rig = _begun()
    rig.wait(IDLE_US + MINUTE_US)
    with recording(rig.disk) as calls:
        rig.wait(30 * MINUTE_US)
        assert calls == []
    rig.tap("0")
    rig.perform(Home())
    with recording(rig.disk) as calls:
        rig.wait(5 * MINUTE_US)
        assert calls == []
