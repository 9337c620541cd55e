"""Writes the state diagrams of docs/ from the phase tables: `python -m device.tools.diagrams docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.nevermind.phases import TABLE as NEVERMIND
from engine.the_mind.phases import TABLE as THE_MIND

if TYPE_CHECKING:
    from engine.phases import PhaseTable

PAGES: dict[str, tuple[str, PhaseTable[Any, Any]]] = {
    "states-nevermind.md": ("Nevermind The Distraction", NEVERMIND),
    "states-the-mind.md": ("The Mind", THE_MIND),
}
"""Title and table of each page, by file name."""


def page(title: str, table: PhaseTable[Any, Any]) -> str:
    """Return the text of a page with the diagram."""
    lines = [
        f"# The phases of {title}",
        "",
        "Written by `python -m device.tools.diagrams docs` from the table the rules use; a test compares.",
        "Each arrow: what was found due, and the clause it comes from.",
        "",
        "```mermaid",
        table.mermaid().rstrip("\n"),
        "```",
        "",
    ]
    return "\n".join(lines)


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
