"""Leaps in time are exact: an electrode that skips quiet samples ends where one sampled in full does."""

from __future__ import annotations

import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from hal.simulated.electrode import Electrode, Filter, Rules, Signal

PERIOD_US = 4000

filters = st.builds(
    Filter, st.integers(0, 4), st.integers(0, 4), st.sampled_from((0, 1, 5, 255)), st.integers(0, 3)
)
rules = st.builds(
    Rules,
    rising=filters,
    falling=filters,
    touched=filters,
    debounce_touch=st.integers(0, 3),
    debounce_release=st.integers(0, 3),
    tracking=st.booleans(),
)
moves = st.lists(
    st.tuples(st.integers(0, 60), st.sampled_from((0.0, 0.3, -0.7, 40.0, -300.0)), st.integers(1, 900)),
    min_size=1,
    max_size=5,
)


def _leap(electrode: Electrode, rules: Rules, first: int, last: int) -> None:
    done = first
    while done < last:
        quiet = min(electrode.quiet_samples(rules, done * PERIOD_US, PERIOD_US), last - done)
        if quiet:
            electrode.skip(quiet, rules)
            done += quiet
        else:
            done += 1
            electrode.sample(rules, done * PERIOD_US)


@settings(deadline=None)
@given(rules=rules, moves=moves, baseline=st.integers(600, 700))
def test_a_leap_ends_where_single_samples_do(
    rules: Rules, moves: list[tuple[int, float, int]], baseline: int
) -> None:
    whole = Electrode(Signal(650.0), filtered=650, baseline=baseline, on=12, off=6)
    leaping = copy.deepcopy(whole)
    at = 0
    for delta, drift, samples in moves:
        for electrode in (whole, leaping):
            electrode.signal.pressed["finger"] = delta
            electrode.signal.set_drift(drift, at * PERIOD_US)
        for sample in range(at + 1, at + samples + 1):
            whole.sample(rules, sample * PERIOD_US)
        _leap(leaping, rules, at, at + samples)
        at += samples
        assert leaping == whole


def test_a_settled_electrode_is_quiet_for_ever() -> None:
    calm = Filter(1, 1, 0, 0)
    electrode = Electrode(Signal(650.0), filtered=650, baseline=650, on=12, off=6)
    rules = Rules(calm, calm, calm, 1, 1, tracking=True)
    assert electrode.quiet_samples(rules, 0, PERIOD_US) > 1 << 60


def test_drift_is_not_quiet_for_longer_than_half_a_count() -> None:
    signal = Signal(650.0)
    signal.set_drift(1.0, 0)
    assert signal.steady_us(650, 0) == 500_000
    assert signal.steady_us(650, 400_000) == 100_000
    signal.set_drift(-2.0, 400_000)
    assert signal.at(400_000) == 650.4
    assert 449_999 <= signal.steady_us(650, 400_000) <= 450_000
