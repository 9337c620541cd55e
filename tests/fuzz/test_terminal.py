"""Bytes that mean nothing strike no key and end nothing (F42); terminals that go end `play` (F59)."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.fuzz import ends, terminal

if TYPE_CHECKING:
    from pathlib import Path

CASES = 150


@pytest.mark.parametrize("seed", ["1", "2"])
def test_f42_what_a_terminal_sends_by_itself_is_no_key(seed: str) -> None:
    cases = list(islice(terminal.cases(seed), CASES))
    assert [(case, wrong) for case in cases if (wrong := terminal.run(case)) is not None] == []
    assert sum(bool(case.struck) for case in cases) > CASES / 3


def test_f42_a_key_that_nobody_struck_is_found() -> None:
    assert terminal.run(terminal.Case((b"5",), "")) == "'55' was struck, not '5'"
    assert terminal.run(terminal.Case((None,), "q")) == "'5' was struck, not 'q5'"


@pytest.mark.long
def test_f42_play_lives_through_all_of_it_and_asks_for_the_mouse_again(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = {**os.environ, "HOME": str(tmp_path), "STATE_DIRECTORY": str(tmp_path / "state")}
    environ |= {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    errors = (tmp_path / "errors").open("wb")
    command = [sys.executable, "-m", "device", "play"]
    with (
        errors,
        subprocess.Popen(
            command, cwd=ends.ROOT, env=environ, stdin=slave, stdout=slave, stderr=errors
        ) as process,
    ):
        os.close(slave)
        try:
            assert b"home |" in _seen(master, b"home |")
            _seen(master, b"\x1b[?1003h", 1.0)
            os.write(master, b"\x1b[M \xf0\xe0" * 3)
            assert b"\x1b[?1006h" in _seen(master, b"\x1b[?1006h")
            for data in terminal.noise("pty", 60):
                os.write(master, data)
                _seen(master, b"never", 0.005)
            os.write(master, b"\0" * 2_000 + b"\xff" * 2_000)
            # A flood takes the keys of its second with it.
            _seen(master, b"never", 1.2)
            assert process.poll() is None
            os.write(master, b"q")
            _seen(master, b"\x1b[?1049l")
            assert process.wait(ends.PATIENCE_S) == 0
        finally:
            process.kill()
            os.close(master)
    assert (tmp_path / "errors").read_bytes() == b""


def _seen(master: int, word: bytes, patience_s: float = ends.PATIENCE_S) -> bytes:
    """Read until a word comes, or nothing comes for so long."""
    seen = b""
    with contextlib.suppress(OSError):
        while word not in seen and select.select([master], [], [], patience_s)[0]:
            seen += os.read(master, 65_536)
    return seen


CHOSEN = (
    ends.Case("make", "one", "game", "closed", ()),
    ends.Case("make", "one", "home", "closed", (ends.HUP, ends.TERM)),
    ends.Case("sh", "one", "game", "closed", ()),
    ends.Case("alone", "one", "game", "blocked", (ends.TERM,)),
    ends.Case("alone", "one", "home", "kept", (ends.HUP,)),
    ends.Case("alone", "stdin apart", "home", "closed", ()),
    ends.Case("alone", "stdout apart", "home", "closed", ()),
    ends.Case("make", "one", "loading", "closed", ()),
)


@pytest.mark.long
@pytest.mark.parametrize("case", CHOSEN, ids=str)
def test_f59_play_is_gone_and_the_game_saved_whichever_way_its_terminal_goes(case: ends.Case) -> None:
    assert ends.run(case) is None


@pytest.mark.long
def test_f59_so_it_is_in_ways_that_were_drawn() -> None:
    drawn = list(islice(ends.cases("1"), 2))
    assert [(case, wrong) for case in drawn if (wrong := ends.run(case)) is not None] == []
    assert len(set(islice(ends.cases("1"), 120))) > 100
