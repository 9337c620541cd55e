"""What a guided session sends to the panel: changes, and a whole frame at the first and at refreshes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.scenario.run import play_file

SESSION = Path(__file__).parents[3] / "scenarios" / "nevermind" / "stage1-guided.yaml"
PANEL = 0x3C
FRAME_BYTES = 1024
PAGE_BYTES = 128
QUIET_US = 2_000
"""So long without a transfer to the panel, and the next one belongs to another picture."""
REFRESH_US = 60_000_000
EARLY_US = 1_100_000
"""A refresh may come so much earlier, with something else."""
BIT_US = 2.5


@dataclass
class Burst:
    """What was sent for one picture."""

    at_us: int
    data_bytes: int = 0
    pages: int = 0
    """Transfers that carried a whole page."""


def data_bytes(write: bytes) -> int:
    """Count the bytes for the panel's RAM in one transfer (SSD1306 data sheet, 8.1.5.2)."""
    at = 0
    while at < len(write):
        control = write[at]
        if control & 0x80:
            at += 2
        else:
            return len(write) - at - 1 if control & 0x40 else 0
    return 0


def bursts(lines: list[str]) -> list[Burst]:
    found: list[Burst] = []
    free_us = -QUIET_US
    for transfer in map(json.loads, lines):
        if transfer["addr"] != PANEL:
            continue
        if transfer["t_us"] - free_us > QUIET_US:
            found.append(Burst(transfer["t_us"]))
        sent = data_bytes(bytes.fromhex(transfer["write"]))
        found[-1].data_bytes += sent
        found[-1].pages += sent == PAGE_BYTES
        free_us = transfer["t_us"] + round(transfer["bits"] * BIT_US)
    return found


@pytest.fixture(scope="module")
def log() -> list[str]:
    lines: list[str] = []
    play_file(SESSION, defaults(), GAMES, None, lines.append)
    return lines


def test_the_data_of_a_transfer_is_counted_behind_its_control_bytes() -> None:
    assert data_bytes(bytes([0x80, 0xB0, 0x80, 0x00, 0x40, 1, 2, 3])) == 3
    assert data_bytes(bytes([0x00, 0xAE])) == 0
    assert data_bytes(bytes([0x40, *bytes(128)])) == PAGE_BYTES


@pytest.mark.long
def test_no_full_frames_but_the_first_and_the_refresh_of_every_minute(log: list[str]) -> None:
    found = bursts(log)
    full = [burst.at_us for burst in found if burst.data_bytes >= FRAME_BYTES]
    assert full
    assert full[0] == next(burst.at_us for burst in found if burst.data_bytes)
    assert all(later - earlier >= REFRESH_US - EARLY_US for earlier, later in pairwise(full))
    assert len(full) <= 2 + (found[-1].at_us - found[0].at_us) // (REFRESH_US - EARLY_US)


def test_a_picture_costs_its_changes(log: list[str]) -> None:
    changed = [burst for burst in bursts(log) if 0 < burst.data_bytes < FRAME_BYTES]
    assert len(changed) > 100
    assert sum(burst.data_bytes for burst in changed) < 0.55 * FRAME_BYTES * len(changed)


def test_no_transfer_is_longer_than_a_page_and_its_address(log: list[str]) -> None:
    writes = [len(json.loads(line)["write"]) // 2 for line in log]
    assert max(writes) <= PAGE_BYTES + 8
