"""The plain line of the terminal: whoever cannot see frame and map reads all of it there."""

from __future__ import annotations

import pytest

from device.games.nevermind.spoken import map_words
from device.games.words import WORDS
from device.ui.model import no_table
from device.ui.picker import Picker
from device.ui.plain import plain_words
from device.ui.scene import (
    CardMap,
    GridBody,
    HandBody,
    LineBody,
    MapBody,
    Mark,
    MenuBody,
    NumbersBody,
    Scene,
    TextBody,
    ZonesBody,
)
from tests.device.bench import Bench
from tests.device.said import full, place

THOUGHT = Mark(face_up=True, token=True, marker_on_token=True, kind="Feeling", framed=True)
TABLE = CardMap((*(Mark(),) * 6, THOUGHT, Mark(possible=True)))


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (
            Scene("tm.setup", MenuBody(WORDS.line("home.mind"), (WORDS.line("tm.players"),), 0, ("2",))),
            f"{full('home.mind')} | > {full('tm.players')}: 2 | 1 of 1",
        ),
        (
            Scene("x", GridBody(WORDS.line("mood.ask"), ("", "Think", "", "Remember"), 3)),
            f"{full('mood.ask')} | 2 Think | > 4 Remember",
        ),
        (
            Scene(
                "x",
                MapBody("NOTICE", 12, TABLE, WORDS.line("do.notice", pad=1)),
                notice=WORDS.line("no.quiet"),
            ),
            f"{full('no.quiet')} | NOTICE | > {place(6)} | {full('do.notice', pad=1)} | "
            f"Possible: {place(7)} | ",
        ),
        (
            Scene("x", HandBody(WORDS.line("deep.hand"), ((0, 4), None), 1)),
            f"{full('deep.hand')} | Card 1: mind {place(0)}, noting {place(4)} | > Card 2: breathe",
        ),
        (
            Scene("x", ZonesBody(WORDS.line("tm.focus"), (True, False), ("W", "E"))),
            f"{full('tm.focus')} | 1 of 2 hands",
        ),
        (Scene("x", LineBody(WORDS.line("watch"))), full("watch")),
        (
            Scene("x", TextBody(WORDS.line("help.round"), (WORDS.line("help.round.1"),))),
            f"{full('help.round')} | {full('help.round.1')}",
        ),
        (Scene("x", NumbersBody(WORDS.line("tm.star.out"), (3, 17))), f"3 | 17 | {full('tm.star.out')}"),
    ],
)
def test_every_value_has_its_label_and_what_is_framed_is_told(scene: Scene, told: str) -> None:
    assert plain_words(scene, no_table).startswith(told.removesuffix(" | "))


def test_the_map_is_told_card_by_card() -> None:
    told = plain_words(Scene("x", MapBody("You", 12, TABLE, WORDS.line("watch"))), map_words)
    assert f"{place(6)}: Feeling, thought" in told
    assert "Hidden: 7" in told
    assert "Timer 12" in told


def test_a_walk_says_which_of_how_many_is_framed() -> None:
    bench = Bench()
    bench.begin(guidance="quiet", tokens="table")
    bench.tap("0")
    bench.wait_s(30)
    bench.tap("K4", "K3")
    assert isinstance(bench.screen, Picker)
    assert "| 2 of 5" in plain_words(bench.scene, no_table)
