"""Levels and time to gestures: bounce, short and long, lost edges, sleeves, stuck pads, waking."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.input import gestures as g
from device.input.gestures import GestureMemory, Levels
from device.ui.events import (
    BUTTONS,
    Event,
    Key,
    KeyEvent,
    KeyHeld,
    KeyPressed,
    KeyReleased,
    PadsFreed,
    PadStuck,
    PowerHeld,
    Sleeve,
)
from hal.ports import NEVER

MS = 1_000
T0 = 5_000_000
NONE: frozenset[str] = frozenset()


@dataclass
class Ear:
    """Feeds levels the way the owner of the app does: at every fact, and whenever something is due."""

    memory: GestureMemory = field(default_factory=GestureMemory)
    palms: bool = False
    now_us: int = T0
    due_us: int = NEVER
    keys: int = 0
    pads: frozenset[str] = NONE
    out: list[Event] = field(default_factory=list)

    def _look(self, at_us: int, *, told: bool) -> None:
        levels = Levels(self.keys, self.pads)
        facts = [(at_us, levels)] if told else []
        self.now_us = at_us
        self.memory, heard, self.due_us = g.advance(self.memory, facts, levels, at_us, self.palms)
        self.out += heard

    def until(self, at_us: int) -> list[Event]:
        """Let time pass; return all gestures so far."""
        while self.due_us <= at_us:
            self._look(max(self.due_us, self.now_us), told=False)
        self.now_us = at_us
        return self.out

    def set(self, at_us: int, *, keys: int | None = None, pads: str | None = None, told: bool = True) -> None:
        """Change what is down. Not `told`: the edge was lost, only the level can be read."""
        self.until(at_us)
        self.keys = self.keys if keys is None else keys
        self.pads = self.pads if pads is None else frozenset(pads)
        if told:
            self._look(at_us, told=True)

    def look(self, at_us: int) -> list[Event]:
        """The safety look of once a second, or a wake for another reason."""
        self.until(at_us)
        self._look(at_us, told=False)
        return self.out


def pressed(for_us: int, key: int = 1) -> list[Event]:
    """Press a clean button for so long, then wait."""
    ear = Ear()
    ear.set(T0, keys=1 << key - 1)
    ear.set(T0 + for_us, keys=0)
    return ear.until(T0 + for_us + 5_000_000)


# Short and long


def test_short_acts_on_release() -> None:
    ear = Ear()
    ear.set(T0, keys=1)
    assert ear.until(T0 + 700 * MS) == []
    ear.set(T0 + 700 * MS, keys=0)
    assert ear.until(T0 + 2_000 * MS) == [KeyPressed(T0 + 700 * MS, Key.K1)]


@pytest.mark.parametrize(("for_ms", "long"), [(799, False), (800, True), (801, True), (2999, True)])
def test_long_acts_at_0_8_s_while_held_and_swallows_the_release(for_ms: int, long: bool) -> None:
    got = pressed(for_ms * MS)
    if long:
        assert got == [KeyHeld(T0 + 800 * MS, Key.K1), KeyReleased(T0 + for_ms * MS, Key.K1)]
    else:
        assert got == [KeyPressed(T0 + for_ms * MS, Key.K1)]


@pytest.mark.parametrize(("for_ms", "power"), [(2999, False), (3000, True), (3001, True), (9000, True)])
def test_k2_goes_on_to_power_at_3_s(for_ms: int, power: bool) -> None:
    got = pressed(for_ms * MS, key=2)
    assert [type(one) for one in got] == [KeyHeld, *([PowerHeld] if power else []), KeyReleased]
    if power:
        assert got[1].at_us == T0 + 3_000 * MS


def test_only_k2_has_a_power_press() -> None:
    assert [type(one) for one in pressed(9_000 * MS, key=4)] == [KeyHeld, KeyReleased]


def test_there_is_no_double_press() -> None:
    ear = Ear()
    for start_ms in (0, 150, 300):
        ear.set(T0 + start_ms * MS, keys=1)
        ear.set(T0 + (start_ms + 100) * MS, keys=0)
    assert [type(one) for one in ear.until(T0 + 3_000 * MS)] == [KeyPressed] * 3


# F13: bounce


@pytest.mark.parametrize("press_ms", [1, 5, 8, 9])
def test_f13_presses_up_to_8_ms_are_noise(press_ms: int) -> None:
    assert pressed(press_ms * MS) == []


@pytest.mark.parametrize("press_ms", [10, 11, 20, 30, 50])
def test_f13_presses_of_30_ms_are_real(press_ms: int) -> None:
    assert [type(one) for one in pressed(press_ms * MS)] == [KeyPressed]


@pytest.mark.parametrize("bounce_ms", [5, 8, 12, 16, 20])
@pytest.mark.parametrize("period_ms", [1, 2, 3, 5])
def test_f13_bounce_on_both_edges_is_one_tap(bounce_ms: int, period_ms: int) -> None:
    ear = Ear()

    def bounce(at_us: int, after: int) -> None:
        level = after
        for ms in range(0, bounce_ms, period_ms):
            ear.set(at_us + ms * MS, keys=level)
            level = 1 - level
        ear.set(at_us + bounce_ms * MS, keys=after)

    bounce(T0, 1)
    bounce(T0 + 120 * MS, 0)
    assert [type(one) for one in ear.until(T0 + 3_000 * MS)] == [KeyPressed]


def test_f13_a_dip_of_8_ms_in_a_hold_does_not_end_it() -> None:
    ear = Ear()
    ear.set(T0, keys=1)
    ear.set(T0 + 400 * MS, keys=0)
    ear.set(T0 + 408 * MS, keys=1)
    ear.set(T0 + 1_000 * MS, keys=0)
    assert ear.until(T0 + 3_000 * MS) == [
        KeyHeld(T0 + 800 * MS, Key.K1),
        KeyReleased(T0 + 1_000 * MS, Key.K1),
    ]


# F10, F11


def test_f10_a_release_whose_edge_was_lost_is_no_hold() -> None:
    ear = Ear()
    ear.set(T0, keys=1)
    ear.set(T0 + 300 * MS, keys=0, told=False)
    got = ear.until(T0 + 5_000 * MS)
    assert [type(one) for one in got] == [KeyPressed]


def test_f10_a_press_whose_edge_was_lost_is_found_by_the_look() -> None:
    ear = Ear()
    ear.set(T0, keys=1, told=False)
    ear.look(T0 + 200 * MS)
    ear.set(T0 + 500 * MS, keys=0)
    assert ear.until(T0 + 2_000 * MS) == [KeyPressed(T0 + 500 * MS, Key.K1)]


def test_f10_both_edges_lost_is_nothing() -> None:
    ear = Ear()
    ear.set(T0, keys=1, told=False)
    ear.set(T0 + 500 * MS, keys=0, told=False)
    assert ear.look(T0 + 1_000 * MS) == []


@pytest.mark.parametrize("held_ms", [100, 900, 4_000])
def test_f11_a_button_held_while_booting_acts_only_after_it_was_released(held_ms: int) -> None:
    ear = Ear(memory=g.booted(0b10, NONE), keys=0b10)
    ear.set(T0 + held_ms * MS, keys=0)
    assert ear.until(T0 + (held_ms + 1_000) * MS) == []
    ear.set(T0 + 9_000 * MS, keys=0b10)
    ear.set(T0 + 9_100 * MS, keys=0)
    assert [type(one) for one in ear.until(T0 + 12_000 * MS)] == [KeyPressed]


def test_f06_a_pad_held_while_booting_acts_only_after_it_was_lifted() -> None:
    ear = Ear(memory=g.booted(0, frozenset("5")), pads=frozenset("5"))
    assert ear.look(T0 + 100 * MS) == []
    ear.set(T0 + 500 * MS, pads="56")
    assert ear.out == [KeyPressed(T0 + 500 * MS, Key.PAD_6)]
    ear.set(T0 + 600 * MS, pads="6")
    ear.set(T0 + 700 * MS, pads="65")
    assert [one.key for one in ear.out if isinstance(one, KeyPressed)] == [Key.PAD_6, Key.PAD_5]


# F32


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(1, 4_000), st.integers(1, 1_500), st.booleans()),
        max_size=12,
    )
)
def test_f32_a_press_is_short_or_long_and_never_both(presses: list[tuple[int, int, int, bool]]) -> None:
    ear = Ear()
    at_us = T0
    for key, down_ms, up_ms, told in presses:
        ear.set(at_us, keys=1 << key)
        at_us += down_ms * MS
        ear.set(at_us, keys=0, told=told)
        if not told:
            ear.look(at_us + 1)
        at_us += up_ms * MS
    ear.until(at_us + 5_000_000)
    for button in BUTTONS:
        mine = [one for one in ear.out if (one.key if isinstance(one, KeyEvent) else Key.K2) is button]
        for before, after in pairwise(mine):
            if isinstance(before, KeyHeld):
                assert isinstance(after, PowerHeld | KeyReleased)
            elif isinstance(before, PowerHeld):
                assert isinstance(after, KeyReleased)
            else:
                assert isinstance(after, KeyPressed | KeyHeld)
        assert not mine or isinstance(mine[-1], KeyPressed | KeyReleased)
    real = sum(down_ms >= 10 for _, down_ms, up_ms, _ in presses)
    ended = sum(isinstance(one, KeyPressed | KeyReleased) for one in ear.out)
    assert ended <= real


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 900), st.integers(0, 63)), max_size=20))
def test_f32_late_looks_find_the_same_gestures_as_prompt_ones(changes: list[tuple[int, int]]) -> None:
    prompt = Ear()
    facts = []
    at_us, keys = T0, 0
    for after_ms, toggle in changes:
        at_us += after_ms * MS
        keys ^= toggle
        prompt.set(at_us, keys=keys)
        facts.append((at_us, Levels(keys, NONE)))
    end_us = at_us + 9_000 * MS
    prompt.until(end_us)
    prompt.look(end_us)
    memory, late, _ = g.advance(GestureMemory(), facts, Levels(keys, NONE), end_us, palms=False)
    assert sorted(late, key=repr) == sorted(prompt.out, key=repr)
    assert memory.keys == prompt.memory.keys


# Pads


def test_pads_act_on_contact_and_two_in_one_sample_come_in_order() -> None:
    ear = Ear()
    ear.set(T0, pads="73")
    ear.set(T0 + 120 * MS, pads="")
    at_us = T0 + 120 * MS
    assert ear.out == [
        KeyPressed(T0, Key.PAD_3),
        KeyPressed(T0, Key.PAD_7),
        KeyReleased(at_us, Key.PAD_3),
        KeyReleased(at_us, Key.PAD_7),
    ]


@pytest.mark.parametrize(("held_ms", "stuck"), [(19_999, False), (20_000, True), (20_001, True)])
def test_a_pad_held_for_20_s_is_told_once_and_ignored_until_lifted(held_ms: int, stuck: bool) -> None:
    ear = Ear()
    ear.set(T0, pads="5")
    ear.until(T0 + held_ms * MS)
    told = [one for one in ear.out if isinstance(one, PadStuck)]
    assert told == ([PadStuck(T0 + 20_000 * MS, Key.PAD_5)] if stuck else [])
    ear.set(T0 + 60_000 * MS, pads="")
    ear.set(T0 + 61_000 * MS, pads="5")
    assert sum(isinstance(one, PadStuck) for one in ear.out) == 1
    freed = [one for one in ear.out if isinstance(one, PadsFreed)]
    assert freed == [PadsFreed(T0 + 60_000 * MS)]
    assert ear.out[-1] == KeyPressed(T0 + 61_000 * MS, Key.PAD_5)


def test_a_stuck_pad_leaves_the_others_alone() -> None:
    ear = Ear()
    ear.set(T0, pads="5")
    ear.until(T0 + 25_000 * MS)
    ear.set(T0 + 26_000 * MS, pads="52")
    assert ear.out[-1] == KeyPressed(T0 + 26_000 * MS, Key.PAD_2)


def test_in_the_mind_hands_are_never_stuck_and_no_sleeve() -> None:
    ear = Ear(palms=True)
    ear.set(T0, pads="1245780*")
    got = ear.until(T0 + 30 * 60_000 * MS)
    assert [type(one) for one in got] == [KeyPressed] * 8


@pytest.mark.parametrize(("pads", "sleeve"), [("12345", False), ("123456", True), ("123456789", True)])
def test_six_pads_at_once_are_a_sleeve(pads: str, sleeve: bool) -> None:
    ear = Ear()
    ear.set(T0, pads=pads)
    assert ear.out == ([Sleeve(T0)] if sleeve else [KeyPressed(T0, Key(pad)) for pad in pads])
    ear.set(T0 + 100 * MS, pads="")
    ear.set(T0 + 200 * MS, pads="4")
    assert ear.out[-1] == KeyPressed(T0 + 200 * MS, Key.PAD_4)


def test_what_lies_under_a_sleeve_is_ignored_until_it_was_lifted() -> None:
    ear = Ear()
    ear.set(T0, pads="123456")
    ear.set(T0 + 100 * MS, pads="12")
    ear.set(T0 + 200 * MS, pads="127")
    assert ear.out == [Sleeve(T0), KeyPressed(T0 + 200 * MS, Key.PAD_7)]
    ear.set(T0 + 300 * MS, pads="7")
    assert ear.out[2:] == [PadsFreed(T0 + 300 * MS)]


# F19: the touch that wakes


def woken(ear: Ear) -> Ear:
    """The panel was dark: what is down now woke it."""
    ear.memory = g.swallow(ear.memory)
    ear.out.clear()
    return ear


def test_f19_the_waking_touch_is_swallowed_until_lifted_and_150_ms() -> None:
    ear = Ear()
    ear.set(T0, pads="5")
    woken(ear)
    ear.set(T0 + 300 * MS, pads="56")
    ear.set(T0 + 400 * MS, pads="")
    ear.set(T0 + 549 * MS, pads="2")
    ear.set(T0 + 600 * MS, pads="")
    assert ear.until(T0 + 700 * MS) == []
    ear.set(T0 + 751 * MS, pads="2")
    assert ear.until(T0 + 800 * MS) == [KeyPressed(T0 + 751 * MS, Key.PAD_2)]


@pytest.mark.parametrize(("after_ms", "counts"), [(149, False), (150, True), (151, True)])
def test_f19_the_boundary_is_150_ms_after_the_lift(after_ms: int, counts: bool) -> None:
    ear = Ear()
    ear.set(T0, pads="5")
    woken(ear)
    ear.set(T0 + 100 * MS, pads="")
    ear.set(T0 + (100 + after_ms) * MS, pads="8")
    assert (KeyPressed(T0 + (100 + after_ms) * MS, Key.PAD_8) in ear.out) is counts


@pytest.mark.parametrize("held_ms", [100, 900, 3_500])
def test_f19_a_button_that_wakes_does_no_more_than_that(held_ms: int) -> None:
    ear = Ear()
    ear.set(T0, keys=0b10)
    woken(ear)
    ear.set(T0 + held_ms * MS, keys=0)
    assert ear.until(T0 + (held_ms + 140) * MS) == []
    ear.set(T0 + (held_ms + 400) * MS, keys=0b10)
    ear.set(T0 + (held_ms + 500) * MS, keys=0)
    assert [type(one) for one in ear.until(T0 + 9_000 * MS)] == [KeyPressed]


# The clock


def test_f17_gestures_know_no_wall_clock_and_a_late_look_keeps_its_times() -> None:
    memory, out, _ = g.advance(
        GestureMemory(),
        [(T0, Levels(1, NONE)), (T0 + 900 * MS, Levels(0, NONE))],
        Levels(0, NONE),
        T0 + 3_600_000 * MS,
        palms=False,
    )
    assert out == (KeyHeld(T0 + 800 * MS, Key.K1), KeyReleased(T0 + 900 * MS, Key.K1))
    assert not g.anything_down(memory)
