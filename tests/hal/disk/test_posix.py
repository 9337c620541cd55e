"""The card of the system: the same promises as the simulated one, on real files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hal.disk.door import NoFileError
from hal.disk.posix import PosixFileOps, posix_disk
from hal.disk.synced import SyncedDisk

if TYPE_CHECKING:
    from pathlib import Path


def test_append_read_truncate(tmp_path: Path) -> None:
    disk = posix_disk(tmp_path / "state")
    assert disk.read("sessions/1.jsonl") is None
    disk.append("sessions/1.jsonl", b"one\n")
    disk.append("sessions/1.jsonl", b"two\n")
    assert disk.read("sessions/1.jsonl") == b"one\ntwo\n"
    disk.truncate("sessions/1.jsonl", 4)
    assert (tmp_path / "state/sessions/1.jsonl").read_bytes() == b"one\n"
    assert (tmp_path / "state/sessions/1.jsonl").stat().st_mode & 0o777 == 0o600


def test_replace_keeps_the_previous_generation(tmp_path: Path) -> None:
    disk = posix_disk(tmp_path)
    for k in range(3):
        disk.replace("choices.json", b"%d" % k)
    assert disk.read("choices.json") == b"2"
    assert disk.read("choices.json.1") == b"1"
    assert disk.names("") == ("choices.json", "choices.json.1")


def test_set_aside_never_deletes(tmp_path: Path) -> None:
    disk = posix_disk(tmp_path)
    disk.append("a", b"first")
    assert disk.set_aside("a") == "a.bad1"
    disk.append("a", b"second")
    assert disk.set_aside("a") == "a.bad2"
    assert [disk.read(name) for name in disk.names("")] == [b"first", b"second"]


def test_names_of_no_folder_and_of_files_alone(tmp_path: Path) -> None:
    disk = posix_disk(tmp_path)
    assert disk.names("sessions") == ()
    disk.append("sessions/2.jsonl", b"")
    disk.append("sessions/10.jsonl", b"")
    (tmp_path / "sessions/folder").mkdir()
    (tmp_path / "sessions/x.new").touch()
    assert disk.names("sessions") == ("10.jsonl", "2.jsonl")


def test_f22_an_error_of_the_system_comes_through(tmp_path: Path) -> None:
    disk = posix_disk(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(NoFileError, match="it is a folder, not a file"):
        disk.append("folder", b"x")
    with pytest.raises(NoFileError, match="it is a folder, not a file"):
        disk.read("folder")


class _Short(PosixFileOps):
    """Writes half, then fails, as a full card does."""

    def write(self, path: str, data: bytes) -> None:
        super().write(path, data[: len(data) // 2])
        raise OSError(28, os.strerror(28), path)


def test_f22_half_a_line_is_taken_away(tmp_path: Path) -> None:
    posix_disk(tmp_path).append("a", b"one\n")
    with pytest.raises(OSError, match="No space"):
        SyncedDisk(_Short(tmp_path)).append("a", b"two\n")
    assert (tmp_path / "a").read_bytes() == b"one\n"


def test_f21_data_is_synced_before_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Watched(PosixFileOps):
        def sync(self, path: str) -> None:
            done.append(f"sync {path}")
            super().sync(path)

        def rename(self, old: str, new: str) -> None:
            done.append(f"rename {old} {new}")
            super().rename(old, new)

        def sync_folder(self, folder: str) -> None:
            done.append(f"folder {folder}")
            super().sync_folder(folder)

    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    SyncedDisk(Watched(tmp_path)).replace("a", b"x")
    assert done == ["sync a.new", "rename a.new a", "folder "]
    assert len(synced) == 2
    done.clear()
    SyncedDisk(Watched(tmp_path)).append("s/b", b"x")
    assert done == ["folder ", "sync s/b", "folder s"]
