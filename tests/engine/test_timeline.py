"""Do, undo and redo over states that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.nevermind.codec import GAME
from engine.nevermind.commands import Concede, Draw, GiveToken, Rest
from engine.nevermind.model import Options, Token
from engine.nevermind.phases import Verb
from engine.record import do, legal_to_json
from engine.step import Refusal, RefusalCode
from engine.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.timeline import Entry

PATIENT = settings(deadline=None)
SHUFFLE = {"do": "shuffle", "cards": [{"card": index, "turn": 0} for index in range(16)], "by": "device"}
REST = {"do": "rest", "by": "device"}
DRAW = {"do": "draw", "by": "player"}
TOKEN = {"do": "token", "type": "feeling", "by": "device", "guess": True}
ACKNOWLEDGE = {"do": "acknowledge", "at": "NW", "by": "player"}


def started(*lines: dict[str, Any]) -> Timeline[Any, Any, Any, Any]:
    timeline = Timeline(GAME, Options())
    for line in lines:
        assert do(timeline, line).refusal is None
    return timeline


def lines(entries: Iterable[Entry[Any, Any, Any]]) -> list[dict[str, Any]]:
    """Return the lines that these entries are in a record."""
    return [{**GAME.command_to_json(entry.command), **entry.extra} for entry in entries]


def test_do_goes_on_and_keeps_line_state_and_effects() -> None:
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    assert lines(timeline.in_force) == [SHUFFLE, REST, DRAW, TOKEN]
    assert timeline.in_force[3].command == GiveToken(Token.FEELING)
    assert timeline.in_force[3].extra == {"by": "device", "guess": True}
    assert [entry.by for entry in timeline.in_force] == ["device", "device", "player", "device"]
    assert timeline.in_force[-1].state is timeline.state
    assert timeline.in_force[2].effects
    assert [entry.by_player for entry in timeline.in_force] == [False, False, True, False]


def test_a_refused_line_changes_nothing_and_drops_no_redo() -> None:
    timeline = started(SHUFFLE, REST, DRAW)
    assert timeline.undo(1) is None
    before = timeline.state
    step = do(timeline, {"do": "token", "type": "feeling"})
    assert step.refusal
    assert step.refusal.code is RefusalCode.PHASE
    assert timeline.state is before
    assert len(timeline.undone) == 1


def test_undo_and_redo_bring_back_the_same_state_objects() -> None:
    timeline = started(SHUFFLE, REST, DRAW)
    states = [entry.state for entry in timeline.in_force]
    assert timeline.undo(2) is None
    assert timeline.state is states[0]
    assert [entry.command for entry in timeline.undone] == [Rest(), Draw()]
    assert timeline.redo(1) is None
    assert timeline.state is states[1]
    assert timeline.redo(1) is None
    assert timeline.state is states[2]
    assert timeline.undo(3) is None
    assert timeline.state == GAME.initial(Options())


def test_a_new_do_drops_what_could_be_redone() -> None:
    timeline = started(SHUFFLE, REST)
    timeline.undo(1)
    assert do(timeline, {"do": "concede"}).refusal is None
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
        refusal = do(timeline, line).refusal
        assert refusal
        assert refusal.code is code
    do(timeline, {"do": "concede"})
    late: list[dict[str, object]] = [{"do": "notice", "at": "C"}, {"do": "sing"}, {"do": 4}]
    for line in late:
        refusal = do(timeline, line).refusal
        assert refusal
        assert refusal.code is RefusalCode.OVER


def test_undo_reach_is_up_to_before_the_last_touch_of_the_player() -> None:
    timeline = started(SHUFFLE, REST)
    assert timeline.undo_reach() == 0
    timeline = started(SHUFFLE, REST, DRAW, TOKEN)
    assert timeline.undo_reach() == 2
    timeline.undo(timeline.undo_reach())
    assert timeline.in_force[-1].command == Rest()
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
    assert timeline.counts() == {"shuffle": 1, "rest": 1, "draw": 1, "token": 1}
    assert timeline.counts()["fix"] == 0
    timeline.undo(1)
    assert timeline.counts() == {"shuffle": 1, "rest": 1, "draw": 1}
    do(timeline, TOKEN)
    assert timeline.counts()[Verb.TOKEN] == 1


def test_a_line_changed_by_its_giver_later_stays_as_it_was() -> None:
    line = dict(SHUFFLE)
    timeline = started(line)
    extra: dict[str, object] = {"by": "player"}
    timeline.do(Rest(), extra)
    line["do"] = extra["by"] = "rest"
    assert lines(timeline.in_force) == [SHUFFLE, {"do": "rest", "by": "player"}]


def test_keys_of_a_line_may_have_any_name() -> None:
    odd = {**REST, "command": 1, "self": 2, "step": 3, "extra": 4, "": 5}
    assert lines(started(SHUFFLE, odd).in_force)[1] == odd


def test_the_time_of_a_line_is_0_without_one_that_is_a_number() -> None:
    timeline = started(SHUFFLE)
    timeline.do(Rest(), {"at_ms": 7})
    timeline.do(Concede(), {"at_ms": "x"})
    assert [entry.at_ms for entry in timeline.in_force] == [0, 7, 0]


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
            some = [line for line in legal_to_json(GAME, timeline.state) if line["do"] != "shuffle"]
            line = some[number % len(some)] if some else {"do": "draw"}
            if do(timeline, line).refusal is None:
                in_force.append(line)
                undone = []
        elif verb == "undo":
            if timeline.undo(number) is None:
                undone = in_force[-number:] + undone
                in_force = in_force[:-number]
        elif timeline.redo(number) is None:
            in_force += undone[:number]
            undone = undone[number:]
        assert lines(timeline.in_force) == in_force
        assert lines(timeline.undone) == undone
        assert timeline.state == started(*in_force).state
