"""A line at fault on a board that tells its edges late: it comes back, and only if it is whole."""

from __future__ import annotations

import pytest

from hal.ports import FaultCode
from hal.touch.line import LATE_US, TEST_EVERY_US, WHOLE, LineWatch

MS = 1_000


def lost() -> LineWatch:
    """Return a line that was told lost."""
    line = LineWatch(17, low=lambda: False)
    line.tested(0, 0, pulled=True, low=False)
    line.read(LATE_US, changed=False)
    assert line.fault is FaultCode.SILENT
    return line


def tried(line: LineWatch, at_us: int, late_us: int, edges: int = 1) -> None:
    """Test it once; its edges are told `late_us` after the end, and the chip is read by polling."""
    line.tested(at_us, line.edges, pulled=True, low=False)
    told_us = at_us + late_us
    for now_us in range(at_us, at_us + LATE_US + 40 * MS, 20 * MS):
        while edges and told_us <= now_us:
            line.edge(told_us)
            edges -= 1
        line.read(now_us, changed=False)


@pytest.mark.parametrize("late_ms", [1, 30, 200, 399])
def test_f44_a_line_whose_edges_are_told_after_the_test_is_back_after_as_many_tests(late_ms: int) -> None:
    line = lost()
    for number in range(1, WHOLE + 1):
        assert not line.heard
        tried(line, number * TEST_EVERY_US, late_ms * MS)
    assert line.heard


@pytest.mark.parametrize(("late_ms", "edges"), [(0, 0), (401, 1), (30, 4)])
def test_f44_edges_that_never_come_come_too_late_or_are_too_many_make_no_line_whole(
    late_ms: int, edges: int
) -> None:
    line = lost()
    for number in range(1, 3 * WHOLE):
        tried(line, number * TEST_EVERY_US, late_ms * MS, edges)
    assert not line.heard


def test_f44_the_tests_that_make_a_line_whole_are_in_a_row() -> None:
    line = lost()
    for number in range(1, 4 * WHOLE):
        tried(line, number * TEST_EVERY_US, 30 * MS, edges=number % WHOLE != 0)
    assert not line.heard
