"""Real time: threads that live and end, signals, the notify socket. Nothing here measures time."""

from __future__ import annotations

import logging
import os
import pty
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
from contextlib import contextmanager, suppress
from dataclasses import replace
from fcntl import ioctl
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from device.cli.run import OneLine
from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.card import LeverDisk
from device.sim.levers import LiveControls
from device.sim.terminal.controls import Lever
from device.system.machine import Ending, Machine
from device.system.notify import Notifier, beat_every_us
from device.system.run import status_text
from device.system.signals import Waiting
from device.ui.model import Fault, Status
from hal.disk.posix import posix_disk
from hal.frame import Frame
from hal.ports import FaultCode, Part
from hal.raspberry.clock import RealClock
from hal.simulated.assemble import build_simulated
from hal.simulated.disk import SimDisk
from hal.simulated.world import SimWorld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[3]
PATIENCE_S = 30
"""Long enough for any machine; only a fault waits for it."""


class Live:
    """A machine in real time, and a way to wait for what it shows."""

    def __init__(self) -> None:
        self.world = SimWorld(defaults().settings.hardware, RealClock())
        self.ended = threading.Event()
        self.told = threading.Condition()
        self.ending = Ending(self.ended.set)
        self.machine = Machine(
            defaults(),
            build_simulated(self.world.config, self.world),
            SimDisk(),
            self.ending,
            GAMES,
            skip_first=True,
        )

    def wait_for(self, seen: Callable[[], bool]) -> None:
        """Wait until something is so."""
        with self.told:
            for _ in range(PATIENCE_S * 100):
                if seen():
                    return
                self.told.wait(0.01)
        pytest.fail("it did not come about")


@pytest.fixture
def live() -> Iterator[Live]:
    running = Live()
    running.machine.start()
    yield running
    running.world.i2c_ok(Part.OLED)
    running.machine.stop()


def test_a_touch_reaches_the_glass_through_all_threads(live: Live) -> None:
    live.wait_for(lambda: live.world.frame() != Frame.blank())
    live.world.press(3)
    live.wait_for(lambda: bool(live.machine.app.senses.down))
    live.world.release(3)
    live.wait_for(lambda: getattr(live.machine.app.model.screen, "cursor", 0) == 1)


def test_f03_stopping_leaves_the_panel_dark(live: Live) -> None:
    live.wait_for(lambda: live.world.frame() != Frame.blank())
    assert live.machine.stop()
    assert live.world.frame() == Frame.blank()


def test_switching_off_leaves_the_picture(live: Live) -> None:
    live.wait_for(lambda: live.machine.app.shown_serial > 0)
    shown = live.world.frame()
    assert live.machine.stop(blank=False)
    assert live.world.frame() == shown


def test_f23_a_bus_that_hangs_does_not_keep_the_process(live: Live) -> None:
    hanging, released = threading.Event(), threading.Event()

    def stall(us: int) -> None:
        hanging.set()
        released.wait(PATIENCE_S)

    live.wait_for(lambda: live.machine.app.shown_serial > 0)
    live.world.bus.time = replace(live.world.bus.time, stall=stall)
    live.world.bus.fault(110, live.world.address(Part.PADS), stall_us=PATIENCE_S * 1_000_000)
    live.world.touch(0)
    assert hanging.wait(PATIENCE_S)
    assert not live.machine.stop()
    released.set()


def test_a_thread_that_dies_ends_the_device_with_a_reason(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(now_us: int) -> int:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(live.machine.app, "step", broken)
    live.world.press(1)
    assert live.ended.wait(PATIENCE_S)
    assert live.ending.failure == "the app stopped: ZeroDivisionError: of all things"
    assert live.machine.stop()
    assert "app" in caplog.text


def test_only_the_first_reason_counts() -> None:
    ending = Ending(lambda: None)
    ending.switch_off()
    ending.broke("bus", OSError("late"))
    assert ending.off
    assert ending.failure is None


# Signals


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_wait(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Waiting() as waiting:
        os.kill(os.getpid(), number)
        waiting.wait(PATIENCE_S)
        assert waiting.stopped == number
    assert signal.getsignal(number) is before


def test_another_thread_ends_the_wait() -> None:
    with Waiting() as waiting:
        threading.Thread(target=waiting.wake).start()
        waiting.wait(PATIENCE_S)
        assert waiting.stopped is None


# systemd


def test_words_reach_the_notify_socket(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        environ = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        notifier = Notifier.of(environ)
        assert environ == {}
        notifier.ready("all well")
        notifier.status("no panel")
        notifier.beat()
        notifier.stopping()
        got = [manager.recv(200).decode().split("\n")[0] for _ in range(4)]
        notifier.close()
    assert got == ["READY=1", "STATUS=no panel", "WATCHDOG=1", "STOPPING=1"]


def test_without_a_manager_nothing_is_sent_and_nothing_raises(tmp_path: Path) -> None:
    Notifier(None).ready("all well")
    gone = Notifier(str(tmp_path / "nobody"))
    gone.beat()
    gone.close()
    gone.beat()
    abstract = Notifier("@palmstone-test-nobody")
    abstract.beat()
    abstract.close()


@pytest.mark.parametrize(
    ("environ", "every_us"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 10_000_000),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_in_half_its_time(environ: dict[str, str], every_us: int | None) -> None:
    assert beat_every_us(environ) == every_us


def test_the_status_names_what_is_missing() -> None:
    assert status_text(Status()) == "all well"
    lost = Status(faults={Part.OLED: Fault(FaultCode.ABSENT, "nobody answers at 0x3C")}, saved=False)
    assert status_text(lost) == "nobody answers at 0x3C; the storage takes nothing: not saved"
    faults = {part: Fault(FaultCode.NO_BUS, "no bus") for part in (Part.OLED, Part.PADS)}
    assert status_text(Status(faults=faults)) == "no bus"


def test_an_error_in_the_log_is_one_line_with_its_place() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "it broke", (), sys.exc_info())
    text = OneLine("%(levelname)s %(message)s").format(record)
    assert "\n" not in text
    assert text.startswith("ERROR it broke")
    assert "test_live.py" in text


# The bench of `play`


def test_the_bench_moves_levers_and_sees_the_glass() -> None:
    world = SimWorld(defaults().settings.hardware, RealClock())
    bench = LiveControls(defaults(), world, build_simulated(world.config, world), SimDisk(), GAMES)
    try:
        seen = bench.snapshot()
        assert (seen.scene_id, seen.alive) == ("home", True)
        assert "Nevermind" in seen.words
        bench.touch("K3", True)
        bench.touch("K3", False)
        bench.touch("K6", True)
        bench.touch("K6", False)
        bench.touch("5", True)
        bench.touch("5", False)
        bench.palms(True)
        bench.palms(False)
        for lever in Lever:
            bench.pull(lever, True)
            bench.pull(lever, False)
        assert bench.failure is None
    finally:
        bench.quit()


def test_f22_the_levers_of_the_card_are_errors_of_the_system(tmp_path: Path) -> None:
    disk = LeverDisk(posix_disk(tmp_path))
    disk.append("a", b"1\n")
    disk.fault = 28
    writes: tuple[Callable[[], None], ...] = (
        lambda: disk.append("a", b"2\n"),
        lambda: disk.replace("b", b""),
        lambda: disk.truncate("a", 0),
    )
    for write in writes:
        with pytest.raises(OSError, match="No space left") as full:
            write()
        assert full.value.errno == 28
    assert disk.read("a") == b"1\n"
    assert disk.names("") == ("a",)
    disk.fault = 30
    with pytest.raises(OSError, match="Read-only"):
        disk.set_aside("a")
    disk.fault = None
    assert disk.set_aside("a") == "a.bad1"


# Whole processes


def _environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(folder / "state"), **more}


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that ends with the block, whatever happens in it."""
    with subprocess.Popen([sys.executable, "-m", "device", *command], cwd=ROOT, **options) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_f03_f26_run_serves_one_at_a_time_until_it_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    run = ["run", "--hardware", "simulated"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        environ = _environment(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"))
        with started(run, env=environ, **pipes) as first:
            # The status may come before READY: the app lives by then.
            while not manager.recv(500).startswith(b"READY=1"):
                pass
            with started(run, env=_environment(tmp_path), **pipes) as second:
                refused = second.communicate(timeout=PATIENCE_S)
            first.send_signal(number)
            served = first.communicate(timeout=PATIENCE_S)
    assert (first.returncode, served) == (0, (b"", b""))
    assert second.returncode == 1
    assert f"process {first.pid}".encode() in refused[1]
    assert refused[1].count(b"\n") == 1


@pytest.mark.long
def test_play_shows_home_in_a_terminal_and_leaves_with_q(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = _environment(tmp_path, TERM="xterm-256color", LANG="C.UTF-8")
    with started(["play"], env=environ, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        seen = b""
        while b"home |" not in seen:
            seen += os.read(master, 4096)
        os.write(master, b"q")
        # Reading fails once the other end of the terminal is gone.
        with suppress(OSError):
            while os.read(master, 4096):
                pass
        assert process.wait(PATIENCE_S) == 0
    os.close(master)
    assert (tmp_path / "state").is_dir()


@pytest.mark.long
def test_play_ends_when_its_terminal_is_closed(tmp_path: Path) -> None:
    """Reading a terminal that is gone would never end, and take a whole core."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = _environment(tmp_path, TERM="xterm-256color", LANG="C.UTF-8")
    with started(["play"], env=environ, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        seen = b""
        while b"home |" not in seen:
            seen += os.read(master, 4096)
        os.close(master)
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE_S) == 1
