"""Cases in which hands were once told too little: a quick finger, a device that plays by itself, a notice."""

from __future__ import annotations

import pytest

from device.games.nevermind.happened import last_acts
from device.games.nevermind.round import Showing
from device.ui.model import Tell
from device.ui.scene import MapBody
from engine.nevermind.model import Place
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.games.nevermind.players import until
from tests.device.said import full

BREATH = {"N": "released:feeling", "S": "distraction:thinking", "W": "released:thinking"}


def told_ids(bench: Bench) -> list[str]:
    """Ids of all lines that stood, each once in a row."""
    ids = [scene.body.line.id for scene in bench.seen if isinstance(scene.body, MapBody)]
    return [one for index, one in enumerate(ids) if index == 0 or ids[index - 1] != one]


@pytest.mark.parametrize("profile", ["L", "M", "S"])
def test_law_5_what_the_device_plays_by_itself_is_told_before_0_draws_the_next_card(profile: str) -> None:
    bench = Bench({"profile": profile})
    bench.begin(5, guidance="quiet")
    until(bench, Phase.BREATH_HAND, **BREATH)
    bench.wait_s(60)
    bench.tap("2")
    bench.wait_s(9)
    assert bench.id == "ntd.deep.hand"
    bench.seen.clear()
    bench.tap("1")
    acts = [act.line_id for act in last_acts(bench.play)]
    lines = bench.written()
    for _ in range(12):
        if bench.written() > lines:
            break
        bench.tap("0")
    ids = told_ids(bench)
    for line_id in acts:
        stem = line_id.removesuffix(".still")
        assert any(one.startswith(stem) for one in ids), (line_id, ids)


def test_law_1_a_touch_on_an_act_that_is_not_the_last_does_nothing_else() -> None:
    for key in ("0", "#", "K4", "1", "9"):
        bench = Bench({"profile": "S"})
        bench.aimed("N", stage=4, tokens="device", guidance="quiet")
        bench.lay(center=1, NW="subliminal:feeling")
        bench.tap("0")
        assert isinstance(bench.screen, Showing)
        assert len(bench.screen.steps(bench.app.model)) == 2
        lines = bench.written()
        bench.tap(key)
        assert (bench.screen.index, bench.written()) == (1, lines)


def test_law_1_an_undo_in_the_midst_of_acts_takes_back_what_was_told() -> None:
    bench = Bench({"profile": "S"})
    bench.aimed("N", guidance="quiet")
    bench.lay(center=1, NW="subliminal:feeling")
    bench.tap("0")
    assert isinstance(bench.screen, Showing)
    bench.seen.clear()
    bench.tap("K1")
    assert bench.screen.steps(bench.app.model)[0].line_id == "undo.lay.token"
    assert len(bench.screen.steps(bench.app.model)) == 1


def test_law_1_a_notice_over_an_act_takes_a_touch_of_its_own_and_hides_no_read_time() -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.tap("0")
    assert bench.id == "ntd.mind"
    bench.perform(Tell(bench.app.model.words.line("silent.on")))
    bench.wait_s(60)
    assert bench.id == "ntd.watch", "the notice lapses, then the act has all of its time"
    again = Bench()
    again.aimed("N", guidance="quiet")
    again.tap("0")
    again.wait_s(2)
    again.perform(Tell(again.app.model.words.line("silent.on")))
    lines = again.written()
    again.tap("2")
    assert (again.id, again.notice, again.written()) == ("ntd.mind", "", lines)
    again.wait_s(2)
    assert again.id == "ntd.mind"
    again.tap("2")
    assert again.written() > lines


def test_law_4_an_undo_frames_the_card_it_speaks_of_and_nothing_old_stands_after_it() -> None:
    bench = Bench()
    bench.begin(1, "7", guidance="quiet")
    bench.tap("0", "7", "0", "K1")
    body = bench.scene.body
    assert isinstance(body, MapBody)
    assert (bench.id, body.line.id) == ("ntd.undo", "undo.new")
    assert [place for place in Place if body.map.ring[place].framed] == [Place.NW]
    bench.wait_s(9)
    assert (bench.id, bench.words) == ("ntd.done", f"{full('strip.you')} | {full('next')}")


@pytest.mark.parametrize("key", ["0", "K4", "#", "1"])
def test_law_9_a_question_is_seen_before_it_is_answered(key: str) -> None:
    bench = Bench()
    bench.aimed("N", guidance="quiet")
    bench.lay(N="released:feeling", NW="released:feeling")
    bench.tap("0")
    lines = bench.written()
    bench.tap(key)
    assert (bench.id, bench.written()) == ("ntd.surface", lines)
