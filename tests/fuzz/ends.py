"""The ways in which a terminal goes while `palmstone play` runs in it (F59).

Each case is a real process in a session of its own on real pseudo terminals. What may not be: a process that
stays, one that is killed by what it should have heard, a terminal left in disorder, a step that is lost.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from device.system.instance import holder
from hal.disk.posix import posix_disk
from tests.crash.monkey import Standing, sessions_on, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
"""Whoever is still there by then stays. How quick it was is not judged here."""
PARENTS = ("alone", "make", "sh")
STREAMS = ("one", "stdin apart", "stdout apart")
MOMENTS = ("loading", "home", "game")
HUP, TERM, INT = signal.SIGHUP, signal.SIGTERM, signal.SIGINT
WAYS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("closed", ()),
    ("closed", (HUP,)),
    ("closed", (HUP, TERM)),
    ("kept", (HUP,)),
    ("kept", (TERM,)),
    ("kept", (INT,)),
    ("kept", (INT, INT, INT)),
    ("kept", (HUP, TERM)),
    ("kept", (TERM, HUP, TERM, INT)),
    ("blocked", (TERM,)),
    ("blocked", (HUP, HUP)),
)
"""What becomes of the terminal, and what is sent in a row. A blocked one takes no more output."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way to go."""

    parent: str
    streams: str
    moment: str
    terminal: str
    signals: tuple[int, ...]


def cases(seed: object) -> Iterator[Case]:
    """Make cases for ever; all combinations that there are, in an order of the seed."""
    every = [
        Case(parent, streams, moment, *way)
        for parent, streams, moment, way in product(PARENTS, STREAMS, MOMENTS, WAYS)
        if streams == "one" or (way[0] == "closed" and parent == "alone")
    ]
    random = Random(str(seed))
    while True:
        random.shuffle(every)
        yield from every


class Terminal:
    """The far end of a pseudo terminal of 80 x 24."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        self.reads = True
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        while self.reads:
            with contextlib.suppress(OSError, ValueError):
                if select.select([self.master], [], [], 0.05)[0]:
                    self.seen = (self.seen + os.read(self.master, 65_536))[-200_000:]

    def wait_for(self, *words: bytes) -> bool:
        """Wait until one of these was shown."""
        return _until(lambda: any(word in self.seen for word in words))

    def deaf(self) -> None:
        """Read no more."""
        self.reads = False
        self._thread.join()

    def close(self) -> None:
        """Hang up."""
        self.deaf()
        with contextlib.suppress(OSError):
            os.close(self.master)


def _until(true: object) -> bool:
    assert callable(true)
    until_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.02)
    return True


def _command(case: Case, folder: Path) -> list[str]:
    play = [sys.executable, "-m", "device", "play"]
    if case.parent == "make":
        file = folder / "Makefile"
        file.write_text(f"play:\n\t@{' '.join(play)}\n", encoding="utf-8")
        play = ["make", "-f", str(file), "play"]
    elif case.parent == "sh":
        play = ["sh", "-c", f"{' '.join(play)}; exit $?"]
    return ["setsid", "--ctty", *play]


def _session(leader: int) -> list[int]:
    """Return the processes of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == leader and fields[0] != "Z":
                    found.append(int(entry.name))
    return found


def run(case: Case) -> str | None:
    """Let it go so; None if all was sound, else what was wrong."""
    with tempfile.TemporaryDirectory(prefix="palmstone-") as name:
        folder = Path(name)
        state = folder / "state"
        state.mkdir()
        first = Terminal()
        other = first if case.streams == "one" else Terminal()
        streams = {"stdin": other.slave, "stdout": first.slave}
        if case.streams == "stdout apart":
            streams = {"stdin": first.slave, "stdout": other.slave}
        screen = other if case.streams == "stdout apart" else first
        keys = other if case.streams == "stdin apart" else first
        environ = {
            **os.environ,
            "HOME": name,
            "STATE_DIRECTORY": str(state),
            "TERM": "xterm",
            "LANG": "C.UTF-8",
        }
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(
                _command(case, folder),
                cwd=ROOT,
                env=environ,
                stderr=errors,
                **streams,  # type: ignore[call-overload]
            )
        for terminal in {first, other}:
            if case.terminal == "closed":
                os.close(terminal.slave)
        try:
            before = _played(case, state, screen, keys)
            if isinstance(before, str):
                return f"{before}: {(folder / 'errors').read_bytes()!r}"
            _end(case, process, other)
            if not _until(lambda: process.poll() is not None and not _session(process.pid)):
                return f"{_session(process.pid)} stay"
            return _left(case, process.returncode, state, first, before, (folder / "errors").read_text())
        finally:
            for pid in _session(process.pid):
                os.kill(pid, signal.SIGKILL)
            process.wait()
            for terminal in {first, other}:
                terminal.close()
                if case.terminal != "closed":
                    os.close(terminal.slave)


def _pid(process: subprocess.Popen[bytes]) -> int:
    """Return the process that plays, once it is there; that of the case itself if it never is."""
    found: list[int] = []

    def there() -> bool:
        for pid in _session(process.pid):
            with contextlib.suppress(OSError):
                if (Path("/proc") / str(pid) / "cmdline").read_bytes().endswith(b"-m\0device\0play\0"):
                    found.append(pid)
        return bool(found)

    return found[0] if _until(there) else process.pid


def _played(case: Case, state: Path, screen: Terminal, keys: Terminal) -> Standing | str | None:
    """Come to the moment; return where the game stands then, None without one, or what went wrong."""
    if case.moment == "loading":
        time.sleep(0.3)
        return None
    if not screen.wait_for(b"home |", b"first |", b"offer"):
        return "no home"
    if case.moment == "home":
        return None
    # Every row that is framed is taken, until a game is being recorded and has some lines.
    records = state / "sessions"
    for _ in range(60):
        os.write(keys.master, b"v")
        time.sleep(0.25)
        if sum(file.read_bytes().count(b"\n") for file in records.glob("*.jsonl")) > 3:
            break
    else:
        return "no game"
    sizes = {-1}
    while len(sizes) > 1 or -1 in sizes:
        sizes = set()
        for _ in range(5):
            time.sleep(0.1)
            sizes.add(sum(file.stat().st_size for file in records.glob("*")))
    return _stands(state)


def _stands(state: Path) -> Standing:
    sessions = sessions_on(posix_disk(state))
    return standing(sessions, next(iter(sorted(sessions.open_games())), ""))


def _end(case: Case, process: subprocess.Popen[bytes], other: Terminal) -> None:
    if case.terminal == "blocked":
        other.deaf()
        time.sleep(0.3)
    pid = _pid(process)
    if case.terminal == "closed":
        other.close()
    for number in case.signals:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        time.sleep(0.01)


def _left(
    case: Case, code: int, state: Path, terminal: Terminal, before: Standing | str | None, errors: str
) -> str | None:
    """Look at what it left behind."""
    if "Traceback" in errors or "bug" in errors:
        return f"said {errors[-400:]!r}"
    if (
        case.parent == "alone"
        and case.moment != "loading"
        and case.terminal == "kept"
        and len(case.signals) == 1
        and code != 0
    ):
        return f"exit {code}: {errors!r}"
    if case.terminal != "closed" and case.moment != "loading":
        now = termios.tcgetattr(terminal.slave)
        if now[:4] != terminal.before[:4]:
            return "the terminal is not as it was"
    # Its last thread may end a moment after its first.
    if not _until(lambda: holder(state.stat().st_dev, state.stat().st_ino) is None):
        return "the state folder is still locked"
    if before is not None and (after := _stands(state)) != before:
        return f"{after} is not {before}"
    return None
