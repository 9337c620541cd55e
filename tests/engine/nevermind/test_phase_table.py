"""The table of Nevermind, pinned: every phase with every trigger."""

from __future__ import annotations

import pytest

from engine.nevermind.phases import TABLE, Phase, Trigger
from engine.phases import PhaseError

PINNED = {
    "shuffle": "reveal>breathe watch>watcher play_on>breath_play end_round>mind end>over concede>over",
    "mind": "ask_token>token ask_surface>surface ask_second>second ask_center>add_center reset>shuffle"
    " reveal>breathe watch>watcher match_table>mind end>over concede>over",
    "token": "ask_second>second ask_center>add_center reset>shuffle reveal>breathe watch>watcher"
    " concede>over",
    "surface": "ask_token>token ask_second>second ask_center>add_center reset>shuffle reveal>breathe"
    " watch>watcher concede>over",
    "second": "ask_token>token ask_center>add_center reset>shuffle reveal>breathe watch>watcher end>over"
    " concede>over",
    "add_center": "reset>shuffle concede>over",
    "breathe": "watch>watcher go_deep>breath_from concede>over",
    "breath_from": "count>breath_hand concede>over",
    "breath_hand": "reset>shuffle play_on>breath_play end_round>mind watch>watcher end>over concede>over",
    "breath_play": "calm>breath_calm play_on>breath_play end_round>mind watch>watcher end>over concede>over",
    "breath_calm": "play_on>breath_play end_round>mind watch>watcher end>over concede>over",
    "watcher": "end_round>mind match_table>watcher end>over concede>over",
    "over": "",
}
"""What each phase allows, as `trigger>target`."""


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("trigger", Trigger)
def test_every_phase_and_trigger_is_pinned(phase: Phase, trigger: Trigger) -> None:
    targets = dict(pair.split(">") for pair in PINNED[phase].split())
    if trigger in targets:
        assert TABLE.next(phase, trigger) == targets[trigger]
        assert TABLE.allows(phase, trigger)
    else:
        assert not TABLE.allows(phase, trigger)
        with pytest.raises(PhaseError, match="no edge"):
            TABLE.next(phase, trigger)


def test_every_phase_is_reachable_and_only_over_is_an_end() -> None:
    assert TABLE.reachable() == set(Phase)
    assert TABLE.ends() == {Phase.OVER}


def test_every_edge_names_its_clause() -> None:
    assert all(edge.rule == "fix" or edge.rule.startswith("N") for edge in TABLE.edges)
