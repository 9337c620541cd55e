"""Steps in a row."""

from __future__ import annotations

from engine.step import Refusal, RefusalCode, Step
from tests.engine.fold import fold


def count_up(state: int, by: int) -> Step[int, str]:
    """Add, up to nine."""
    if state + by > 9:
        return Step(state, (), Refusal(RefusalCode.TARGET, "too much"))
    return Step(state + by, (f"+{by}",))


def test_fold_applies_in_order_and_gathers_effects() -> None:
    assert fold(count_up, 1, [2, 3]) == Step(6, ("+2", "+3"))
    assert fold(count_up, 1, []) == Step(1)


def test_fold_stops_at_the_first_refusal_and_returns_it() -> None:
    done = fold(count_up, 1, [2, 8, 1])
    assert (done.state, done.effects) == (3, ("+2",))
    assert done.refusal == Refusal(RefusalCode.TARGET, "too much")


def test_refusal_codes_are_those_of_records() -> None:
    assert [code.value for code in RefusalCode] == [
        *("phase", "target", "barred", "must_let_go", "cards", "turn"),
        *("seat", "no_star", "mistakes", "over"),
    ]
