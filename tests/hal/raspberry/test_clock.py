from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hal.raspberry.clock import PLAUSIBLE_S, RealClock, wall_is_trusted

if TYPE_CHECKING:
    from pathlib import Path


def test_the_clock_counts_microseconds_and_never_goes_back() -> None:
    clock = RealClock()
    times = [clock.now_us() for _ in range(100)]
    assert times == sorted(times)
    assert all(isinstance(time_us, int) for time_us in times)


@pytest.mark.parametrize(
    ("synchronized", "battery", "board", "wall_s", "trusted"),
    [
        (True, False, True, 0.0, True),
        (False, True, True, PLAUSIBLE_S, True),
        (False, True, True, PLAUSIBLE_S - 1, False),
        (False, False, True, PLAUSIBLE_S + 1e8, False),
        (False, False, False, PLAUSIBLE_S, True),
        (False, False, False, PLAUSIBLE_S - 1, False),
    ],
)
def test_f17_the_wall_clock_is_trusted_only_if_somebody_set_it(
    tmp_path: Path, synchronized: bool, battery: bool, board: bool, wall_s: float, trusted: bool
) -> None:
    mark, node, model = tmp_path / "synchronized", tmp_path / "rtc0", tmp_path / "model"
    if board:
        model.touch()
    if synchronized:
        mark.touch()
    if battery:
        node.touch()
    assert wall_is_trusted(wall_s, mark, node, model) is trusted


def test_f17_the_date_is_unknown_until_trusted() -> None:
    trust: list[bool] = [False]
    clock = RealClock(lambda wall_s: trust[0], lambda: 1_800_000_000.0)
    assert clock.wall() is None
    trust[0] = True
    assert clock.wall() == 1_800_000_000.0
