"""`palmstone run --hardware simulated` for real, with a notify socket that the test provides."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.system import lights_out, machine
from device.system.power import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30
"""Long enough for any machine; only a fault waits for it."""
WATCHDOG_US = 100_000
HANGING_BUS = """
import sys, threading
import hal.worker
from device.cli import main
steps = hal.worker.BusWorker.step
def step(worker, now_us):
    if worker.reading("pads") is not None:
        sys.stderr.write("the bus hangs\\n")
        threading.Event().wait()
    return steps(worker, now_us)
hal.worker.BusWorker.step = step
sys.exit(main(["run", "--hardware", "simulated"]))
"""
"""The device, with a bus that hangs for ever as soon as the pads were found."""

ON_A_BOARD = """
import os, signal, sys, threading, time
from pathlib import Path
import hal.raspberry.gpiochip
from gpiozero.pins.mock import MockFactory, MockPWMPin
factory = MockFactory(pin_class=MockPWMPin)
hal.raspberry.gpiochip.lgpio_factory = lambda: (factory, lambda: True)
from device.cli import main
records = Path(os.environ["STATE_DIRECTORY"]) / "sessions"
def play():
    # K4 leads through the first start and home into a session.
    while not any(records.glob("*.jsonl")):
        for move in (factory.pin(26).drive_low, factory.pin(26).drive_high):
            time.sleep(0.06)
            move()
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=play, daemon=True).start()
code = main(["run"])
Path("modules").write_text(" ".join(sys.modules))
sys.exit(code)
"""
"""`run` as the unit calls it, on the drivers of a board; only its pins are those of gpiozero's mock."""


LOOKING_ON_A_BOARD = """
import sys
from pathlib import Path
import hal.raspberry.gpiochip
from gpiozero.pins.mock import MockFactory, MockPWMPin
hal.raspberry.gpiochip.lgpio_factory = lambda: (MockFactory(pin_class=MockPWMPin), lambda: True)
import device.system.check
device.system.check.WATCH_US = 100_000
from device.cli import main
code = main(sys.argv[1:])
Path("modules").write_text(" ".join(sys.modules))
sys.exit(code)
"""
"""A command that looks, on such a board."""
SIMULATED = ("hal.simulated", "device.sim", "device.tools")


class Manager:
    """What systemd is to the service: a socket that hears it."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.settimeout(PATIENCE_S)

    def hear(self) -> dict[str, str]:
        """Return the next datagram as a map."""
        return dict(line.split("=", 1) for line in self._socket.recv(4096).decode().splitlines())

    def hear_until(self, key: str) -> list[dict[str, str]]:
        """Return all datagrams up to the first with that key."""
        heard = [self.hear()]
        while key not in heard[-1]:
            heard.append(self.hear())
        return heard

    def rest_of(self, process: subprocess.Popen[bytes]) -> list[dict[str, str]]:
        """Return what it says until it has ended."""
        process.wait(PATIENCE_S)
        self._socket.setblocking(False)
        heard = []
        while True:
            try:
                heard.append(self.hear())
            except BlockingIOError:
                return heard

    def hear_while_it_speaks(self) -> list[dict[str, str]]:
        """Return what it says until it is silent for many a beat."""
        self._socket.settimeout(20 * WATCHDOG_US / 1e6)
        heard = []
        while True:
            try:
                heard.append(self.hear())
            except TimeoutError:
                return heard

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(tmp_path)
    yield made
    made.close()


def _start(manager: Manager, folder: Path, script: str | None = None) -> subprocess.Popen[bytes]:
    """Start the device as the unit would."""
    runtime = folder / "run"
    runtime.mkdir(exist_ok=True)
    given: Mapping[str, str] = {
        "NOTIFY_SOCKET": manager.address,
        "WATCHDOG_USEC": str(WATCHDOG_US),
        "STATE_DIRECTORY": str(folder / "state"),
        "RUNTIME_DIRECTORY": str(runtime),
        "LG_WD": str(runtime),
        "GPIOZERO_PIN_FACTORY": "lgpio",
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
    }
    how = ["-c", script] if script else ["-m", "device", "run", "--hardware", "simulated"]
    return subprocess.Popen(
        [sys.executable, *how],
        cwd=runtime,
        env={**os.environ, **given},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _end(process: subprocess.Popen[bytes]) -> str:
    """Take what it wrote; end it if it still runs."""
    process.kill()
    return process.communicate()[1].decode()


@pytest.mark.long
def test_the_service_says_ready_with_a_status_and_beats(manager: Manager, tmp_path: Path) -> None:
    process = _start(manager, tmp_path)
    try:
        ready = manager.hear_until("READY")[-1]
        assert ready["READY"] == "1"
        assert ready["STATUS"]
        assert ready["MAINPID"] == str(process.pid)
        beats = [manager.hear_until("WATCHDOG")[-1] for _ in range(3)]
        assert [beat["WATCHDOG"] for beat in beats] == ["1", "1", "1"]
        process.send_signal(signal.SIGTERM)
        rest = manager.rest_of(process)
        assert any(word.get("STOPPING") == "1" for word in rest)
        assert process.returncode == 0
    finally:
        assert "Traceback" not in _end(process)


@pytest.mark.long
def test_a_board_loads_nothing_simulated(manager: Manager, tmp_path: Path) -> None:
    process = _start(manager, tmp_path, ON_A_BOARD)
    try:
        manager.hear_until("READY")
        assert process.wait(PATIENCE_S) == 0
    finally:
        said = _end(process)
        assert "Traceback" not in said, said
    loaded = (tmp_path / "run" / "modules").read_text(encoding="utf-8").split()
    assert {"hal.raspberry.panel", "device.system.run", "device.games.nevermind.round"} <= set(loaded)
    assert [name for name in loaded if name.startswith(SIMULATED)] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "code", "part"),
    [
        # Nobody answers on the bus of this machine, if there is one.
        ("check", 1, "hal.raspberry.panel"),
        ("journal", 0, "device.storage.journal"),
        ("settings", 0, "device.settings.report"),
    ],
)
def test_what_looks_on_a_board_loads_nothing_simulated(
    tmp_path: Path, command: str, code: int, part: str
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    entry = '{"session":1,"game":"nevermind","seconds":840,"released":6,"distractions":2,"score":5}'
    (state / "journal.jsonl").write_text(f"{entry}\n", encoding="utf-8")
    (state / "choices.json").write_text('{"screen": {"night": true}}', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOOKING_ON_A_BOARD, command],
        cwd=tmp_path,
        env={**os.environ, "STATE_DIRECTORY": str(state), "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    loaded = (tmp_path / "modules").read_text(encoding="utf-8").split()
    assert part in loaded
    assert [name for name in loaded if name.startswith(SIMULATED)] == []


@pytest.mark.long
def test_f23_a_hanging_bus_gets_no_beat_and_does_not_keep_the_service(
    manager: Manager, tmp_path: Path
) -> None:
    process = _start(manager, tmp_path, HANGING_BUS)
    try:
        manager.hear_until("READY")
        assert process.stderr is not None
        while b"the bus hangs" not in process.stderr.readline():
            assert process.poll() is None
        # The app still lives and looks around; the bus does not.
        late = manager.hear_while_it_speaks()
        # One beat may still be for what the bus did before.
        assert sum("WATCHDOG" in word for word in late) <= 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    finally:
        _end(process)


def test_f23_all_waits_at_the_end_together_take_less_than_a_second() -> None:
    # The app, the bus, the app once more, the simulated hardware.
    assert machine.APP_ENDS_S + machine.BUS_ENDS_S + 2 * machine.LAST_S < 1
    assert lights_out.LONGEST_S < 1


def test_f03_after_a_crash_the_panel_is_told_to_go_dark(tmp_path: Path) -> None:
    sent = []

    class Bus:
        def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
            sent.append((address, write, read))
            return b""

        def close(self) -> None:
            pass

    assert lights_out.lights_out(Bus(), 0x3C, None)
    assert lights_out.lights_out(Bus(), 0x3C, tmp_path)
    assert sent == [(0x3C, b"\x00\xae", 0)] * 2
    (tmp_path / MARK).touch()
    assert not lights_out.lights_out(Bus(), 0x3C, tmp_path)
    assert len(sent) == 2


def test_f03_lights_out_answers_0_whatever_happens(tmp_path: Path) -> None:
    """On a machine without the bus it says so in one line."""
    done = subprocess.run(
        [sys.executable, "-m", "device.system.lights_out"],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == "" or done.stderr.startswith("the panel was not switched off: ")
    assert done.stderr.count("\n") <= 1


def test_f23_lights_out_leaves_a_bus_that_hangs() -> None:
    hang = (
        "import threading, sys; from device.system import lights_out;"
        "sys.exit(lights_out.main(lambda environ: threading.Event().wait(), 0.01))"
    )
    done = subprocess.run([sys.executable, "-c", hang], cwd=ROOT, check=False, timeout=PATIENCE_S)
    assert done.returncode == 0
