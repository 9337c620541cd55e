"""Building the hardware: what both backends share, the drivers above all; there is no silent fallback.

`hal.raspberry.assemble` builds for the board, `hal.simulated.assemble` on emulated chips. Both import this
module, and the libraries of the drivers with it, when something is built.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from hal.panel.owner import PanelOwner
from hal.ports import FaultCode, Hardware, Part, PartChanged
from hal.raspberry.buttons import GpioButtons, IrqLine, ResetLine, why_not
from hal.raspberry.pads import Mpr121Driver
from hal.raspberry.panel import Panel
from hal.touch.line import LineNews
from hal.touch.owner import PadsOwner
from hal.worker import BusWorker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Thread

    from hal.config import HardwareConfig
    from hal.ports import Chime, Clock, Emulation, I2CBus, Lights, Voice
    from hal.threads import WakingInbox


@dataclass(slots=True)
class Built:
    """What was built, and how to give it back."""

    hardware: Hardware
    worker: BusWorker
    inbox: WakingInbox
    """That of `hardware`; its `wake` is for the thread of the app."""
    _closers: list[Callable[[], None]]
    bus: I2CBus
    """For whoever looks at it while no owner is stepped."""
    starting: Thread | None = None
    """Who steps the worker still, for the first frame: nobody else may before it has ended."""
    emulation: Emulation | None = None
    """What somebody has to step in real time; None on a board."""

    def close(self) -> None:
        """Close devices, then the pin factory, then the bus. The owners have ended before. Raises nothing."""
        closers, self._closers = self._closers, []
        for closer in closers:
            with contextlib.suppress(Exception):
                closer()


@dataclass(frozen=True, slots=True)
class Backend:
    """What differs between the backends."""

    clock: Clock
    bus: I2CBus
    factory: Any
    """A pin factory of gpiozero."""
    inbox: WakingInbox
    notify_alive: Callable[[], bool] = lambda: True

    def absent(self, part: Part, detail: str) -> None:
        """Tell that a part could not be had."""
        self.inbox.put_nowait(PartChanged(self.clock.now_us(), part, FaultCode.ABSENT, detail))

    def back(self, part: Part) -> None:
        """Tell that a part is there after all."""
        self.inbox.put_nowait(PartChanged(self.clock.now_us(), part, None))


def build(
    config: HardwareConfig,
    backend: Backend,
    lights: Lights,
    chime: Chime,
    voice: Voice,
    closers: list[Callable[[], None]],
) -> Built:
    """Build panel, pads and buttons on a backend; `closers` give back what was opened before."""
    tell = backend.inbox.put_nowait
    chips = [(Part.PADS, config.pads)] + ([(Part.PALMS, config.palms)] if config.palms else [])
    panel = Panel(config.panel, _reset_line(config, backend, closers))
    owner = PanelOwner(panel, config.panel.address, backend.bus, backend.clock, tell)
    pads = {
        part: PadsOwner(part, Mpr121Driver(backend.bus, touch), backend.clock, tell) for part, touch in chips
    }
    worker = BusWorker(owner, pads)
    news = LineNews(backend.clock, tell)
    for part, chip in pads.items():
        chip.line.tell = partial(news.changed, part)
    for pin in sorted({touch.irq_pin for _, touch in chips if touch.irq_pin is not None}):
        parts = [part for part, touch in chips if touch.irq_pin == pin]
        _irq_line(pin, {part: pads[part] for part in parts}, backend, worker, closers)
    buttons = GpioButtons(config.button_pins, backend.factory, backend.clock, tell, backend.notify_alive)
    closers += [buttons.close, backend.factory.close, backend.bus.close]
    hardware = Hardware(backend.clock, backend.inbox, worker, buttons, worker, lights, chime, voice)
    return Built(hardware, worker, backend.inbox, closers, backend.bus)


def _irq_line(
    pin: int,
    chips: Mapping[Part, PadsOwner],
    backend: Backend,
    worker: BusWorker,
    closers: list[Callable[[], None]],
) -> None:
    """Listen to an interrupt line that one chip or several share; without it touches are polled."""

    def fell(at_us: int) -> None:
        for part in chips:
            worker.irq(part, at_us)

    try:
        line = IrqLine(pin, backend.factory, backend.clock, fell)
    except Exception as error:  # lgpio raises a bare Exception
        for chip in chips.values():
            chip.line.absent(why_not(pin, "touch IRQ", error))
        return
    for chip in chips.values():
        chip.line.low = line.low
    closers.append(line.close)


def _reset_line(
    config: HardwareConfig, backend: Backend, closers: list[Callable[[], None]]
) -> Callable[[], None] | None:
    pin = config.panel.reset_pin
    if pin is None:
        return None
    try:
        line = ResetLine(pin, backend.factory)
    except Exception as error:  # lgpio raises a bare Exception
        backend.absent(Part.OLED, why_not(pin, "OLED RST", error))
        return None
    closers.append(line.close)
    return line.pulse
