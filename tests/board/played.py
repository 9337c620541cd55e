"""Sessions of both games, played on an ext4 whose writes are logged, and when the glass showed what.

The disk is a file; qemu-storage-daemon offers it as another file (FUSE) and logs each write and flush; that
one is mounted as the root of Raspberry Pi OS is, and the product plays on it in this process.
"""

from __future__ import annotations

import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from hal.disk.posix import PosixFileOps
from hal.disk.synced import SyncedDisk
from tests.board import loops
from tests.board.crashstates import Moment
from tests.board.writelog import WriteLog
from tests.crash.child import SteppedHands, seen_by
from tests.crash.monkey import touch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DISK_BYTES = 256 << 20
"""Sparse; two groups of blocks, so that there is a copy of the super block."""
JOURNAL_MB = 4
"""Small, so that it comes round while the sessions last."""
INSIDE = "var/lib/palmstone"
RESTART_EVERY = 80
"""Touches after which the device is switched off and on again."""
OPEN_S = 10.0
PROGRAMS = {"qemu-storage-daemon": "qemu-system-common"}
"""What playing needs beside, and the package of Debian that has it."""


class Unsynced(PosixFileOps):
    """A card on which nothing is ever synced, to see that it loses."""

    def sync(self, path: str) -> None:
        """Leave the data to the system."""

    def sync_folder(self, folder: str) -> None:
        """Leave the names to the system."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: the disk as it was before, the log, the moments."""

    image: Path
    log: Path
    moments: list[Moment]
    inside: str
    """The state folder, from the root of the disk."""

    def __str__(self) -> str:
        sessions = {moment.session for moment in self.moments} - {0}
        entries = WriteLog(self.log).look()
        return (
            f"{len(self.moments)} pictures of {len(sessions)} sessions, {entries} writes and flushes logged"
        )


def play(folder: Path, seed: str, touches: int, *, synced: bool) -> Played:
    """Play by random touches. Raises LoopError if there is nothing to play on."""
    disk, image, log = folder / "disk.img", folder / "before.img", folder / "writes.log"
    with disk.open("wb") as made:
        made.truncate(DISK_BYTES)
    loops.run("mkfs.ext4", "-q", "-F", "-b", "4096", "-J", f"size={JOURNAL_MB}", disk)
    with loops.mounted(disk, folder / "root") as root:
        (root / INSIDE).mkdir(parents=True)
    loops.copy_sparse(disk, image)
    log.touch()
    with _logged(disk, log, folder) as offered, loops.mounted(offered, folder / "root") as root:
        state = root / INSIDE
        moments = list(_moments(state, WriteLog(log), Random(seed), touches, synced=synced))
    return Played(image, log, moments, INSIDE)


@contextmanager
def _logged(disk: Path, log: Path, folder: Path) -> Iterator[Path]:
    """Offer a disk as a file whose writes are logged. Raises LoopError."""
    offered, said = folder / "offered.img", folder / "daemon.log"
    offered.touch()
    words = [
        loops.program("qemu-storage-daemon") or "qemu-storage-daemon",
        *("--blockdev", f"driver=file,node-name=disk,filename={disk}"),
        *("--blockdev", f"driver=file,node-name=log,filename={log}"),
        *("--blockdev", "driver=blklogwrites,node-name=logged,file=disk,log=log"),
        *("--export", f"type=fuse,id=offered,node-name=logged,mountpoint={offered},writable=on"),
    ]
    with said.open("wb") as errors:
        daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
    try:
        end_s = time.monotonic() + OPEN_S
        while offered.stat().st_size != DISK_BYTES:
            if daemon.poll() is not None or time.monotonic() > end_s:
                words_said = said.read_text(encoding="utf-8", errors="replace").strip()
                raise loops.LoopError(
                    f"qemu-storage-daemon offers no disk: {words_said or 'it says nothing'}"
                )
            time.sleep(0.02)
        yield offered
    finally:
        # Whatever is mounted on it goes first.
        loops.release(folder / "root")
        daemon.terminate()
        try:
            daemon.wait(OPEN_S)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()


def _moments(state: Path, log: WriteLog, random: Random, touches: int, *, synced: bool) -> Iterator[Moment]:
    """Play, and yield what each picture showed."""
    ops = PosixFileOps(state) if synced else Unsynced(state)
    hands: SteppedHands | None = None
    for number in range(touches):
        if hands is None or hands.app.stage.off or number % RESTART_EVERY == 0:
            if hands is not None:
                hands.stop()
            hands = SteppedHands(SyncedDisk(ops))
            if number:
                hands.tap("K4")
        elif random.random() < (0.3 if hands.app.sessions.session is None else 0.02):
            hands.begin(random)
        else:
            hands.tap(touch(random))
        yield _moment(hands, state, log)
    if hands is not None:
        hands.stop()


def _moment(hands: SteppedHands, state: Path, log: WriteLog) -> Moment:
    shown = seen_by(hands)
    session, (ritual, index) = shown["session"] or 0, shown["ritual"]
    return Moment(
        entries=log.look(),
        session=session,
        step=_lines(state / "sessions" / f"{session}.jsonl"),
        ritual=(ritual, index) if session else None,
        journal=_lines(state / "journal.jsonl"),
    )


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
