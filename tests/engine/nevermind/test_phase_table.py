"""The table of Nevermind, pinned: every phase with every verb, and where it may lead."""

from __future__ import annotations

import pytest

from engine.nevermind.phases import Moment, Phase, Verb
from engine.nevermind.table import SECTIONS, TABLE
from tests.engine.paths import phases_after

PINNED = {
    "shuffle": "shuffle>breathe,watcher,shuffle,breath_play,mind,over concede>over",
    "mind": "draw>token,surface,second,add_center,shuffle,breathe,watcher,over fix>mind concede>over",
    "token": "token>token,second,add_center,shuffle,breathe,watcher concede>over",
    "surface": "surface>token,second,add_center,shuffle,breathe,watcher,over concede>over",
    "second": "second>token,surface,second,add_center,shuffle,breathe,watcher,over concede>over",
    "add_center": "add_center>shuffle concede>over",
    "breathe": "breathe>breath_from,watcher concede>over",
    "breath_from": "breath_from>breath_hand concede>over",
    "breath_hand": "breath_hand>shuffle,breath_play,mind,watcher,over concede>over",
    "breath_play": "breath_play>breath_calm,breath_play,mind,watcher,over concede>over",
    "breath_calm": "breath_calm>breath_play,mind,watcher,over concede>over",
    "watcher": "notice>mind acknowledge>mind focus>mind let_go>mind,over rest>mind fix>watcher concede>over",
    "over": "",
}
"""What each phase takes, and the phases it may lead to by the arrows alone: guards allow fewer."""


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("verb", Verb)
def test_every_phase_and_verb_is_pinned(phase: Phase, verb: Verb) -> None:
    pinned = dict(pair.split(">") for pair in PINNED[phase].split())
    expected = set(pinned[verb].split(",")) if verb in pinned else set()
    assert {found.value for found in phases_after(TABLE, phase, verb)} == expected
    assert TABLE.has(phase, verb) == (verb in pinned)


def test_every_phase_and_moment_is_reached_and_only_over_is_an_end() -> None:
    assert TABLE.reachable() == {*Phase, *Moment}
    assert TABLE.ends() == {Phase.OVER}


def test_every_row_names_its_clause() -> None:
    assert all(row.clause == "fix" or row.clause.startswith("N") for row in TABLE.rows)
    assert sum(len(rows) for rows in SECTIONS.values()) == len(TABLE.rows)
