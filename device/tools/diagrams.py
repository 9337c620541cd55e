"""Writes the state diagrams of docs/ from the tables of rules: `python -m device.tools.diagrams docs`.

The diagrams are drawn by the library's own graph support, on a second machine made of the same rows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from transitions.extensions import GraphMachine

from engine.machine import THEN
from engine.nevermind.table import TABLE as NEVERMIND
from engine.the_mind.table import TABLE as THE_MIND

if TYPE_CHECKING:
    from collections.abc import Sequence
    from enum import Enum

    from engine.machine import Row, RuleTable

PAGES: dict[str, tuple[str, RuleTable[Any, Any]]] = {
    "states-nevermind.md": ("Nevermind The Distraction", NEVERMIND),
    "states-the-mind.md": ("The Mind", THE_MIND),
}
"""Title and table of each page, by file name."""
HOW_TO_READ = """\
Written by `python -m device.tools.diagrams docs` from the table that runs the game; a test compares them.

A box in capitals is a phase: the game waits there for a command. The others are moments: they pass by
themselves, by the first arrow whose guards hold, in the order written. An arrow says what is asked
(nothing in a moment), the clause of the rules, `[guards]` that must hold, and after `/` what is done.
Put a finger on a phase and follow a round.
"""


def diagram(table: RuleTable[Any, Any], rows: Sequence[Row[Any]]) -> str:
    """Return the rows as a Mermaid state diagram; phases in capitals, and only states that the rows touch."""
    touched = {node for row in rows for node in (*row.sources, row.target)}
    nodes = [node for node in (*table.phases, *table.moments) if node in touched]
    machine = GraphMachine(
        states=[_name(table, node) for node in nodes],
        initial=_name(table, nodes[0]),
        transitions=[
            {
                "trigger": row.trigger.value,
                "source": _name(table, source),
                "dest": _name(table, row.target),
                "conditions": [function.__name__ for function in (*row.when, *row.needs)],
                "label": _label(row),
            }
            for row in rows
            for source in row.sources
        ],
        auto_transitions=False,
        graph_engine="mermaid",
        show_conditions=True,
        title="",
    )
    return _body(machine.get_graph().source)


def _name(table: RuleTable[Any, Any], node: Enum) -> str:
    value = str(node.value)
    return value.upper() if isinstance(node, table.phases) else value


def _label(row: Row[Any]) -> str:
    asked = "" if row.trigger is THEN else f"{row.trigger.value} "
    return f"{asked}({row.clause})" + "".join(f" / {deed.__name__}" for deed in row.do)


def _body(source: str) -> str:
    """Return the library's diagram without title, classes and colours: the page has its own."""
    dull = ("---", "classDef", "Class", "direction", "[*]")
    return "\n".join(
        line for line in source.splitlines() if line.strip() and not line.strip().startswith(dull)
    )


def page(title: str, table: RuleTable[Any, Any]) -> str:
    """Return the text of a page: a diagram for each part of the rules."""
    starts = " or ".join(str(phase.value).upper() for phase in table.initial)
    parts = [f"# {title} as a machine", "", HOW_TO_READ, f"A game begins in {starts}.", ""]
    for section, rows in table.sections.items():
        parts += [f"## {section}", "", "```mermaid", diagram(table, rows), "```", ""]
    return "\n".join(parts)


def write(folder: Path) -> tuple[Path, ...]:
    """Write all pages into a folder and return their paths."""
    written = []
    for name, (title, table) in PAGES.items():
        path = folder / name
        path.write_text(page(title, table), encoding="utf-8")
        written.append(path)
    return tuple(written)


def main(arguments: list[str]) -> int:
    """Write the pages into the folder named; 2 if there is not exactly one such folder."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write("name one existing folder: python -m device.tools.diagrams docs\n")
        return 2
    for path in write(Path(arguments[0])):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
