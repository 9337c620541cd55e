"""The disk in memory answers as the card does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hal.disk.memory import MemoryDisk
from hal.disk.posix import posix_disk

if TYPE_CHECKING:
    from pathlib import Path

    from hal.ports import Disk


def told(disk: Disk) -> list[object]:
    """Do one of everything; return all that it answers."""
    answers: list[object] = [disk.read("a"), disk.names(""), disk.names("sessions")]
    for data in (b"one\n", b"two\n", b"thr"):
        disk.append("sessions/1.jsonl", data)
    answers.append(disk.read("sessions/1.jsonl"))
    disk.truncate("sessions/1.jsonl", 8)
    answers += [disk.read("sessions/1.jsonl"), disk.names("sessions"), disk.names("")]
    for data in (b"1", b"2", b"3"):
        disk.replace("choices.json", data)
    answers += [disk.read("choices.json"), disk.read("choices.json.1"), disk.names("")]
    answers.append(disk.set_aside("choices.json"))
    disk.append("choices.json", b"4")
    answers += [disk.set_aside("choices.json"), disk.names("")]
    return answers + [disk.read(name) for name in disk.names("")]


def test_it_answers_as_the_card_does(tmp_path: Path) -> None:
    assert told(MemoryDisk({})) == told(posix_disk(tmp_path))


def test_what_is_not_there_is_an_error_of_the_system_as_on_the_card(tmp_path: Path) -> None:
    disks: tuple[Disk, ...] = (MemoryDisk({}), posix_disk(tmp_path))
    for disk in disks:
        with pytest.raises(FileNotFoundError):
            disk.truncate("a", 0)
        with pytest.raises(FileNotFoundError):
            disk.set_aside("a")


def test_the_files_that_were_given_stay_as_they_are() -> None:
    files = {"journal.jsonl": b"torn"}
    disk = MemoryDisk(files)
    disk.truncate("journal.jsonl", 0)
    disk.replace("choices.json", b"{}")
    assert files == {"journal.jsonl": b"torn"}
