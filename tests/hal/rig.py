"""A device's hardware on a simulated world and a fake clock: real drivers, stepped in one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hal.config import Controller, HardwareConfig, PanelConfig
from hal.ports import PadsTouched, PanelWish, Part, PartChanged, Shown
from hal.simulated.assemble import build_simulated
from hal.simulated.world import SimWorld

if TYPE_CHECKING:
    from hal.assemble import Built
    from hal.frame import Frame
    from hal.ports import Fact, FaultCode
    from hal.simulated.clock import SimClock

F = TypeVar("F")
MS = 1_000
S = 1_000_000


class Rig:
    """World, drivers and all facts that came out of them."""

    def __init__(self, config: HardwareConfig | None = None, *, keep_log: bool = True, seed: int = 0) -> None:
        self.config = config or HardwareConfig()
        self.world = SimWorld(self.config, keep_log=keep_log, seed=seed)
        assert self.world.sim_clock is not None
        self.clock: SimClock = self.world.sim_clock
        self.facts: list[Fact] = []
        self.steps = 0
        self.serial = 0
        self.built: Built = build_simulated(self.config, self.world)
        self.worker = self.built.worker

    def run(self, us: int) -> None:
        """Let time pass, stepping the owner of the bus whenever it is due."""
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            now_us = self.clock.now_us()
            due_us = self.worker.due_us()
            if due_us <= now_us:
                self.worker.step(now_us)
                self.steps += 1
                self.drain()
            else:
                self.clock.advance_to(min(due_us, end_us, max(self.world.step(now_us), now_us + 1)))
        self.drain()

    def drain(self) -> None:
        """Take the facts out of the inbox."""
        inbox = self.built.hardware.inbox
        while not inbox.empty():
            self.facts.append(inbox.get_nowait())

    def show(self, frame: Frame, *, contrast: int = 0x7F, on: bool = True, flip: bool = False) -> int:
        """Wish for a picture; returns its serial."""
        self.serial += 1
        self.built.hardware.display.want(PanelWish(frame, contrast, on, flip, self.serial))
        return self.serial

    def of(self, kind: type[F]) -> list[F]:
        """Return the facts of a kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def changes(self, part: Part) -> list[PartChanged]:
        """What was told of a part."""
        return [fact for fact in self.of(PartChanged) if fact.part is part]

    def touched(self, part: Part = Part.PADS) -> int:
        """The touch mask as told last."""
        told = [fact.touched for fact in self.of(PadsTouched) if fact.source is part]
        return told[-1] if told else 0

    def shown(self) -> list[int]:
        """Serials that came on the glass."""
        return [fact.serial for fact in self.of(Shown)]

    def log(self, part: Part) -> list[bytes]:
        """Everything written to a part, without errors."""
        assert self.world.bus.log is not None
        address = self.world.address(part)
        return [t.write for t in self.world.bus.log if t.addr == address and t.error is None]

    def close(self) -> None:
        """End as the service ends."""
        self.worker.shutdown()
        self.built.close()


def rig_of(controller: Controller = Controller.SSD1306) -> Rig:
    """A device with this controller that has come up."""
    rig = Rig(HardwareConfig(panel=PanelConfig(controller)))
    rig.run(100 * MS)
    return rig


def faults(rig: Rig, part: Part) -> list[FaultCode | None]:
    """The faults of a part as they were told; None: it is there."""
    return [change.fault for change in rig.changes(part)]
