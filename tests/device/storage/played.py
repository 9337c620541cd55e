"""Plays a file of steps on one device, several sessions one after the other, and returns what it left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.registry import GAMES
from device.games.settings import defaults
from device.sim.rig import TAP_US, Rig
from device.sim.scenario.begin import start_of
from device.sim.scenario.run import HOLD_EXTRA_US, PALMS_US
from device.sim.scenario.steps import read
from hal.simulated.disk import SimDisk

if TYPE_CHECKING:
    from pathlib import Path

    from device.session.games import DeviceGames
    from device.sim.scenario.steps import Step

NOON_S = 1_772_366_400
"""2026-03-01, noon in UTC: the same day in nearly every zone."""
FOLDERS = ("", "sessions")


def files_of(disk: SimDisk) -> dict[str, bytes]:
    """Return all files of a state folder that a power cut would leave, by path."""
    safe = disk.cut()
    paths = [f"{folder}/{name}" if folder else name for folder in FOLDERS for name in safe.names(folder)]
    return {path: safe.read(path) or b"" for path in sorted(paths)}


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder on this machine, by path relative to it."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def disk_of(files: dict[str, bytes]) -> SimDisk:
    """Return a card that holds these files."""
    disk = SimDisk()
    for path, data in files.items():
        disk.append(path, data)
    return disk


def play(path: Path, games: DeviceGames = GAMES) -> dict[str, bytes]:
    """Play a file; a later `start` opens a further session on the same storage. Returns the state folder."""
    first, *steps = read(path)
    begun = start_of(first, defaults(), games)
    rig = Rig(begun.loaded, games=games)
    rig.clock.set_wall(NOON_S)
    rig.power_on(skip_first=not begun.first)
    if begun.begin is not None:
        rig.perform(begun.begin)
    for step in steps:
        _do(rig, step)
    files = files_of(rig.disk)
    rig.stop()
    return files


def _do(rig: Rig, step: Step) -> None:
    match step.kind, step.value:
        case "start", _:
            begin = start_of(step, defaults(), rig.games).begin
            assert begin is not None, f"{step.file}:{step.line}: only the first start may be without a game"
            rig.perform(begin)
        case "tap", str(key):
            rig.tap(key, TAP_US)
        case "hold", dict(given):
            name = given.get("key") or given["pad"]
            rig.tap(str(name), step.duration_us(given["for"]) + HOLD_EXTRA_US)
        case "palms", list(seats):
            rig.palms_down([int(str(seat)) for seat in seats])
            _felt(rig)
        case "lift", _:
            rig.palms_up(None)
            _felt(rig)
        case "wait", str(length):
            rig.wait(step.duration_us(length))
        case "power", "cut":
            rig.power_cut()
        case "power", "on":
            rig.power_on()
        case (("screen" | "text" | "line" | "state" | "said" | "shot"), _):
            pass  # what a scenario expects is held where scenarios are tested
        case _:
            raise AssertionError(f"{step.file}:{step.line}: cannot be played here: {step.kind}")


def _felt(rig: Rig) -> None:
    rig.settle()
    rig.wait(PALMS_US)
    rig.settle()
