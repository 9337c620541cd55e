"""The table of The Mind, pinned: every phase with every verb, and where it may lead."""

from __future__ import annotations

import pytest

from engine.the_mind.model import ENDS, Phase
from engine.the_mind.phases import Moment, Verb
from engine.the_mind.table import TABLE
from tests.engine.paths import phases_after

ENDS_OF_A_LEVEL = "deal,focus,won,lost,blind_won,blind_over"
PINNED = {
    "deal": "deal>focus concede>lost,blind_over",
    "focus": "focus>playing misplay>focus,lost," + ENDS_OF_A_LEVEL + " level_done>" + ENDS_OF_A_LEVEL
    + " propose_star>star_vote," + ENDS_OF_A_LEVEL + " concede>lost,blind_over",
    "playing": "play>playing," + ENDS_OF_A_LEVEL + " stop>focus misplay>" + ENDS_OF_A_LEVEL
    + " level_done>" + ENDS_OF_A_LEVEL + " propose_star>star_vote," + ENDS_OF_A_LEVEL
    + " concede>lost,blind_over",
    "star_vote": "play>playing," + ENDS_OF_A_LEVEL + " stop>focus misplay>" + ENDS_OF_A_LEVEL
    + " level_done>" + ENDS_OF_A_LEVEL + " agree>star_vote," + ENDS_OF_A_LEVEL
    + " decline>playing,focus concede>lost,blind_over",
    "won": "blind>deal,focus",
    "lost": "",
    "blind_over": "",
    "blind_won": "",
}  # fmt: skip
"""What each phase takes, and the phases it may lead to by the arrows alone: guards allow fewer."""


def without(targets: set[str], *gone: str) -> set[str]:
    return targets - set(gone)


@pytest.mark.parametrize("verb", list(Verb))
@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_and_verb_is_pinned(phase: Phase, verb: Verb) -> None:
    pinned = dict(pair.split(">") for pair in PINNED[phase].split())
    expected = set(pinned[verb].split(",")) if verb in pinned else set()
    if verb is Verb.LEVEL_DONE:
        expected = without(expected, "lost")  # M5.4: only mistakes in blind mode cost lives then
    if verb in (Verb.PROPOSE_STAR, Verb.AGREE):
        expected = without(expected, "lost")  # M4.4: a star costs no life
    assert {found.value for found in phases_after(TABLE, phase, verb)} == expected
    assert TABLE.has(phase, verb) == (verb in pinned)


def test_all_is_reached_and_the_ends_have_no_way_out() -> None:
    assert TABLE.reachable() == {*Phase, *Moment}
    assert TABLE.ends() == ENDS - {Phase.WON}  # M5.1: from a won game blind mode is the next step


def test_every_row_names_its_clause() -> None:
    assert {row.clause for row in TABLE.rows if not row.clause.startswith("M")} == {"records"}
