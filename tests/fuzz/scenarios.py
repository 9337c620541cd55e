"""Scenario files: read, or refused in one line with file, line and step (F37)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.sim.scenario.steps import ScenarioError, read
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = bytes
SCENARIOS = Path(__file__).parents[1] / "scenarios"


def cases(seed: int) -> Iterator[Case]:
    """Mutate our own scenarios for ever."""
    random = Random(f"scenarios/{seed}")
    files = [data for path in sorted(SCENARIOS.rglob("*.yaml")) if len(data := path.read_bytes()) < 4_000]
    while True:
        yield mutated(random.choice(files), files, random)[:20_000]


def run(case: Case) -> str | None:
    """Read it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fuzzed.yaml"
        file.write_bytes(case)
        try:
            read(file)
        except ScenarioError as error:
            text = str(error)
            return f"no line: {text[:100]!r}" if "\n" in text or len(text) > 800 else None
    return None
