"""The touch budget: 2 touches a round, 3 with a token asked."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.device.bench import Bench
from tests.device.games.nevermind.players import pad_for, touch, wise

EXTRA = frozenset(
    {"surface", "second", "add_center", "breathe", "breath_from", "breath_hand", "breath_play", "breath_calm"}
)
"""Answers of rounds that the budget leaves out: surface, second, and all that belongs to the Deep Breath."""
LEVELS = ("quiet", "light", "full", "narrate")


def touches_by_round(bench: Bench, random: Random) -> dict[int, list[str]]:
    """Play a game without ever waiting; return what each touch meant, by round."""
    rounds: dict[int, list[str]] = {}
    while not bench.play.over:
        number = bench.state.round
        before = len(bench.record())
        command = wise(bench.state, random)
        for _ in range(3):
            bench.tap(pad_for(command))
            rounds.setdefault(number, []).append(command.verb.value)
            if len(bench.record()) > before:
                break
    return rounds


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
            assert len(meant) <= 2 + meant.count("token"), (number, meant)
            assert meant.count("token") <= (tokens == "table")


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
