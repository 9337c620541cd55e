from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hal.raspberry.spans import move_cost, spans

PAGE = 128


def page_of(*columns: int, size: int = PAGE) -> bytes:
    return bytes(1 if column in columns else 0 for column in range(size))


def test_equal_pages_need_nothing() -> None:
    assert list(spans(page_of(3), page_of(3))) == []


def test_a_new_place_costs_address_control_and_the_nibbles_that_change() -> None:
    assert move_cost(0x10, 0x15) == 4
    assert move_cost(0x1F, 0x2F) == 4
    assert move_cost(0x1F, 0x20) == 6


def test_a_gap_is_bridged_when_it_costs_no_more_than_a_new_address() -> None:
    assert list(spans(bytes(PAGE), page_of(0, 5))) == [(0, 6)]
    assert list(spans(bytes(PAGE), page_of(0, 6))) == [(0, 1), (6, 7)]
    # Into the next block of sixteen columns both nibbles change, and a gap of six is worth bridging.
    assert list(spans(bytes(PAGE), page_of(14, 21))) == [(14, 22)]
    assert list(spans(bytes(PAGE), page_of(14, 22))) == [(14, 15), (22, 23)]


def test_the_offset_of_the_controller_moves_the_blocks_of_sixteen() -> None:
    assert list(spans(bytes(PAGE), page_of(8, 14), offset=0)) == [(8, 9), (14, 15)]
    assert list(spans(bytes(PAGE), page_of(8, 14), offset=2)) == [(8, 15)]


def cost_of(parts: list[tuple[int, int]]) -> int:
    total = 0
    for k, (start, end) in enumerate(parts):
        total += end - start + (move_cost(parts[k - 1][1], start) if k else 0)
    return total


def cheapest(changed: list[int]) -> int:
    """The least cost over all ways to join neighbouring changes."""

    @lru_cache(None)
    def best(k: int, start: int) -> int:
        if k == len(changed) - 1:
            return changed[k] + 1 - start
        here, after = changed[k], changed[k + 1]
        alone = here + 1 - start + move_cost(here + 1, after) + best(k + 1, after)
        return min(alone, best(k + 1, start)) if after > here + 1 else best(k + 1, start)

    return best(0, changed[0])


@given(st.binary(min_size=40, max_size=40), st.sets(st.integers(0, 39), min_size=1))
def test_spans_cover_every_change_begin_and_end_in_one_and_cost_the_least(old: bytes, at: set[int]) -> None:
    new = bytes(byte ^ 0x55 if column in at else byte for column, byte in enumerate(old))
    found = list(spans(old, new))
    covered = {column for start, end in found for column in range(start, end)}
    assert at <= covered
    assert all(start in at and end - 1 in at for start, end in found)
    assert all(a.end < b.start for a, b in pairwise(found))
    assert cost_of([(s.start, s.end) for s in found]) == cheapest(sorted(at))
