"""What `make quick` runs: nothing is left out that is short or was changed."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.quick import SESSIONS, changed_files, chosen

WITH_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


@dataclass(frozen=True)
class Item:
    """As much of a test as is looked at."""

    path: Path
    long: bool

    def get_closest_marker(self, name: str) -> object | None:
        return self if name == "long" and self.long else None


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True)


def test_only_what_takes_long_and_was_not_changed_is_left_out() -> None:
    here, there = Path("/a/test_a.py"), Path("/a/test_b.py")
    items: list[Any] = [Item(here, True), Item(here, False), Item(there, True), Item(there, False)]
    run, left = chosen(items, frozenset({there}), Path("/a"))
    assert left == [items[0]]
    assert run == items[1:]


@pytest.mark.parametrize(
    ("changed", "run"),
    [("engine/x.py", False), ("device/games/x.py", True), ("tests/device/games/test_b.py", True)],
)
def test_whole_sessions_are_played_when_they_or_what_they_mirror_was_changed(changed: str, run: bool) -> None:
    item: Any = Item(Path("/a/tests/device/games/test_a.py"), long=False)
    long: Any = Item(Path("/a/tests/device/games/test_a.py"), long=True)
    found, left = chosen([item, long], frozenset({Path("/a") / changed}), Path("/a"))
    assert (found, left) == (([item], [long]) if run else ([], [item, long]))


def test_the_folders_of_sessions_are_there() -> None:
    assert all((Path(__file__).parent / folder).is_dir() for folder in SESSIONS)


@WITH_GIT
def test_changed_and_new_files_are_found_and_others_are_not(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "inner").mkdir()
    for name in ("same.py", "changed.py", "inner/changed.py", ".gitignore"):
        (tmp_path / name).write_text("ignored.py\n", encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "first")
    for name in ("changed.py", "inner/changed.py", "new ä.py", "ignored.py"):
        (tmp_path / name).write_text("other\n", encoding="utf-8")
    expected = {tmp_path / name for name in ("changed.py", "inner/changed.py", "new ä.py")}
    assert changed_files(tmp_path) == expected
    assert changed_files(tmp_path / "inner") == {tmp_path / "inner" / "changed.py"}


def test_without_git_nothing_counts_as_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new.py").write_text("", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert changed_files(tmp_path) == frozenset()
