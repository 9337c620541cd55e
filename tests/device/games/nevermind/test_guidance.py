"""When guidance speaks: the table, and the shuffle bags."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.nevermind.guidance import LEVELS, SIBLINGS, TABLE, Due, Event, Guide, due, frequency
from device.games.nevermind.words import WORDS, anchored, line
from device.settings.model import Anchor

if TYPE_CHECKING:
    from device.text.line import Line

MANY = {
    Due.MAP: [],
    Due.EACH: [0, 1, 2, 3, 4, 5, 6],
    Due.SECOND: [0, 2, 4, 6],
    Due.THIRD: [0, 3, 6],
    Due.FIRST: [0],
}


def run(guide: Guide, event: Event, level: str, times: int, token: str = "") -> list[Line | None]:
    told = []
    for _ in range(times):
        guide, said = due(guide, event, level, token)
        told.append(said)
    return told


def test_table_is_the_one_of_the_design() -> None:
    rows = {event.value: " ".join(TABLE[event]) for event in Event}
    assert rows == {
        "new": "map second each",
        "up": "map second each",
        "notice": "map second each",
        "focus": "map second each",
        "ack": "map third each",
        "safe": "map third each",
        "dist": "each each each",
        "go": "each each each",
        "again": "map first each",
        "stolen": "map each each",
        "half": "map each each",
        "last": "map each each",
    }


@pytest.mark.parametrize("event", Event)
@pytest.mark.parametrize("level", LEVELS)
def test_line_is_due_as_often_as_the_table_says(event: Event, level: str) -> None:
    told = run(Guide("7"), event, level, 7)
    assert [n for n, said in enumerate(told) if said is not None] == MANY[frequency(event, level)]


def test_unknown_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="quiet, light, full or narrate, not 'loud'"):
        due(Guide(), Event.NEW, "loud")


@pytest.mark.long
@given(st.text(max_size=8), st.sampled_from(list(Event)), st.sampled_from(Anchor))
def test_no_line_returns_until_its_siblings_were_used(seed: str, event: Event, anchor: str) -> None:
    size = len(SIBLINGS[event])
    told = run(Guide(seed, anchor), event, "full", 4 * size, "anticipating")
    for start in range(0, len(told), size):
        assert len(set(told[start : start + size])) == size
    if size > 1:
        assert all(one != other for one, other in itertools.pairwise(told))


@pytest.mark.long
@given(st.text(max_size=8), st.lists(st.tuples(st.sampled_from(list(Event)), st.booleans()), max_size=40))
def test_same_seed_and_same_events_are_the_same_lines(seed: str, events: list[tuple[Event, bool]]) -> None:
    one, other = Guide(seed), Guide(seed)
    for event, labelled in events:
        token = "remembering" if labelled else ""
        one, said = due(one, event, "light", token)
        other, again = due(other, event, "light", token)
        assert said == again
    assert one == other


@given(st.text(max_size=8), st.lists(st.booleans(), min_size=1, max_size=30))
def test_without_a_label_no_line_names_one(seed: str, labels: list[bool]) -> None:
    guide = Guide(seed)
    named = line("new.2", token=line("token.remembering"))
    for labelled in labels:
        guide, said = due(guide, Event.NEW, "full", "remembering" if labelled else "")
        assert said is not None
        assert labelled or said != named


def test_counts_go_on_when_the_level_changes() -> None:
    guide, _ = due(Guide("1"), Event.AGAIN, "quiet")
    assert due(guide, Event.AGAIN, "light")[1] is None


def test_lines_of_another_anchor_never_say_breath() -> None:
    for anchor in list(Anchor)[1:]:
        for event in (Event.FOCUS, Event.HALF):
            for said in run(Guide("3", anchor), event, "full", 6):
                assert said is not None
                assert "breath" not in said.full
    assert anchored("focus.1", "hands") == "focus.2"


def test_narrate_tells_each_step_with_its_type() -> None:
    guide, told = due(Guide("1"), Event.NEW, "narrate", "feeling")
    assert told == line("narrate.new", token=line("token.feeling"))
    guide, told = due(guide, Event.NOTICE, "narrate")
    assert told == line("narrate.notice", token=line("token.feeling"))
    guide, told = due(guide, Event.SAFE, "narrate")
    assert told == line("narrate.safe")
    guide, told = due(guide, Event.LET_GO, "narrate")
    assert told == line("narrate.go.quiet")
    assert due(guide, Event.HALF, "narrate")[1] == line("half")


@pytest.mark.parametrize("event", Event)
def test_narrate_has_a_line_for_every_step(event: Event) -> None:
    for token in ("", "anticipating"):
        assert due(Guide("1"), event, "narrate", token)[1] is not None


def test_every_event_has_a_sibling_without_a_label() -> None:
    for event in Event:
        assert [line_id for line_id in SIBLINGS[event] if not WORDS.slots_of(line_id)]
