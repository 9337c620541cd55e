"""Commands run one after another, each in a fork of a process that has loaded everything: some ten a second.

A fork has streams, a folder and an environment of its own, so it can be run with any of them missing.
`python -m tests.fuzz.forked` reads one command a line as JSON and answers each with one line.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from device.cli import main

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0
"""What has not ended by then hangs; the slowest takes two seconds."""
LOADED = (
    *(f"device.cli.{name}" for name in ("check", "journal", "looking", "play", "replay", "run", "scenario")),
    *("device.games.registry", "device.sim.rig", "device.system.run", "device.tools.bench"),
    *("device.tools.gallery.build", "csv", "email.parser", "importlib.metadata"),
    *("encodings.utf_8_sig", "encodings.ascii"),
)
KEPT = 200_000
"""Bytes of each stream that are looked at."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and what is around it. Text with lone surrogates stands for bytes that are no UTF-8."""

    args: tuple[str, ...]
    environ: tuple[tuple[str, str | None], ...] = ()
    """Variables set, or taken away."""
    streams: tuple[tuple[int, str], ...] = ()
    """Number -> "closed", or the path of what it is opened on."""
    folder: str = ""
    """Where it is run; "gone" for a folder that was removed."""
    nobody: bool = False
    """As a user without an entry in the list of users."""
    stop_s: float = 0.0
    """SIGTERM after so long, for a command that goes on."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended."""

    code: int
    """Negative for a signal; None of the tests expects one."""
    out: str
    err: str


class Forks:
    """The process that forks. To be closed."""

    def __init__(self) -> None:
        command = [sys.executable, "-W", "error", "-m", "tests.fuzz.forked"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)

    def run(self, command: Command) -> Ended:
        """Run one; raises RuntimeError if there is no answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(command)).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the process that forks has ended")
        return Ended(**json.loads(answer))

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _become(command: Command, ends: tuple[int, int, int]) -> int:
    """In the fork: take streams, folder and environment, and run."""
    out, err, left = ends
    for name, value in command.environ:
        os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)
    if command.folder == "gone":
        gone = Path(f"gone-{os.getpid()}").resolve()
        gone.mkdir()
        os.chdir(gone)
        gone.rmdir()
    elif command.folder:
        os.chdir(command.folder)
    opened = dict(command.streams)
    for number, usual in ((0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, err)):
        how = opened.get(number, "")
        if how == "closed":
            os.close(number)
        else:
            os.dup2(os.open(how, os.O_RDWR) if how else usual, number)
    os.closerange(3, left)
    os.closerange(left + 1, 256)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        closed = opened.get(number) == "closed"
        setattr(sys, name, None if closed else os.fdopen(number, mode, closefd=False))
    if command.nobody:
        os.setgroups([])
        os.setuid(54_321)
    try:
        return main(command.args)
    except SystemExit as left_with:
        return left_with.code if isinstance(left_with.code, int) else 1


def _in_fork(command: Command, ends: tuple[int, int, int]) -> None:
    code = 99
    try:
        code = _become(command, ends)
        # As Python does when it ends: what a stream does not take is an error then, too.
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except BaseException:
        code = 120
        with contextlib.suppress(OSError):
            os.write(ends[2], traceback.format_exc().encode(errors="backslashreplace"))
    finally:
        os._exit(code)


def _run(command: Command) -> Ended:
    (out, out_end), (err, err_end) = os.pipe(), os.pipe()
    # High enough that no stream of the fork takes its number; a trace of a bug goes there.
    left = os.dup2(err_end, 200)
    pid = os.fork()
    if pid == 0:
        _in_fork(command, (out_end, err_end, left))
    for end in (out_end, err_end, left):
        os.close(end)
    try:
        texts = _read(pid, (out, err), command.stop_s)
    finally:
        os.close(out)
        os.close(err)
    return Ended(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), *texts)


def _read(pid: int, ends: tuple[int, int], stop_s: float) -> tuple[str, str]:
    """Read both streams to their ends; a command that goes on for too long is killed."""
    began_s, texts, open_ends = time.monotonic(), dict.fromkeys(ends, b""), set(ends)
    stopped = False
    while open_ends:
        now_s = time.monotonic() - began_s
        if stop_s and not stopped and now_s >= stop_s:
            os.kill(pid, signal.SIGTERM)
            stopped = True
        if now_s > PATIENCE_S:
            os.kill(pid, signal.SIGKILL)
            break
        wait_s = stop_s - now_s if stop_s and not stopped else PATIENCE_S - now_s
        for end in select.select(list(open_ends), [], [], max(0.0, wait_s))[0]:
            data = os.read(end, 65_536)
            texts[end] = (texts[end] + data)[:KEPT]
            if not data:
                open_ends.discard(end)
    return texts[ends[0]].decode(errors="replace"), texts[ends[1]].decode(errors="replace")


def _warm() -> None:
    """Run one of each once: a fork that is nobody may not read the library."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        file = Path(folder, "s.yaml")
        file.write_text("- start: {game: nevermind}\n- shot: x\n")
        main(("scenario", str(file), "--out", folder))
        main(("check", "--hardware", "simulated", "--settings", os.devnull))
    repr("\x1b".encode("unicode_escape"))


def serve() -> None:
    """Load what commands load, then answer."""
    for module in LOADED:
        importlib.import_module(module)
    _warm()
    gc.collect()
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        raw = json.loads(line)
        pairs = {name: tuple(tuple(pair) for pair in raw[name]) for name in ("environ", "streams")}
        ended = _run(Command(**{**raw, **pairs, "args": tuple(raw["args"])}))
        sys.stdout.write(f"{json.dumps(asdict(ended))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
