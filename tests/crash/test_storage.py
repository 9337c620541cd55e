"""The card is full or read-only: play goes on, "Not saved", no loop of errors, nothing is lost (F22)."""

from __future__ import annotations

import errno
import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from device.games.settings import defaults
from device.sim.rig import Rig
from device.ui.words import shown_words
from engine import record
from engine.games import GAMES
from hal.disk.posix import PosixFileOps
from hal.disk.synced import SyncedDisk
from hal.ports import NEVER
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.crash.monkey import PLAIN, sessions_on

ROOT = Path(__file__).parents[2]
RECORD = "sessions/1.jsonl"
KEYS = ("0", "K4", "1", "0", "2", "0", "3", "0", "4", "0")
RETRIED_US = 70_000_000


def _begun() -> Rig:
    rig = Rig(defaults())
    rig.power_on()
    rig.perform(PLAIN)
    return rig


@pytest.mark.long
@pytest.mark.parametrize(("fault", "room"), [("readonly", 0), *(("full", room) for room in range(0, 130, 7))])
def test_f22_play_goes_on_while_the_card_takes_nothing_and_all_is_written_after(
    fault: str, room: int
) -> None:
    free, blocked = _begun(), _begun()
    blocked.disk.fault(fault, room=room)
    told = False
    for key in KEYS:
        free.tap(key)
        if blocked.app.stage.covers:
            # The notice stands over a move that nobody may have read: it takes a touch of its own.
            blocked.tap(key)
        blocked.tap(key)
        told = told or "not saved" in shown_words(blocked.scene).casefold()
        assert blocked.state == free.state
    assert told
    assert not blocked.app.model.status.saved
    blocked.disk.fault(None)
    blocked.wait(RETRIED_US)
    assert blocked.app.model.status.saved
    lines = [record.parse(contents(rig.disk)[RECORD], GAMES) for rig in (free, blocked)]
    assert [entry.command for entry in record.resume(lines[0]).in_force] == [
        entry.command for entry in record.resume(lines[1]).in_force
    ]


@pytest.mark.parametrize("fault", ["full", "readonly"])
def test_f22_the_power_goes_while_the_card_takes_nothing(fault: str) -> None:
    """What was saved is there; the torn rest of what was not is cut, or waits on a read-only card."""
    rig = _begun()
    before, state = contents(rig.disk)[RECORD], rig.state
    rig.disk.fault(fault, room=20)
    for key in KEYS:
        rig.tap(key)
    rig.power_cut()
    rig.power_on()
    assert rig.scene.id == "resume"
    rig.tap("K4")
    assert contents(rig.disk)[RECORD] == before
    assert rig.state == state


def test_f22_a_dead_card_is_tried_ever_more_seldom_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    rig = _begun()
    rig.disk.fault("readonly")
    with caplog.at_level(logging.WARNING):
        for key in KEYS:
            rig.tap(key)
        rig.wait(600_000_000)
    assert len([entry for entry in caplog.records if entry.name == "device.storage.outbox"]) == 1
    assert rig.app.sessions.store.step(rig.clock.now_us()) < NEVER


def test_f22_reading_after_a_failed_append_writes_nothing() -> None:
    disk = SimDisk()
    disk.append("a", b"whole\n")
    disk.fault("full", room=3)
    with pytest.raises(OSError, match="No space"):
        disk.append("a", b"another\n")
    disk.fault("readonly")
    steps = disk.steps
    assert disk.read("a") == b"whole\n"
    assert disk.steps == steps


@pytest.mark.long
@pytest.mark.parametrize("room", [0, 1, 30, 70])
def test_f22_real_writes_that_stop_in_the_middle_are_cut_and_written_again(tmp_path: Path, room: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash.limited", str(tmp_path), str(room)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    went = json.loads(done.stdout)
    assert not went["blocked"]["saved"]
    assert went["after"] == {"saved": True, "state": went["blocked"]["state"], "unsaved": 0}
    found = record.parse((tmp_path / RECORD).read_bytes(), GAMES)
    timeline = record.resume(found)
    assert timeline.game.state_to_json(timeline.state) == went["after"]["state"]


def test_f22_a_folder_that_is_not_ours_is_told_as_read_only(tmp_path: Path) -> None:
    class Closed(PosixFileOps):
        def create(self, path: str) -> None:
            raise PermissionError(errno.EACCES, "Permission denied", path)

    sessions = sessions_on(SyncedDisk(Closed(tmp_path)))
    sessions.store.append(1, "{}")
    assert str(sessions.store.problem) == (
        "sessions/1.jsonl: not saved: Permission denied; "
        "remount it for writing or give the folder to the user of the device"
    )
