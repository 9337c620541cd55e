"""Figures of whole processes: start, memory, an idle session, the end. Each in a fresh process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
IMPORTS = (
    "import time, gpiozero, luma.oled.device, adafruit_mpr121, transitions, PIL; print(time.monotonic())"
)
"""What nobody can do without, alone."""
CHILD = (
    "import sys; from device.cli import parser, run; from device.tools.bench.child import main; "
    "sys.exit(main(sys.argv[1:], parser.parse, run.awake))"
)
NOT_OURS = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "PYTHONDONTWRITEBYTECODE")
"""Of the environment. Without the last one Python keeps what it compiled, as pip does when it installs."""
TIMEOUT_S = 120.0
RESTED_S = 2.0
"""After READY: until everything is loaded and shown."""


class ProcessError(RuntimeError):
    """A process of the bench broke."""


def _environment(folder: str, **more: str) -> dict[str, str]:
    """Return an environment with a state folder of its own and nobody who listens."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    path = os.pathsep.join(part for part in (str(ROOT), kept.get("PYTHONPATH", "")) if part)
    return {**kept, "PYTHONPATH": path, "STATE_DIRECTORY": folder, **more}


@contextmanager
def _folder() -> Iterator[str]:
    with TemporaryDirectory(prefix="palmstone-bench-") as folder:
        yield folder


def _output(*arguments: str, timeout_s: float = TIMEOUT_S) -> tuple[float, str]:
    """Run Python with these arguments; return when it was begun (monotonic s) and what it wrote."""
    with _folder() as folder:
        began_s = time.monotonic()
        done = subprocess.run(  # noqa: S603 - our own interpreter and modules
            [sys.executable, *arguments],
            env=_environment(folder),
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
    if done.returncode:
        raise ProcessError(f"{' '.join(arguments[:3])}: {done.stderr.strip().splitlines()[-1:]}")
    return began_s, done.stdout


def child(*arguments: str, timeout_s: float = TIMEOUT_S) -> tuple[float, dict[str, Any]]:
    """Run `device.tools.bench.child` in a state folder of its own; return when it began, and its answer."""
    kind, *rest = arguments
    with _folder() as folder:
        # By -c as the imports alone: runpy would add its own time.
        began_s, text = _output("-c", CHILD, kind, folder, *rest, timeout_s=timeout_s)
    return began_s, json.loads(text)


def start(runs: int) -> dict[str, float]:
    """Measure the start against the imports alone, in turn, and take the medians.

    Before it, each is run once: a first run after a change compiles modules, a device never does.
    """
    boots, readies, imports = [], [], []
    child("start")
    _output("-c", IMPORTS)
    for _ in range(runs):
        began_s, answer = child("start")
        boots.append(answer["boot_s"] - began_s)
        readies.append(answer["ready_s"] - began_s)
        began_s, text = _output("-c", IMPORTS)
        imports.append(float(text) - began_s)
    return {
        "start_ratio": median(boots) / median(imports),
        "start_home_ratio": median(readies) / median(imports),
        "start_s": median(boots),
    }


def idle(settle_s: float, seconds: float) -> dict[str, float]:
    """Let an open session stand for a while, after `settle_s`."""
    _, answer = child("idle", str(settle_s), str(seconds), timeout_s=TIMEOUT_S + settle_s + seconds)
    return {
        "idle_wakeups_per_s": answer["wakeups_per_s"],
        "idle_cpu_percent": answer["cpu_percent"],
        "rss_session_mb": answer["rss_mb"],
    }


def run_and_stop() -> dict[str, float]:
    """Run `palmstone run --hardware simulated`, look at its memory, and end it by SIGTERM."""
    with _folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        address = f"{folder}/notify"
        ready.bind(address)
        ready.settimeout(TIMEOUT_S)
        process = subprocess.Popen(
            [sys.executable, "-m", "device", "run", "--hardware", "simulated"],
            env=_environment(folder, NOTIFY_SOCKET=address),
            stderr=subprocess.DEVNULL,
        )
        try:
            while b"READY=1" not in ready.recv(4096):
                pass
            time.sleep(RESTED_S)
            resident_mb = rss_mb(Path(f"/proc/{process.pid}"))
            began_s = time.monotonic()
            process.send_signal(signal.SIGTERM)
            process.wait(TIMEOUT_S)
            return {"rss_mb": resident_mb, "stop_s": time.monotonic() - began_s}
        finally:
            process.kill()
            process.wait()


def rss_mb(process: Path) -> float:
    """Return the resident memory of a process in MB (10^6 bytes), shared libraries included (proc(5))."""
    status = (process / "status").read_text()
    kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(kib) * 1024 / 1e6
