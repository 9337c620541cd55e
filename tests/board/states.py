"""States of a disk after a cut: what a card may hold whose power went at a moment, from a log of its writes.

Laws of this file:
- what was written before the last flush that ended before the cut is there, and what was written through;
- of what was written since, any part is there: whole, not at all, or some of its sectors, in any order;
- each state is mounted as the machine mounts its card, so that ext4 plays its own journal.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from tests.board.commands import output, run
from tests.board.needs import found
from tests.board.resumed import resumed_fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.board.writelog import Entry, WriteLog

SECTOR = 512
SCRATCH_MB = 6144
KEPT = 0.45
TORN = 0.25
"""Of the writes since the flush so many are kept whole, and so many in part."""
MOUNT_OPTIONS = "loop,noatime"
ROOM = "var/lib/palmstone"


@dataclass(frozen=True, slots=True)
class Moment:
    """From here on the glass has shown a step: what has to be found again."""

    mark: int
    """How many writes were in the log when it was on the glass."""
    files: dict[str, bytes]
    """Records and journal of the state folder."""


@dataclass
class Counts:
    """What was made, and what was lost."""

    states: int = 0
    distinct: int = 0
    """State folders that differ."""
    in_doubt: int = 0
    """Writes that a cut left in doubt, over all states."""
    torn: int = 0
    faults: list[str] = field(default_factory=list)


def loss(folder: Path, wanted: dict[str, bytes]) -> str | None:
    """Compare a state folder with what the glass had shown; say what is lost or set aside, or None."""
    for name, data in wanted.items():
        file = folder / name
        if not file.is_file():
            return f"{name} is gone"
        if not file.read_bytes().startswith(data):
            return f"{name} lost lines that the glass had shown"
    aside = sorted(path.name for path in folder.rglob("*.bad*"))
    return f"set aside: {', '.join(aside)}" if aside else None


class Maker:
    """Makes the states of one log over one image, in the order of their cuts."""

    def __init__(self, image: Path, log: WriteLog, seed: int) -> None:
        self.image = image
        self.log = log
        self.random = random.Random(seed)
        self.done = 0
        """Entries that are in the image for good."""

    def upto_flush(self, cut: int) -> None:
        """Write all that is on the disk for good at a cut. Cuts come in order."""
        last = max(
            (at + 1 for at in range(self.done, cut) if self.log.entries[at].flushes), default=self.done
        )
        with self.image.open("r+b") as disk, self.log.path.open("rb") as log:
            for entry in self.log.entries[self.done : last]:
                _put(disk, entry, _data(log, entry))
        self.done = last

    def tear(self, state: Path, cut: int, counts: Counts) -> None:
        """Write some of what is in doubt at a cut into a copy of the image."""
        doubtful = self.log.entries[self.done : cut]
        order = list(doubtful)
        self.random.shuffle(order)
        keep = self.random.choice((0.0, KEPT, KEPT, 0.85, 1.0))
        with state.open("r+b") as disk, self.log.path.open("rb") as log:
            for entry in order:
                counts.in_doubt += 1
                data = _data(log, entry)
                if entry.flags & 2 or self.random.random() < keep:
                    _put(disk, entry, data)
                elif self.random.random() < TORN and data:
                    counts.torn += 1
                    self._put_part(disk, entry, data)

    def _put_part(self, disk: BinaryIO, entry: Entry, data: bytes) -> None:
        for at in range(0, len(data), SECTOR):
            if self.random.random() < 0.5:
                disk.seek(entry.at + at)
                disk.write(data[at : at + SECTOR])


def _data(log: BinaryIO, entry: Entry) -> bytes:
    if entry.discards:
        return b""
    log.seek(entry.data_at)
    return log.read(entry.size)


def _put(disk: BinaryIO, entry: Entry, data: bytes) -> None:
    if data:
        disk.seek(entry.at)
        disk.write(data)


@contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """Have a file system on which a copy of an image costs nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    file, place, log = folder / "scratch.img", folder / "scratch", folder / "scratch.log"
    with file.open("wb") as made:
        made.truncate(SCRATCH_MB << 20)
    run([found("mkfs.xfs") or "mkfs.xfs", "-q", "-f", "-m", "reflink=1", file], log)
    place.mkdir(exist_ok=True)
    run([found("mount") or "", "-o", "loop", file, place], log)
    try:
        yield place
    finally:
        run([found("umount") or "", place], log)
        file.unlink()
        place.rmdir()


@contextmanager
def mounted(state: Path, place: Path) -> Iterator[Path]:
    """Mount a state as the machine does. Raises StepFailedError if ext4 cannot."""
    place.mkdir(exist_ok=True)
    output([found("mount") or "", "-o", MOUNT_OPTIONS, state, place])
    try:
        yield place
    finally:
        output([found("umount") or "", place])


def judge(
    image: Path,
    log: WriteLog,
    moments: Sequence[Moment],
    states: int,
    *,
    folder: Path,
    seed: int = 0,
    room: str = ROOM,
    progress: Callable[[int], None] = lambda done: None,
) -> Counts:
    """Make so many states, mount each, and look whether what the glass had shown is there.

    `image` is the disk as it was before the first entry of the log; `moments` lie in order. Raises
    StepFailedError if one cannot be mounted.
    """
    counts = Counts()
    seen: set[tuple[int, str]] = set()
    first, last = moments[0].mark, log.grow()
    chance = random.Random(f"{seed}/cuts")
    cuts = sorted(chance.randint(first, last) for _ in range(states))
    with scratch(folder) as place:
        ground = place / "ground.img"
        subprocess.run(["cp", "--sparse=always", image, ground], check=True)
        maker = Maker(ground, log, seed)
        for number, cut in enumerate(cuts):
            maker.upto_flush(cut)
            state = place / "state.img"
            subprocess.run(["cp", "--reflink=always", ground, state], check=True)
            maker.tear(state, cut, counts)
            wanted = max(at for at, moment in enumerate(moments) if moment.mark <= cut)
            with mounted(state, place / "mounted") as root:
                fault = _looked_at(root / room, moments[wanted], wanted, seen, folder / "copy")
            counts.states += 1
            if fault is not None:
                counts.faults.append(f"state {number} (seed {seed}), cut after write {cut}: {fault}")
            progress(number + 1)
    counts.distinct = len(seen)
    return counts


def _looked_at(
    folder: Path, moment: Moment, number: int, seen: set[tuple[int, str]], copy: Path
) -> str | None:
    fault = loss(folder, moment.files)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    content = json.dumps([[str(path.relative_to(folder)), path.read_bytes().hex()] for path in files])
    key = (number, content)
    if fault is not None or key in seen:
        return fault
    seen.add(key)
    # The product itself starts on a copy of what it finds.
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    return resumed_fault(copy, moment.files)
