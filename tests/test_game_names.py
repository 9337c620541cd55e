"""No room names a game: what it has to know of one, it asks the game that was handed in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"nevermind|the[_-]mind|\bntd\.|\btm\.", re.IGNORECASE)
"""Names of games, of their packages and of their screens; code, comments and texts alike."""
AT_HOME = ("device/games/", "engine/nevermind/", "engine/the_mind/", "engine/games.py")
"""The games themselves and the two places that name all of them."""
MAY = {
    "device/tools/gallery/entries_": "an entry shows a screen, and so names it",
    "device/tools/bench/": "the figures are those of named games: a session of one, the steps of each",
    "device/tools/diagrams.py": "it draws the tables of named games for docs",
}
"""Who else may name a game, and why."""


def named(source: str) -> list[int]:
    """Return the lines that name a game."""
    return [number for number, line in enumerate(source.splitlines(), 1) if NAMED.search(line)]


def files() -> dict[str, str]:
    """Return all files of ours, by path."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for room in ("engine", "hal", "device")
        for path in sorted((ROOT / room).rglob("*.py"))
    }


def test_no_room_names_a_game() -> None:
    found = files()
    assert len(found) > 200
    naming = {
        f"{name}:{line}"
        for name, source in found.items()
        if not name.startswith((*AT_HOME, *MAY))
        for line in named(source)
    }
    assert naming == set()


@pytest.mark.parametrize("place", MAY)
def test_each_exception_is_needed(place: str) -> None:
    assert any(named(source) for name, source in files().items() if name.startswith(place))


@pytest.mark.parametrize(
    "made_up",
    [
        'if play.game == "the-mind":',
        "from engine.the_mind.model import State",
        "rules = model.settings.nevermind",
        'PRIVATE = frozenset({"tm.hand"})',
        'if scene.id == "ntd.watch":',
        '"""Highest stage of Nevermind."""',
    ],
)
def test_a_line_that_names_a_game_is_found(made_up: str) -> None:
    assert named(f"first\n{made_up}\nitem.of.the.kind\n") == [2]
