"""What comes up by itself takes no touch made before it could be seen (law 1: no touch skips an act).

A card of a partner, or a read time that is over, changes the picture while a finger is on its way to what
stood there before. A button acts when it is let go, so it may even have been pressed before.
"""

from __future__ import annotations

import pytest

from device.app.stage import UNSEEN_US
from device.text.catalog import read_time_ms
from tests.device.bench import Bench
from tests.device.games.the_mind.sitting import Sitting

MOST_MS = 60_000
TAP_MS = 120
SEED = "3"
"""With it the person holds the lower card."""


def with_a_partner() -> Sitting:
    """A person who has played the lower card; the partner's completes the level."""
    sitting = Sitting(2, partners=1, seed=SEED).playing()
    (own,), (other,) = sitting.state["hands"]
    assert own < other
    return sitting.tap("1")


def due_ms() -> int:
    """When the partner's card brings the page."""
    sitting = with_a_partner()
    for waited in range(0, MOST_MS, 10):
        if sitting.id != "tm.level":
            return waited
        sitting.wait_ms(10)
    raise AssertionError("the partner plays no card")


@pytest.mark.parametrize("key", ["K4", "0"])
@pytest.mark.parametrize("early_ms", [100, 60, 0, -200])
def test_law_1_a_page_that_a_partner_brings_takes_no_key_that_was_meant_for_the_level(
    key: str, early_ms: int
) -> None:
    sitting = with_a_partner().wait_ms(due_ms() - early_ms)
    page = with_a_partner().wait_ms(due_ms()).id
    sitting.tap(key)
    assert sitting.id == page
    sitting.wait_ms(UNSEEN_US // 1000).tap("K4")
    assert sitting.id != page, "read, it is passed"


def test_law_1_an_act_that_follows_by_itself_takes_no_touch_that_was_meant_for_the_one_before() -> None:
    bench = Bench()
    bench.aimed("N", stage=4, guidance="quiet")
    bench.lay(N="distraction:anticipating", NE="thought:feeling")
    bench.tap("0")
    first = bench.scene.body
    bench.wait(read_time_ms(first.line) * 1000 - 110_000)  # type: ignore[union-attr]  # a body with a map
    bench.tap("#")
    second = bench.scene.body
    assert second != first
    bench.tap("0")
    assert bench.scene.body == second
    bench.wait(UNSEEN_US)
    bench.tap("0")
    assert bench.scene.body != second


def test_law_1_an_act_that_a_touch_brought_takes_the_next_one_at_once() -> None:
    bench = Bench()
    bench.aimed("N", stage=4, guidance="quiet")
    bench.lay(N="distraction:anticipating", NE="thought:feeling")
    bench.tap("0", "0")
    second = bench.scene.body
    bench.tap("0")
    assert bench.scene.body != second
