"""The ritual: its opening and closing, its interruptions, and what stays of a session."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.games.nevermind.away import AWAY
from device.games.nevermind.opening import ARRIVE
from device.games.nevermind.setup import UNLOCKED, unlocked
from device.games.nevermind.view import guesses_of
from device.games.words import WORDS
from device.storage.progress import Progress
from device.ui.words import shown_words
from tests.device.bench import Bench
from tests.device.games.nevermind.players import touch, wise
from tests.device.games.nevermind.tables import (
    LAY,
    guided,
    ids,
    through_opening,
)
from tests.device.said import full

# Opening


def test_the_opening_in_order_one_act_a_screen() -> None:
    bench = guided(Bench())
    bench.seen.clear()
    bench.run()
    through_opening(bench)
    assert ids(bench)[-5:] == ["ntd.lay", "ntd.arrive", "ntd.mood", "ntd.settle", "ntd.done"]
    said = [shown_words(scene) for scene in bench.seen if scene.id == "ntd.lay"]
    assert said == [full(line_id) for line_id, _ in LAY][-len(said) :]
    assert full("set.decks") in said


def test_laying_out_never_goes_on_by_itself_and_k4_is_0_and_k1_goes_back() -> None:
    bench = guided(Bench())
    bench.wait_s(3600)
    assert (bench.id, bench.words) == ("ntd.lay", WORDS.line("set.packs").full)
    bench.tap("K4", "0")
    assert bench.words == full(LAY[2][0])
    bench.tap("K1", "*")
    assert bench.words == WORDS.line("set.packs").full
    bench.tap("K1")
    assert (bench.id, bench.words) == ("ntd.lay", WORDS.line("set.packs").full)


def test_packs_come_by_name_from_the_settings() -> None:
    names = ["Work", "Home", "Body", "Money"]
    bench = Bench({"packs": names})
    guided(bench)
    assert bench.words.startswith("Today: ")
    assert sum(name in bench.words for name in names) == 3


@pytest.mark.parametrize("key", ["0", "5", "K4"])
def test_the_mood_is_optional_and_can_be_walked(key: str) -> None:
    bench = guided(Bench())
    bench.tap(*(["0"] * (len(LAY) + len(ARRIVE))))
    bench.tap(key)
    if key == "K4":
        assert bench.id == "ntd.mood"
        bench.tap("K3", "K4")
    assert bench.id == "ntd.settle"
    assert bench.play.notes.get("mood_before") == {"0": None, "5": "5", "K4": "2"}[key]


def at_settle(bench: Bench) -> Bench:
    guided(bench)
    bench.tap(*(["0"] * (len(LAY) + len(ARRIVE) + 1)))
    assert bench.id == "ntd.settle"
    return bench


@pytest.mark.parametrize("key", ["1", "0", "#", "K1", "K2", "K4"])
def test_any_touch_ends_the_settling(key: str) -> None:
    bench = at_settle(Bench())
    bench.tap(key)
    assert (bench.id, bench.words) == ("ntd.done", f"{full('strip.you')} | {full('r1')}")


@pytest.mark.parametrize("pacer", ["false", "true"])
def test_the_settling_ends_after_30_s(pacer: str) -> None:
    bench = at_settle(Bench({"pacer": pacer}))
    bench.wait_s(29.5)
    assert bench.id == "ntd.settle"
    bench.wait_s(1.0)
    assert bench.id == "ntd.done"


def test_the_settling_is_a_line_and_then_a_black_frame() -> None:
    bench = at_settle(Bench())
    assert bench.words == WORDS.line("settle").full
    bench.wait_s(4)
    assert bench.display.wish is not None
    assert not any(bench.display.wish.frame.pages)


@pytest.mark.parametrize("anchor", ["hands", "feet", "sounds"])
def test_another_anchor_never_names_the_breath(anchor: str) -> None:
    bench = Bench()
    guided(bench, anchor=anchor, guidance="full")
    through_opening(bench)
    bench.lay(N="acknowledged:feeling", NW="acknowledged:feeling")
    bench.tap("0", "1")
    bench.wait_s(5)
    told = " ".join(shown_words(scene) for scene in bench.seen if scene.id.startswith("ntd."))
    assert "breath" not in told.lower()


# Resume


def stops() -> list[list[str]]:
    """Touches after which the power goes, one list a place in the ritual."""
    lay, arrive = len(LAY), len(ARRIVE)
    return [["0"] * count for count in (0, 3, lay, lay + 2, lay + arrive, lay + arrive + 1)]


@pytest.mark.parametrize("touches", stops(), ids=len)
def test_resume_offers_the_exact_step_of_the_opening(touches: list[str]) -> None:
    bench = guided(Bench())
    bench.tap(*touches)
    before = (bench.id, bench.words)
    again = bench.restarted()
    assert again.id == "resume"
    assert again.words.startswith(WORDS.line("resume").full)
    again.tap("0")
    assert (again.id, again.words) == before


@pytest.mark.parametrize("touches", range(8))
def test_resume_offers_the_exact_step_of_the_closing(touches: int) -> None:
    bench = guided(Bench())
    through_opening(bench)
    bench.lay(timer=1, N="thought:feeling")
    bench.tap("0")
    bench.wait_s(5)
    assert bench.id == "ntd.close"
    bench.tap(*(["0"] * touches))
    before = (bench.id, bench.words)
    again = bench.restarted()
    again.tap("K4")
    assert (again.id, again.words) == before


@pytest.mark.long
@pytest.mark.parametrize("stage", [1, 5, 6])
def test_resume_offers_the_exact_step_of_the_game(stage: int) -> None:
    random = Random(stage)
    bench = Bench()
    bench.begin(stage, str(stage), {"super": stage == 6}, tokens="table", guidance="light")
    for _ in range(40):
        if bench.play.over:
            break
        touch(bench, wise(bench.state, random))
        again = bench.restarted()
        again.tap("K4")
        assert again.state == bench.state
        assert again.play.moment == bench.play.moment
        assert guesses_of(again.play) == guesses_of(bench.play)
        assert again.screen == bench.opened.ui.resumed(bench.play)


def test_resume_keeps_it_with_k1_and_the_game_offers_it_again() -> None:
    bench = Bench()
    bench.begin(guidance="quiet")
    bench.tap("0")
    again = bench.restarted()
    again.tap("K1")
    assert again.id == "home"
    again.tap("1")
    assert again.id == "resume"
    again.tap("0")
    assert again.id == "ntd.mind"
    again.wait_s(4)
    assert again.id == "ntd.watch"


# Ends


@pytest.mark.parametrize(
    ("stage", "table", "words"),
    [
        (1, {"timer": 1, "N": "thought:feeling"}, "end.time"),
        (
            2,
            {
                **dict.fromkeys(("NW", "NE", "E", "SE", "S", "SW", "W"), "released:feeling"),
                "N": "thought:feeling",
            },
            "end.mind",
        ),
    ],
)
def test_an_unguided_end_leads_to_its_line_and_the_sum(stage: int, table: dict[str, Any], words: str) -> None:
    bench = Bench()
    bench.aimed("N", stage=stage)
    bench.lay(**table)
    bench.seen.clear()
    bench.tap("0")
    bench.wait_s(30)
    assert ids(bench)[-3:] == ["ntd.mind", "ntd.prompt", "ntd.sum"]
    assert WORDS.line(words).full in [shown_words(scene) for scene in bench.seen]
    bench.tap("0")
    assert bench.id == "home"


def won(bench: Bench, stage: int = 1, **held: Any) -> Bench:
    bench.aimed("N", stage=stage, **held)
    if held.get("guided"):
        through_opening(bench)
    released: dict[str, Any] = dict.fromkeys(("NW", "N", "NE", "E", "SE", "S", "SW"), "released:feeling")
    bench.lay(center=1, W="subliminal:feeling", **released)
    bench.tap("0", "4")
    assert bench.play.over
    return bench


def test_f28_score_rank_and_stage_are_shown_on_k3_only() -> None:
    bench = won(Bench())
    bench.wait_s(20)
    assert bench.id == "ntd.sum"
    shown = " ".join(shown_words(scene) for scene in bench.seen)
    assert full("sum.released", count=8) in shown
    assert full("sum.left", count=0) in shown
    for word in ("Score", "Zen", "Stage"):
        assert word not in shown
    bench.tap("K3")
    assert bench.words == " | ".join(
        (
            full("sum.score", score=9, rank=full("rank.zen.master")),
            full("rank.zen.master.way"),
            full("sum.stage", stage=1),
            full("stage.1"),
        )
    )
    bench.tap("K3")
    assert "Score" not in bench.words


@pytest.mark.parametrize("profile", ["M", "S"])
def test_on_the_sum_k3_first_turns_what_is_left_of_the_page(profile: str) -> None:
    bench = won(Bench({"profile": profile}))
    bench.wait_s(20)
    for _ in range(4):
        bench.tap("K3")
        if "Score" in bench.words:
            return
    raise AssertionError("K3 never comes to the score")


def test_n7_3_a_zen_win_opens_the_next_stage_for_good() -> None:
    bench = won(Bench(), stage=1)
    bench.wait_s(20)
    assert WORDS.line("end.next").full in bench.words
    assert bench.store.progress().reached == {UNLOCKED: 2}
    bench.tap("K1")
    again = bench.restarted()
    assert again.store.progress().reached == {UNLOCKED: 2}
    assert unlocked(again.app.model) == 2


def test_n7_3_any_unlocked_stage_may_be_played_and_no_other() -> None:
    bench = Bench()
    bench.store.save_progress(Progress({UNLOCKED: 3}, shown_around=False))
    again = bench.restarted()
    again.tap("1")
    assert again.id == "ntd.stage"
    shown = []
    for _ in range(4):
        shown.append(again.scene.body.values[1])  # type: ignore[union-attr]
        again.tap("2")
    assert shown == ["3", "1", "2", "3"]


def test_n7_3_the_owner_may_open_all() -> None:
    bench = Bench({"unlock_all": "true"})
    bench.tap("1")
    shown = []
    for _ in range(6):
        shown.append(bench.scene.body.values[1])  # type: ignore[union-attr]
        bench.tap("2")
    assert shown == ["1", "2", "3", "4", "5", "6"]


def test_f27_leaving_early_keeps_the_minutes_and_has_no_score() -> None:
    bench = Bench()
    bench.begin()
    bench.tap("0")
    bench.wait_s(6 * 60)
    bench.tap("K2")
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("pause.stop")) + 1), "K4")
    assert (bench.id, bench.words) == ("ntd.prompt", full("early", minutes=6))
    bench.wait_s(10)
    assert bench.id == "ntd.sum"
    bench.tap("K3")
    assert full("sum.none") in bench.words
    entry = bench.store.journal()[0]
    assert (entry.minutes, entry.facts.score, entry.facts.rank, entry.outcome) == (6, None, None, "conceded")


def test_f27_stopping_in_the_opening_is_fine_too() -> None:
    bench = guided(Bench())
    bench.wait_s(130)
    bench.tap("K2")
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("pause.stop")) + 1), "K4")
    bench.wait_s(10)
    assert bench.id == "ntd.sum"
    bench.tap("0")
    assert bench.id == "ntd.mood"


def test_the_closing_in_order_to_going_on_without_cards() -> None:
    bench = Bench({"silent": "false"})
    won(bench, guided=True)
    bench.wait_s(10)
    bench.seen.clear()
    bench.chime.calls.clear()
    bench.run()
    assert (bench.id, bench.words) == ("ntd.close", WORDS.line("end.zen").full)
    bench.tap("0")
    assert bench.words == WORDS.line("end.flip").full
    bench.tap("0")
    bench.wait_s(5)
    assert bench.words == ""
    bench.tap("0")
    assert bench.words == WORDS.line("close.room").full
    bench.tap("0")
    assert bench.id == "ntd.sum"
    bench.tap("0", "3")
    assert (bench.id, bench.words) == ("ntd.saved", WORDS.line("j.save").full)
    bench.tap("0")
    for line_id in AWAY:
        assert (bench.id, bench.words) == ("ntd.away", WORDS.line(line_id).full)
        bench.tap("0")
    assert bench.words == WORDS.line("away.more.keys").full
    bench.tap("#")
    assert bench.id == "breathe"
    entry = bench.store.journal()[0]
    facts = entry.facts
    assert (facts.mood_before, facts.mood_after, facts.released, facts.distractions) == (5, 3, 8, 0)


def test_the_end_sounds_once_a_half_stroke_then_a_stroke() -> None:
    bench = Bench({"silent": "false"})
    won(bench, guided=True)
    bench.chime.calls.clear()
    bench.wait_s(10)
    assert bench.id == "ntd.close"
    assert [call.name for call in bench.chime.calls] == ["play"]
    bench.tap("K2", "K1")
    assert [call.name for call in bench.chime.calls] == ["play"]


@pytest.mark.long
def test_halfway_and_last_card_have_their_line_once() -> None:
    for timer, words in ((10, "half"), (2, "last")):
        bench = Bench()
        bench.aimed("N", guidance="light")
        bench.lay(timer=timer, N="thought:feeling")
        bench.tap("0")
        bench.wait_s(5)
        assert (bench.id, bench.words) == ("ntd.prompt", WORDS.line(words).full)
