"""A long life at random: somebody plays, parts fail and come back, the storage fills up, the power goes.

After each fake hour everything is healed and the device rests on its home screen; what it holds then is its
footprint, and that must not grow. `python -m tests.soak --hours 24` runs a whole day.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import sys
import threading
import tracemalloc
from collections import Counter
from dataclasses import dataclass
from enum import Flag
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from device.games.settings import defaults
from device.settings.model import PADS
from device.sim.rig import Rig
from device.ui.events import Pads
from hal.ports import Part
from tests.crash.monkey import begin

if TYPE_CHECKING:
    from collections.abc import Callable

S = 1_000_000
HOUR_US = 3_600 * S
ERRNOS = (5, 6, 110, 121)
CHIPS = (Part.OLED, Part.PADS)
PARTS = (Part.OLED, Part.PADS, Part.BUTTONS)
KEYS = ("K1", "K2", "K3", "K4", "K5", "K6")
LEAD_ON = ("0", "K4")
OURS = ("device.", "engine.", "hal.")
NOT_COUNTED = ("hal.simulated.", "device.storage.journal.JournalEntry")
"""The simulated world keeps what was done to it, and the journal grows by a line a session."""
OWNERS = (
    "device.app.loop.",
    "device.app.effects.",
    "device.app.player.",
    "device.app.stage.",
    "device.output.display.Display",
    "device.output.led.",
    "device.output.outputs.",
    "device.output.sound.",
    "device.output.voice.",
    "device.session.sessions.",
    "device.storage.outbox.Outbox",
    "device.session.session.",
    "device.storage.store.Store",
    "hal.assemble.",
    "hal.touch.owner.",
    "hal.panel.owner.",
    "hal.worker.",
)
"""Of these there are as many as there were, to the last one."""
VALUES = 4
"""So many values of a class more are no leak: a threshold was set on the device, a screen was seen."""
GARBAGE_KIB = 200
"""How much the memory of our modules may differ from one rest to another: free lists, bags of lines."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What the device holds while it rests on its home screen."""

    threads: int
    descriptors: int
    queued: int
    """Facts, wishes, orders and writes that wait."""
    objects: Counter[str]
    """Living objects of our classes, by class."""
    kib: float
    """Memory that our modules asked for, if it is traced."""

    def grown(self, first: Footprint) -> list[str]:
        """Name all that grew since an earlier rest."""
        grown = [
            f"{name}: {then} -> {now}"
            for name, then, now in (
                ("threads", first.threads, self.threads),
                ("descriptors", first.descriptors, self.descriptors),
                ("queued", 0, self.queued),
            )
            if now > then
        ]
        grown += [
            f"{name}: {first.objects[name]} -> {count} objects"
            for name, count in self.objects.items()
            if count > first.objects[name] + (0 if name.startswith(OWNERS) else VALUES)
        ]
        if self.kib > first.kib + GARBAGE_KIB:
            grown.append(f"memory: {first.kib:.0f} -> {self.kib:.0f} KiB")
        return grown


class Soak:
    """One device and its hours. The same seed is the same day."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.rig = Rig(defaults(), seed=seed)
        self.rig.power_on()
        self.acts: Counter[str] = Counter()
        """How often each kind of act happened."""
        self._acts: tuple[tuple[int, Callable[[], None]], ...] = (
            (60, self._tap),
            (8, self._hold),
            (10, self._wait),
            (6, self._hands),
            (4, self._begin),
            (4, self._bus_fault),
            (3, self._gone),
            (2, self._dip),
            (2, self._storage),
            (2, self._stuck),
            (1, self._irq),
            (1, self._power_cut),
        )

    # Hours

    def live(self, us: int = HOUR_US) -> None:
        """Play on, by default for a fake hour."""
        until_us = self.rig.clock.now_us() + us
        weights = [weight for weight, _ in self._acts]
        while self.rig.clock.now_us() < until_us:
            act = self.random.choices(self._acts, weights)[0][1]
            self.acts[act.__name__] += 1
            act()
            if self.rig.app.stage.off:
                # Somebody agreed to "Rest now?".
                self._restart()

    def rest(self) -> Footprint:
        """Heal everything, go home, let two minutes pass, and look at what is held."""
        rig = self.rig
        self._heal()
        rig.wait(40 * S)
        rig.tap("K3")  # a dark panel takes the first touch for waking
        rig.tap("K1", S)
        rig.wait(120 * S)
        assert rig.scene.id == "home", rig.scene.id
        assert not rig.app.model.status.faults, rig.app.model.status
        assert rig.app.model.status.saved
        return self._footprint()

    def _heal(self) -> None:
        rig, world = self.rig, self.rig.world
        world.set_irq_wired(True)
        world.bus.cure()
        for part in PARTS:
            world.back(part)
        rig.disk.fault(None)
        for pad in PADS:
            world.stuck(rig.electrode(pad), stuck=False)
        self._lift_all()

    def _lift_all(self) -> None:
        for key in (*PADS, *KEYS[: self._keys()]):
            self.rig.lift(key)
        self.rig.settle()

    def _keys(self) -> int:
        return sum(pin is not None for pin in self.rig.loaded.settings.hardware.button_pins)

    def _footprint(self) -> Footprint:
        rig = self.rig
        for recorder in (rig.world.lights, rig.world.chime, rig.world.voice):
            recorder.calls.clear()
        for cache in caches():
            cache.cache_clear()
        gc.collect()
        # Members of a Flag are made when they first come up, and there is an end to them.
        objects = Counter(_name(thing) for thing in gc.get_objects() if not isinstance(thing, Flag))
        ours = {
            name: count
            for name, count in objects.items()
            if name.startswith(OURS) and not name.startswith(NOT_COUNTED)
        }
        return Footprint(
            threading.active_count(),
            len(list(Path("/proc/self/fd").iterdir())),
            waiting(rig),
            Counter(ours),
            _traced_kib(),
        )

    # Acts

    def _key(self) -> str:
        if self.random.random() < 0.5:
            return self.random.choice(LEAD_ON)
        return self.random.choice((*PADS, *KEYS[: self._keys()]))

    def _tap(self) -> None:
        self.rig.tap(self._key(), self.random.choice((20_000, 60_000, 120_000, 300_000)))
        self.rig.wait(self.random.randrange(4 * S))

    def _hold(self) -> None:
        self.rig.tap(self._key(), self.random.choice((900_000, 3_200_000, 21 * S)))

    def _wait(self) -> None:
        self.rig.wait(self.random.choice((5, 25, 60, 200, 600)) * S)

    def _hands(self) -> None:
        model = self.rig.app.model
        if model.screen.pads(model) is Pads.KEYS:
            return
        seats = list(range(self.random.randint(1, 4)))
        with contextlib.suppress(ValueError):  # fewer seats than hands
            self.rig.palms_down(seats)
        self.rig.wait(self.random.randrange(2 * S))
        self.rig.palms_up(None)
        self.rig.wait(S)

    def _begin(self) -> None:
        if self.rig.scene.id == "home":
            self.rig.perform(begin(self.random.choice(("nevermind", "the-mind")), self.random))

    def _bus_fault(self) -> None:
        part, errno = self.random.choice(CHIPS), self.random.choice(ERRNOS)
        if self.random.random() < 0.5:
            self.rig.world.i2c(errno, part, times=self.random.randint(1, 5))
        else:
            self.rig.world.i2c(errno, part, for_us=self.random.randrange(20 * S))
        self._tap()

    def _gone(self) -> None:
        part = self.random.choice(PARTS)
        self.rig.world.gone(part)
        for _ in range(self.random.randrange(4)):
            self._tap()
        self.rig.world.back(part)
        self.rig.wait(6 * S)

    def _dip(self) -> None:
        if self.random.random() < 0.5:
            self.rig.world.supply_dip(self.random.choice(CHIPS))
        else:
            self.rig.world.freeze()
        self.rig.wait(10 * S)

    def _storage(self) -> None:
        self.rig.disk.fault(self.random.choice(("full", "readonly")))
        for _ in range(self.random.randrange(6)):
            self._tap()
        self.rig.disk.fault(None)

    def _stuck(self) -> None:
        pad = self.random.choice(PADS)
        self.rig.stick(pad, stuck=True)
        for _ in range(self.random.randrange(4)):
            self._tap()
        self.rig.stick(pad, stuck=False)

    def _irq(self) -> None:
        self.rig.world.set_irq_wired(False)
        for _ in range(8):
            self._tap()
        self.rig.world.set_irq_wired(True)

    def _power_cut(self) -> None:
        self.rig.power_cut()
        self.rig.power_on()

    def _restart(self) -> None:
        self.rig.stop()
        self.rig.world.restart(cold=True)
        self.rig.power_on()


def caches() -> list[_lru_cache_wrapper[object]]:
    """Return the caches of our modules; how much they may hold is written at each."""
    found = (thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper))
    return [cache for cache in found if str(cache.__module__).startswith(OURS)]


def waiting(rig: Rig) -> int:
    """Count what waits in queues: facts, wishes, orders, writes."""
    worker, outbox = rig._built.worker, rig.app.sessions.store._outbox
    return rig._built.hardware.inbox.qsize() + len(worker._mailbox) + worker._orders.qsize() + outbox.unsaved


def _name(thing: object) -> str:
    return f"{type(thing).__module__}.{type(thing).__qualname__}"


def _traced_kib() -> float:
    if not tracemalloc.is_tracing():
        return 0.0
    root = str(Path(__file__).parents[1])
    ours = [tracemalloc.Filter(True, f"{root}/{package}/*") for package in ("device", "engine", "hal")]
    rest = [tracemalloc.Filter(False, f"{root}/hal/simulated/*"), tracemalloc.Filter(False, "*/journal.py")]
    snapshot = tracemalloc.take_snapshot().filter_traces([*ours]).filter_traces(rest)
    return sum(trace.size for trace in snapshot.traces) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description="A long life at random, on a fake clock.")
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--warm-hours", type=int, default=2, help="before what is held is taken as full")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # What is lost and comes back is logged; a day has much of it.
    logging.getLogger().addHandler(logging.NullHandler())
    tracemalloc.start()
    soak = Soak(options.seed)
    first: Footprint | None = None
    grown: list[str] = []
    for hour in range(1, options.hours + 1):
        soak.live()
        footprint = soak.rest()
        if hour >= options.warm_hours:
            first = first or footprint
            grown = footprint.grown(first)
        objects = footprint.objects.total()
        sys.stdout.write(
            f"hour {hour:3}: {footprint.threads} threads, {footprint.descriptors} descriptors, "
            f"{footprint.queued} queued, {objects} objects, {footprint.kib:.0f} KiB"
            f"{'; grown: ' + '; '.join(grown) if grown else ''}\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{dict(soak.acts)}\n")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
