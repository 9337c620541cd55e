"""The state diagrams of docs/ are those of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.tools.diagrams import PAGES, main, page, write
from engine.nevermind.phases import TABLE

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_in_docs_equals_the_table(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == page(*PAGES[name])


def test_every_edge_is_on_the_page_with_its_clause() -> None:
    text = page("Nevermind", TABLE)
    for edge in TABLE.edges:
        assert f"{edge.source} --> {edge.target}: {edge.trigger} ({edge.rule})\n" in text


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
