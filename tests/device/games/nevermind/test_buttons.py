"""K1 to K4 in a session."""

from __future__ import annotations

import pytest

from device.draw.render import sides
from device.games.nevermind.fix import FixTable
from device.settings.model import Profile
from device.ui.model import Do, Push
from engine.nevermind.model import Token
from tests.device.bench import Bench
from tests.device.games.nevermind.players import legal
from tests.device.games.nevermind.tables import (
    at_watch,
    last,
)
from tests.device.said import full


def test_k4_opens_the_picker_in_ring_order_and_takes_without_a_second_k4() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    bench.tap("K4")
    assert (bench.id, bench.words) == ("ntd.watch", "NOTICE | 1, top left")
    seen = [bench.words]
    for _ in range(3):
        bench.tap("K3")
        seen.append(bench.words)
    assert [words.split(" | ")[0] for words in seen] == [
        full(f"strip.{word}") for word in ("notice", "acknowledge", "focus", "notice")
    ]
    bench.tap("K2")
    assert bench.words == "FOCUS | 3, top right"
    assert len(bench.record()) == count
    bench.tap("K4")
    assert last(bench)["do"] == "focus"
    assert bench.id == "ntd.done"


def test_k1_closes_the_picker_and_undoes_nothing() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    bench.tap("K4", "K1")
    assert (bench.id, bench.words, len(bench.record())) == (
        "ntd.watch",
        f"{full('strip.you')} | {full('watch')}",
        count,
    )


def test_k6_frames_what_can_be_focused_and_takes_it_at_the_second_touch() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    bench.tap("K6")
    assert bench.id == "ntd.watch"
    assert bench.words.startswith(full("strip.focus"))
    assert len(bench.record()) == count
    bench.tap("K6")
    assert (last(bench)["do"], last(bench)["at"]) == ("focus", "NE")


def test_k6_says_so_when_nothing_can_be_focused() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(NW="thought:feeling")
    bench.tap("0")
    count = len(bench.record())
    bench.tap("K6")
    assert full("no.focus") in bench.words
    assert len(bench.record()) == count


def test_k4_on_the_mind_screen_opens_the_picker_of_the_move() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(NW="thought:feeling")
    bench.tap("0", "K4")
    assert (bench.id, bench.words) == ("ntd.watch", "ACKNOWLEDGE | 1, top left")
    bench.tap("K4")
    assert last(bench)["do"] == "acknowledge"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tokens": "table", "stage": 3}, ["2 Thinking", "6 Anticipating", "8 Feeling", "4 Remembering"]),
        (
            {"tokens": "table", "stage": 1},
            ["2 Thinking", "6 Anticipating", "8 Feeling", "4 Remembering", "Skip"],
        ),
    ],
)
def test_a_question_can_be_walked(options: dict[str, object], words: list[str]) -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet", **options)  # type: ignore[arg-type]
    bench.tap("0", "K4")
    picker = bench.screen
    labels = [choice.label.full for choice in picker.base.choices(bench.app.model)]  # type: ignore[attr-defined]
    assert labels == words


@pytest.mark.parametrize("profile", ["M", "S"])
def test_k3_turns_in_m_and_s_before_it_says_it_again(profile: str) -> None:
    bench = at_watch(Bench({"profile": profile}))
    assert sides(bench.scene, Profile(profile)) == 2
    bench.tap("K3")
    assert bench.scene.side == 1
    bench.tap("K3")
    assert bench.id.startswith("help.")


def test_k3_says_it_again_and_a_second_one_opens_help() -> None:
    bench = at_watch(Bench({"silent": "false"}))
    bench.voice.calls.clear()
    bench.tap("K3")
    assert bench.id == "ntd.watch"
    assert full("watch") in bench.voice.said()[0]
    bench.tap("K3")
    assert bench.id == "help.now"
    bench.tap("K1")
    assert bench.id == "ntd.watch"


def test_k3_long_is_silent_everywhere() -> None:
    for key in ((), ("K4",), ("K2",)):
        bench = at_watch(Bench())
        bench.tap(*key)
        silent = bench.app.player.settings.sound.silent
        bench.hold("K3", 900_000)
        assert bench.app.player.settings.sound.silent is not silent
        assert bench.store.choices() == {"sound": {"silent": not silent}}


def test_k1_long_is_home_and_the_session_is_kept() -> None:
    bench = at_watch(Bench())
    bench.hold("K1", 900_000)
    assert bench.id == "home"
    bench.tap("K4")
    assert bench.id == "resume"
    bench.tap("0")
    assert bench.id == "ntd.mind", "the acts of the last touch come again"
    bench.wait_s(4)
    assert bench.id == "ntd.watch"


def test_k4_does_nothing_on_a_long_press() -> None:
    bench = at_watch(Bench())
    bench.tap("2")
    count = len(bench.record())
    bench.hold("K4", 2_000_000)
    assert (bench.id, len(bench.record())) == ("ntd.done", count)


def test_k2_pauses_at_once_and_offers_what_long_presses_do() -> None:
    bench = at_watch(Bench())
    bench.tap("K2")
    assert bench.id == "pause"
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    assert labels[0] == full("pause.on")
    assert {full(f"pause.{name}") for name in ("undo", "fix", "stop", "home", "silent", "power")} <= set(
        labels
    )
    bench.tap("K1")
    assert bench.id == "ntd.watch"


def test_a_pause_has_no_clock() -> None:
    bench = at_watch(Bench())
    bench.tap("K2")
    before_ms = bench.play.active_ms
    bench.wait_s(300)
    assert bench.play.active_ms == before_ms


def test_everything_but_the_pads_still_works_over_a_line() -> None:
    bench = Bench()
    bench.begin(guidance="full")
    bench.tap("0")
    bench.wait_s(4)
    assert bench.id == "ntd.prompt"
    bench.tap("K2")
    assert bench.id == "pause"
    bench.tap("K4")
    assert bench.id == "ntd.prompt"


def test_two_lines_never_follow_each_other_without_a_touch() -> None:
    bench = Bench()
    bench.begin(guidance="full", seed="11")
    for _ in range(6):
        bench.seen.clear()
        bench.tap("0")
        bench.wait_s(30)
        lines = [scene for scene in bench.seen if scene.id == "ntd.prompt"]
        assert len(lines) <= 2  # the one of the action before may still stand
        bench.perform(Do(legal(bench.state)[0]))


def test_match_the_table_lies_over_the_pause() -> None:
    bench = at_watch(Bench())
    bench.perform(Push(FixTable.of(bench.state)))
    assert bench.id == "ntd.fix"
    assert Token.FEELING in [thought.token for thought in bench.state.grid]
