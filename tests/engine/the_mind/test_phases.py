"""The phase table, pinned."""

from __future__ import annotations

import pytest

from engine.phases import PhaseError
from engine.the_mind.model import ENDS, Phase
from engine.the_mind.phases import TABLE, Trigger

INSIDE = "playing star_vote focus"
RUNNING = "deal focus playing star_vote"
PINNED = {
    "deal": {"deal": "focus"},
    "focus": {"focus": "playing"},
    "stop": {"playing": "focus", "star_vote": "focus"},
    "play": {"playing": "playing", "star_vote": "playing"},
    "misplay": dict.fromkeys(INSIDE.split(), "focus"),
    "propose": {"playing": "star_vote", "focus": "star_vote"},
    "agree": {"star_vote": "star_vote"},
    "decline_to_play": {"star_vote": "playing"},
    "decline_to_stop": {"star_vote": "focus"},
    "star": dict.fromkeys(INSIDE.split(), "focus"),
    "next_dealt": dict.fromkeys(INSIDE.split(), "deal"),
    "next_table": dict.fromkeys(INSIDE.split(), "focus"),
    "win": dict.fromkeys(INSIDE.split(), "won"),
    "lose": dict.fromkeys(INSIDE.split(), "lost"),
    "blind_win": dict.fromkeys(INSIDE.split(), "blind_won"),
    "blind_lose": dict.fromkeys(INSIDE.split(), "blind_over"),
    "blind_dealt": {"won": "deal"},
    "blind_table": {"won": "focus"},
    "concede": dict.fromkeys(RUNNING.split(), "lost"),
    "concede_blind": dict.fromkeys(RUNNING.split(), "blind_over"),
}


@pytest.mark.parametrize("trigger", list(Trigger))
@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_and_trigger(phase: Phase, trigger: Trigger) -> None:
    target = PINNED[trigger.value].get(phase.value)
    assert TABLE.allows(phase, trigger) is (target is not None)
    if target is None:
        with pytest.raises(PhaseError):
            TABLE.next(phase, trigger)
    else:
        assert TABLE.next(phase, trigger).value == target


def test_all_phases_are_reachable_and_the_ends_have_no_way_out() -> None:
    assert TABLE.reachable() == frozenset(Phase)
    assert TABLE.ends() == ENDS - {Phase.WON}  # M5.1: from a won game blind mode is the next step


def test_every_edge_names_its_clause() -> None:
    assert {edge.rule for edge in TABLE.edges if not edge.rule.startswith("M")} == {"records"}
