"""The product, started on a state folder that a cut left: does it take up what the glass had shown?"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

from device.games.settings import defaults
from device.sim.rig import Rig
from engine import record
from engine.games import GAMES
from hal.disk.posix import posix_disk

if TYPE_CHECKING:
    from pathlib import Path

    from hal.simulated.disk import SimDisk


def _is_open(data: bytes) -> bool:
    timeline = record.resume(record.parse(data, GAMES))
    return timeline.state.result is None


def resumed_fault(folder: Path, wanted: dict[str, bytes]) -> str | None:
    """Start on `folder` and look; say what is amiss, or None. The folder is written to."""
    logging.disable(logging.CRITICAL)
    # The rig asks more of its disk only when it cuts the power itself.
    rig = Rig(defaults(), disk=cast("SimDisk", posix_disk(folder)))
    rig.power_on()
    try:
        if not rig.app.model.status.saved:
            return "the storage takes nothing"
        aside = sorted(path.name for path in folder.rglob("*.bad*"))
        records = {name: data for name, data in wanted.items() if name.startswith("sessions/") and data}
        if not records:
            return None
        scene = rig.app.outputs.display.scene
        latest = max(records, key=lambda name: int(name.removeprefix("sessions/").removesuffix(".jsonl")))
        if _is_open(records[latest]):
            if scene is None or scene.id != "resume":
                return f"{latest} is open, and the start shows {scene.id if scene else 'nothing'}"
            rig.tap("K4")
            if rig.app.sessions.session is None:
                return f"{latest} is open and was not taken up"
        torn = [name for name in records if not (folder / name).read_bytes().endswith(b"\n")]
        return f"set aside at the start: {', '.join(aside)}" if aside and not torn else None
    finally:
        rig.stop()
        logging.disable(logging.NOTSET)
