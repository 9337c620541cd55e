"""The owner's page names every ruling and every switch of both games (docs/rules.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.games.nevermind.settings import SECTION as NEVERMIND
from device.games.settings import defaults
from device.games.the_mind.settings import SECTION as THE_MIND

if TYPE_CHECKING:
    from device.settings.rows import Section

PAGE = Path(__file__).parents[3] / "docs" / "rules.md"
RULINGS = (
    *("N1.4", "N1.6", "N3.2", "N3.3", "N3.5", "N4.5", "N4.6", "N5.2", "N5.3", "N5.6"),
    *("N6.2", "N6.3", "N6.4", "N6.6", "N6.7", "N8.3", "N8.4"),
    *("M2.1", "M2.6", "M2.7", "M3.1", "M4.1"),
)
"""Clauses with a ruling, where a rulebook is silent."""
SWITCHES = {
    "N1.3": "nevermind.rotation_degrees",
    "N1.4": "nevermind.mind_cards",
    "N1.6": "nevermind.tokens",
    "N8.1": "nevermind.decks",
    "N6.2": "nevermind.breath_ends_round",
    "N6.5": "nevermind.breath_calms_feeling",
    "M4.3": "the_mind.empty_hands_vote",
    "M5.4": "the_mind.blind_cap",
}
"""Clauses with an option, and its setting."""
CHAPTERS = {"nevermind": "Nevermind The Distraction", "the_mind": "The Mind"}
"""The chapter of each section of settings that belongs to a game."""


def chapter(text: str, name: str) -> str:
    """Return what stands under a heading; "" if it is not there."""
    return text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def clauses(text: str) -> dict[str, str]:
    """Return the paragraph of each clause of both games, by its id."""
    found: dict[str, str] = {}
    for name in CHAPTERS.values():
        for item in re.split(r"\n- \*\*", chapter(text, name))[1:]:
            found[item.split(",")[0]] = item
    return found


@pytest.mark.parametrize("clause", RULINGS)
def test_every_ruling_is_told(clause: str) -> None:
    assert "uling" in clauses(PAGE.read_text(encoding="utf-8"))[clause]


@pytest.mark.parametrize("clause", SWITCHES)
def test_every_switch_is_told_by_the_name_of_its_setting(clause: str) -> None:
    assert f"`{SWITCHES[clause]}`" in clauses(PAGE.read_text(encoding="utf-8"))[clause]
    assert SWITCHES[clause] in defaults().values


@pytest.mark.parametrize("section", [NEVERMIND, THE_MIND], ids=lambda section: section.name)
def test_every_setting_of_a_game_is_in_its_chapter(section: Section) -> None:
    text = chapter(PAGE.read_text(encoding="utf-8"), CHAPTERS[section.name])
    mine = [row.key for row in section.rows]
    assert mine
    assert {f"{section.name}.{name}" for name in mine} <= defaults().values.keys()
    assert [name for name in mine if name not in text] == []


def test_a_clause_that_is_missing_is_found() -> None:
    page = (
        "# Rules\n\n## Nevermind The Distraction\n\n- **N1.3, ruling.** One.\n"
        "\n## The Mind\n\n- **M2.1, ruling.** Two.\n\n## Else\n\n- **M2.6, ruling.** Three.\n"
    )
    assert set(clauses(page)) == {"N1.3", "M2.1"}
