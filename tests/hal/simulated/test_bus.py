"""The bus: arithmetic of time, faults to order, the log."""

from __future__ import annotations

import errno
import json

import pytest

from hal.simulated.bus import BusTime, SimBus, Transfer, transfer_bits
from hal.simulated.clock import SimClock

ADDRESS = 0x3C


class Echo:
    """A chip that keeps what was written and answers 1, 2, 3 ..."""

    def __init__(self, clock: SimClock) -> None:
        self._clock = clock
        self.written: list[tuple[int, bytes]] = []
        self.read_at_us: list[int] = []
        self.cuts = 0

    def write(self, data: bytes) -> None:
        self.written.append((self._clock.now_us(), data))

    def read(self, count: int) -> bytes:
        self.read_at_us.append(self._clock.now_us())
        return bytes(range(1, count + 1))

    def cut(self, data: bytes) -> None:
        self.cuts += 1
        self.write(data)


def _bus(hz: int = 400_000) -> tuple[SimClock, SimBus, Echo]:
    clock = SimClock(start_us=0)
    bus = SimBus(BusTime(clock.now_us, clock.spend, clock.spend), hz, log=[])
    chip = Echo(clock)
    bus.attach(ADDRESS, chip)
    return clock, bus, chip


def _errno(bus: SimBus, address: int, write: bytes = b"", read: int = 0) -> int | None:
    try:
        bus.transfer(address, write, read)
    except OSError as error:
        return error.errno
    return None


@pytest.mark.parametrize(
    ("written", "read", "bits"),
    [
        (0, 0, 1 + 9 + 1),
        (1, 0, 1 + 18 + 1),
        (129, 0, 1 + 130 * 9 + 1),
        (0, 2, 1 + 27 + 1),
        (1, 43, 1 + 18 + 1 + 44 * 9 + 1),
    ],
)
def test_a_transfer_takes_nine_bits_a_byte_and_one_for_each_start_and_stop(
    written: int, read: int, bits: int
) -> None:
    assert transfer_bits(written, read) == bits


@pytest.mark.parametrize(("hz", "us"), [(400_000, 2930), (100_000, 11_720)])
def test_one_page_takes_its_time(hz: int, us: int) -> None:
    clock, bus, chip = _bus(hz)
    page = b"\x40" + bytes(128)
    bus.transfer(ADDRESS, page)
    assert clock.now_us() == us
    assert bus.counters[ADDRESS].longest_us == us
    assert bus.counters[ADDRESS].bytes == 130
    assert chip.written == [(bus.bits_us(1171), page)]


def test_the_parts_of_a_combined_transfer_add_up_to_the_whole() -> None:
    clock, bus, chip = _bus()
    assert bus.transfer(ADDRESS, b"\x00", 43) == bytes(range(1, 44))
    assert clock.now_us() == bus.bits_us(417) == 1043
    assert chip.written == [(48, b"\x00")]
    assert chip.read_at_us == [48]
    assert bus.counters[ADDRESS].bytes == 46


def test_levers_move_in_the_middle_of_a_transfer() -> None:
    clock, bus, _ = _bus()
    seen: list[int] = []
    clock.at(1000, lambda: seen.append(clock.now_us()))
    bus.transfer(ADDRESS, bytes(129))
    assert seen == [1000]


def test_a_chip_that_goes_in_the_middle_of_a_transfer_is_errno_5() -> None:
    clock, bus, chip = _bus()
    clock.at(1000, lambda: bus.detach(ADDRESS))
    assert _errno(bus, ADDRESS, bytes(129)) == errno.EIO
    assert chip.written == []


@pytest.mark.parametrize("absent", [errno.EREMOTEIO, errno.ENXIO])
def test_nobody_at_an_address_answers_121_or_6(absent: int) -> None:
    clock, bus, _ = _bus()
    bus.absent_errno = absent
    assert _errno(bus, 0x5A, b"\x00", 2) == absent
    assert clock.now_us() == bus.bits_us(11)


def _outcomes(bus: SimBus, count: int, address: int = ADDRESS) -> list[int | None]:
    return [_errno(bus, address, b"\x00") for _ in range(count)]


@pytest.mark.parametrize("number", [5, 6, 110, 121])
def test_f01_a_fault_comes_at_the_nth_transfer_and_so_many_times(number: int) -> None:
    _, bus, _ = _bus()
    bus.fault(number, ADDRESS, nth=2, times=2)
    assert _outcomes(bus, 5) == [None, number, number, None, None]


def test_a_fault_lasts_for_a_time() -> None:
    clock, bus, _ = _bus()
    bus.fault(errno.EIO, for_us=1000)
    assert _outcomes(bus, 2) == [errno.EIO, errno.EIO]
    clock.spend(1000)
    assert _outcomes(bus, 1) == [None]


def test_a_fault_lasts_until_it_is_cured_and_other_addresses_go_on() -> None:
    clock, bus, _ = _bus()
    bus.attach(0x5A, Echo(clock))
    bus.fault(errno.EREMOTEIO, ADDRESS)
    assert _outcomes(bus, 3) == [errno.EREMOTEIO] * 3
    assert _outcomes(bus, 1, 0x5A) == [None]
    bus.cure(0x5A)
    assert _outcomes(bus, 1) == [errno.EREMOTEIO]
    bus.cure(ADDRESS)
    assert _outcomes(bus, 1) == [None]


def test_f23_a_bus_that_hangs_takes_a_second_and_then_errno_110() -> None:
    clock, bus, _ = _bus()
    bus.fault(errno.ETIMEDOUT, times=1)
    assert _outcomes(bus, 2) == [errno.ETIMEDOUT, None]
    assert clock.now_us() == bus.bits_us(11) + 1_000_000 + bus.bits_us(20)


def test_a_transfer_can_break_off_after_some_bytes() -> None:
    _, bus, chip = _bus()
    bus.fault(errno.EIO, times=1, delivered=2)
    assert _errno(bus, ADDRESS, b"abcd") == errno.EIO
    assert [data for _, data in chip.written] == [b"ab"]
    assert chip.cuts == 1


def test_the_log_has_the_form_of_the_bus_log() -> None:
    _, bus, _ = _bus()
    heard: list[Transfer] = []
    bus.listeners.append(heard.append)
    bus.transfer(ADDRESS, b"\x00\xae")
    bus.fault(errno.EREMOTEIO, times=1)
    assert _errno(bus, ADDRESS, b"\x00", 2) == errno.EREMOTEIO
    assert bus.log is not None
    assert bus.log[0].json() == '{"t_us":0,"addr":60,"write":"00ae","read":0,"bits":29,"error":null}'
    assert json.loads(bus.log[1].json()) == {
        "t_us": 73,
        "addr": 60,
        "write": "00",
        "read": 2,
        "bits": 11,
        "error": 121,
    }
    assert heard == bus.log
    assert bus.counters[ADDRESS].errors == 1


def test_a_closed_bus_is_closed() -> None:
    _, bus, _ = _bus()
    bus.close()
    with pytest.raises(OSError, match="closed"):
        bus.transfer(ADDRESS, b"")
    bus.reopen()
    assert bus.transfer(ADDRESS, b"") == b""
