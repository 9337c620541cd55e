"""Switching the machine off, once everything is stored and "Safe to unplug." stands on the panel.

The unit's ExecStopPost leaves the panel alone while `MARK` lies in the runtime folder.
"""

from __future__ import annotations

import logging
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_LOG = logging.getLogger(__name__)
MARK = "power.bye"
"""File in the runtime folder: the picture on the panel is to stay."""
WAIT_S = 5
COMMANDS: tuple[tuple[str, ...], ...] = (
    (
        "busctl",
        "call",
        "org.freedesktop.login1",
        "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager",
        "PowerOff",
        "b",
        "false",
    ),
    ("systemctl", "poweroff"),
)
"""Ways to ask logind, in the order they are tried; `false` is: ask nobody for a password."""


class SystemPower:
    """Leaves the mark, syncs, and asks logind. `run` carries a command out and returns its exit code."""

    def __init__(
        self,
        runtime: Path | None,
        run: Callable[[Sequence[str]], int] | None = None,
        sync: Callable[[], None] = os.sync,
    ) -> None:
        self._runtime = runtime
        self._run = _run if run is None else run
        self._sync = sync

    def off(self) -> None:
        """Leave the mark, sync, ask."""
        if self._runtime is not None:
            try:
                (self._runtime / MARK).write_bytes(b"")
            except OSError as error:
                _LOG.warning("%s: no mark for the panel: %s", self._runtime / MARK, error.strerror)
        self._sync()
        tried = []
        for command in COMMANDS:
            try:
                code = self._run(command)
            except (OSError, subprocess.SubprocessError) as error:
                tried.append(f"{command[0]}: {error}")
                continue
            if code == 0:
                return
            tried.append(f"{command[0]}: exit {code}")
        _LOG.error(
            "nobody switches off (%s): is the polkit rule installed? Unplugging is safe", "; ".join(tried)
        )


def runtime_folder(environ: Mapping[str, str]) -> Path | None:
    """Return systemd's RuntimeDirectory, or None outside a service."""
    given = environ.get("RUNTIME_DIRECTORY", "")
    return Path(given.split(":")[0]) if given else None


def _run(command: Sequence[str]) -> int:
    return subprocess.run(  # noqa: S603 - no shell, and every word of it is above
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=WAIT_S, check=False
    ).returncode
