"""Nothing confirmed is ever lost: the power goes at every byte of every write (F21)."""

from __future__ import annotations

import copy
import logging
from typing import TYPE_CHECKING

import pytest

from device.games.settings import defaults
from device.sim.rig import Rig
from hal.simulated.disk import SimDisk, SimFileOps
from tests.crash.cuts import copied
from tests.crash.monkey import GAMES, PLAIN, sessions_on, standing
from tests.crash.power import Plan, Tally, cut_session, resumed, start

if TYPE_CHECKING:
    from collections.abc import Iterator

PLANS = [
    plan
    for game in GAMES
    for plan in (
        Plan(game, seed=2, touches=12),
        Plan(game, seed=5, skip=30, touches=12),
        Plan(game, seed=8, skip=400, touches=3),
    )
]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of torn lines are mended, each with a word."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.long
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game}-{plan.seed}")
def test_f21_a_cut_at_every_byte_of_every_write_leaves_the_last_confirmed_step(plan: Plan) -> None:
    tally = Tally()
    cut_session(plan, tally)
    assert tally.faults == []
    assert tally.devices > 0


@pytest.mark.long
@pytest.mark.parametrize("lie", ["sync", "sync_folder"])
def test_the_harness_finds_a_disk_that_lies(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sync that does nothing must be found."""
    monkeypatch.setattr(SimFileOps, lie, lambda ops, path: None)
    tally = Tally()
    cut_session(Plan("nevermind", seed=2, touches=4), tally)
    assert tally.faults


def test_a_copy_of_a_card_is_all_of_it_and_shares_nothing() -> None:
    rig = Rig(defaults())
    rig.power_on()
    rig.perform(PLAIN)
    disk = rig.disk
    disk.ops.create("half")
    disk.ops.write("half", b"written")
    disk.ops.link("half", "twin")
    again = copied(disk.ops)
    assert again == copy.deepcopy(disk.ops)
    assert again._names["half"] is again._names["twin"]
    again.write("half", b" on")
    assert (disk.ops.read("half"), again.read("twin")) == (b"written", b"written on")


def test_equal_records_are_played_once_and_others_each() -> None:
    rig = Rig(defaults())
    rig.power_on()
    rig.perform(PLAIN)
    resumed.cache_clear()
    first = [start(rig.disk.ops, "nevermind") for _ in range(3)]
    assert resumed.cache_info().misses == 1
    rig.tap("0")
    after = start(rig.disk.ops, "nevermind")
    assert resumed.cache_info().misses == 2
    assert first[0] == first[2] != after
    assert after == standing(sessions_on(SimDisk(copied(rig.disk.ops))), "nevermind"), "as it plays by itself"
