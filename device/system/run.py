"""`palmstone run`: the device until it is stopped, by a signal, by the player, or by what broke.

Laws of this file:
- READY is told as soon as the loop runs, hardware or not; STATUS tells what is missing;
- the watchdog is fed only while app and bus make progress;
- the end is quick and quiet: everything stored, the panel dark, one line if something broke.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from device.system.machine import Ending, Machine
from device.system.notify import Notifier, beat_every_us
from device.system.power import SystemPower, runtime_folder
from hal.disk.posix import posix_disk

if TYPE_CHECKING:
    from pathlib import Path

    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from device.system.signals import Waiting
    from device.ui.model import Status
    from hal.assemble import Built

_LOG = logging.getLogger(__name__)
STOPPED_WITHIN_S = 60.0
"""After the system was asked to switch off."""


def status_text(status: Status) -> str:
    """Say in one line what is missing, what two parts have in common once."""
    missing = [fault.detail or f"{part.value}: {fault.code}" for part, fault in sorted(status.faults.items())]
    missing += [] if status.saved else ["the storage takes nothing: not saved"]
    return "; ".join(dict.fromkeys(missing)) or "all well"


def serve(loaded: Loaded, folder: Path, built: Built, waiting: Waiting, games: DeviceGames) -> int:
    """Run on hardware that was built until the end; the exit code.

    Raises StoppedError if a signal comes before it lives; the hardware is the caller's still.
    """
    notifier = Notifier.of(os.environ)
    every_us = beat_every_us(os.environ)
    ending = Ending(waiting.wake)
    with waiting.interruptible():
        machine = Machine(
            loaded,
            built,
            posix_disk(folder),
            ending,
            games,
            told=lambda status: notifier.status(status_text(status)),
        )
    machine.start()
    notifier.ready(status_text(machine.app.model.status))
    clock = built.hardware.clock
    beaten_us = clock.now_us()
    while waiting.stopped is None and not ending.due:
        waiting.wait(None if every_us is None else every_us / 1e6)
        now_us = clock.now_us()
        if every_us is not None and now_us - beaten_us >= every_us and machine.progressed_since(beaten_us):
            notifier.beat()
            beaten_us = now_us
    notifier.stopping()
    if not machine.stop(blank=not ending.off):
        _LOG.warning("a thread hangs; it ends with the process")
    notifier.close()
    if ending.failure is not None:
        _LOG.error("%s; please report it", ending.failure)
        return 1
    if ending.off and built.emulation is None:
        SystemPower(runtime_folder(os.environ)).off()
        # The system stops us now; a service that left by itself would be started again.
        waiting.wait(STOPPED_WITHIN_S)
    return 0
