"""A rig that notes what it shows, when, and how much CPU our own code took for it.

Laws of this file:
- times are those of the fake clock, on which a transfer takes what it takes at the set rate of the bus;
- CPU is that of this thread, measured; what the emulated chips take is not ours and is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import thread_time_ns
from typing import TYPE_CHECKING

from device.sim.rig import TAP_US, Rig
from hal.ports import Part

if TYPE_CHECKING:
    from device.settings.loaded import Loaded
    from hal.frame import Frame
    from hal.simulated.bus import Chip


@dataclass(slots=True)
class Emulation:
    """Nanoseconds of CPU that went into emulated chips and the fake clock."""

    ns: int = 0


@dataclass(frozen=True, slots=True)
class TimedChip:
    """A chip whose own CPU is counted. Implements hal.simulated.bus.Chip."""

    chip: Chip
    emulation: Emulation

    def write(self, data: bytes) -> None:
        """Take the bytes of one write."""
        began_ns = thread_time_ns()
        self.chip.write(data)
        self.emulation.ns += thread_time_ns() - began_ns

    def read(self, count: int) -> bytes:
        """Answer a read."""
        began_ns = thread_time_ns()
        answer = self.chip.read(count)
        self.emulation.ns += thread_time_ns() - began_ns
        return answer

    def cut(self, data: bytes) -> None:
        """The transfer broke off after these bytes."""
        self.chip.cut(data)


@dataclass(frozen=True, slots=True)
class Work:
    """One step of an owner."""

    at_us: int
    """When it began."""
    cpu_us: float
    app: bool
    """Of the app; else of the owner of the bus."""
    wished: int | None = None
    """Serial of the new picture that the app wished for in it."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """A touch that changed the picture."""

    bus_us: int
    """From the IRQ edge to the last byte on the glass, on the fake clock."""
    cpu_us: float
    """Of both owners in that time."""
    frame_cpu_us: float
    """Of the app, from the fact that a pad is touched to the frame."""

    @property
    def glass_us(self) -> float:
        """From the IRQ edge to the last byte on the glass: transfers and CPU, one after the other."""
        return self.bus_us + self.cpu_us


class MeasuredRig(Rig):
    """A device that is measured while it is played."""

    def __init__(self, loaded: Loaded, *, seed: int = 0) -> None:
        super().__init__(loaded, keep_log=True, seed=seed)
        self.works: list[Work] = []
        self.shown_us: dict[int, int] = {}
        """When a wish came on the glass, by serial."""
        self.frames: list[Frame] = []
        """Pictures that came on the glass, each time they changed."""
        self.reactions: list[Reaction] = []
        self._wished: dict[int, Frame] = {}
        self._irq_us: int | None = None
        self._emulation = Emulation()
        self._time_chips()
        self._watch_irq()

    def _time_chips(self) -> None:
        world, bus = self.world, self.world.bus
        for part, chip in ((Part.OLED, world.panel), (Part.PADS, world.pads)):
            bus.attach(world.address(part), TimedChip(chip, self._emulation))
        spend = bus.time.spend

        def timed(us: int) -> None:
            began_ns = thread_time_ns()
            spend(us)
            self._emulation.ns += thread_time_ns() - began_ns

        bus.time = replace(bus.time, spend=timed)

    def _watch_irq(self) -> None:
        follow = self.world.pads.on_irq

        def fell(asserted: bool) -> None:
            if asserted and self._irq_us is None:
                self._irq_us = self.clock.now_us()
            follow(asserted)

        self.world.pads.on_irq = fell

    def run_ready(self) -> None:
        """Step whoever has something to do at this moment, until nobody has, and note what it took."""
        worker, emulation = self._built.worker, self._emulation
        while True:
            now_us = self.clock.now_us()
            emulated_ns, began_ns = emulation.ns, thread_time_ns()
            wished = None
            app = self._app_due_us <= now_us or not self._built.hardware.inbox.empty()
            if app:
                self._app_due_us = self.app.step(now_us)
                spent_ns = thread_time_ns() - began_ns
                wished = self._look(now_us)
            elif worker.due_us() <= now_us:
                worker.step(now_us)
                spent_ns = thread_time_ns() - began_ns
            else:
                return
            self.works.append(Work(now_us, (spent_ns - emulation.ns + emulated_ns) / 1000, app, wished))

    def _look(self, now_us: int) -> int | None:
        """Note what came on the glass and what was wished for; return the serial of a new picture."""
        shown = self.app.shown_serial
        if shown not in self.shown_us:
            self.shown_us[shown] = now_us
            frame = self._wished.pop(shown, None)
            if frame is not None and (not self.frames or self.frames[-1] != frame):
                self.frames.append(frame)
        glass = self.app.outputs.display
        if glass.serial in self._wished or glass.serial in self.shown_us:
            return None
        before = self._wished.get(glass.serial - 1) or (self.frames[-1] if self.frames else None)
        self._wished[glass.serial] = glass.frame
        return glass.serial if glass.frame != before else None

    def react(self, pad: str) -> None:
        """Tap a pad; a touch that changed the picture is noted in `reactions`."""
        since = len(self.works)
        self._irq_us = None
        self.tap(pad, TAP_US)
        irq_us, works = self._irq_us, self.works[since:]
        first = next((work for work in works if work.wished is not None), None)
        if irq_us is None or first is None or first.wished is None:
            return
        shown_us = self.shown_us.get(first.wished)
        if shown_us is None:
            return
        cpu_us = sum(work.cpu_us for work in works if irq_us <= work.at_us <= shown_us)
        self.reactions.append(Reaction(shown_us - irq_us, cpu_us, first.cpu_us))
