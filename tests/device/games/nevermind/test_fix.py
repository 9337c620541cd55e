"""Match the table: the screen is made like what lies there (docs/records.md, `fix`)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from device.games.words import WORDS
from engine.nevermind.model import Place
from tests.device.bench import Bench
from tests.device.said import full


def at_fix(bench: Bench, **table: Any) -> Bench:
    bench.aimed("N", guidance="quiet")
    bench.lay(**table)
    bench.tap("K2")
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("pause.fix")) + 1))
    assert bench.id == "ntd.fix"
    return bench


def test_fix_by_pads_alone() -> None:
    bench = at_fix(Bench(), NW="distraction:feeling")
    bench.tap("3", "2")  # NE: thought, thinking
    bench.tap("6", "8", "6", "6", "6")  # E: a feeling, on to released
    bench.tap("1", "1", "1")  # NW: released, noted, bare
    bench.tap("9", "4", "9", "9", "9", "9")  # SE: remembering, on to noted
    bench.tap("5")
    bench.tap("*", "*", "#")
    bench.tap("0")
    grid = {
        place.name: (str(bench.state.grid[place].intensity), bench.state.grid[place].token) for place in Place
    }
    assert grid["NE"] == ("thought", "thinking")
    assert grid["E"] == ("released", "feeling")
    assert grid["NW"] == ("subliminal", None)
    assert grid["SE"] == ("subliminal", "remembering")
    assert (bench.state.center, bench.state.timer) == (1, 18)
    assert json.loads(bench.record()[-1])["do"] == "fix"
    assert bench.words == WORDS.line("fix.done").full
    bench.wait_s(4)
    assert bench.id == "ntd.done"


def test_fix_by_buttons_alone() -> None:
    bench = at_fix(Bench())
    bench.tap("K3")  # from "it matches" to NW
    bench.tap("K4")
    assert bench.scene.body.chosen == 0  # type: ignore[union-attr]
    bench.tap("K3", "K4")
    bench.tap("K2", "K2")  # the timer
    bench.tap("K4")
    bench.tap("K3")
    bench.tap("K4")
    assert str(bench.state.grid[Place.NW].token) == "anticipating"
    assert bench.state.timer == 18


def test_fix_k1_in_the_question_leaves_the_card_and_then_the_table() -> None:
    bench = at_fix(Bench())
    count = len(bench.record())
    bench.tap("1", "K1")
    assert bench.id == "ntd.fix"
    bench.tap("K1")
    assert (bench.id, len(bench.record())) == ("ntd.done", count)


def test_a_refused_fix_says_so_and_keeps_what_was_touched() -> None:
    bench = at_fix(Bench())
    bench.tap("5")  # a marker on the Center, and no noted card it could be of
    bench.tap("0")
    assert (bench.id, bench.notice) == ("ntd.fix", WORDS.line("fix.odd").full)
    bench.tap("5", "0")
    assert bench.id in ("ntd.prompt", "ntd.done")


@pytest.mark.parametrize("profile", ["M", "S"])
def test_fix_shows_the_map_while_a_card_is_walked_to(profile: str) -> None:
    bench = at_fix(Bench({"profile": profile}))
    assert bench.scene.side == 0
    bench.tap("K3")
    assert bench.scene.side == 1


def test_undo_of_a_fix_brings_the_earlier_table_back() -> None:
    bench = at_fix(Bench(), NW="distraction:feeling")
    before = bench.state
    bench.tap("1", "0")
    bench.wait_s(4)
    bench.tap("K1")
    assert bench.state == before
    assert (bench.id, bench.words) == ("ntd.undo", f"{full('strip.undo')} | {full('undo.fix')}")
