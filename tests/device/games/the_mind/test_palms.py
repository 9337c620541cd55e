"""Palm zones, pure: 150 ms, contacts, holds, guard pads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.input.palms import HAND_US, HOLD_US, PLATE, ZONES, PalmMemory, advance, due_us, laid_out
from device.ui.events import Event, GuardTapped, HandHeld, HandsMoved, HandsTouched, Key, Pads
from hal.ports import NEVER

MS = 1_000
ALL = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#")


def feed(
    *changes: tuple[int, str],
    until_ms: int,
    players: int = 4,
    on: Pads = Pads.HANDS,
    memory: PalmMemory | None = None,
) -> tuple[PalmMemory, tuple[Event, ...]]:
    """Feed changes (ms, what is touched then, a character a pad)."""
    told = [(ms * MS, frozenset(pads)) for ms, pads in changes]
    after, signs, _ = advance(memory or laid_out(ZONES[players]), told, until_ms * MS, on)
    return after, signs


NOBODY: frozenset[int] = frozenset()


def moved(
    at_ms: int, came: frozenset[int] = NOBODY, gone: frozenset[int] = NOBODY, down: frozenset[int] = NOBODY
) -> HandsMoved:
    return HandsMoved(at_ms * MS, came, gone, down)


def seat(number: int) -> frozenset[int]:
    return frozenset({number})


@pytest.mark.parametrize(
    ("players", "zones"),
    [(4, ("14", "36", "7*", "9#")), (3, ("14", "36", "*#")), (2, ("147*", "369#"))],
)
def test_the_zones_are_those_of_the_overlay_and_all_between_them_guards(
    players: int, zones: tuple[str, ...]
) -> None:
    assert tuple("".join(pads) for pads in ZONES[players]) == zones
    middle = {"2", "5", "8", "0"}
    assert set(ALL) - set("".join(zones)) == (middle if players != 3 else middle | {"7", "9"})


def test_a_zone_is_down_once_one_of_its_pads_was_down_for_150_ms() -> None:
    memory, signs = feed((10, "1"), until_ms=159)
    assert signs == (HandsTouched(10 * MS, (0,)),)
    assert due_us(memory) == 10 * MS + HAND_US
    _, late = feed(memory=memory, until_ms=160)
    assert late == (moved(160, came=seat(0), down=seat(0)),)


def test_two_pads_that_are_each_down_for_less_are_no_hand() -> None:
    memory, signs = feed((0, "1"), (100, "4"), (200, ""), until_ms=300)
    assert [type(sign) for sign in signs] == [HandsTouched]
    assert memory.down == frozenset()


def test_a_zone_is_up_once_all_of_its_pads_were_up_for_150_ms() -> None:
    memory, _ = feed((0, "14"), (1000, "4"), (1100, ""), (1200, "1"), (1210, ""), until_ms=1359)
    assert memory.down == {0}
    memory, signs = feed(memory=memory, until_ms=1360)
    assert signs == (moved(1360, gone=seat(0)),)
    assert due_us(memory) == NEVER


def test_m2_7_hands_of_one_sample_are_one_contact_and_later_ones_another() -> None:
    _, signs = feed((5, "16"), (6, "16#"), until_ms=7)
    assert signs == (HandsTouched(5 * MS, (0, 1)), HandsTouched(6 * MS, (3,)))


def test_a_rolling_hand_is_one_contact() -> None:
    _, signs = feed((0, "1"), (40, ""), (80, "4"), (100, "14"), until_ms=140)
    assert signs == (HandsTouched(0, (0,)),)


def test_a_hand_that_lies_for_half_a_second_is_held_once_counted_from_its_contact() -> None:
    memory, signs = feed((0, "1"), until_ms=499)
    assert not any(isinstance(sign, HandHeld) for sign in signs)
    assert due_us(memory) == HOLD_US
    _, signs = feed(memory=memory, until_ms=10_000)
    assert signs == (HandHeld(HOLD_US, 0),)


def test_a_guard_pad_acts_on_release() -> None:
    _, signs = feed((0, "5"), (80, ""), until_ms=80)
    assert signs == (GuardTapped(80 * MS, Key.PAD_5),)


@pytest.mark.parametrize(
    ("changes", "acts"),
    [
        ([(0, "1"), (50, ""), (199, "5"), (300, "")], False),  # a hand left less than 150 ms before it
        ([(0, "1"), (50, ""), (200, "5"), (300, "")], True),
        ([(0, "5"), (50, "51"), (60, "5"), (300, "")], False),  # a hand came in between
        ([(0, "51"), (300, "1"), (400, "")], False),
        ([(0, "5"), (300, "1"), (400, "")], False),  # a hand came as it left
        ([(0, "1"), (300, "5"), (400, "")], False),  # a hand left as it came
        ([(0, "58"), (300, "8"), (400, "")], True),
    ],
)
def test_a_guard_pad_acts_only_if_no_hand_is_near(changes: list[tuple[int, str]], acts: bool) -> None:
    _, signs = feed(*changes, until_ms=1_000)
    assert any(isinstance(sign, GuardTapped) for sign in signs) is acts


def test_pads_of_no_zone_are_guards_for_three_players() -> None:
    _, signs = feed((0, "7"), (90, ""), (300, "9"), (390, ""), until_ms=400, players=3)
    assert [sign.key for sign in signs if isinstance(sign, GuardTapped)] == [Key.PAD_7, Key.PAD_9]


def test_a_touch_where_pads_are_keys_is_no_hand_and_no_guard_until_lifted() -> None:
    memory, signs = feed((0, "15"), until_ms=100, on=Pads.KEYS)
    assert signs == ()
    memory, signs = feed((1_000, ""), memory=memory, until_ms=2_000)
    assert signs == ()
    _, signs = feed((2_000, "1"), memory=memory, until_ms=2_000)
    assert signs == (HandsTouched(2_000 * MS, (0,)),)


def test_a_touch_that_is_a_card_is_no_hand_after_it() -> None:
    memory, signs = feed((0, "1"), until_ms=10, on=Pads.TAPS)
    assert signs == (HandsTouched(0, (0,)),)
    _, signs = feed(memory=memory, until_ms=5_000)
    assert signs == ()


def test_a_plate_is_part_of_its_seats_zone_and_forbids_no_guard_pad() -> None:
    plate = PLATE.format(2)
    memory, signs, _ = advance(laid_out(ZONES[4]), [(0, frozenset({plate}))], HAND_US)
    assert signs == (HandsTouched(0, (2,)), moved(150, came=seat(2), down=seat(2)))
    taps = [(400 * MS, frozenset({plate, "5"})), (460 * MS, frozenset({plate}))]
    _, signs, _ = advance(memory, taps, 460 * MS)
    assert signs == (GuardTapped(460 * MS, Key.PAD_5),)


def test_f05_a_palm_stays_down_for_half_an_hour_and_needs_no_look() -> None:
    memory, _ = feed((0, "14"), until_ms=1_000)
    assert due_us(memory) == NEVER
    memory, signs = feed(memory=memory, until_ms=30 * 60_000)
    assert signs == ()
    assert memory.down == {0}


@pytest.mark.long
@settings(deadline=None, derandomize=True)
@given(
    players=st.sampled_from([2, 3, 4]),
    changes=st.lists(
        st.tuples(st.integers(1, 400), st.sets(st.sampled_from(ALL), max_size=5)), min_size=1, max_size=25
    ),
    cut=st.integers(1, 24),
)
def test_it_is_the_same_however_often_one_looks(
    players: int, changes: list[tuple[int, set[str]]], cut: int
) -> None:
    at_us, told = 0, []
    for gap_ms, pads in changes:
        at_us += gap_ms * MS
        told.append((at_us, frozenset(pads)))
    end_us = at_us + 2 * HOLD_US
    _, at_once, _ = advance(laid_out(ZONES[players]), told, end_us)
    memory = laid_out(ZONES[players])
    piecewise: list[Event] = []
    for change in told[:cut]:
        memory, signs, due = advance(memory, [change], change[0])
        piecewise += signs
        assert due > change[0]
    memory, signs, _ = advance(memory, told[cut:], end_us)
    assert (*piecewise, *signs) == at_once
    times = [sign.at_us for sign in at_once]
    assert times == sorted(times)
    lying: set[int] = set()
    for sign in at_once:
        if isinstance(sign, HandsMoved):
            assert not sign.came & lying
            lying = (lying | sign.came) - sign.gone
            assert sign.down == lying
