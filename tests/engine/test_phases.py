"""The phase machine, and the traps of the library below it."""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import TYPE_CHECKING

import pytest

from engine.phases import Edge, PhaseError, PhaseTable

if TYPE_CHECKING:
    from collections.abc import Sequence


class Light(StrEnum):
    RED = "red"
    GREEN = "green"
    DARK = "dark"


class Turn(StrEnum):
    GO = "go"
    STOP = "stop"
    OFF = "off"


GO = Edge(Light.RED, Turn.GO, Light.GREEN, "L1")
STOP = Edge(Light.GREEN, Turn.STOP, Light.RED, "L2")
OFF = Edge(Light.GREEN, Turn.OFF, Light.DARK, "L3")


def light(edges: Sequence[Edge[Light, Turn]] = (GO, STOP, OFF)) -> PhaseTable[Light, Turn]:
    return PhaseTable("light", Light, Turn, Light.RED, edges)


def test_next_follows_the_edges() -> None:
    table = light()
    assert table.next(Light.RED, Turn.GO) is Light.GREEN
    assert table.next(Light.GREEN, Turn.STOP) is Light.RED
    assert table.next(Light.GREEN, Turn.OFF) is Light.DARK


def test_what_is_no_edge_is_one_kind_of_error_that_says_where() -> None:
    table = light()
    with pytest.raises(PhaseError, match="light: no edge 'stop' from phase 'red'") as caught:
        table.next(Light.RED, Turn.STOP)
    assert (caught.value.phase, caught.value.trigger) == (Light.RED, Turn.STOP)
    assert isinstance(caught.value, ValueError)
    assert not table.allows(Light.RED, Turn.STOP)
    assert table.allows(Light.RED, Turn.GO)


def test_a_question_leaves_the_table_as_it_was() -> None:
    table = light()
    for _ in range(3):
        assert table.next(Light.RED, Turn.GO) is Light.GREEN
    with pytest.raises(PhaseError):
        table.next(Light.DARK, Turn.GO)
    assert table.next(Light.RED, Turn.GO) is Light.GREEN


def test_there_are_no_automatic_edges() -> None:
    for phase in Light:
        allowed = {turn for turn in Turn if light().allows(phase, turn)}
        assert allowed == {edge.trigger for edge in (GO, STOP, OFF) if edge.source is phase}


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ((GO, STOP, OFF, Edge(Light.RED, Turn.GO, Light.DARK, "L4")), "two edges for red/go"),
        ((GO, STOP, Edge(Light.GREEN, Turn.OFF, Light.RED, "L3")), "nothing reaches dark"),
        ((GO, Edge(Light.GREEN, Turn.GO, Light.DARK, "L4")), "no edge uses off, stop"),
    ],
)
def test_a_table_that_is_none_is_refused(edges: Sequence[Edge[Light, Turn]], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        light(edges)


def test_reachable_and_ends() -> None:
    assert light().reachable() == set(Light)
    assert light().ends() == {Light.DARK}


def test_mermaid_has_a_line_an_edge_with_its_rule() -> None:
    assert light().mermaid().splitlines() == [
        "stateDiagram-v2",
        "    [*] --> red",
        "    red --> green: go (L1)",
        "    green --> red: stop (L2)",
        "    green --> dark: off (L3)",
        "    dark --> [*]",
    ]


def test_the_library_is_quiet(caplog: pytest.LogCaptureFixture) -> None:
    light().next(Light.RED, Turn.GO)
    assert caplog.records == []
    assert not logging.getLogger("transitions").isEnabledFor(logging.WARNING)
