"""Words to systemd over its notify socket: READY, STATUS, WATCHDOG (sd_notify(3)). Without one: nothing."""

from __future__ import annotations

import contextlib
import os
import socket
from typing import TYPE_CHECKING, Self

from device.text.escaped import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping


class Notifier:
    """Sends datagrams to the service manager. Safe from any thread; raises nothing, never waits."""

    def __init__(self, address: str | None) -> None:
        self._socket: socket.socket | None = None
        self._address = ""
        if address:
            # A leading @ is a name in the abstract namespace of Linux (unix(7)).
            self._address = "\0" + address[1:] if address.startswith("@") else address
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)

    @classmethod
    def of(cls, environ: MutableMapping[str, str]) -> Self:
        """Take the address out of the environment, so that no child talks in our place."""
        return cls(environ.pop("NOTIFY_SOCKET", None))

    def ready(self, status: str) -> None:
        """The loop runs."""
        self._send(f"READY=1\nSTATUS={escaped(status)}\nMAINPID={os.getpid()}")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._send(f"STATUS={escaped(text)}")

    def beat(self) -> None:
        """Still alive."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """It is being stopped."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto(text.encode(), self._address)

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def beat_every_us(environ: Mapping[str, str]) -> int | None:
    """Return how often to beat: half of what the manager allows (sd_watchdog_enabled(3)); None for never."""
    given, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not given.isdecimal() or int(given) == 0 or (pid and pid != str(os.getpid())):
        return None
    return int(given) // 2
