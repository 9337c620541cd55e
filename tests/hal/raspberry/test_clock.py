from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.raspberry.clock import AGREE_S, PLAUSIBLE_S, RealClock, wall_is_trusted

if TYPE_CHECKING:
    from pathlib import Path


def test_the_clock_counts_microseconds_and_never_goes_back() -> None:
    clock = RealClock()
    times = [clock.now_us() for _ in range(100)]
    assert times == sorted(times)
    assert all(isinstance(time_us, int) for time_us in times)


class Machine:
    """What a machine tells of its clocks, as files."""

    def __init__(self, folder: Path) -> None:
        self.mark, self.clocks, self.model = folder / "synchronized", folder / "rtc", folder / "model"

    def battery_clock(self, number: int, shows: str | None) -> None:
        """Add a clock that shows a text, or cannot be read as one that lost its power."""
        node = self.clocks / f"rtc{number}" / "since_epoch"
        if shows is None:
            node.mkdir(parents=True)
        else:
            node.parent.mkdir(parents=True)
            node.write_text(shows)

    def trusts(self, wall_s: float) -> bool:
        return wall_is_trusted(wall_s, self.mark, self.clocks, self.model)


LAST_SHUTDOWN_S = PLAUSIBLE_S + 1e8
"""Where a board starts that does not know better: plausible, and wrong."""


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    machine.model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    return machine


def test_f49_a_pi_5_without_a_battery_is_not_trusted(pi: Machine) -> None:
    pi.battery_clock(0, "41\n")
    assert not pi.trusts(LAST_SHUTDOWN_S)
    assert not pi.trusts(41.0)


def test_f49_a_pi_5_with_a_battery_is_trusted_while_wall_and_clock_agree(pi: Machine) -> None:
    pi.battery_clock(0, f"{int(LAST_SHUTDOWN_S)}\n")
    assert pi.trusts(LAST_SHUTDOWN_S + 1.5)
    assert pi.trusts(LAST_SHUTDOWN_S + AGREE_S)
    # Somebody moved the wall, or never took it from there.
    assert not pi.trusts(LAST_SHUTDOWN_S - 86_400)


def test_f49_a_clock_that_says_it_lost_its_power_is_not_believed(pi: Machine) -> None:
    pi.battery_clock(0, None)
    assert not pi.trusts(LAST_SHUTDOWN_S)


def test_f49_a_second_clock_with_a_battery_does_beside_the_one_without(pi: Machine) -> None:
    pi.battery_clock(0, "41\n")
    pi.battery_clock(1, f"{int(LAST_SHUTDOWN_S)}\n")
    assert pi.trusts(LAST_SHUTDOWN_S)


def test_f17_a_board_without_a_clock_waits_for_the_network(pi: Machine) -> None:
    assert not pi.trusts(LAST_SHUTDOWN_S)
    pi.mark.touch()
    assert pi.trusts(LAST_SHUTDOWN_S)


def test_f49_a_desktop_is_trusted_whether_its_clock_can_be_seen_or_not(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.trusts(LAST_SHUTDOWN_S)
    machine.battery_clock(0, "41\n")
    assert machine.trusts(LAST_SHUTDOWN_S)
    assert not machine.trusts(PLAUSIBLE_S - 1)


TIMES = st.one_of(
    st.floats(0, 1e6), st.floats(PLAUSIBLE_S - 1e3, PLAUSIBLE_S + 1e3), st.floats(PLAUSIBLE_S, 4e9)
)


@given(
    wall_s=TIMES,
    clocks=st.lists(
        st.one_of(st.none(), st.sampled_from(["", "no time", "-"]), TIMES, st.floats(-200, 200)), max_size=3
    ),
    synchronized=st.booleans(),
    board=st.booleans(),
)
def test_f49_no_combination_trusts_a_wall_that_nobody_set(
    tmp_path_factory: pytest.TempPathFactory,
    wall_s: float,
    clocks: list[float | str | None],
    synchronized: bool,
    board: bool,
) -> None:
    """Numbers within 200 are a distance from the wall; the rest is a time that the clock shows itself."""
    machine = Machine(tmp_path_factory.mktemp("machine"))
    agree = False
    for number, shown in enumerate(clocks):
        if isinstance(shown, float):
            whole = int(wall_s + shown if abs(shown) <= 200 else shown)
            agree |= whole >= PLAUSIBLE_S and abs(whole - wall_s) <= AGREE_S
            machine.battery_clock(number, f"{whole}\n")
        else:
            machine.battery_clock(number, shown)
    for there, path in ((synchronized, machine.mark), (board, machine.model)):
        if there:
            path.touch()
    trusted = machine.trusts(wall_s)
    if trusted:
        assert synchronized or wall_s >= PLAUSIBLE_S
        assert synchronized or not board or agree
    else:
        assert not synchronized
        assert wall_s < PLAUSIBLE_S or (board and not agree)


def test_f17_the_date_is_unknown_until_trusted() -> None:
    trust: list[bool] = [False]
    clock = RealClock(lambda wall_s: trust[0], lambda: 1_800_000_000.0)
    assert clock.wall() is None
    trust[0] = True
    assert clock.wall() == 1_800_000_000.0
