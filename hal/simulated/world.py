"""The whole simulated machine: built from the same wiring as the real one, with levers for everything.

Laws of this file:
- the drivers see `bus` and `pins.factory` and nothing else;
- on the fake clock the clock drives the chips; in real time somebody calls `step`, and the levers may be
  moved from another thread, each under the lock of the bus;
- a lever names parts as the scenario files do (docs/records.md).
"""

from __future__ import annotations

from enum import Enum
from pkgutil import resolve_name
from threading import Event
from typing import TYPE_CHECKING

from hal.ports import NEVER, Part
from hal.simulated.bus import BusTime, SimBus
from hal.simulated.clock import Schedule, SimClock
from hal.simulated.mpr121 import Answer, Mpr121
from hal.simulated.pins import PinWrite, SimPins
from hal.simulated.recorders import SimChime, SimLights, SimVoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.config import Controller, HardwareConfig, TouchConfig
    from hal.frame import Frame
    from hal.ports import Clock
    from hal.simulated.oled import Oled

FINGER = 40
"""Counts by which a finger pulls an electrode down."""
PALM = 90
"""The same for a hand that lies on a plate."""
STUCK = 60


class Wire(Enum):
    """What is amiss with a wire (F44)."""

    WHOLE = "whole"
    OFF = "off"
    """Off, or never there: the pin goes to its pull-up."""
    LOW = "low"
    """Shorted to ground."""
    HIGH = "high"
    """Shorted to 3V3."""


class SimWorld:
    """Bus, chips and pins of one device, and the levers of all of them.

    A SimClock (made if `clock` is None) drives everything itself; with a real clock, call `step`.
    """

    def __init__(
        self, config: HardwareConfig, clock: Clock | None = None, *, seed: int = 0, keep_log: bool = False
    ) -> None:
        self.config = config
        self.clock: Clock = SimClock() if clock is None else clock
        self.sim_clock = self.clock if isinstance(self.clock, SimClock) else None
        self._schedule = Schedule() if self.sim_clock is None else self.sim_clock.schedule
        self._cured = Event()
        self.on_lever: Callable[[], None] = lambda: None
        """Called after every lever, for a thread that waits for the time `step` returned."""
        now_us = self.clock.now_us
        self.bus = SimBus(self._bus_time(), config.bus_hz, log=[] if keep_log else None)
        self.panel = _emulated(config.panel.controller, seed)
        self.pads = Mpr121(now_us, seed=seed)
        self.palms = Mpr121(now_us, seed=seed + 1) if config.palms else None
        self.pins = SimPins(now_us, self._schedule, seed)
        self.lights = SimLights(now_us)
        self.chime = SimChime(now_us)
        self.voice = SimVoice(now_us)
        self.irq_wire = Wire.WHOLE
        """Of the interrupt line: `set_irq`."""
        self._waits_for_reset = False
        self._wire()

    def _bus_time(self) -> BusTime:
        if self.sim_clock is not None:
            return BusTime(self.clock.now_us, self.sim_clock.spend, self.sim_clock.spend)
        return BusTime(self.clock.now_us, lambda us: None, self._stall)

    def _stall(self, us: int) -> None:
        """Wait in real time, at the longest until `i2c_ok`."""
        self._cured.clear()
        self._cured.wait(us / 1e6)

    def _wire(self) -> None:
        self.bus.attach(self.config.panel.address, self.panel)
        for _, config, chip in self._touch_chips():
            self.bus.attach(config.address, chip)
            chip.on_irq = lambda asserted: self._follow_irq()
            if self.sim_clock is not None:
                self.sim_clock.drive(chip)
            else:
                chip.on_earlier = self._earlier
        if self.config.panel.reset_pin is not None:
            self.pins.listeners.append(self._follow_reset)

    def _touch_chips(self) -> list[tuple[Part, TouchConfig, Mpr121]]:
        chips = [(Part.PADS, self.config.pads, self.pads)]
        if self.config.palms is not None and self.palms is not None:
            chips.append((Part.PALMS, self.config.palms, self.palms))
        return chips

    def _earlier(self) -> None:
        """Whoever waits for the time that `step` returned has to be called sooner."""
        self.on_lever()

    def _follow_irq(self) -> None:
        """Open drain: a line is low while any chip on it pulls, else its pull-up has it."""
        lines: dict[int, bool] = {}
        for _, config, chip in self._touch_chips():
            if config.irq_pin is not None:
                pulled = chip.irq_asserted or chip.holds_irq
                lines[config.irq_pin] = lines.get(config.irq_pin, False) or pulled
        shorted = {Wire.LOW: False, Wire.HIGH: True}
        for pin, low in lines.items():
            level = False if low and self.irq_wire is Wire.WHOLE else None
            self.pins.drive(pin, shorted.get(self.irq_wire, level))

    def _follow_reset(self, write: PinWrite) -> None:
        if write.pin == self.config.panel.reset_pin and not write.value:
            with self.bus.lock:
                self.panel.reset()
                if self._waits_for_reset:
                    self.bus.attach(self.config.panel.address, self.panel)

    def step(self, now_us: int) -> int:
        """Let everything happen that is due (hal.ports.Stepper, for real time)."""
        with self.bus.lock:
            self._schedule.advance(now_us)
            due_us = self._schedule.next_event_us()
            for _, _, chip in self._touch_chips():
                chip.advance(now_us)
                due_us = min(due_us, chip.next_event_us())
        return min(due_us, NEVER)

    # Looking

    def frame(self) -> Frame:
        """What stands on the glass."""
        with self.bus.lock:
            return self.panel.frame()

    def address(self, part: Part) -> int:
        """Bus address of a part. Raises ValueError if it has none."""
        if part is Part.OLED:
            return self.config.panel.address
        for known, config, _ in self._touch_chips():
            if known is part:
                return config.address
        raise ValueError(f"{part.value} is not on the bus")

    def touch_chip(self, part: Part) -> Mpr121:
        """Return the touch chip of `pads` or `palms`. Raises ValueError for another part."""
        for known, _, chip in self._touch_chips():
            if known is part:
                return chip
        raise ValueError(f"{part.value} has no touch chip")

    # Levers

    def at(self, at_us: int, lever: Callable[[], None]) -> None:
        """Move a lever at a time."""
        with self.bus.lock:
            self._schedule.at(at_us, lever)
        self.on_lever()

    def touch(self, electrode: int, *, part: Part = Part.PADS, delta: float | None = None) -> None:
        """Lay a finger on a pad, or a hand on a plate."""
        with self.bus.lock:
            if delta is None:
                delta = PALM if part is Part.PALMS else FINGER
            self.touch_chip(part).press(electrode, delta)
        self.on_lever()

    def lift(self, electrode: int, *, part: Part = Part.PADS) -> None:
        """Take it off."""
        with self.bus.lock:
            self.touch_chip(part).lift(electrode)
        self.on_lever()

    def stuck(self, electrode: int, *, stuck: bool, part: Part = Part.PADS) -> None:
        """Leave something on a pad that no finger lifts, or take it away."""
        with self.bus.lock:
            chip = self.touch_chip(part)
            if stuck:
                chip.press(electrode, STUCK, "stuck")
            else:
                chip.lift(electrode, "stuck")
        self.on_lever()

    def press(self, key: int, *, lost: bool = False) -> None:
        """Press K1 to K6. A `lost` edge reaches no callback. Raises ValueError if it is not wired."""
        with self.bus.lock:
            self.pins.press(self.button_pin(key), lost=lost)
        self.on_lever()

    def release(self, key: int, *, lost: bool = False) -> None:
        """Let go of it."""
        with self.bus.lock:
            self.pins.release(self.button_pin(key), lost=lost)
        self.on_lever()

    def bounce(self, key: int, *, pressed: bool, for_us: int) -> None:
        """Press it or let go with contacts that chatter."""
        with self.bus.lock:
            self.pins.bounce(self.button_pin(key), pressed=pressed, for_us=for_us)
        self.on_lever()

    def button_pin(self, key: int) -> int:
        """BCM pin of K1 to K6. Raises ValueError if it is not wired."""
        pins = self.config.button_pins
        pin = pins[key - 1] if 1 <= key <= len(pins) else None
        if pin is None:
            raise ValueError(f"K{key} is not wired")
        return pin

    def i2c(
        self, errno: int, at: Part, *, times: int | None = None, for_us: int | None = None, nth: int = 1
    ) -> None:
        """Let transfers to a part fail: so many times, for a time, or else until `i2c_ok`."""
        self.bus.fault(errno, self.address(at), times=times, for_us=for_us, nth=nth)
        self.on_lever()

    def i2c_ok(self, at: Part) -> None:
        """End the faults of a part."""
        self.bus.cure(self.address(at))
        self._cured.set()
        self.on_lever()

    def gone(self, part: Part) -> None:
        """Take a part off. Raises ValueError for a part that cannot be taken off."""
        with self.bus.lock:
            if part in (Part.OLED, Part.PADS, Part.PALMS):
                self.bus.detach(self.address(part))
                self._lose_power(part)
            else:
                self.pins.unplug(self._pins_of(part))
        self.on_lever()

    def back(self, part: Part) -> None:
        """Put it back; a chip comes back as after power-on."""
        with self.bus.lock:
            if part is Part.OLED:
                self.bus.attach(self.address(part), self.panel)
            elif part in (Part.PADS, Part.PALMS):
                self.bus.attach(self.address(part), self.touch_chip(part))
            else:
                self.pins.plug(self._pins_of(part))
        self.on_lever()

    def supply_dip(self, part: Part) -> None:
        """Let the supply of a chip dip: it answers on, with its registers lost (F04)."""
        with self.bus.lock:
            self._lose_power(part)
        self.on_lever()

    def lever(self, part: Part, move: Callable[[Mpr121], None]) -> None:
        """Move any lever of a touch chip: `world.lever(Part.PADS, Mpr121.over_current)`."""
        with self.bus.lock:
            move(self.touch_chip(part))
        self.on_lever()

    def answer(self, part: Part, answer: Answer) -> None:
        """Let something else answer at the address of a touch chip (F09)."""
        with self.bus.lock:
            self.touch_chip(part).answer = answer
        self.on_lever()

    def freeze(self, part: Part = Part.PADS) -> None:
        """Let a touch chip freeze (F07)."""
        with self.bus.lock:
            self.touch_chip(part).freeze()
        self.on_lever()

    def set_irq(self, wire: Wire) -> None:
        """Take the interrupt line off, short it, or mend it."""
        with self.bus.lock:
            self.irq_wire = wire
            self._follow_irq()
        self.on_lever()

    def set_irq_wired(self, wired: bool) -> None:
        """Connect the interrupt line, or forget it."""
        self.set_irq(Wire.WHOLE if wired else Wire.OFF)

    def fit(self, controller: Controller) -> None:
        """Fit a panel with this controller, whatever the settings say (F02, F47)."""
        with self.bus.lock:
            self.panel = _emulated(controller, 1)
            self.bus.attach(self.config.panel.address, self.panel)
        self.on_lever()

    def wait_for_reset(self) -> None:
        """Let the panel be one that answers nobody before it got a pulse on its RST pin (F58)."""
        with self.bus.lock:
            self._waits_for_reset = True
            self.bus.detach(self.config.panel.address)
        self.on_lever()

    def restart(self, *, cold: bool) -> None:
        """Begin a new process: fresh pins and an open bus; `cold` was a power cut, and chips start anew."""
        with self.bus.lock:
            self.bus.reopen()
            self.pins.restart()
            if cold:
                for part in (Part.OLED, *(known for known, _, _ in self._touch_chips())):
                    self._lose_power(part)

    def _lose_power(self, part: Part) -> None:
        if part is Part.OLED:
            self.panel.brown_out()
        else:
            self.touch_chip(part).supply_dip()

    def _pins_of(self, part: Part) -> frozenset[int]:
        pins: tuple[int | None, ...] = ()
        if part is Part.BUTTONS:
            pins = self.config.button_pins
        elif part is Part.LED:
            pins = (self.config.led_pin,)
        elif part is Part.BUZZER:
            pins = (self.config.buzzer_pin,)
        else:
            raise ValueError(f"{part.value} cannot be taken off")
        return frozenset(pin for pin in pins if pin is not None)


def _emulated(controller: Controller, seed: int) -> Oled:
    """Return the emulated chip that the table of controllers names."""
    emulation: type[Oled] = resolve_name(controller.facts.emulation)
    return emulation(controller, seed=seed)
