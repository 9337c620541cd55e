"""Random sessions to their end, every word of theirs on every panel."""

from __future__ import annotations

from random import Random

import pytest

from device.ui.model import Go
from tests.device.bench import Bench
from tests.device.games.nevermind.players import touch, wise
from tests.engine.nevermind.soundness import check


@pytest.mark.long
@pytest.mark.parametrize("profile", ["L", "M", "S"])
@pytest.mark.parametrize(
    ("stage", "super_monkey"),
    [(1, False), (2, False), (3, False), (4, False), (5, False), (6, False), (6, True)],
)
def test_random_sessions_end_with_a_sound_table_and_words_that_fit(
    stage: int, super_monkey: bool, profile: str
) -> None:
    # `tests/hands` plays hundreds more, at each touch of which the state is sound too.
    random = Random(f"{stage}/{profile}")
    bench = Bench({"profile": profile})
    bench.begin(
        stage,
        "7",
        {"super": super_monkey, "rotation": random.choice([0, 90, 180])},
        guidance=random.choice(["quiet", "light", "full", "narrate"]),
        tokens=random.choice(["device", "table", "double"]),
        labels=random.random() < 0.8,
        anchor=random.choice(["breath", "hands", "feet", "sounds"]),
    )
    while not bench.play.over:
        if random.random() < 0.5:
            bench.wait_s(random.random() * 10)
        if random.random() < 0.05:
            bench.tap("K1")
        touch(bench, wise(bench.state, random))
        assert not check(bench.state)
    assert len(bench.record()) == bench.written()
    bench.wait_s(60)
    assert bench.id == "ntd.sum"
    assert len(bench.store.journal()) == 1
    bench.draw_seen()


def test_a_screen_of_a_session_can_be_put_up_again() -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.perform(Go(bench.screen))
    assert bench.id == "ntd.done"
