"""docs/records.md: its records are played, and its words are the code's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.sim.scenario.steps import KINDS
from engine.games import GAMES
from engine.nevermind.phases import Verb as NevermindVerb
from engine.record import VERSIONS, parse, verify
from engine.step import RefusalCode
from engine.the_mind.phases import Verb as MindVerb

PAGE = (Path(__file__).parents[2] / "docs/records.md").read_text(encoding="utf-8")
RECORDS = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", RECORDS)
def test_every_record_on_the_page_is_played(text: str) -> None:
    assert verify(parse(text.encode(), GAMES)) is None


def test_there_is_a_record_of_each_game() -> None:
    assert {parse(text.encode(), GAMES).game.name for text in RECORDS} == {"nevermind", "the-mind"}


def test_every_command_refusal_step_and_version_stands_on_the_page() -> None:
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {*NevermindVerb, *MindVerb} <= named
    assert set(RefusalCode) <= named
    assert set(KINDS) <= named
    assert all(f"ersion {version}" in PAGE for version in VERSIONS)
