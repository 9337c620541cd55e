"""Tokens and other questions, what the device gives by itself, and its warnings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.games.words import WORDS
from device.ui.scene import MapBody
from engine.nevermind.model import Intensity, Place
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.games.nevermind.players import touch, until, wise
from tests.device.games.nevermind.tables import (
    CARD_PADS,
    commands,
    last,
)
from tests.device.said import full

# Tokens


@pytest.mark.parametrize(
    ("pad", "token"),
    [("2", "thinking"), ("8", "feeling"), ("4", "remembering"), ("6", "anticipating")],
)
def test_n1_6_a_token_is_asked_on_2_8_4_6(pad: str, token: str) -> None:
    bench = Bench()
    bench.aimed("N", stage=3, guidance="quiet", tokens="table")
    bench.tap("0")
    assert bench.id == "ntd.token"
    bench.tap("5", "1", "0", "#")
    assert bench.waits_for(Phase.TOKEN)
    bench.tap(pad)
    assert last(bench) | {"at_ms": 0} == {"do": "token", "type": token, "by": "player", "at_ms": 0}
    assert bench.id == "ntd.mind"


@pytest.mark.parametrize("stage", [1, 2])
def test_n1_6_0_skips_at_stages_one_and_two_and_the_guess_has_no_label(stage: int) -> None:
    bench = Bench()
    bench.aimed("N", stage=stage, guidance="narrate", tokens="table")
    bench.tap("0")
    assert bench.id == "ntd.token"
    bench.seen.clear()
    bench.tap("0")
    skipped = last(bench)
    assert (skipped["do"], skipped["guess"], skipped["by"]) == ("token", True, "player")
    bench.wait_s(10)
    bench.tap("*")
    bench.tap("2")
    bench.wait_s(10)
    bench.tap("0")
    bench.wait_s(30)
    told = " ".join(str(scene.body) for scene in bench.seen)
    for word in ("feeling", "Feeling", "Feel", "FEELING", "thinking", "Thinking", "THINKING"):
        assert word not in told


def test_n1_6_skipping_has_its_place_in_the_picker() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet", tokens="table")
    bench.tap("0", "K4", "K2")
    body = bench.scene.body
    assert isinstance(body, MapBody)
    assert body.chosen is not None
    assert body.answers[body.chosen] == WORDS.line("token.skip")
    bench.tap("K4")
    assert last(bench)["guess"] is True


def test_n1_6_the_device_draws_what_is_left_in_the_bag_and_says_which_to_lay() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    token = bench.state.grid[Place.N].token
    assert bench.id == "ntd.mind"
    assert bench.words == f"{full(f'token.{token}').upper()} | {full('do.new', pad=2)}"
    assert last(bench)["by"] == "device"


@pytest.mark.parametrize("set_so", [{"tokens": "double"}, {"double_sided": "true"}])
def test_n1_6_double_sided_tokens_are_asked_for(set_so: dict[str, str]) -> None:
    """An earlier version had a switch of its own for them."""
    bench = Bench(set_so)
    bench.tap("K4")
    assert bench.id == "ntd.stage"
    for shown in ("double", "device", "table", "double"):
        assert shown in bench.words
        bench.tap("4")
    bench.tap("4", "4")
    bench.tap("3")
    bench.tap("1")
    bench.tap("0")
    bench.wait_s(5)
    assert bench.id == "ntd.token"


def test_labels_off_name_no_type_in_lines_that_were_asked_for() -> None:
    bench = Bench({"labels": "false"})
    bench.aimed("N", stage=3, guidance="full", tokens="table")
    bench.tap("0", "8")
    bench.wait_s(20)
    bench.tap("2", "0")
    bench.wait_s(20)
    told = " ".join(str(scene.body) for scene in bench.seen if scene.id != "ntd.token")
    assert "feeling" not in told.casefold()


def test_labels_off_still_say_which_token_to_lay_when_the_device_draws() -> None:
    bench = Bench({"labels": "false"})
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    assert not bench.words.startswith(full("strip.mind"))


# Questions


def test_n3_3_surface_takes_a_card_that_is_possible() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(N="released:feeling", NW="released:feeling")
    bench.tap("0")
    assert bench.id == "ntd.mind"
    bench.wait_s(5)
    assert bench.id == "ntd.surface"
    bench.tap("1")
    assert bench.notice == WORDS.line("no.now").full
    bench.tap("6")
    assert bench.state.grid[Place.E].intensity is Intensity.THOUGHT


def test_n3_3_the_device_lets_rise_what_is_the_only_one() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    released: dict[str, Any] = dict.fromkeys(set(CARD_PADS.values()) - {"W"}, "released:feeling")
    bench.lay(**released)
    bench.tap("0")
    surfaced = [command for command in commands(bench) if command["do"] == "surface"]
    assert [(one["at"], one["by"]) for one in surfaced] == [("W", "device")]


def test_n6_1_add_a_center_card_and_n6_2_breathe_are_no_on_0_and_yes_on_hash() -> None:
    bench = Bench()
    bench.begin(5, "3", guidance="quiet")
    until(bench, Phase.ADD_CENTER)
    bench.wait_s(10)
    assert (bench.id, bench.words) == ("ntd.reset", f"{full('strip.mind')} | {full('reset.ask')}")
    bench.tap("1", "5")
    assert bench.waits_for(Phase.ADD_CENTER)
    bench.tap("#")
    assert bench.state.centers_added == 1
    until(bench, Phase.BREATHE, NW="released:feeling")
    bench.wait_s(10)
    assert bench.id == "ntd.deep.offer"
    bench.tap("0")
    assert last(bench)["do"] == "breathe"
    assert bench.waits_for(Phase.WATCHER)


def test_0_on_the_mind_screen_is_no_answer_to_a_question_nobody_saw() -> None:
    bench = Bench()
    bench.begin(5, "3", guidance="quiet")
    until(bench, Phase.ADD_CENTER)
    assert bench.id == "ntd.mind"
    bench.tap("0")
    assert bench.id == "ntd.reset"
    assert bench.waits_for(Phase.ADD_CENTER)


# By themselves


@pytest.mark.long
def test_by_itself_the_device_gives_only_what_it_may() -> None:
    allowed = {
        "shuffle",
        "rest",
        "token",
        "surface",
        "second",
        "breath_from",
        "breath_hand",
        "breath_play",
        "breath_calm",
    }
    given: set[str] = set()
    for seed in range(6):
        random = Random(seed)
        bench = Bench()
        bench.begin(6, str(seed), {"super": True}, guidance="quiet")
        while not bench.play.over:
            touch(bench, wise(bench.state, random))
        given |= {str(command["do"]) for command in commands(bench) if command["by"] == "device"}
    assert given <= allowed
    assert {"shuffle", "rest", "token"} <= given


# Warnings


def test_n5_1_a_forced_let_go_that_ends_the_game_is_warned_of() -> None:
    bench = Bench()
    bench.aimed("N", stage=2, guidance="quiet")
    released: dict[str, Any] = dict.fromkeys(("N", "NE", "E", "SE", "S", "SW"), "released:feeling")
    bench.lay(center=1, NW="distraction:feeling", W="subliminal:feeling", **released)
    bench.tap("0")
    bench.wait_s(5)
    assert bench.words == f"{full('strip.you')} | {full('warn.letgo')}"
    bench.tap("4")
    assert bench.state.result.outcome.value == "mind_wins"


def test_a_let_go_that_wins_is_not_warned_of() -> None:
    bench = Bench()
    bench.aimed("N", stage=2, guidance="quiet")
    released: dict[str, Any] = dict.fromkeys(("NW", "N", "NE", "E", "SE", "S", "SW"), "released:feeling")
    bench.lay(center=1, W="subliminal:feeling", **released)
    bench.tap("0")
    bench.wait_s(5)
    assert bench.words == f"{full('strip.you')} | {full('watch')}"


def at_offer(timer: int) -> Bench:
    bench = Bench()
    bench.begin(5, "3", guidance="quiet")
    until(
        bench,
        Phase.BREATHE,
        timer=timer,
        NW="released:feeling",
        N="released:feeling",
        NE="distraction:feeling",
    )
    bench.seen.clear()
    return bench


def test_n6_4_a_breath_with_fewer_timer_cards_than_it_may_take_is_warned_of() -> None:
    bench = at_offer(2)
    bench.wait_s(9)
    assert bench.id == "ntd.deep.offer"
    warning = WORDS.line("warn.breath").full
    told = [scene.body.line.full for scene in bench.seen if scene.id == "ntd.deep.offer"]  # type: ignore[union-attr]
    assert told == [warning, WORDS.line("deep.ask").full]


def test_n6_4_a_breath_with_time_enough_is_not() -> None:
    bench = at_offer(15)
    bench.wait_s(9)
    told = [scene.body.line.full for scene in bench.seen if scene.id == "ntd.deep.offer"]  # type: ignore[union-attr]
    assert told == [WORDS.line("deep.ask").full]
