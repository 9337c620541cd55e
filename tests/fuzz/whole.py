"""Progress, resume point and choices, own cards among them, on a device that starts with them (F37)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.registry import GAMES
from device.games.settings import defaults
from device.session.sessions import Sessions
from device.settings.loaded import with_stored
from device.storage.progress import Progress
from device.storage.store import CHOICES, PROGRESS, RESUME, Store
from hal.simulated.clock import SimClock
from hal.simulated.disk import SimDisk
from tests.crash.cuts import contents
from tests.fuzz import made
from tests.fuzz.mutate import mutated

if TYPE_CHECKING:
    from collections.abc import Iterator

Case: TypeAlias = tuple[str, bytes]
"""Name of the file, and what is in it."""


def cases(seed: int) -> Iterator[Case]:
    """Mutate them for ever."""
    random, state = Random(f"whole/{seed}"), made.state()
    real = {
        PROGRESS: b'{"version":1,"unlocked":3,"first_start_done":true,"help_seen":["now","round"]}\n',
        RESUME: state[f"{RESUME}.1"],
        CHOICES: state[CHOICES],
    }
    others = (*state.values(), *made.records().values())
    while True:
        name = random.choice(tuple(real))
        yield name, mutated(real[name], others, random)


def run(case: Case) -> str | None:
    """Read it, lay it over the settings, take up what is open, save it again, read that."""
    name, data = case
    disk = SimDisk()
    for path, there in {**made.state(), name: data}.items():
        if path != f"{name}.1":
            disk.append(path, there)
    store = Store(disk, SimClock(), GAMES.kept)
    progress, loaded = store.progress(), with_stored(defaults(), store.choices())
    sessions = Sessions(store, SimClock(), GAMES)
    opened = sessions.resume("nevermind")
    if opened is None:
        return "the open session is not taken up"
    opened.count(1_000_000)
    sessions.leave()
    store.save_progress(progress)
    store.save_choices(loaded.choices())
    again = Store(disk, SimClock(), GAMES.kept)
    if again.progress() != progress or with_stored(defaults(), again.choices()).values != loaded.values:
        return "what was saved is not what is read"
    if again.take_words():
        return f"what was saved is at fault: {again.take_words()}"
    if progress == Progress({"unlocked": 1}) and name == PROGRESS and not store.take_words():
        return None
    kept = contents(disk)
    if data not in (kept.get(name), kept.get(f"{name}.1"), kept.get(f"{name}.bad1")) and _is_strange(
        name, data
    ):
        return f"{name} is neither in its place nor beside it"
    return None


def _is_strange(name: str, data: bytes) -> bool:
    """Tell whether it was set aside: a sound file is replaced, and its previous generation after it."""
    disk = SimDisk()
    disk.append(name, data)
    store = Store(disk, SimClock(), GAMES.kept)
    {PROGRESS: store.progress, RESUME: store.resume_point, CHOICES: store.choices}[name]()
    return f"{name}.bad1" in contents(disk)
