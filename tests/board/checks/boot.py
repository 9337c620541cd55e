"""2: the service at boot, inside its sandbox, and what it takes."""

from __future__ import annotations

import time

from tests.board.checks.base import LETTERS, Check, Ground, require
from tests.board.checks.install import UNIT
from tests.board.machine import ZERO_2

REST_S = 60
WAKING = "Palmstone wakes."


def property_of(text: str, name: str) -> str:
    """Return a property of `systemctl show`."""
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{name}="))


def at_boot(ground: Ground) -> str:
    """It is there by itself, as its own user, in its sandbox, with a picture."""
    shape = ground.shape(model=ZERO_2, processors=4, memory_mb=512)
    with ground.board("boot", shape) as board:
        board.see(LETTERS)
        first = next(sight for sight in board.wires.sights if sight.on)
        shown = board.must(f"systemctl show {UNIT}")
        require(property_of(shown, "ActiveState") == "active", "the service is not active")
        require(property_of(shown, "NRestarts") == "0", "the service was started more than once")
        require(
            property_of(shown, "StatusText") == "all well",
            f"its status is {property_of(shown, 'StatusText')}",
        )
        pid = property_of(shown, "MainPID")
        user = board.must(f"stat -c %U /proc/{pid}").strip()
        require(user == "palmstone", f"it runs as {user}")
        seccomp = board.must(f"grep -E '^(Seccomp|NoNewPrivs|CapEff):' /proc/{pid}/status").split()
        require(
            seccomp == ["CapEff:", "0" * 16, "NoNewPrivs:", "1", "Seccomp:", "2"], f"its sandbox: {seccomp}"
        )
        exposure = board.must(f"systemd-analyze security --no-pager {UNIT} | tail -n 1").strip()
        ground.figures["exposure of the unit"] = exposure.partition("level for ")[2]
        ages = _ages(
            board.must(f"cat /proc/uptime; systemctl show -p ExecMainStartTimestampMonotonic {UNIT}")
        )
        after_s = ages[0] - (time.monotonic() - first.at_s) - ages[1]
        ground.figures["seconds from the unit's start to the first frame"] = f"{after_s:.1f}"
        resident_kb = int(board.must(f"grep ^VmRSS /proc/{pid}/status").split()[1])
        ground.figures["resident memory on aarch64, 512 MB"] = f"{resident_kb * 1024 / 1e6:.1f} MB"
        waking = _wakes(
            board.must(f"{_WAKES.format(pid=pid)}; sleep {REST_S}; {_WAKES.format(pid=pid)}", 240.0)
        )
        ground.figures[f"wake-ups a second at rest by thread, {REST_S} s"] = waking
        return f"first frame {after_s:.1f} s after the unit's start; {exposure.partition('level for ')[2]}"


_WAKES = (
    "for task in /proc/{pid}/task/*; do echo $(cat $task/comm) "
    "$(grep -E '^voluntary' $task/status | cut -f 2); done; echo ="
)


def _ages(text: str) -> tuple[float, float]:
    """Return now and the start of the process, in seconds since the kernel's start."""
    uptime, started = text.strip().splitlines()
    return float(uptime.split()[0]), int(started.partition("=")[2]) / 1e6


def _wakes(text: str) -> str:
    before, after = [
        [line.rsplit(" ", 1) for line in part.strip().splitlines()] for part in text.split("=\n")[:2]
    ]
    return ", ".join(
        f"{name} {(int(late) - int(early)) / REST_S:.2f}"
        for (name, early), (_, late) in zip(before, after, strict=True)
    )


CHECKS = (Check(2, "the service at boot, in its sandbox", at_boot),)
