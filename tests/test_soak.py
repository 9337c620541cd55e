"""Nothing piles up over a long life with faults at random (the whole day: `python -m tests.soak`)."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.draw.text import fit
from device.games.settings import defaults
from device.sim.rig import Rig
from device.tools.bench.player import Player
from hal.ports import PadsTouched, Part
from tests.soak import Footprint, Soak, caches, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator

MINUTE_US = 60_000_000
WARM, LIVED = 2, 3
SMALL = Footprint(3, 6, 0, Counter({"device.app.loop.App": 1}), 100.0)


@pytest.fixture(scope="module", autouse=True)
def everything_in_sight() -> Iterator[None]:
    """Let the garbage collector see again what was set aside after the collection of the tests."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.long
def test_a_long_life_with_faults_leaves_everything_as_it_was() -> None:
    soak = Soak(seed=5)
    for _ in range(WARM):
        soak.live(15 * MINUTE_US)
        first = soak.rest()
    for _ in range(LIVED):
        soak.live(15 * MINUTE_US)
        last = soak.rest()
    assert last.grown(first) == []
    assert set(soak.acts) == {act.__name__ for _, act in soak._acts}


@pytest.mark.long
def test_no_cache_grows_without_end() -> None:
    rig = Rig(defaults())
    rig.power_on()
    Player(rig, rig.tap).session()
    found = caches()
    assert fit in found, "one that was there before any test began"
    assert [cache.__name__ for cache in found if cache.cache_parameters()["maxsize"] is None] == []


@pytest.mark.parametrize(
    "worse",
    [
        replace(SMALL, threads=4),
        replace(SMALL, descriptors=7),
        replace(SMALL, queued=1),
        replace(SMALL, objects=Counter({"device.app.loop.App": 2})),
        replace(SMALL, objects=Counter({"device.app.loop.App": 1, "device.ui.scene.Line": 5})),
        replace(SMALL, kib=400.0),
    ],
)
def test_growth_of_any_kind_is_seen(worse: Footprint) -> None:
    assert len(worse.grown(SMALL)) == 1
    assert SMALL.grown(worse) == []


def test_what_waits_is_counted() -> None:
    rig = Rig(defaults())
    rig.power_on()
    assert waiting(rig) == 0
    rig._built.hardware.inbox.put(PadsTouched(0, Part.PADS, 1))
    rig.disk.fault("full")
    rig.app.sessions.store.save_resume_point(None)
    assert waiting(rig) == 2


# SIGTERM at any moment (F03, F23)


class _StopError(Exception):
    """SIGTERM came."""


class _StoppedRig(Rig):
    """A device that is told to stop once so many transfers went across."""

    transfers_left: int | None = None

    def run_ready(self) -> None:
        """Step one owner at a time, and stop between two steps."""
        log, worker = self.world.bus.log, self._built.worker
        assert log is not None
        while True:
            if self.transfers_left is not None and self.transfers_left <= 0:
                raise _StopError
            now_us, before = self.clock.now_us(), len(log)
            if self._app_due_us <= now_us or not self._built.hardware.inbox.empty():
                self._app_due_us = self.app.step(now_us)
            elif worker.due_us() <= now_us:
                worker.step(now_us)
            else:
                return
            if self.transfers_left is not None:
                self.transfers_left -= len(log) - before


def _touched(transfers: int | None) -> tuple[_StoppedRig, bool]:
    """Touch what draws another screen; return the device, and whether it was stopped before it stood."""
    rig = _StoppedRig(defaults(), keep_log=True)
    rig.power_on()
    rig.transfers_left = transfers
    try:
        rig.tap("K4")
    except _StopError:
        return rig, True
    return rig, False


@pytest.mark.long
@pytest.mark.parametrize("errno", [None, 5, 121])
def test_f03_f23_a_stop_after_any_transfer_of_a_redraw_leaves_the_panel_dark_at_once(
    errno: int | None,
) -> None:
    """Also when the very transfer that blanks it fails once."""
    transfers = 1
    while True:
        rig, stopped = _touched(transfers)
        assert rig.world.panel.lit
        if errno is not None:
            rig.world.i2c(errno, Part.OLED, times=1)
        asked_us = rig.clock.now_us()
        rig.stop()
        assert not rig.world.panel.lit, f"after {transfers} transfers"
        assert rig.clock.now_us() - asked_us < 100_000
        if not stopped:
            break
        transfers += 1
    assert transfers > 8, "the screens differ on every page"


def test_f23_a_panel_that_never_answers_does_not_hold_up_the_end() -> None:
    rig, _ = _touched(4)
    rig.world.gone(Part.OLED)
    asked_us = rig.clock.now_us()
    rig.stop()
    assert rig.clock.now_us() - asked_us < 1_000_000
