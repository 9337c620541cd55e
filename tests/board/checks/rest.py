"""5, 6, 8, 10, 11: ending and hanging, switching off, the clock, the tests inside."""

from __future__ import annotations

import errno
import time

from hal.ports import Part
from tests.board.checks.base import Check, Ground, past_first_start, require
from tests.board.checks.header import status_text, status_until
from tests.board.checks.install import AS_USER, LONG_S, UNIT, bring, type_in
from tests.board.roots import USER

MAIN_PID = f"$(systemctl show -P MainPID {UNIT})"


def stop(ground: Ground) -> str:
    """Stop under a second with a dark panel, whatever the bus does."""
    with ground.board("stop") as board:
        past_first_start(board)
        told = []
        for hangs in (False, True):
            if hangs:
                board.wires.world.i2c(errno.ETIMEDOUT, Part.OLED)
            text = board.must(f"date +%s%N; systemctl stop {UNIT}; date +%s%N").split()
            took_s = (int(text[1]) - int(text[0])) / 1e9
            result = board.must(f"systemctl show -P Result {UNIT}").strip()
            require(result == "success", f"it was ended by force: {result}")
            told.append(f"{took_s:.2f} s{' on a bus that hangs' if hangs else ''}")
            if hangs:
                board.wires.world.i2c_ok(Part.OLED)
            else:
                board.dark(5.0)
            board.must(f"systemctl start {UNIT}")
            board.see("Nevermind")
        ground.figures["stop to the end of the unit, with lights out"] = ", ".join(told)
    return ", ".join(told)


def hang(ground: Ground) -> str:
    """App, bus or kernel hang: the watchdog acts, and the panel says so afterwards."""
    with ground.board("hang") as board:
        past_first_start(board)
        before = board.must(f"systemctl show -P NRestarts {UNIT}").strip()
        board.must(f"kill -STOP {MAIN_PID}")
        end_s = time.monotonic() + 120.0
        while board.must(f"systemctl show -P NRestarts {UNIT}").strip() == before:
            require(time.monotonic() < end_s, "the watchdog did not act on a process that stands still")
            time.sleep(1)
        journal = board.must(f"journalctl -u {UNIT} --no-pager | grep -i watchdog")
        board.see("Nevermind")
        board.wires.hang(60_000)
        board.press(3)
        before = board.must(f"systemctl show -P NRestarts {UNIT}").strip()
        end_s = time.monotonic() + 150.0
        while board.must(f"systemctl show -P NRestarts {UNIT}").strip() == before:
            require(
                time.monotonic() < end_s, "the watchdog did not act on a transfer that hangs in the kernel"
            )
            time.sleep(1)
        board.see("Nevermind", 180.0)
    return journal.strip().splitlines()[-1].partition("]: ")[2]


def killed(ground: Ground) -> str:
    """SIGKILL in a session: it comes back and resumes at the step."""
    with ground.board("killed") as board:
        past_first_start(board)
        for _ in range(3):
            board.press(4)
            board.still(0.6)
        board.must(f"kill -KILL {MAIN_PID}")
        board.still(3.0)
        board.picture(ground.folder / "after-kill.png")
        require(status_text(board) == "all well", status_text(board))
    return "killed, started anew"


def power_off(ground: Ground) -> str:
    """Switch off on the device: logind and polkit let it, and nobody else through it."""
    with ground.board("power") as board:
        past_first_start(board)
        ask = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
        for user, wanted in (("palmstone", "yes"), ("nobody", "no")):
            may = board.run(f"runuser -u {user} -- {ask} CanPowerOff").text
            require((f'"{wanted}"' in may) or (wanted == "no" and '"challenge"' in may), f"{user} may: {may}")
            other = board.run(f"runuser -u {user} -- {ask} CanReboot").text
            require('"yes"' not in other, f"{user} may restart the machine: {other}")
        board.press(2, for_s=3.6)
        board.still()
        board.press(4)
        board.see("Safe to unplug.")
        require(board.machine.off_within(120.0), "the machine is not off after: Safe to unplug.")
        require(board.sight.on, "the panel went dark with: Safe to unplug.")
    return "off after: Safe to unplug.; nobody else may"


def clock(ground: Ground) -> str:
    """A boot at 1970 without a network, then the right time."""
    with ground.board("clock") as board:
        past_first_start(board)
        year = board.must("date +%Y").strip()
        for _ in range(4):
            board.press(4)
            board.still(0.6)
        board.must(
            "date -s '2026-06-01 12:00:00' && mkdir -p /run/systemd/timesync && "
            "touch /run/systemd/timesync/synchronized"
        )
        board.press(1)
        board.still()
        require(status_text(board) == "all well", status_text(board))
        board.must(f"systemctl restart {UNIT}")
        board.still(3.0)
        journal = board.must("cat /var/lib/palmstone/*.jsonl 2>/dev/null | tail -n 3; ls /var/lib/palmstone")
        require(".bad" not in journal, f"something was set aside: {journal}")
    return f"booted in {year}, set in the middle of a session"


def inside(ground: Ground) -> str:
    """`palmstone check` and the tests for the first person who has a Pi, on the module."""
    with ground.board("inside") as board:
        bring(board)
        past_first_start(board)
        board.must(f"systemctl stop {UNIT}")
        green = board.run(
            "runuser -u palmstone -- env STATE_DIRECTORY=/var/lib/palmstone palmstone check", 120.0
        )
        require(green.code == 0, f"check is not green:\n{green.text}")
        board.wires.world.gone(Part.PADS)
        red = board.run(
            "runuser -u palmstone -- env STATE_DIRECTORY=/var/lib/palmstone palmstone check", 120.0
        )
        require(
            red.code == 1 and "5A" in red.text.upper(),
            f"check does not see that the pads are gone:\n{red.text}",
        )
        board.wires.world.back(Part.PADS)
    return "check green; red without the pads"


def layers(ground: Ground) -> str:
    """The quick layers of the tests, on aarch64."""
    with ground.board("layers") as board:
        bring(board)
        board.must(f"systemctl stop {UNIT}")
        type_in(board, "cd palmstone\nmake setup")
        text = type_in(
            board,
            "cd palmstone\n.venv/bin/pytest -n 2 --quick tests/hal tests/engine/the_mind tests/device/input",
            timeout_s=LONG_S,
        )
    return text.strip().splitlines()[-1]


CHECKS = (
    Check(5, "stop, with a bus that hangs too", stop),
    Check(5, "hang of the process and of a transfer", hang),
    Check(5, "killed in a session", killed),
    Check(6, "switched off from the device", power_off),
    Check(8, "1970, then right", clock),
    Check(10, "check, green and red", inside),
    Check(11, "tests on aarch64", layers),
)
_ = (AS_USER, USER, status_until)
