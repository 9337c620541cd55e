"""Every clause of the rules has a test that names it, and the check for it can fail."""

from __future__ import annotations

import ast
from pathlib import Path

CLAUSES = (
    *("N0", "N1.1", "N1.2", "N1.3", "N1.4", "N1.5", "N1.6"),
    *("N2.1", "N2.2", "N2.3"),
    *("N3.1", "N3.2", "N3.3", "N3.4", "N3.5"),
    *("N4.1", "N4.2", "N4.3", "N4.4", "N4.5", "N4.6"),
    *("N5.1", "N5.2", "N5.3", "N5.4", "N5.5", "N5.6"),
    *("N6.1", "N6.2", "N6.3", "N6.4", "N6.5", "N6.6", "N6.7"),
    *("N7.1", "N7.2", "N7.3"),
    *("N8.2", "N8.3", "N8.4", "N8.6", "N8.8"),
)
"""The clause ids of the rules of Nevermind; the rest of N8 is what the player is told."""


def untested(clauses: tuple[str, ...], names: set[str]) -> list[str]:
    """Return the clauses that no name of a test begins with."""
    prefixes = {clause: f"test_{clause.lower().replace('.', '_')}_" for clause in clauses}
    return [c for c, prefix in prefixes.items() if not any(name.startswith(prefix) for name in names)]


def test_every_clause_has_a_test() -> None:
    names: set[str] = set()
    for path in Path(__file__).parent.glob("test_n*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert untested(CLAUSES, names) == []


def test_a_clause_without_a_test_is_found() -> None:
    assert untested(("N1.1", "N1.2"), {"test_n1_1_set_up", "test_n1_20_other"}) == ["N1.2"]
