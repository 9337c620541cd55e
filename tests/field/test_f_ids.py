"""Every field report has a test that names it, and the check for it can fail."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.layout import statements

IDS = tuple(f"f{number:02}" for number in range(1, 60))
"""F01 to F59: what goes wrong for people who build this."""
TESTS = Path(__file__).parents[1]
_ID = re.compile(r"(?<![a-z0-9])f\d\d(?=_)")


def named(name: str) -> set[str]:
    """Return the ids in the name of a test: `test_f03_f26_...` has two."""
    return set(_ID.findall(name)) if name.startswith("test_") else set()


def ids_under(folder: Path) -> set[str]:
    """Return the ids that any test under a folder names."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found |= named(node.name)
    return found


def test_every_report_has_a_test_by_its_name() -> None:
    assert sorted(set(IDS) - ids_under(TESTS)) == []


def test_no_test_names_a_report_that_is_none() -> None:
    assert sorted(ids_under(TESTS) - set(IDS)) == []


def test_a_report_without_a_test_is_found(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "class A:\n    def test_f02_x(self): ...\ndef helper_f03_x(): ...\ndef test_f030_x(): ...\n"
        "def test_of03_x(): ...\ndef test_f04_f05_x(): ...\n"
    )
    (tmp_path / "other.py").write_text("def test_f06_x(): ...\n")
    assert ids_under(tmp_path) == {"f02", "f04", "f05"}
