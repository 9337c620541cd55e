"""6, 8: switching off from the device, and a clock that nobody set."""

from __future__ import annotations

from dataclasses import replace

from tests.board.checks.base import Check, Ground, in_a_session, past_first_start, require, taken_up
from tests.board.checks.header import status_until
from tests.board.checks.install import UNIT
from tests.board.machine import PI_5

NEVER_SET = "1970-01-01T00:00:00"
"""What the battery clock of a Raspberry Pi 5 shows that has no battery."""
RIGHT = "2026-06-01 12:00:00"
WRONG = "2039-06-01 12:00:00"
SYNCHRONIZED = "mkdir -p /run/systemd/timesync && touch /run/systemd/timesync/synchronized"


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
    """A boot at 1970 without a network, then the right time, and a wrong one: in the middle of a session."""
    shape = ground.shape(model=PI_5)
    shape = replace(shape, options=(*shape.options, "-rtc", f"base={NEVER_SET}"))
    with ground.board("clock", shape) as board:
        past_first_start(board)
        shown = board.must("cat /sys/class/rtc/rtc0/since_epoch").strip()
        require(int(shown) < 3600, f"the battery clock shows {shown} s since 1970")
        board.must("date -s '1970-01-02 00:00:00'")
        step = in_a_session(board)
        for time in (RIGHT, WRONG, RIGHT):
            board.must(f"date -s '{time}' && {SYNCHRONIZED}")
            board.must(f"systemctl restart {UNIT}")
            taken_up(board, step)
            status_until(board, "all well")
        aside = board.must("find /var/lib/palmstone -name '*.bad*'").strip()
        require(not aside, f"something was set aside: {aside}")
    return f"1970, then {RIGHT}, {WRONG} and back, in the middle of a session"


CHECKS = (
    Check(6, "switched off from the device", power_off),
    Check(8, "1970, then right", clock),
)
