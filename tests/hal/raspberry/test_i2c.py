from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from device.system.instance import AlreadyRunningError, Instance
from hal.errors import BusMissingError, HalError, WrongChipError, fault_of, words_of
from hal.ports import FaultCode
from hal.raspberry import i2c
from hal.raspberry.i2c import SmbusBus
from hal.raspberry.lockable import LockableBus

if TYPE_CHECKING:
    from pathlib import Path

    from smbus2 import i2c_msg


@dataclass
class Node:
    """What smbus2 opens: answers reads by counting up."""

    fd: int | None = 7
    messages: list[list[tuple[int, int, bytes]]] = field(default_factory=list)
    error: int | None = None
    closed: bool = False

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        if self.error is not None:
            raise OSError(self.error, "ordered")
        for message in messages:
            if message.flags:
                for k in range(message.len):
                    message.buf[k] = bytes([k + 1])
        self.messages.append([(m.addr, m.flags, bytes(m)) for m in messages])

    def close(self) -> None:
        self.closed = True


def test_a_transfer_is_one_transaction_with_write_then_read() -> None:
    node = Node()
    bus = SmbusBus(1, lambda number: node)
    assert bus.transfer(0x5A, b"\x5d", 3) == b"\x01\x02\x03"
    assert bus.transfer(0x3C, b"\x00\xaf") == b""
    assert bus.transfer(0x5A, read=1) == b"\x01"
    assert node.messages == [
        [(0x5A, 0, b"\x5d"), (0x5A, 1, b"\x01\x02\x03")],
        [(0x3C, 0, b"\x00\xaf")],
        [(0x5A, 1, b"\x01")],
    ]


def test_the_bus_opens_at_the_first_transfer_once() -> None:
    opened: list[int] = []

    def opener(number: int) -> Node:
        opened.append(number)
        return Node()

    bus = SmbusBus(4, opener)
    assert opened == []
    bus.transfer(0x3C, b"\x00")
    bus.transfer(0x3C, b"\x00")
    assert opened == [4]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "dtparam=i2c_arm=on"),
        (errno.ENODEV, "dtparam=i2c_arm=on"),
        (errno.EACCES, "group i2c"),
        (errno.EPERM, "group i2c"),
        (errno.EMFILE, "cannot be opened: ordered"),
    ],
)
def test_f16_a_missing_node_is_named_with_its_remedy_and_tried_again(number: int, words: str) -> None:
    errors = [OSError(number, "ordered")]

    def opener(_: int) -> Node:
        if errors:
            raise errors.pop()
        return Node()

    bus = SmbusBus(1, opener)
    with pytest.raises(BusMissingError, match=words) as caught:
        bus.transfer(0x3C, b"\x00")
    assert isinstance(caught.value, HalError)
    assert "/dev/i2c-1" in str(caught.value)
    assert fault_of(caught.value, seen=True) is FaultCode.NO_BUS
    assert words in words_of(caught.value, 0x3C)
    assert bus.transfer(0x3C, b"\x00") == b""


def test_f16_a_node_that_goes_away_is_opened_again() -> None:
    nodes = [Node(), Node(error=errno.ENODEV)]
    bus = SmbusBus(1, lambda number: nodes.pop())
    first = nodes[-1]
    with pytest.raises(BusMissingError):
        bus.transfer(0x3C, b"\x00")
    assert first.closed
    assert bus.transfer(0x3C, b"\x00") == b""


@pytest.mark.parametrize(
    ("number", "seen", "fault", "words"),
    [
        (errno.ENXIO, False, FaultCode.ABSENT, "nobody answers at 0x3C"),
        (errno.EREMOTEIO, False, FaultCode.ABSENT, "nobody answers at 0x3C"),
        (errno.ENXIO, True, FaultCode.BUS_ERROR, "nobody answers at 0x3C"),
        (errno.EREMOTEIO, True, FaultCode.BUS_ERROR, "nobody answers at 0x3C"),
        (errno.EIO, False, FaultCode.BUS_ERROR, "failed while talking to 0x3C"),
        (errno.ETIMEDOUT, True, FaultCode.BUS_ERROR, "hung while talking to 0x3C"),
    ],
)
def test_f01_every_errno_of_a_transfer_has_its_fault_and_words(
    number: int, seen: bool, fault: FaultCode, words: str
) -> None:
    node = Node(error=number)
    bus = SmbusBus(1, lambda _: node)
    with pytest.raises(OSError, match="ordered") as caught:
        bus.transfer(0x3C, b"\x00")
    assert caught.value.errno == number
    assert not node.closed
    assert fault_of(caught.value, seen) is fault
    assert words in words_of(caught.value, 0x3C)


def test_f09_a_wrong_chip_carries_its_own_fault() -> None:
    assert fault_of(WrongChipError("x"), seen=True) is FaultCode.WRONG_CHIP
    assert fault_of(WrongChipError("x", FaultCode.FROZEN), seen=True) is FaultCode.FROZEN
    assert words_of(WrongChipError("what answers is no MPR121"), 0x5A) == "what answers is no MPR121"


def opened_with(
    monkeypatch: pytest.MonkeyPatch, error: int | None
) -> tuple[Node, list[tuple[int, int, int]]]:
    node = Node()
    requests: list[tuple[int, int, int]] = []

    def ioctl(file: int, request: int, argument: int) -> None:
        requests.append((file, request, argument))
        if error is not None:
            raise OSError(error, "ordered")

    monkeypatch.setattr(i2c, "SMBus", lambda number: node)
    monkeypatch.setattr("hal.raspberry.i2c.fcntl.ioctl", ioctl)
    monkeypatch.setattr("hal.raspberry.i2c.fcntl.flock", lambda file, how: None)
    return node, requests


def test_f23_a_hung_bus_is_given_up_after_100_ms(monkeypatch: pytest.MonkeyPatch) -> None:
    _, requests = opened_with(monkeypatch, None)
    i2c.open_node(1)
    assert requests == [(7, 0x0702, 10)]


def test_an_adapter_without_a_time_out_works_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    node, _ = opened_with(monkeypatch, errno.ENOTTY)
    assert i2c.open_node(1) is node


def test_a_node_that_fails_at_once_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    node, _ = opened_with(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="ordered"):
        i2c.open_node(1)
    assert node.closed


@dataclass
class FileNode(Node):
    """One on a file of this machine, which can be locked."""

    def close(self) -> None:
        if not self.closed:
            os.close(self.fd or -1)
        super().close()


def test_f16_f26_the_lock_of_the_bus_lasts_as_long_as_its_file_and_holds_no_bus_that_went_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "i2c-1"
    path.touch()
    opened: list[FileNode] = []

    def smbus(number: int) -> FileNode:
        opened.append(FileNode(os.open(path, os.O_RDWR)))
        return opened[-1]

    monkeypatch.setattr(i2c, "SMBus", smbus)
    bus = SmbusBus(1)
    bus.transfer(0x3C, b"\x00")
    with pytest.raises(AlreadyRunningError):
        Instance(path)
    # Whoever comes second is told by `run`; the bus itself works for each, as for the panel's last command.
    second = SmbusBus(1)
    second.transfer(0x3C, b"\x00")
    second.close()
    opened[0].error = errno.ENODEV
    with pytest.raises(BusMissingError):
        bus.transfer(0x3C, b"\x00")
    Instance(path).close()
    bus.transfer(0x3C, b"\x00")
    with pytest.raises(AlreadyRunningError):
        Instance(path)
    bus.close()
    Instance(path).close()


def test_adafruits_bus_is_lockable_and_slices_its_buffers() -> None:
    node = Node()
    bus = LockableBus(SmbusBus(1, lambda number: node))
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()
    bus.writeto(0x5A, b"\x01\x02\x03", start=1)
    buffer = bytearray(4)
    bus.readfrom_into(0x5A, buffer, start=1, end=3)
    assert buffer == b"\x00\x01\x02\x00"
    bus.readfrom_into(0x5A, buffer)
    assert buffer == b"\x01\x02\x03\x04"
    bus.writeto_then_readfrom(0x5A, b"\x5e\x5f", buffer, out_end=1, in_start=2)
    assert buffer == b"\x01\x02\x01\x02"
    assert node.messages[0] == [(0x5A, 0, b"\x02\x03")]
    assert node.messages[-1] == [(0x5A, 0, b"\x5e"), (0x5A, 1, b"\x01\x02")]
