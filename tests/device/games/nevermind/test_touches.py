"""The table of touches: rounds, cards and refusals."""

from __future__ import annotations

import pytest

from device.games.nevermind.guidance import SIBLINGS, Event
from device.games.words import WORDS
from device.text.catalog import read_time_ms
from device.text.line import Line
from engine.nevermind.model import Place
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.games.nevermind.tables import (
    at_watch,
    commands,
    last,
)
from tests.device.said import full

# The flow of a round


def test_round_one_is_a_breath_and_0_draws() -> None:
    bench = Bench()
    bench.begin()
    assert (bench.id, bench.state.phase, bench.state.round) == ("ntd.done", Phase.MIND, 2)
    assert bench.words == f"{full('strip.you')} | {full('r1')}"
    bench.tap("0")
    assert last(bench)["do"] == "token"
    assert commands(bench)[-2]["do"] == "draw"


def test_0_draws_then_the_mind_then_the_line_then_watch() -> None:
    bench = Bench()
    bench.begin()
    bench.tap("0")
    assert bench.id == "ntd.mind"
    bench.wait_s(4)
    assert bench.id == "ntd.prompt"
    new = [WORDS.line(i).full for i in SIBLINGS[Event.NEW] if i != "new.2"]
    assert bench.words in (*new, full("new.2", token=full("token.feeling")))
    bench.wait_s(3.5)
    assert bench.id == "ntd.watch"


def test_every_second_new_thought_has_a_line_and_the_first_is_one() -> None:
    bench = Bench()
    bench.aimed("N", guidance="light")
    asked = []
    for _ in range(4):
        bench.lay()
        bench.tap("0")
        bench.wait_s(4)
        asked.append(bench.id)
        bench.tap("2")
    assert asked == ["ntd.prompt", "ntd.watch", "ntd.prompt", "ntd.watch"]


def test_mind_stays_for_its_read_time_and_watch_for_ever() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    words = bench.scene.body.line  # type: ignore[union-attr]
    assert bench.id == "ntd.mind"
    bench.wait(read_time_ms(words) * 1000 - 400_000)
    assert bench.id == "ntd.mind"
    bench.wait(400_000)
    assert bench.id == "ntd.watch"
    bench.wait_s(3600)
    assert bench.id == "ntd.watch"


@pytest.mark.parametrize(("words", "ms"), [(1, 3000), (4, 3000), (5, 3450), (8, 4800)])
def test_read_time_is_1_2_s_and_0_45_s_a_word_and_3_s_at_least(words: int, ms: int) -> None:
    assert read_time_ms(Line(" ".join(["word"] * words), "x")) == ms


def test_a_card_pad_on_the_mind_screen_is_already_your_action() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(NW="thought:feeling")
    bench.tap("0")
    assert bench.id == "ntd.mind"
    bench.tap("1")
    assert last(bench) | {"at_ms": 0} == {"do": "acknowledge", "at": "NW", "by": "player", "at_ms": 0}
    assert bench.id == "ntd.done"


def test_a_touch_on_a_line_acts_as_on_the_screen_behind() -> None:
    bench = Bench()
    bench.aimed("N", guidance="full")
    bench.lay(NW="thought:feeling")
    bench.tap("0")
    bench.wait_s(4)
    assert bench.id == "ntd.prompt"
    bench.tap("1")
    assert last(bench)["do"] == "acknowledge"
    assert bench.id == "ntd.done"
    bench.wait_s(4)
    assert bench.id == "ntd.prompt"
    bench.tap("0")
    assert "draw" in [command["do"] for command in commands(bench)[-2:]]


@pytest.mark.parametrize("key", ["0", "K4"])
def test_a_line_before_your_move_goes_on_with_0_and_k4(key: str) -> None:
    bench = Bench()
    bench.aimed("N", guidance="full")
    bench.tap("0")
    bench.wait_s(4)
    assert bench.id == "ntd.prompt"
    count = len(bench.record())
    bench.tap(key)
    assert bench.id == "ntd.watch"
    assert len(bench.record()) == count


def test_done_stands_until_0_or_k4_and_nothing_else_draws() -> None:
    bench = at_watch(Bench())
    bench.tap("2")
    assert bench.id == "ntd.done"
    count = len(bench.record())
    for key in "123456789*#":
        bench.tap(key)
    bench.wait_s(600)
    assert bench.waits_for(Phase.MIND)
    assert len(bench.record()) == count
    assert bench.id == "ntd.done"


def test_star_looks_back_everywhere_in_a_round() -> None:
    bench = at_watch(Bench())
    bench.tap("*")
    assert bench.id == "ntd.mind"
    assert bench.words.endswith(full("do.new", pad=2))
    bench.wait_s(10)
    assert bench.id == "ntd.watch"
    bench.tap("2")
    bench.tap("*")
    assert bench.id == "ntd.mind"
    bench.wait_s(30)
    assert bench.id == "ntd.done"


# The watcher


@pytest.mark.parametrize(
    ("pad", "command"),
    [
        ("1", {"do": "notice", "at": "NW"}),
        ("2", {"do": "acknowledge", "at": "N"}),
        ("3", {"do": "focus", "at": "NE"}),
    ],
)
def test_a_card_pad_is_the_card_s_action(pad: str, command: dict[str, str]) -> None:
    bench = at_watch(Bench())
    bench.tap(pad)
    assert {name: last(bench)[name] for name in command} == command


def test_n4_4_five_shows_what_can_be_let_go_and_goes_back() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(center=1, NW="subliminal:feeling", N="thought:thinking", E="subliminal:feeling")
    bench.tap("0")
    bench.tap("5")
    assert bench.id == "ntd.letgo"
    ring = bench.scene.body.map.ring  # type: ignore[union-attr]
    assert [place.name for place in Place if ring[place].possible] == ["NW", "E"]
    bench.tap("5")
    assert bench.id == "ntd.watch"
    bench.tap("5")
    bench.tap("6")
    assert last(bench)["do"] == "let_go"


def test_five_does_nothing_without_focus() -> None:
    bench = at_watch(Bench())
    bench.tap("5")
    assert (bench.id, bench.notice) == ("ntd.watch", "")


def test_careful_mode_frames_with_the_first_touch_and_acts_with_the_second() -> None:
    bench = at_watch(Bench({"careful": "true"}))
    count = len(bench.record())
    bench.tap("2")
    assert (bench.id, len(bench.record())) == ("ntd.watch", count)
    assert bench.words.startswith(full("strip.acknowledge"))
    ring = bench.scene.body.map.ring  # type: ignore[union-attr]
    assert [place.name for place in Place if ring[place].framed] == ["N"]
    bench.tap("1")
    assert bench.words.startswith(full("strip.notice"))
    bench.tap("1")
    assert last(bench)["do"] == "notice"


def test_careful_mode_counts_on_the_mind_screen_and_for_other_choices() -> None:
    bench = Bench({"careful": "true"})
    bench.aimed("N", guidance="quiet")
    bench.lay(N="released:feeling", NW="released:feeling")
    bench.tap("0")
    assert bench.waits_for(Phase.SURFACE)
    bench.tap("3")
    assert (bench.id, bench.waits_for(Phase.SURFACE)) == ("ntd.surface", True)
    bench.tap("3")
    assert bench.waits_for(Phase.SURFACE)
    bench.tap("3")
    assert bench.waits_for(Phase.WATCHER)


# Refusals


def test_refused_touches_say_why_and_change_nothing() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    for pad, words in (("9", "no.barred"), ("8", "no.quiet"), ("4", "no.quiet")):
        bench.tap(pad)
        assert (bench.id, bench.notice) == ("ntd.watch", WORDS.line(words).full)
    assert len(bench.record()) == count


def test_n4_4_refused_while_focused() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(center=1, NW="subliminal:feeling", N="thought:thinking", E="thought:feeling")
    bench.tap("0", "6")
    assert bench.notice == WORDS.line("no.letgo").full


def test_n5_5_a_locked_feeling_says_what_softens_it() -> None:
    bench = Bench()
    bench.aimed("N", stage=6, guidance="quiet")
    bench.lay(NW="distraction:feeling", N="thought:thinking", E="thought:feeling")
    bench.tap("0", "1")
    assert bench.notice == WORDS.line("no.feeling").full


def test_a_refused_touch_has_no_sound() -> None:
    bench = at_watch(Bench({"silent": "false"}))
    bench.chime.calls.clear()
    bench.tap("9")
    assert bench.chime.calls == []


def test_a_refusal_goes_with_the_next_touch_or_its_read_time() -> None:
    bench = at_watch(Bench())
    bench.tap("9")
    assert bench.notice
    bench.wait_s(4)
    assert bench.notice == ""
    bench.tap("9", "2")
    assert (bench.id, bench.notice) == ("ntd.done", "")
