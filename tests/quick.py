"""Which tests a first answer needs: the short ones, and all of the files that were changed."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

_ASKED = (
    ("diff", "--name-only", "--relative", "-z", "HEAD"),
    ("ls-files", "--others", "--exclude-standard", "-z"),
)


def is_long(item: pytest.Item) -> bool:
    """Tell whether a test is marked as one that takes long."""
    return item.get_closest_marker("long") is not None


def chosen(
    items: Sequence[pytest.Item], changed: frozenset[Path]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that are run, and those that are left out."""
    run: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        (left if is_long(item) and item.path not in changed else run).append(item)
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
