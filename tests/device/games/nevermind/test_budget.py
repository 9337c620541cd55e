"""The touch budget: 2 touches a round, 3 with a token asked, one more for each further act."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.nevermind.round import Showing
from tests.device.bench import Bench
from tests.device.games.nevermind.players import pad_for, touch, wise

EXTRA = frozenset(
    {"surface", "second", "add_center", "breathe", "breath_from", "breath_hand", "breath_play", "breath_calm"}
)
"""Answers of rounds that the budget leaves out: surface, second, and all that belongs to the Deep Breath."""
LEVELS = ("quiet", "light", "full", "narrate")


def touches_by_round(bench: Bench, random: Random) -> dict[int, list[str]]:
    """Play a game without ever waiting; return what each touch meant, by round, and each further act."""
    rounds: dict[int, list[str]] = {}
    while not bench.play.over:
        number = bench.state.round
        before = len(bench.record())
        command = wise(bench.state, random)
        for _ in range(3):
            bench.tap(pad_for(command))
            rounds.setdefault(number, []).append(command.verb.value)
            if len(bench.record()) > before:
                rounds[number] += ["further"] * _further(bench)
                break
    return rounds


def _further(bench: Bench) -> int:
    """How many acts this touch led to beyond the first: a chain (N5.3), a second Mind action (N5.6)."""
    screen = bench.screen
    return len(screen.steps(bench.app.model)) - 1 if isinstance(screen, Showing) else 0


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(1, 6),
    st.sampled_from(["device", "table"]),
    st.sampled_from(LEVELS),
)
def test_two_touches_a_round_and_three_with_a_token_asked(
    seed: int, stage: int, tokens: str, guidance: str
) -> None:
    bench = Bench()
    random = Random(seed)
    bench.begin(stage, str(seed), {"super": stage == 6 and seed % 2 == 0}, tokens=tokens, guidance=guidance)
    rounds = touches_by_round(bench, random)
    assert rounds
    for number, meant in rounds.items():
        if not EXTRA.intersection(meant):
            further = meant.count("further")
            asked = int(tokens == "table" and "token" in meant)
            # One more touch for each further act, which the first stages never have on L.
            assert not (further and stage < 4), (number, meant)
            assert len(meant) - further <= 2 + asked + further, (number, meant)


@pytest.mark.long
def test_a_budget_that_is_broken_is_found() -> None:
    """With careful mode a card takes two touches: the count above would notice."""
    bench = Bench({"careful": "true"})
    bench.begin(guidance="quiet")
    rounds = touches_by_round(bench, Random(1))
    assert max(len(meant) for meant in rounds.values()) > 2


@pytest.mark.long
@pytest.mark.parametrize("stage", range(1, 7))
def test_waiting_for_every_line_costs_no_touch(stage: int) -> None:
    bench = Bench()
    random = Random(stage)
    bench.begin(stage, str(stage), guidance="full")
    touches = 0
    while not bench.play.over:
        bench.wait_s(12)
        touch(bench, wise(bench.state, random))
        touches += 1
    players = [one for one in map(json.loads, bench.record()) if one.get("by") == "player"]
    assert touches == len(players)
