"""The table of touches at Nevermind (interaction.md, Nevermind at the table), sentence by sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from device.draw import sides
from device.model import Do, Push
from device.nevermind.fix import FixTable
from device.scene import Line, Profile
from device.text import line, read_time_ms
from device.text.guidance import SIBLINGS, Event
from engine.nevermind.model import Intensity, Place, Token
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.nevermind.players import legal, touch, until, wise

CARD_PADS = {"1": "NW", "2": "N", "3": "NE", "6": "E", "9": "SE", "8": "S", "7": "SW", "4": "W"}


def commands(bench: Bench) -> list[dict[str, object]]:
    return [json.loads(text) for text in bench.record()]


def last(bench: Bench) -> dict[str, object]:
    return commands(bench)[-1]


def at_watch(bench: Bench, **manner: Any) -> Bench:
    """A table with one of each, on `ntd.watch`: the Mind was at SE, which is barred."""
    bench.aimed("SE", stage=1, **{"guidance": "quiet", **manner})
    bench.lay(
        NW="distraction:feeling", N="thought:thinking", NE="acknowledged:remembering", S="released:feeling"
    )
    bench.tap("0")
    bench.wait_s(10)
    assert bench.id == "ntd.watch"
    return bench


# The flow of a round


def test_round_one_is_a_breath_and_0_draws() -> None:
    bench = Bench()
    bench.begin()
    assert (bench.id, bench.state.phase, bench.state.round) == ("ntd.done", Phase.MIND, 2)
    assert bench.words == "You | One breath. Nothing to do."
    bench.tap("0")
    assert last(bench)["do"] == "token"
    assert commands(bench)[-2]["do"] == "draw"


def test_0_draws_then_the_line_then_the_mind_then_watch() -> None:
    bench = Bench()
    bench.begin()
    bench.tap("0")
    assert bench.id == "ntd.prompt"
    new = [line(i).full for i in SIBLINGS[Event.NEW] if i != "new.2"]
    assert bench.words in (*new, "Here is a feeling. Just look.")
    bench.wait_s(3.5)
    assert bench.id == "ntd.mind"
    bench.wait_s(10)
    assert bench.id == "ntd.watch"


def test_every_second_new_thought_has_a_line_and_the_first_is_one() -> None:
    bench = Bench()
    bench.aimed("N", guidance="light")
    asked = []
    for _ in range(4):
        bench.lay()
        bench.tap("0")
        asked.append(bench.id)
        bench.tap("2")
    assert asked == ["ntd.prompt", "ntd.mind", "ntd.prompt", "ntd.mind"]


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
    assert bench.id == "ntd.prompt"
    bench.tap("1")
    assert last(bench)["do"] == "acknowledge"
    assert bench.id == "ntd.prompt"
    bench.tap("0")
    assert "draw" in [command["do"] for command in commands(bench)[-2:]]


@pytest.mark.parametrize("key", ["0", "K4"])
def test_a_line_before_the_mind_goes_on_with_0_and_k4(key: str) -> None:
    bench = Bench()
    bench.aimed("N", guidance="full")
    bench.tap("0")
    count = len(bench.record())
    bench.tap(key)
    assert bench.id == "ntd.mind"
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
    assert bench.words.endswith(line("do.new").full)
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
    assert bench.words.startswith("ACKNOWLEDGE")
    ring = bench.scene.body.map.ring  # type: ignore[union-attr]
    assert [place.name for place in Place if ring[place].framed] == ["N"]
    bench.tap("1")
    assert bench.words.startswith("NOTICE")
    bench.tap("1")
    assert last(bench)["do"] == "notice"


def test_careful_mode_counts_on_the_mind_screen_and_for_other_choices() -> None:
    bench = Bench({"careful": "true"})
    bench.aimed("N", guidance="quiet")
    bench.lay(N="released:feeling", NW="released:feeling")
    bench.tap("0")
    assert bench.waits_for(Phase.SURFACE)
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
        assert (bench.id, bench.notice) == ("ntd.watch", line(words).full)
    assert len(bench.record()) == count


def test_n4_4_refused_while_focused() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(center=1, NW="subliminal:feeling", N="thought:thinking", E="thought:feeling")
    bench.tap("0", "6")
    assert bench.notice == line("no.letgo").full


def test_n5_5_a_locked_feeling_says_what_softens_it() -> None:
    bench = Bench()
    bench.aimed("N", stage=6, guidance="quiet")
    bench.lay(NW="distraction:feeling", N="thought:thinking", E="thought:feeling")
    bench.tap("0", "1")
    assert bench.notice == line("no.feeling").full


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
    assert bench.id == "ntd.prompt"
    bench.wait_s(10)
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
    for word in ("memory", "feeling", "plan", "feel", "THOUGHT", "FEELING"):
        assert word not in told


def test_n1_6_skipping_has_its_place_in_the_picker() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet", tokens="table")
    bench.tap("0", "K4", "K2")
    assert bench.words == "Skip"
    bench.tap("K4")
    assert last(bench)["guess"] is True


def test_n1_6_the_device_draws_what_is_left_in_the_bag_and_says_which_to_lay() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    token = bench.state.grid[Place.N].token
    assert bench.id == "ntd.mind"
    word = {"remembering": "memory", "anticipating": "plan", "thinking": "thought"}.get(token, token)
    assert bench.words == f"{word.upper()} | {line('do.new').full}"
    assert last(bench)["by"] == "device"


def test_n1_6_double_sided_tokens_are_asked_for() -> None:
    bench = Bench({"double_sided": "true"})
    bench.tap("K4")
    assert bench.id == "ntd.stage"
    assert "table" in bench.words
    for _ in range(2):
        bench.tap("4")
        assert "table" in bench.words
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
    assert "feeling" not in told


def test_labels_off_still_say_which_token_to_lay_when_the_device_draws() -> None:
    bench = Bench({"labels": "false"})
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    assert not bench.words.startswith("Mind")


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
    assert bench.notice == line("no.now").full
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
    assert (bench.id, bench.words) == ("ntd.reset", "Mind | Add a center card?")
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
    assert bench.words == "You | Letting go now ends the game."
    bench.tap("4")
    assert bench.state.result.outcome.value == "mind_wins"


def test_a_let_go_that_wins_is_not_warned_of() -> None:
    bench = Bench()
    bench.aimed("N", stage=2, guidance="quiet")
    released: dict[str, Any] = dict.fromkeys(("NW", "N", "NE", "E", "SE", "S", "SW"), "released:feeling")
    bench.lay(center=1, W="subliminal:feeling", **released)
    bench.tap("0")
    bench.wait_s(5)
    assert bench.words == "You | Your move."


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
    warning = line("warn.breath").full
    told = [scene.body.line.full for scene in bench.seen if scene.id == "ntd.deep.offer"]  # type: ignore[union-attr]
    assert told == [warning, line("deep.ask").full]


def test_n6_4_a_breath_with_time_enough_is_not() -> None:
    bench = at_offer(15)
    bench.wait_s(9)
    told = [scene.body.line.full for scene in bench.seen if scene.id == "ntd.deep.offer"]  # type: ignore[union-attr]
    assert told == [line("deep.ask").full]


# Buttons


def test_k4_opens_the_picker_in_ring_order_and_takes_without_a_second_k4() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    bench.tap("K4")
    assert (bench.id, bench.words) == ("ntd.watch", "NOTICE | 1 top left")
    seen = [bench.words]
    for _ in range(3):
        bench.tap("K3")
        seen.append(bench.words)
    assert [words.split(" | ")[0] for words in seen] == ["NOTICE", "ACKNOWLEDGE", "FOCUS", "NOTICE"]
    bench.tap("K2")
    assert bench.words == "FOCUS | 3 top right"
    assert len(bench.record()) == count
    bench.tap("K4")
    assert last(bench)["do"] == "focus"
    assert bench.id == "ntd.done"


def test_k1_closes_the_picker_and_undoes_nothing() -> None:
    bench = at_watch(Bench())
    count = len(bench.record())
    bench.tap("K4", "K1")
    assert (bench.id, bench.words, len(bench.record())) == ("ntd.watch", "You | Your move.", count)


def test_k4_on_the_mind_screen_opens_the_picker_of_the_move() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(NW="thought:feeling")
    bench.tap("0", "K4")
    assert (bench.id, bench.words) == ("ntd.watch", "ACKNOWLEDGE | 1 top left")
    bench.tap("K4")
    assert last(bench)["do"] == "acknowledge"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tokens": "table", "stage": 3}, ["thinking", "remembering", "anticipating", "feeling"]),
        ({"tokens": "table", "stage": 1}, ["thinking", "remembering", "anticipating", "feeling", "Skip"]),
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
    assert "Your move." in bench.voice.said()[0]
    bench.tap("K3")
    assert bench.id == "help.now"
    bench.tap("K1")
    assert bench.id == "ntd.watch"


def test_k3_long_is_silent_everywhere() -> None:
    for key in ((), ("K4",), ("K2",)):
        bench = at_watch(Bench())
        bench.tap(*key)
        silent = bench.app.desk.settings.sound.silent
        bench.hold("K3", 900_000)
        assert bench.app.desk.settings.sound.silent is not silent
        assert bench.store.choices() == {"sound": {"silent": not silent}}


def test_k1_long_is_home_and_the_session_is_kept() -> None:
    bench = at_watch(Bench())
    bench.hold("K1", 900_000)
    assert bench.id == "home"
    bench.tap("K4")
    assert bench.id == "resume"
    bench.tap("0")
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
    assert labels[0] == "Go on"
    assert {"Undo", "Match the table", "Stop here", "Home, saved", "Silent", "Rest device"} <= set(labels)
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
