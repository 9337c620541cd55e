"""The map of the project, read from the sources: which module imports which, and where that goes in circles.

`python -m tests.layout` prints the figures of `device`. Every import counts: at the head of a file, inside a
function, and those that only the type checker sees.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "hal", "device")
Graph: TypeAlias = Mapping[str, frozenset[str]]
"""Each name with those it imports."""


def modules(root: Path, packages: tuple[str, ...] = PACKAGES) -> dict[str, Path]:
    """Return the files of some packages below a folder, by dotted name; a package is its `__init__`."""
    files = (file for package in packages for file in sorted((root / package).rglob("*.py")))
    return {_dotted(file.relative_to(root)): file for file in files}


def _dotted(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(files: Mapping[str, Path]) -> dict[str, frozenset[str]]:
    """Return what each of these modules imports of the others. Raises ValueError for a relative import."""
    return {name: frozenset(_imported(file, files)) - {name} for name, file in files.items()}


def _imported(file: Path, known: Mapping[str, Path]) -> set[str]:
    found = set()
    for node in statements(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module is None:
                raise ValueError(f"{file}:{node.lineno}: a relative import")
            # What is imported of a package may be a module of it.
            inner = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {path if path in known else node.module for path in inner.values()}
    return found & set(known)


def statements(module: ast.Module) -> Iterator[ast.AST]:
    """Walk through a module but not into expressions, which hold no statements, and so no imports."""
    rest: list[ast.AST] = [module]
    while rest:
        node = rest.pop()
        yield node
        rest += (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """Return every set of names that reach one another, each sorted (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    found = []
    for root in sorted(graph):
        work = [(root, iter(sorted(graph[root])))] if root not in index else []
        while work:
            name, rest = work[-1]
            if name not in index:
                index[name] = low[name] = len(index)
                open_.append(name)
            for other in rest:
                if other not in index:
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in open_:
                    low[name] = min(low[name], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    at = open_.index(name)
                    if len(open_) - at > 1:
                        found.append(tuple(sorted(open_[at:])))
                    del open_[at:]
    return found


def rooms(
    graph: Graph, files: Mapping[str, Path], package: str = "device", *, nested: bool = True
) -> dict[str, frozenset[str]]:
    """Return the folders of a package with those they import; a loose file in it is a room of its own.

    What lies outside is one room a package. Not `nested`: a folder in a folder is no room of its own.
    """
    inside = [name for name in graph if name.startswith(f"{package}.")]
    room = {name: _room(name, files[name], package, nested=nested) for name in inside}
    found: dict[str, set[str]] = {one: set() for one in room.values()}
    for name in inside:
        found[room[name]] |= {room.get(other, other.partition(".")[0]) for other in graph[name]}
    return {one: frozenset(others - {one}) for one, others in found.items()}


def _room(name: str, file: Path, package: str, *, nested: bool) -> str:
    folder = name if file.name == "__init__.py" else name.rpartition(".")[0]
    if folder == package:
        return name
    return folder if nested else ".".join(folder.split(".")[: package.count(".") + 2])


def loose(files: Mapping[str, Path], package: str = "device") -> list[str]:
    """Return the names of the files that lie in a package itself."""
    top = files[package].parent
    return sorted(file.name for file in files.values() if file.parent == top)


def main() -> int:
    """Print the figures."""
    files = modules(ROOT)
    graph = imports(files)
    lines = [f"loose files in device: {', '.join(loose(files))}"]
    for words, nested in (("folders of device", False), ("with the folders in them", True)):
        drawn = rooms(graph, files, nested=nested)
        outward = sum(len(others - set(drawn)) for others in drawn.values())
        inward = sum(map(len, drawn.values())) - outward
        lines.append(f"{words}: {len(drawn)} rooms, {inward} arrows, {outward} more to engine and hal")
        lines += [f"circle of rooms: {', '.join(circle)}" for circle in circles(drawn)]
    lines += [f"circle: {', '.join(circle)}" for circle in circles(graph)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
