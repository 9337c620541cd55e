"""Nothing confirmed is ever lost: the power goes at every byte of every write (F21)."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from hal.simulated.disk import SimFileOps
from tests.crash.monkey import GAMES
from tests.crash.power import Plan, Tally, cut_session

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


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game}-{plan.seed}")
def test_f21_a_cut_at_every_byte_of_every_write_leaves_the_last_confirmed_step(plan: Plan) -> None:
    tally = Tally()
    cut_session(plan, tally)
    assert tally.faults == []
    assert tally.devices > 0


@pytest.mark.parametrize("lie", ["sync", "sync_folder"])
def test_the_harness_finds_a_disk_that_lies(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sync that does nothing must be found."""
    monkeypatch.setattr(SimFileOps, lie, lambda ops, path: None)
    tally = Tally()
    cut_session(Plan("nevermind", seed=2, touches=4), tally)
    assert tally.faults
