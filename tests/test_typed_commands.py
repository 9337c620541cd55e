"""Commands are the engine's values from the screen to the record: in `device` none is written as JSON."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def json_commands(source: str) -> list[int]:
    """Return the lines that write a command as a mapping with `do`, or read that key of one."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Dict(keys=keys) if any(_is_do(key) for key in keys):
                found.append(node.lineno)
            case ast.Subscript(slice=key) if _is_do(key):
                found.append(node.lineno)
            case ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault"), args=[key, *_]) if _is_do(
                key
            ):
                found.append(node.lineno)
            case ast.Call(func=ast.Name(id="dict"), keywords=given) if any(one.arg == "do" for one in given):
                found.append(node.lineno)
            case _:
                pass
    return sorted(found)


def _is_do(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == "do"


def test_no_command_is_json_in_the_device() -> None:
    files = sorted((ROOT / "device").rglob("*.py"))
    assert files
    found = {
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line in json_commands(file.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "made_up",
    [
        'Do({"do": "draw"})',
        'verb = command["do"]',
        'verb = command.get("do", "")',
        'line = {**command, "do": verb}',
        'line = dict(do="draw")',
    ],
)
def test_a_command_as_json_is_found(made_up: str) -> None:
    assert json_commands(f"# first\n{made_up}\n") == [2]
    assert json_commands('Do(Draw())\nknown = {"do", "try"}\nverb = line.data[line.kind]\n') == []
