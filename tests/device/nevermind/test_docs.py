"""The owner's page names every ruling and every switch of Nevermind (docs/rules.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.settings import defaults

PAGE = Path(__file__).parents[3] / "docs" / "rules.md"
RULINGS = (
    *("N1.4", "N1.6", "N3.2", "N3.3", "N3.5", "N4.5", "N4.6", "N5.2", "N5.3", "N5.6"),
    *("N6.2", "N6.3", "N6.4", "N6.6", "N6.7"),
)
"""Clauses with a ruling, where the rulebook is silent."""
SWITCHES = {
    "N1.3": "nevermind.rotation_degrees",
    "N1.4": "nevermind.mind_cards",
    "N1.6": "nevermind.tokens",
    "N6.2": "nevermind.breath_ends_round",
    "N6.5": "nevermind.breath_calms_feeling",
}
"""Clauses with an option, and its setting."""


def sections(text: str) -> dict[str, str]:
    """Return the paragraph of each clause, by its id."""
    page = text.partition("## Nevermind")[2].partition("\n## ")[0]
    items = re.split(r"\n- \*\*", page)[1:]
    return {item.split(",")[0]: item for item in items}


@pytest.mark.parametrize("clause", RULINGS)
def test_every_ruling_is_told(clause: str) -> None:
    assert "uling" in sections(PAGE.read_text(encoding="utf-8"))[clause]


@pytest.mark.parametrize("clause", SWITCHES)
def test_every_switch_is_told_by_the_name_of_its_setting(clause: str) -> None:
    assert f"`{SWITCHES[clause]}`" in sections(PAGE.read_text(encoding="utf-8"))[clause]
    assert SWITCHES[clause] in defaults().values


def test_every_setting_of_nevermind_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    mine = [path.removeprefix("nevermind.") for path in defaults().values if path.startswith("nevermind.")]
    assert len(mine) == 8
    assert [name for name in mine if name not in text] == []


def test_a_clause_that_is_missing_is_found() -> None:
    found = sections("## Nevermind\n\n- **N1.3, ruling.** One.\n\n## The Mind\n- **M1.1, ruling.** Two.\n")
    assert set(found) == {"N1.3"}
