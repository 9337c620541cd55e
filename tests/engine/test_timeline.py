"""Do, undo and redo over states that are kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.nevermind.codec import GAME
from engine.nevermind.model import Options
from engine.step import Refusal, RefusalCode
from engine.timeline import Timeline

PATIENT = settings(deadline=None)
SHUFFLE = {"do": "shuffle", "cards": [{"card": index, "turn": 0} for index in range(16)], "by": "device"}
REST = {"do": "rest", "by": "device"}
DRAW = {"do": "draw", "by": "player"}
TOKEN = {"do": "token", "type": "feeling", "by": "device", "guess": True}
ACKNOWLEDGE = {"do": "acknowledge", "at": "NW", "by": "player"}


def started(*lines: dict[str, Any]) -> Timeline[Any, Any, Any, Any]:
    timeline = Timeline(GAME, Options())
    for line in lines:
        assert timeline.do(line).refusal is None
    return timeline


def test_do_goes_on_and_keeps_line_state_and_effects() -> None:
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    assert [entry.line["do"] for entry in timeline.in_force] == ["shuffle", "rest", "draw", "token"]
    assert timeline.in_force[3].line["guess"] is True
    assert timeline.in_force[-1].state is timeline.state
    assert timeline.in_force[2].effects
    assert [entry.by_player for entry in timeline.in_force] == [False, False, True, False]


def test_a_refused_line_changes_nothing_and_drops_no_redo() -> None:
    timeline = started(SHUFFLE, REST, DRAW)
    assert timeline.undo(1) is None
    before = timeline.state
    step = timeline.do({"do": "token", "type": "feeling"})
    assert step.refusal
    assert step.refusal.code is RefusalCode.PHASE
    assert timeline.state is before
    assert len(timeline.undone) == 1


def test_undo_and_redo_bring_back_the_same_state_objects() -> None:
    timeline = started(SHUFFLE, REST, DRAW)
    states = [entry.state for entry in timeline.in_force]
    assert timeline.undo(2) is None
    assert timeline.state is states[0]
    assert [entry.line["do"] for entry in timeline.undone] == ["rest", "draw"]
    assert timeline.redo(1) is None
    assert timeline.state is states[1]
    assert timeline.redo(1) is None
    assert timeline.state is states[2]
    assert timeline.undo(3) is None
    assert timeline.state == GAME.initial(Options())


def test_a_new_do_drops_what_could_be_redone() -> None:
    timeline = started(SHUFFLE, REST)
    timeline.undo(1)
    assert timeline.do({"do": "concede"}).refusal is None
    assert timeline.undone == ()
    assert timeline.redo(1) is not None


@pytest.mark.parametrize("count", [0, -1, 3, True, 1.0, "1", None, [1], 10**30])
def test_undo_and_redo_outside_what_there_is_are_refused_as_target(count: object) -> None:
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    timeline.undo(2)
    before = timeline.state
    for refusal in (timeline.undo(count), timeline.redo(count)):
        assert isinstance(refusal, Refusal)
        assert refusal.code is RefusalCode.TARGET
    assert timeline.state is before


def test_a_bad_field_out_of_its_phase_is_refused_by_the_phase() -> None:
    timeline = started(SHUFFLE, REST)
    told: list[tuple[dict[str, object], RefusalCode]] = [
        ({"do": "notice", "at": "C"}, RefusalCode.PHASE),
        ({"do": "sing"}, RefusalCode.PHASE),
        ({"do": ["draw"]}, RefusalCode.PHASE),
        ({"do": "fix", "grid": {}}, RefusalCode.TARGET),
    ]
    for line, code in told:
        refusal = timeline.do(line).refusal
        assert refusal
        assert refusal.code is code
    timeline.do({"do": "concede"})
    late: list[dict[str, object]] = [{"do": "notice", "at": "C"}, {"do": "sing"}, {"do": 4}]
    for line in late:
        refusal = timeline.do(line).refusal
        assert refusal
        assert refusal.code is RefusalCode.OVER


def test_undo_reach_is_up_to_before_the_last_touch_of_the_player() -> None:
    timeline = started(SHUFFLE, REST)
    assert timeline.undo_reach() == 0
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    assert timeline.undo_reach() == 2
    timeline.undo(timeline.undo_reach())
    assert timeline.in_force[-1].line["do"] == "rest"
    assert timeline.undo_reach() == 0


def test_redo_reach_is_one_touch_and_what_it_led_to() -> None:
    timeline = started(SHUFFLE, REST, DRAW, TOKEN, {"do": "acknowledge", "at": "NW", "by": "player"})
    assert timeline.redo_reach() == 0
    timeline.undo(3)
    assert timeline.redo_reach() == 2
    timeline.redo(2)
    assert timeline.redo_reach() == 1
    timeline.redo(1)
    assert timeline.undone == ()


def test_count_is_the_k_of_chance_events_in_force() -> None:
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    assert (timeline.count("shuffle"), timeline.count("token"), timeline.count("deal")) == (1, 1, 0)
    assert (timeline.count("draw", by="player"), timeline.count("draw", by="partner")) == (1, 0)
    timeline.undo(1)
    assert timeline.count("token") == 0


def test_a_line_changed_by_its_giver_later_stays_as_it_was() -> None:
    line = dict(SHUFFLE)
    timeline = started(line)
    line["do"] = "rest"
    assert timeline.in_force[0].line["do"] == "shuffle"


@pytest.mark.long
@PATIENT
@given(st.lists(st.tuples(st.sampled_from(["do", "undo", "redo"]), st.integers(0, 4)), max_size=40))
def test_any_course_of_do_undo_and_redo_equals_the_lines_in_force_replayed(
    course: list[tuple[str, int]],
) -> None:
    timeline = started(SHUFFLE)
    in_force: list[dict[str, Any]] = [SHUFFLE]
    undone: list[dict[str, Any]] = []
    for verb, number in course:
        if verb == "do":
            some = [command for command in GAME.legal(timeline.state) if command["do"] != "shuffle"]
            line = some[number % len(some)] if some else {"do": "draw"}
            if timeline.do(line).refusal is None:
                in_force.append(line)
                undone = []
        elif verb == "undo":
            if timeline.undo(number) is None:
                undone = in_force[-number:] + undone
                in_force = in_force[:-number]
        elif timeline.redo(number) is None:
            in_force += undone[:number]
            undone = undone[number:]
        assert [entry.line for entry in timeline.in_force] == in_force
        assert [entry.line for entry in timeline.undone] == undone
        assert timeline.state == started(*in_force).state
