"""Which tests a first answer needs: the short ones, and all of the files that were changed.

The folders that play whole sessions have their turn when they, or what they mirror, were changed.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

SESSIONS = ("device/games", "device/sim", "device/tools", "field", "crash", "third_game")
"""Folders of `tests` that play sessions: many short tests that together take long."""
_ASKED = (
    ("diff", "--name-only", "--relative", "-z", "HEAD"),
    ("ls-files", "--others", "--exclude-standard", "-z"),
)


def is_long(item: pytest.Item) -> bool:
    """Tell whether a test is marked as one that takes long."""
    return item.get_closest_marker("long") is not None


def chosen(
    items: Sequence[pytest.Item], changed: frozenset[Path], root: Path
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that are run, and those that are left out; `changed` are files below `root`."""
    asleep = [
        root / "tests" / folder
        for folder in SESSIONS
        if not any(file.is_relative_to(root / folder) for file in changed)
        and not any(file.is_relative_to(root / "tests" / folder) for file in changed)
    ]
    run: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        waits = is_long(item) or any(item.path.is_relative_to(folder) for folder in asleep)
        (left if waits and item.path not in changed else run).append(item)
    return run, left


def changed_files(root: Path) -> frozenset[Path]:
    """Return the files under a folder that differ from the last commit or are new; none without git."""
    found: set[Path] = set()
    for asked in _ASKED:
        try:
            done = subprocess.run(("git", *asked), cwd=root, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            return frozenset()
        found |= {root / name for name in done.stdout.decode().split("\0") if name}
    return frozenset(found)
