"""The state diagrams of docs/ are those of the tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from device.tools.diagrams import PAGES, main, page, write
from engine.machine import THEN
from engine.nevermind.table import TABLE as NEVERMIND
from engine.the_mind.table import TABLE as THE_MIND

if TYPE_CHECKING:
    from engine.machine import Row, RuleTable

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_in_docs_equals_the_table(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == page(*PAGES[name])


@pytest.mark.parametrize("table", [NEVERMIND, THE_MIND], ids=lambda table: table.name)
def test_every_row_is_on_the_page_with_clause_guards_and_deeds(table: RuleTable[Any, Any]) -> None:
    lines = page("A game", table).splitlines()
    for row in table.rows:
        for source in row.sources:
            names = [
                node.value.upper() if isinstance(node, table.phases) else node.value
                for node in (source, row.target)
            ]
            (line,) = [line for line in lines if line.startswith(f"  {names[0]} --> {names[1]}: ")
                       and f"({row.clause})" in line and _rest(row) in line][:1]  # fmt: skip
            assert row.trigger is THEN or row.trigger.value in line


def _rest(row: Row[Any]) -> str:
    deeds = "".join(f" / {deed.__name__}" for deed in row.do)
    guards = " & ".join(guard.__name__ for guard in (*row.when, *row.needs))
    return f"({row.clause}){deeds}" + (f" [{guards}]" if guards else "")


def test_every_arrow_on_the_page_is_a_row() -> None:
    text = page(*PAGES["states-the-mind.md"])
    arrows = [part for line in text.splitlines() if " --> " in line for part in line.split(" | ")]
    assert len(arrows) == sum(len(row.sources) for row in THE_MIND.rows)


def test_write_writes_all_pages(tmp_path: Path) -> None:
    assert {path.name for path in write(tmp_path)} == set(PAGES)
    assert all((tmp_path / name).read_text(encoding="utf-8") == page(*PAGES[name]) for name in PAGES)


def test_main_names_the_files_and_wants_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 0
    assert "states-nevermind.md" in capsys.readouterr().out
    assert main([]) == 2
    assert main([str(tmp_path / "missing")]) == 2
    assert "name one existing folder" in capsys.readouterr().err
