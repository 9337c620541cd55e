"""What may lie in a state folder in place of a file: on the card of this system (F33, F34, F38, F57).

Nothing waits, no link is followed, all else is saved, what was in the way lies beside.
"""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.registry import GAMES
from device.games.settings import defaults
from device.session.sessions import Sessions
from device.storage.progress import ResumePoint
from device.storage.store import Store
from device.system.boot import chosen_screen
from hal.disk.posix import posix_disk
from hal.simulated.clock import SimClock
from tests.crash.monkey import PLAIN
from tests.fuzz import made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Case: TypeAlias = tuple[tuple[str, str], ...]
"""Paths, each with what lies there."""
PATHS = (
    "journal.jsonl", "choices.json", "progress.json", "resume.json", "sessions", "sessions/1.jsonl",
    "sessions/2.jsonl", "sessions/4.jsonl", "choices.json.1", "choices.json.new", "resume.json.1",
    "resume.json.new", "journal.jsonl.bad", "sessions/2.jsonl.bad",
)  # fmt: skip
SPARSE = 3 << 30
VICTIM = b"a file of somebody else\n"


def cases(seed: int) -> Iterator[Case]:
    """Put one to three strange things into a folder, for ever; each alone first."""
    yield from (((path, kind),) for path in PATHS for kind in _LAY)
    random = Random(f"folder/{seed}")
    while True:
        paths = random.sample(PATHS, random.choice((2, 3)))
        yield tuple((path, random.choice(tuple(_LAY))) for path in paths)


def put(root: Path, path: str, kind: str) -> None:
    """Put a thing in place of what lies there; nothing if its folder is none now."""
    there = root / path
    if not there.parent.is_dir() or there.parent.is_symlink():
        return
    if there.is_dir() and not there.is_symlink():
        there.rename(root / "was")
    else:
        there.unlink(missing_ok=True)
    _LAY[kind](there, root.parent)


def _link(to: str) -> Callable[[Path, Path], object]:
    return lambda there, above: there.symlink_to(above / to)


def _full(there: Path, above: Path) -> None:
    there.mkdir()
    (there / "in.it").write_bytes(VICTIM)


def _sparse(there: Path, above: Path) -> None:
    with there.open("wb") as file:
        file.truncate(SPARSE)


def _socket(there: Path, above: Path) -> None:
    # The path of a socket has to be short.
    here = Path.cwd()
    os.chdir(there.parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(there.name)
    finally:
        os.chdir(here)


def _closed(there: Path, above: Path) -> None:
    there.write_bytes(VICTIM)
    there.chmod(0)


_LAY: Mapping[str, Callable[[Path, Path], object]] = {
    "fifo": lambda there, above: os.mkfifo(there),
    "folder": lambda there, above: there.mkdir(),
    "full": _full,
    "link": _link("victim"),
    "loop": lambda there, above: there.symlink_to(there),
    "dangling": _link("not-there"),
    "device": _link("/dev/zero"),
    "sparse": _sparse,
    "socket": _socket,
    "closed": _closed,
    "none": lambda there, above: None,
}
"""How each thing is laid there; with the folder above the state folder."""


def run(case: Case) -> str | None:
    """Start on such a folder, play, and look whether that was saved."""
    with tempfile.TemporaryDirectory() as above:
        root = Path(above) / "state"
        (root / "sessions").mkdir(parents=True)
        (Path(above) / "victim").write_bytes(VICTIM)
        for path, data in made.state().items():
            (root / path).write_bytes(data)
        for path, kind in case:
            put(root, path, kind)
        return _started(root) or _harmed(Path(above))


def _started(root: Path) -> str | None:
    chosen_screen(defaults(), root)
    clock = SimClock()
    store = Store(posix_disk(root), clock, GAMES.kept)
    store.save_progress(store.progress())
    store.save_choices(store.choices())
    sessions = Sessions(store, clock, GAMES)
    opened = sessions.begin(PLAIN)
    opened.session.do(opened.session.game.concede, 5_000)
    sessions.leave()
    if store.unsaved or store.problem:
        return f"not saved: {store.problem}"
    again = Store(posix_disk(root), clock, GAMES.kept)
    number = opened.session.number
    raw = again.load(number)
    if raw is None or len(raw.lines) < 2:
        return f"the record {number} of what was played is not there"
    if number not in {entry.session for entry in again.journal()}:
        return f"the entry of {number} is not there"
    again.save_resume_point(ResumePoint(number, "lay", 2))
    if again.resume_point() != ResumePoint(number, "lay", 2):
        return "the resume point is not there"
    # Who finished a game is not offered it again, whatever became of the journal.
    offered = Sessions(Store(posix_disk(root), clock, GAMES.kept), clock, GAMES).open_games()
    return None if offered <= {"nevermind", "the-mind"} else f"offers {offered}"


def _harmed(above: Path) -> str | None:
    if (above / "victim").read_bytes() != VICTIM:
        return "a link was followed, and what it leads to was written"
    if (above / "not-there").exists():
        return "a link was followed to what was not there, and it is now"
    return None
