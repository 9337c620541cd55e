"""What the bench runs in a fresh process, by `main`: `start FOLDER` or `idle FOLDER SETTLE_S SECONDS`.

It is handed what the command line parses and begins with, and so starts as `palmstone run --hardware
simulated` does. It looks at itself through /proc and answers with one JSON line.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from device.settings.loaded import Loaded
    from device.system.machine import Machine
    from hal.assemble import Built
    from hal.simulated.world import SimWorld

Parse: TypeAlias = "Callable[[Sequence[str]], Namespace]"
"""`device.cli.parser.parse`."""
Awake: TypeAlias = "Callable[[Loaded, str, Path], tuple[Built, SimWorld | None]]"
"""`device.cli.run.awake`."""
GRACE_S = 5.0
"""A screen that is not there by then never comes."""


def _awake(folder: Path, parse: Parse, awake: Awake) -> tuple[Loaded, Built, SimWorld]:
    """Begin as `palmstone run --hardware simulated` does: its first frame is on the glass after it."""
    from device.games.settings import defaults  # noqa: PLC0415
    from device.system.signals import Waiting  # noqa: PLC0415

    gc.disable()
    Waiting()
    options = parse(["run", "--hardware", "simulated"])
    loaded = defaults()
    built, world = awake(loaded, options.hardware, folder)
    assert world is not None
    return loaded, built, world


def _machine(folder: Path, loaded: Loaded, built: Built, world: SimWorld) -> Machine:
    """Go on as `run` does, and begin a session."""
    from device.games.nevermind.options import NevermindOptions  # noqa: PLC0415
    from device.games.registry import GAMES  # noqa: PLC0415
    from device.system.machine import Ending, Machine  # noqa: PLC0415
    from device.ui.model import Begin  # noqa: PLC0415
    from hal.disk.posix import posix_disk  # noqa: PLC0415

    ending = Ending(lambda: None)
    machine = Machine(loaded, built, posix_disk(folder), ending, GAMES, skip_first=True)
    now_us = built.hardware.clock.now_us()
    machine.app.perform((Begin("nevermind", {"stage": 1}, NevermindOptions(seed="7")),), now_us)
    machine.start()
    return machine


def start(folder: Path, parse: Parse, awake: Awake) -> dict[str, object]:
    """Start, and note when the first frame and when the home screen stand on the glass (monotonic s)."""
    loaded, built, world = _awake(folder, parse, awake)
    boot_s = time.monotonic()
    assert world.panel.lit, "no first frame came on the glass"
    boot = world.frame()
    machine = _machine(folder, loaded, built, world)
    until_s = boot_s + GRACE_S
    while world.frame() == boot and time.monotonic() < until_s:
        time.sleep(0.001)
    ready_s = time.monotonic()
    machine.stop()
    return {"boot_s": boot_s, "ready_s": ready_s}


def idle(folder: Path, parse: Parse, awake: Awake, settle_s: float, seconds: float) -> dict[str, object]:
    """Let an open session stand, and count what the kernel says of each of our threads meanwhile."""
    from device.tools.bench.processes import rss_mb  # noqa: PLC0415 - not before what is measured

    machine = _machine(folder, *_awake(folder, parse, awake))
    time.sleep(settle_s)
    # The simulated hardware is no part of a device; this thread only waits, as that of `run` does.
    ours = [thread for thread in threading.enumerate() if thread.name in ("app", "bus")]
    before = [_thread(thread.native_id) for thread in ours]
    began_s = time.monotonic()
    time.sleep(seconds)
    took_s = time.monotonic() - began_s
    after = [_thread(thread.native_id) for thread in ours]
    resident_mb = rss_mb(Path("/proc/self"))
    machine.stop()
    wakeups = sum(new[0] - old[0] for old, new in zip(before, after, strict=True))
    cpu_s = sum(new[1] - old[1] for old, new in zip(before, after, strict=True))
    return {"wakeups_per_s": wakeups / took_s, "cpu_percent": 100 * cpu_s / took_s, "rss_mb": resident_mb}


def _thread(native_id: int | None) -> tuple[int, float]:
    """Return how often a thread gave up its core by itself, and its CPU in seconds (proc(5))."""
    task = Path(f"/proc/self/task/{native_id}")
    status = (task / "status").read_text()
    switches = next(line for line in status.splitlines() if line.startswith("voluntary_ctxt_switches"))
    return int(switches.split()[1]), int((task / "schedstat").read_text().split()[0]) / 1e9


def main(arguments: list[str], parse: Parse, awake: Awake) -> int:
    """Do what is asked, in a state folder that was made for it."""
    kind, folder, *seconds = arguments
    if kind == "start":
        answer = start(Path(folder), parse, awake)
    else:
        answer = idle(Path(folder), parse, awake, *(float(text) for text in seconds))
    import json  # noqa: PLC0415 - not before what is measured

    sys.stdout.write(f"{json.dumps(answer)}\n")
    return 0
