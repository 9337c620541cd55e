"""Random sessions with a paper table beside the device that lies, after every touch, as the game says."""

from __future__ import annotations

import pytest

from tests.hands.runs import failure

A_TEST = 10
"""Sessions in one test: two workers share them evenly."""


def played(kind: str, first: int, count: int) -> None:
    failed = [found for number in range(first, first + count) if (found := failure((kind, number)))]
    assert not failed, "\n\n".join(failed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 300, A_TEST))
def test_a_table_of_nevermind_follows_the_panel(first: int) -> None:
    played("bench", first, A_TEST)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1020, 2))
def test_a_table_of_nevermind_follows_the_whole_rig(first: int) -> None:
    played("rig", first, 2)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 60, A_TEST))
def test_a_team_of_the_mind_follows_the_panel(first: int) -> None:
    played("mind", first, A_TEST)
