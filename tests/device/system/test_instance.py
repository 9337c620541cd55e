"""One instance: the second says who holds the first."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from device.system.instance import AlreadyRunningError, Instance, holder

if TYPE_CHECKING:
    from pathlib import Path

HOLD = (
    "import sys, pathlib; from device.system.instance import Instance\n"
    "with Instance(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
)


def test_f26_a_second_copy_says_which_process_holds_the_first(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(AlreadyRunningError, match=f"{tmp_path} is in use: .* process {other.pid}; stop"):
            Instance(tmp_path)
        other.kill()
    with Instance(tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_f26_within_one_process_too_and_free_after_close(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    first = Instance(folder, make_folder=True)
    with pytest.raises(AlreadyRunningError) as caught:
        Instance(folder)
    assert caught.value.pid == os.getpid()
    first.close()
    first.close()
    Instance(folder).close()


def test_a_missing_node_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Instance(tmp_path / "i2c-1")


def test_the_holder_is_found_by_inode_if_the_device_is_numbered_otherwise(tmp_path: Path) -> None:
    locks = tmp_path / "locks"
    locks.write_text(
        "1: POSIX  ADVISORY  WRITE 11 00:2a:77 0 EOF\n2: FLOCK  ADVISORY  WRITE 22 00:2b:77 0 EOF\n"
        "3: FLOCK  ADVISORY  WRITE 33 00:2a:78 0 EOF\n3: -> FLOCK  ADVISORY  WRITE 44 00:2a:77 0 EOF\n",
        encoding="ascii",
    )
    assert holder(os.makedev(0, 0x2A), 77, locks) == 22
    assert holder(os.makedev(0, 0x2A), 78, locks) == 33
    assert holder(os.makedev(0, 0x2A), 79, locks) is None
    assert holder(0, 77, tmp_path / "none") is None


def test_a_holder_that_nobody_knows_is_another_process(tmp_path: Path) -> None:
    assert "already runs as another process; stop it first" in str(AlreadyRunningError(tmp_path, None))
