"""SIGTERM while the device starts, on a bus that hangs from any transfer on (F45)."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from device.system import machine
from device.system.signals import StoppedError, Waiting

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60
"""Long enough for any machine; only a fault waits for it."""
HANGING_FROM = """
import os, signal, sys, threading
from hal.simulated.bus import SimBus
nth, stops = int(sys.argv[1]), sys.argv[2] == "stops"
transfer, count = SimBus.transfer, 0
def hanging(bus, *args, **more):
    global count
    count += 1
    if count >= nth:
        if stops:
            os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait()
    return transfer(bus, *args, **more)
SimBus.transfer = hanging
sys.stderr.write("begins\\n")
sys.stderr.flush()
from device.cli import main
code = main(["run", "--hardware", "simulated"])
sys.stderr.write("ended\\n")
sys.exit(code)
"""
"""The device, on a bus that hangs for ever from the nth transfer on, and stops itself then if it is to."""


def started(folder: Path, nth: int, how: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", HANGING_FROM, str(nth), how],
        cwd=ROOT,
        env={**os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(folder / "state")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ends(process: subprocess.Popen[bytes]) -> str:
    """Wait for the end, and take what it said; killed if it does not come."""
    try:
        return process.communicate(timeout=PATIENCE_S)[1].decode()
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
@pytest.mark.parametrize("nth", [1, 2, 3, 5, 9, 14, 40])
def test_f45_a_stop_at_the_transfer_that_hangs_ends_the_start(tmp_path: Path, nth: int) -> None:
    process = started(tmp_path, nth, "stops")
    said = ends(process)
    assert process.returncode == 0, said
    assert said.splitlines()[-1] == "ended", said
    assert "Traceback" not in said


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_f45_a_stop_at_a_random_moment_of_the_start_ends_it(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    process = started(tmp_path, chance.randint(1, 20), "hangs")
    assert process.stderr is not None
    process.stderr.readline()
    threading.Event().wait(chance.random() * 1.5)
    process.send_signal(signal.SIGTERM)
    said = ends(process)
    # Before anybody listens the signal itself ends it.
    assert process.returncode in (0, -signal.SIGTERM), said
    assert "Traceback" not in said


def stopped_while_starting(waiting: Waiting) -> None:
    with waiting.interruptible():
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(PATIENCE_S)


def test_f45_a_signal_while_starting_is_raised_at_once_and_only_once() -> None:
    with Waiting() as waiting:
        with pytest.raises(StoppedError):
            stopped_while_starting(waiting)
        os.kill(os.getpid(), signal.SIGTERM)
        assert waiting.stopped == signal.SIGTERM
        with pytest.raises(StoppedError), waiting.interruptible():
            pytest.fail("one that came before stops it, too")


def test_f45_all_waits_of_a_stopped_start_together_take_less_than_a_second() -> None:
    assert machine.DARK_WITHIN_S < 1
