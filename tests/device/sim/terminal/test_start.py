"""Where the terminal is not drawn: one line saying what to do."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING

import pytest

from device.sim.terminal import Lifeline, run_terminal, unfit
from device.sim.terminal.app import Terminal
from device.sim.terminal.start import logging_to

if TYPE_CHECKING:
    from pathlib import Path

    from tests.device.sim.terminal.fakes import FakeBench

ROOM = os.terminal_size((80, 24))


class Tty(io.StringIO):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "UTF-8", tty: bool = True) -> None:
        super().__init__()
        self._encoding = encoding
        self._tty = tty

    @property
    def encoding(self) -> str:  # type: ignore[override]  # io.StringIO has it as a plain attribute
        return self._encoding

    def isatty(self) -> bool:
        return self._tty


def test_a_terminal_of_80_by_24_will_do() -> None:
    assert unfit(Tty(), Tty(), {"TERM": "xterm", "NO_COLOR": "1"}, ROOM) is None


@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "size", "word"),
    [
        (Tty(tty=False), Tty(), "xterm", (80, 24), "this is not a terminal"),
        (Tty(), Tty(tty=False), "xterm", (80, 24), "this is not a terminal"),
        (Tty(), Tty(), "dumb", (80, 24), 'TERM is "dumb"'),
        (Tty(), Tty(), "", (80, 24), 'TERM is ""'),
        (Tty(), Tty(), "xterm", (79, 24), "79 x 24 characters; make it 80 x 24 or larger"),
        (Tty(), Tty(), "xterm", (80, 23), "80 x 23 characters; make it 80 x 24 or larger"),
    ],
)
def test_a_place_that_will_not_do_is_named_in_one_line(
    stdin: Tty, stdout: Tty, term: str, size: tuple[int, int], word: str
) -> None:
    why = unfit(stdin, stdout, {"TERM": term}, os.terminal_size(size))
    assert why is not None
    assert why.startswith("palmstone play: ")
    assert word in why
    assert "\n" not in why
    assert len(why) <= 80


def test_f43_a_terminal_that_takes_no_utf8_will_do() -> None:
    assert unfit(Tty(), Tty("ascii"), {"TERM": "vt100"}, ROOM) is None


def test_f42_an_error_of_the_picture_is_one_line_and_its_page_goes_to_the_log(
    bench: FakeBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(app: Terminal) -> None:
        app.error_console.print("Traceback\n  \x1b[2Jin a widget")

    monkeypatch.setattr(Terminal, "run", run)
    assert run_terminal(bench, tmp_path / "play.log", Lifeline()) == 1
    assert capfd.readouterr() == ("", "")
    log = (tmp_path / "play.log").read_text(encoding="utf-8")
    assert "ERROR device.sim.terminal.start:   " in log
    assert "in a widget" in log
    assert "\x1b" not in log


def test_textual_is_not_loaded_until_something_is_drawn() -> None:
    code = "import sys, device.sim.terminal; assert not {'textual', 'asyncio'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_logs_and_warnings_go_to_the_file_and_nowhere_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "state" / "play.log"
    before = logging.getLogger().handlers[:]
    with logging_to(log):
        logging.getLogger("hal.worker").warning("oled: gone")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old", stacklevel=1)
    assert logging.getLogger().handlers == before
    lines = log.read_text(encoding="utf-8")
    assert "WARNING hal.worker: oled: gone" in lines
    assert "old" in lines
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("broken", [False, True])
def test_the_bench_is_stopped_however_the_terminal_ended(
    bench: FakeBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    def run(_app: Terminal) -> int:
        if broken:
            raise RuntimeError("a bug")
        return 0

    monkeypatch.setattr(Terminal, "run", run)
    if broken:
        with pytest.raises(RuntimeError):
            run_terminal(bench, tmp_path / "play.log", Lifeline())
    else:
        assert run_terminal(bench, tmp_path / "play.log", Lifeline()) == 0
    assert bench.quits == 1
