"""Nothing confirmed is ever lost: the real process is killed at random moments (F21)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.crash.kills import files_fault

ROOT = Path(__file__).parents[2]


def _kill(folder: Path, seed: str, kills: int, manner: str) -> dict[str, Any]:
    """Kill in a process of its own: a process with threads, as a test run is, should not fork."""
    command = [sys.executable, "-m", "tests.crash.kills", str(folder), seed, str(kills), manner]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    count: dict[str, Any] = json.loads(done.stdout)
    return count


@pytest.mark.long
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_f21_kills_lose_nothing_that_was_on_the_glass(tmp_path: Path, seed: str) -> None:
    count = _kill(tmp_path, seed, 50, "stepped")
    assert count["faults"] == []
    assert count["kills"] == 50
    assert count["resumed"] > 25
    assert count["undone"] > 10


@pytest.mark.long
def test_f21_kills_of_the_running_threads_lose_nothing_that_was_on_the_glass(tmp_path: Path) -> None:
    count = _kill(tmp_path, "e", 8, "real-time")
    assert count["faults"] == []
    assert count["resumed"] > 0


def _seen(data: bytes) -> dict[str, Any]:
    return {"files": {"sessions/1.jsonl": [len(data), crc32(data)]}}


@pytest.mark.parametrize(
    ("left", "fault"),
    [
        (b'{"do":"draw"}\n', None),
        (b'{"do":"draw"}\n{"do":"notice","by":"player"}\n{"do":"rest","by":"device"}\n{"do"', None),
        (b'{"do":"draw"}', "lost"),
        (b'{"do":"drew"}\n', "lost"),
        (b'{"do":"draw"}\n' + b'{"do":"notice","by":"player"}\n' * 2, "2 touches"),
        (None, "gone"),
    ],
)
def test_the_harness_finds_lost_and_invented_lines(
    tmp_path: Path, left: bytes | None, fault: str | None
) -> None:
    (tmp_path / "sessions").mkdir()
    if left is not None:
        (tmp_path / "sessions" / "1.jsonl").write_bytes(left)
    found = files_fault(tmp_path, _seen(b'{"do":"draw"}\n'))
    assert found is None if fault is None else fault in str(found)
