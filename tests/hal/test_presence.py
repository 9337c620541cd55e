from __future__ import annotations

from hal.ports import FaultCode, Part, PartChanged
from hal.presence import Presence

S = 1_000_000


def presence() -> tuple[Presence, list[PartChanged]]:
    told: list[PartChanged] = []
    return Presence(Part.OLED, told.append), told


def test_absent_at_start_is_told_once_and_tried_ever_more_slowly_for_ever() -> None:
    part, told = presence()
    now_us, waits = 0, []
    for _ in range(9):
        part.failed(now_us, FaultCode.ABSENT, "nobody")
        waits.append(part.next_try_us - now_us)
        now_us = part.next_try_us
    assert waits == [250_000, 500_000, 1 * S, 2 * S, 4 * S, 5 * S, 5 * S, 5 * S, 5 * S]
    assert told == [PartChanged(0, Part.OLED, FaultCode.ABSENT, "nobody")]
    part.works(now_us)
    assert told[1:] == [PartChanged(now_us, Part.OLED, None)]


def test_being_there_from_the_start_is_told_once() -> None:
    part, told = presence()
    part.works(1)
    part.works(2)
    assert told == [PartChanged(1, Part.OLED, None)]


def test_f01_a_glitch_is_cured_at_once_and_silently() -> None:
    part, told = presence()
    part.works(0)
    part.failed(S, FaultCode.BUS_ERROR, "x")
    assert part.next_try_us == S
    part.works(S + 1)
    assert len(told) == 1
    assert part.errors == 1


def test_f01_a_loss_is_told_once_and_the_return_once() -> None:
    part, told = presence()
    part.works(0)
    for k in range(5):
        part.failed(S + k, FaultCode.BUS_ERROR, "x")
    part.works(9 * S)
    assert [change.fault for change in told] == [None, FaultCode.BUS_ERROR, None]


def test_a_cure_that_does_not_last_was_none() -> None:
    part, told = presence()
    part.works(0)
    part.failed(S, FaultCode.BUS_ERROR, "x")
    part.works(S + 1)
    part.failed(9 * S, FaultCode.BUS_ERROR, "x")
    assert [change.fault for change in told] == [None, FaultCode.BUS_ERROR]
    part.works(10 * S)
    part.failed(30 * S, FaultCode.BUS_ERROR, "x")
    assert len(told) == 3


def test_another_fault_is_another_change() -> None:
    part, told = presence()
    part.failed(0, FaultCode.ABSENT, "x")
    part.failed(S, FaultCode.WRONG_CHIP, "y")
    part.failed(2 * S, FaultCode.WRONG_CHIP, "y")
    assert [change.fault for change in told] == [FaultCode.ABSENT, FaultCode.WRONG_CHIP]


def test_f16_a_missing_bus_is_told_after_30_seconds() -> None:
    part, told = presence()
    part.failed(0, FaultCode.NO_BUS, "x")
    part.failed(30 * S - 1, FaultCode.NO_BUS, "x")
    assert told == []
    part.failed(30 * S, FaultCode.NO_BUS, "x")
    assert [change.fault for change in told] == [FaultCode.NO_BUS]


def test_f07_a_frozen_chip_is_told_only_if_it_lasts() -> None:
    part, told = presence()
    part.works(0)
    part.failed(S, FaultCode.FROZEN, "x")
    part.failed(S + 1, FaultCode.FROZEN, "x")
    assert len(told) == 1
    part.failed(4 * S, FaultCode.FROZEN, "x")
    assert [change.fault for change in told] == [None, FaultCode.FROZEN]
