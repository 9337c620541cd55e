"""No word that a player reads or hears stands outside the files of words."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

DEVICE = Path(__file__).parents[3] / "device"
ROOMS = ("app", "games", "screens", "output", "session", "draw", "ui")
"""The rooms that make what is shown or said; the journal is printed too."""
WORDS = re.compile(r"(_lines|labels|words|settings|study)\.py$")
"""Where words stand; what a settings file says of a setting, or a study prints, is no word of the device."""
ID = re.compile(r"[a-z0-9_./*#%-]*|[A-Z]{1,2}|K[1-6]?|[^A-Za-z]*")
"""Ids, keys, places and signs."""
SHOWN = {
    "Line": (0, 1),
    "MapBody": (0,),
    "Item": (0, 2),
    "Choice": (0, 2),
    "GridBody": (1,),
    "MenuBody": (3,),
    "LevelBody": (6, 7),
    "Scene": (4,),
    "table_scene": (2,),
}
"""What holds words as plain text, and which of its arguments they are."""
NAMED = frozenset(
    {"full", "short", "word", "label", "labels", "value", "values", "spoken", "pending", "title"}
)
QUIET = frozenset({"TypeVar", "Image.new", "Random", "Refusal", "frozenset", "Mapping"})
"""Calls whose text is no word: types, letters one by one, what a record says of a refusal."""
Found: TypeAlias = list[tuple[int, str]]


def stray(source: str) -> Found:
    """Return line and text of each literal that a player could read or hear."""
    tree = ast.parse(source)
    roots = [root for root in ast.walk(tree) if _is_quiet(root)]
    roots += [base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases]
    quiet = {id(node) for root in roots for node in ast.walk(root)}
    found = {
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in quiet and not ID.fullmatch(node.value)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            found |= {(call.lineno, text) for text in _given(call)}
    return sorted(found)


def _is_quiet(node: ast.AST) -> bool:
    """Tell what is said to nobody who plays: docstrings, errors, logs, types, names that are exported."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _called(node.value).startswith("_LOG.")
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    called = _called(node)
    return isinstance(node, ast.Raise | ast.Assert) or called in QUIET or called.endswith("Error")


def _called(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _given(call: ast.Call) -> Iterator[str]:
    """Yield plain texts with letters that are handed to what is shown, also in small letters."""
    name = _called(call)
    for at, value in enumerate(call.args):
        if at in SHOWN.get(name, ()):
            yield from _texts(value)
    for word in call.keywords:
        if name in SHOWN and word.arg in NAMED:
            yield from _texts(word.value)


def _texts(value: ast.AST) -> Iterator[str]:
    """Yield what stands there itself, not what is looked up by it."""
    if (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and re.search("[A-Za-z]", value.value)
    ):
        yield value.value
    if not isinstance(value, ast.Call | ast.Compare | ast.Subscript):
        for node in ast.iter_child_nodes(value):
            yield from _texts(node)


def files() -> list[Path]:
    found = [path for room in ROOMS for path in (DEVICE / room).rglob("*.py")]
    return [*(path for path in found if not WORDS.search(path.name)), DEVICE / "cli" / "journal.py"]


def test_every_word_stands_in_the_files_of_words() -> None:
    assert len(files()) > 60
    found = {path.relative_to(DEVICE).as_posix(): stray(path.read_text(encoding="utf-8")) for path in files()}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_word_elsewhere_is_found() -> None:
    source = '''
def scene(self):
    """Ask."""
    assert self.play, "a screen stands without a game"
    _LOG.warning("It is lost: %s", self)
    raise ValueError(f"no zone {self}")
    body = MapBody("breath", 3, cards, line("next"))
    text = "Your move."
    told = f"Timer {body.timer}"
    return Scene("ntd.mind", LineBody(Line("rest", line("rest").short)), spoken=told)
'''
    assert stray(source) == [(7, "breath"), (8, "Your move."), (9, "Timer "), (10, "rest")]
