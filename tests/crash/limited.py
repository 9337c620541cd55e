"""A process whose files may not grow: real writes that stop in the middle, then go on.

`python -m tests.crash.limited FOLDER ROOM` prints how the session went, as JSON.
"""

from __future__ import annotations

import json
import logging
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from device.games.settings import defaults
from device.sim.rig import Rig
from hal.disk.posix import posix_disk
from tests.crash.monkey import PLAIN

if TYPE_CHECKING:
    from hal.simulated.disk import SimDisk

RETRIED_US = 70_000_000
"""Beyond the longest wait of a store that tries again."""


def main(arguments: list[str]) -> int:
    """Play a little, let no file grow by more than some bytes, play on, lift the limit, wait."""
    folder, room = Path(arguments[0]), int(arguments[1])
    logging.disable(logging.CRITICAL)
    rig = Rig(defaults(), disk=cast("SimDisk", posix_disk(folder)))
    rig.power_on()
    rig.perform(PLAIN)
    record = folder / "sessions" / "1.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (record.stat().st_size + room, hard))
    for key in ("0", "K4", "1", "0", "2", "0", "3", "0", "4", "K1", "K4"):
        rig.tap(key)
    store = rig.app.sessions.store
    blocked = {"saved": store.problem is None, "state": rig.state, "size": record.stat().st_size}
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    rig.wait(RETRIED_US)
    after = {"saved": store.problem is None, "state": rig.state, "unsaved": store.unsaved}
    sys.stdout.write(json.dumps({"blocked": blocked, "after": after}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
