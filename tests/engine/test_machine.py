"""Tables of rules on a toy, and the traps of the library below them."""

from __future__ import annotations

import logging
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

import pytest
from transitions import Machine, MachineError

from engine.machine import THEN, PhaseError, Row, RuleTable, TableError, accepts
from engine.step import Refusal, RefusalCode

if TYPE_CHECKING:
    from collections.abc import Sequence


class Light(StrEnum):
    RED = "red"
    GREEN = "green"
    DARK = "dark"


class Between(StrEnum):
    COUNTED = "counted"
    WORN = "worn"


class Turn(StrEnum):
    GO = "go"
    STOP = "stop"


class Lamp:
    """A lamp that burns three times, and only for someone who pays."""

    def __init__(self, phase: Light, turns: int = 0, coins: int = 1) -> None:
        self.phase: Any = phase
        self.turns = turns
        self.coins = coins
        self.refusal: Refusal | None = None
        self.told: list[str] = []


def is_worn(lamp: Lamp) -> bool:
    return lamp.turns >= 3


def is_new(lamp: Lamp) -> bool:
    return lamp.turns == 0


def is_paid(lamp: Lamp) -> Refusal | None:
    return None if lamp.coins else Refusal(RefusalCode.TARGET, "no coin")


def is_paid_twice(lamp: Lamp) -> Refusal | None:
    return None if lamp.coins > 1 else Refusal(RefusalCode.CARDS, "no second coin")


def count(lamp: Lamp) -> None:
    lamp.turns += 1
    lamp.told.append("counted")


def hum(lamp: Lamp) -> None:
    lamp.told.append("hum")


def break_the_library(_lamp: Lamp) -> None:
    raise MachineError("out of a deed")


GO: Row[Lamp] = Row(Light.RED, Turn.GO, Between.COUNTED, "L1", needs=(is_paid,), do=(count,))
STOP: Row[Lamp] = Row(Light.GREEN, Turn.STOP, Light.RED, "L2")
WEAR: Row[Lamp] = Row(Between.COUNTED, THEN, Between.WORN, "L3", when=(is_worn,), do=(hum,))
SHINE: Row[Lamp] = Row(Between.COUNTED, THEN, Light.GREEN, "L1")
BREAK: Row[Lamp] = Row(Between.WORN, THEN, Light.DARK, "L3")
ROWS: tuple[Row[Lamp], ...] = (GO, STOP, WEAR, SHINE, BREAK)


def going(**fields: Any) -> Row[Lamp]:
    """A row with things in it that the type checker would not let pass."""
    return Row(Light.RED, Turn.GO, Light.GREEN, "L1", **fields)


def lamps(
    rows: Sequence[Row[Lamp]] = ROWS,
    model: type[Any] = Lamp,
    moments: type[Enum] = Between,
    verbs: type[Turn] = Turn,
) -> RuleTable[Any, Turn]:
    return RuleTable("lamp", model, (Light, moments), verbs, (Light.RED,), {"all": rows})


def test_a_command_runs_through_the_moments_to_the_next_phase() -> None:
    lamp = Lamp(Light.RED)
    assert lamps().run(lamp, Turn.GO)
    assert (lamp.phase, lamp.turns, lamp.told) == (Light.GREEN, 1, ["counted"])


def test_the_first_row_whose_guards_hold_is_taken() -> None:
    lamp = Lamp(Light.RED, turns=2)
    assert lamps().run(lamp, Turn.GO)
    assert (lamp.phase, lamp.told) == (Light.DARK, ["counted", "hum"])


def test_what_has_no_row_is_refused_and_nothing_is_said_why() -> None:
    lamp = Lamp(Light.RED)
    assert not lamps().run(lamp, Turn.STOP)
    assert (lamp.phase, lamp.turns, lamp.refusal) == (Light.RED, 0, None)


def test_a_guard_that_fails_is_silent() -> None:
    rows = (Row(Light.RED, Turn.GO, Between.COUNTED, "L1", when=(is_worn,), do=(count,)), *ROWS[1:])
    table = lamps(rows)
    lamp = Lamp(Light.RED)
    assert not table.run(lamp, Turn.GO)
    assert lamp.refusal is None
    assert not table.offers(lamp, Turn.GO)
    assert table.openings(lamp) == []


def test_the_last_need_that_failed_says_why() -> None:
    lamp = Lamp(Light.RED, coins=0)
    assert lamps().offers(lamp, Turn.GO)
    assert not lamps().run(lamp, Turn.GO)
    assert lamp.refusal == Refusal(RefusalCode.TARGET, "no coin")
    two = (Row(Light.RED, Turn.GO, Light.GREEN, "L4", when=(is_new,), needs=(is_paid_twice,)), *ROWS)
    lamp = Lamp(Light.RED, coins=0)
    assert not lamps(two).run(lamp, Turn.GO)
    assert lamp.refusal == Refusal(RefusalCode.TARGET, "no coin")
    lamp = Lamp(Light.RED, coins=1)
    assert lamps(two).run(lamp, Turn.GO)
    assert lamp.told == ["counted"]


def test_openings_and_accepts_agree_with_run() -> None:
    table = lamps()
    for phase in Light:
        for coins in (0, 1):
            openings = dict(table.openings(Lamp(phase, coins=coins)))
            for verb in Turn:
                listed = verb in openings and accepts(Lamp(phase, coins=coins), openings[verb])
                assert table.run(Lamp(phase, coins=coins), verb) is listed


def test_a_machine_is_shared_and_nothing_of_one_step_is_in_the_next() -> None:
    table = lamps()
    for _ in range(3):
        lamp = Lamp(Light.RED)
        assert table.run(lamp, Turn.GO)
        assert lamp.turns == 1
    with pytest.raises(MachineError, match="out of a deed"):
        lamps((Row(Light.RED, Turn.GO, Between.COUNTED, "L1", do=(break_the_library,)), *ROWS[1:])).run(
            Lamp(Light.RED), Turn.GO
        )
    assert table.run(Lamp(Light.RED), Turn.GO)


def test_an_error_out_of_a_deed_is_never_taken_for_a_refusal() -> None:
    breaking: Row[Lamp] = Row(Between.COUNTED, THEN, Light.GREEN, "L1", do=(break_the_library,))
    table = lamps((*ROWS[:3], breaking, BREAK))
    with pytest.raises(MachineError, match="out of a deed"):
        table.run(Lamp(Light.RED), Turn.GO)


def test_there_are_no_automatic_edges_and_the_model_gets_no_methods() -> None:
    lamp = Lamp(Light.DARK)
    before = set(dir(lamp))
    assert not any(lamps().run(lamp, turn) for turn in Turn)
    assert set(dir(lamp)) == before


class Same(StrEnum):
    GREEN = "greenish"
    WORN = "worn"


class Crossed(StrEnum):
    COUNTED = "GREEN"
    WORN = "worn"


class Unreached(StrEnum):
    COUNTED = "counted"
    WORN = "worn"
    LOST = "lost"


def of_another(_model: Other) -> bool:
    return True


class Other:
    """Not the model of the table."""


def counts(lamp: Lamp) -> int:
    return lamp.turns


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((*ROWS, STOP), r"green --stop--> red \(L2\): it can never be taken from green"),
        ((GO, Row(Light.RED, Turn.GO, Light.DARK, "L9", needs=(is_paid,)), *ROWS[1:]),
         r"red --go--> dark \(L9\): it can never"),
        ((GO, STOP, SHINE, WEAR, BREAK), r"counted --then--> worn \(L3\): it can never be taken"),
        ((going(when=(of_another,)), *ROWS[1:]),
         r"red --go--> green \(L1\): of_another is no guard of a Lamp"),
        ((going(when=(counts,)), *ROWS[1:]),
         r"counts is no guard of a Lamp"),
        ((going(when=("worn",)), *ROWS[1:]),
         r"'worn' is no guard of a Lamp"),
        ((going(needs=(is_worn,)), *ROWS[1:]),
         r"is_worn is no need of a Lamp"),
        ((going(do=(is_worn,)), *ROWS[1:]),
         r"is_worn is no deed of a Lamp"),
        ((Row(Light.RED, Turn.GO, Light.GREEN, ""), *ROWS[1:]),
         r"red --go--> green \(\): it names no clause"),
        ((*ROWS[:2], WEAR, BREAK), r"counted --then--> worn \(L3\): the moment counted could be stuck"),
        ((*ROWS[:2], WEAR, SHINE, Row(Between.WORN, THEN, Between.COUNTED, "L5")),
         r"worn --then--> counted \(L5\): a moment leads back"),
        ((*ROWS, Row(Light.GREEN, THEN, Light.RED, "L6")), r"green --then--> red \(L6\): a phase is left by"),
        ((*ROWS, Row(Between.WORN, Turn.GO, Light.RED, "L6")),
         r"worn --go--> red \(L6\): a phase is left by"),
        ((*ROWS[:4], Row(Between.WORN, THEN, Light.RED, "L3")), r"nothing reaches dark"),
        ((GO, *ROWS[2:]), r"no row is for stop"),
        ((*ROWS, Row(Light.RED, Turn.GO, Same.GREEN, "L7")), r"neither a phase nor a moment"),
    ],
)  # fmt: skip
def test_a_table_that_is_none_is_refused_in_one_line(rows: Sequence[Row[Lamp]], said: str) -> None:
    with pytest.raises(TableError, match=said) as caught:
        lamps(rows)
    assert "\n" not in str(caught.value)


def test_a_phase_and_a_moment_of_one_name_are_refused() -> None:
    """The library would take them for one state, silently."""
    rows: tuple[Row[Lamp], ...] = (
        Row(Light.RED, Turn.GO, Same.WORN, "L1"), Row(Same.WORN, THEN, Light.GREEN, "L8"), STOP,
    )  # fmt: skip
    with pytest.raises(TableError, match=r"worn --then--> green \(L8\): GREEN is a phase and a moment"):
        lamps(rows, moments=Same)
    collapsed = Machine(model=None, states=[Light.GREEN, Same.GREEN], initial=Light.GREEN)
    assert len(collapsed.states) == 1


def test_a_name_that_is_the_value_of_another_is_refused() -> None:
    """The machine finds a state by either."""
    rows: tuple[Row[Lamp], ...] = (
        Row(Light.RED, Turn.GO, Crossed.COUNTED, "L1"), STOP,
        Row(Crossed.COUNTED, THEN, Crossed.WORN, "L8"), Row(Crossed.WORN, THEN, Light.GREEN, "L9"),
    )  # fmt: skip
    with pytest.raises(TableError, match=r"red --go--> GREEN \(L1\): GREEN is a phase and a moment"):
        lamps(rows, moments=Crossed)


def test_a_moment_that_nothing_reaches_is_refused_with_its_rows() -> None:
    lost: Row[Lamp] = Row(Unreached.LOST, THEN, Light.DARK, "L9")
    rows: list[Row[Lamp]] = [
        Row(Light.RED, Turn.GO, Unreached.COUNTED, "L1"),
        STOP,
        Row(Unreached.COUNTED, THEN, Unreached.WORN, "L3", when=(is_worn,)),
        Row(Unreached.COUNTED, THEN, Light.GREEN, "L1"),
        Row(Unreached.WORN, THEN, Light.DARK, "L3"),
        lost,
    ]
    with pytest.raises(TableError, match=r"lost --then--> dark \(L9\): nothing reaches lost"):
        lamps(rows, moments=Unreached)


def test_a_verb_without_a_row_is_refused() -> None:
    class Wait(StrEnum):
        GO = "go"
        STOP = "stop"
        WAIT = "wait"

    rows: list[Row[Lamp]] = [
        Row(Light.RED, Wait.GO, Between.COUNTED, "L1"),
        Row(Light.GREEN, Wait.STOP, Light.RED, "L2"), *ROWS[2:],
    ]  # fmt: skip
    with pytest.raises(TableError, match="lamp: no row is for wait"):
        RuleTable("lamp", Lamp, (Light, Between), Wait, (Light.RED,), {"all": rows})


def test_a_moment_that_its_rows_leave_stuck_is_a_bug_not_a_refusal() -> None:
    table = lamps()
    table._fire[THEN] = lambda *_: False
    with pytest.raises(PhaseError, match="the moment counted leads nowhere"):
        table.run(Lamp(Light.RED), Turn.GO)


def test_reachable_and_ends() -> None:
    assert lamps().reachable() == {*Light, *Between}
    assert lamps().ends() == {Light.DARK}


def test_the_library_is_quiet(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        lamps().run(Lamp(Light.RED), Turn.GO)
    assert caplog.records == []
    assert not logging.getLogger("transitions.core").isEnabledFor(logging.CRITICAL)
