"""Building the hardware: two backends by name, the same drivers in both, and no silent fallback.

The drivers' libraries are imported when something is built, not when this module is.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hal.errors import MissingLibraryError
from hal.ports import FaultCode, Hardware, Part, PartChanged
from hal.threads import WakingInbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.config import HardwareConfig
    from hal.ports import Chime, Clock, I2CBus, Lights, Voice
    from hal.simulated.world import SimWorld
    from hal.worker import BusWorker

PACKAGES = {
    "luma": "luma.oled",
    "gpiozero": "gpiozero",
    "adafruit_mpr121": "adafruit-circuitpython-mpr121",
    "adafruit_bus_device": "adafruit-circuitpython-busdevice",
    "smbus2": "smbus2",
    "PIL": "pillow",
}
"""Which package to install for a module that is missing."""


@dataclass(slots=True)
class Built:
    """What was built, and how to give it back."""

    hardware: Hardware
    worker: BusWorker
    inbox: WakingInbox
    """That of `hardware`; its `wake` is for the thread of the app."""
    _closers: list[Callable[[], None]]

    def close(self) -> None:
        """Close devices, then the pin factory, then the bus. The owners have ended before. Raises nothing."""
        closers, self._closers = self._closers, []
        for closer in closers:
            with contextlib.suppress(Exception):
                closer()


@dataclass(frozen=True, slots=True)
class _Base:
    """What differs between the backends."""

    clock: Clock
    bus: I2CBus
    factory: Any
    """A pin factory of gpiozero."""
    inbox: WakingInbox
    notify_alive: Callable[[], bool] = lambda: True


def build_raspberry(config: HardwareConfig) -> Built:
    """Build for the board. Chips may be absent: that comes as PartChanged.

    Raises MissingLibraryError naming the package to install, GpioError if the header cannot be used.
    """
    with _named_packages():
        from hal.raspberry.clock import RealClock  # noqa: PLC0415
        from hal.raspberry.gpiochip import lgpio_factory  # noqa: PLC0415
        from hal.raspberry.i2c import SmbusBus  # noqa: PLC0415

        factory, notify_alive = lgpio_factory()
        inbox = WakingInbox()
        base = _Base(RealClock(), SmbusBus(config.i2c_bus), factory, inbox, notify_alive)
        lights, chime, voice, closers = _outputs(config, base)
        return _build(config, base, lights, chime, voice, closers)


def build_simulated(config: HardwareConfig, world: SimWorld) -> Built:
    """Build on a simulated world: the real drivers on its bus and pins; light and sound are its recorders.

    Raises MissingLibraryError naming the package to install.
    """
    with _named_packages():
        base = _Base(world.clock, world.bus, world.pins.factory, WakingInbox())
        return _build(config, base, world.lights, world.chime, world.voice, [])


@contextlib.contextmanager
def _named_packages() -> Iterator[None]:
    try:
        yield
    except MissingLibraryError:
        raise
    except ImportError as error:
        module = (error.name or "").partition(".")[0]
        package = PACKAGES.get(module)
        if package is None:
            raise
        raise MissingLibraryError(f"{module} is not installed: pip install {package}") from error


def _build(
    config: HardwareConfig,
    base: _Base,
    lights: Lights,
    chime: Chime,
    voice: Voice,
    closers: list[Callable[[], None]],
) -> Built:
    from hal.panel.owner import PanelOwner  # noqa: PLC0415
    from hal.raspberry.buttons import GpioButtons  # noqa: PLC0415
    from hal.raspberry.pads import Mpr121  # noqa: PLC0415
    from hal.raspberry.panel import Panel  # noqa: PLC0415
    from hal.touch.owner import PadsOwner  # noqa: PLC0415
    from hal.worker import BusWorker  # noqa: PLC0415

    tell = base.inbox.put_nowait
    chips = [(Part.PADS, config.pads)] + ([(Part.PALMS, config.palms)] if config.palms else [])
    panel = Panel(config.panel, _reset_line(config, base, closers))
    owner = PanelOwner(panel, config.panel.address, base.bus, base.clock, tell)
    pads = {part: PadsOwner(part, Mpr121(base.bus, touch), base.clock, tell) for part, touch in chips}
    worker = BusWorker(owner, pads)
    for pin in sorted({touch.irq_pin for _, touch in chips if touch.irq_pin is not None}):
        parts = [part for part, touch in chips if touch.irq_pin == pin]
        if not _irq_line(pin, parts, base, worker, closers):
            for part in parts:
                pads[part].irq_wired = False
    buttons = GpioButtons(config.button_pins, base.factory, base.clock, tell, base.notify_alive)
    closers += [buttons.close, base.factory.close, base.bus.close]
    hardware = Hardware(base.clock, base.inbox, worker, buttons, worker, lights, chime, voice)
    return Built(hardware, worker, base.inbox, closers)


def _irq_line(
    pin: int, parts: list[Part], base: _Base, worker: BusWorker, closers: list[Callable[[], None]]
) -> bool:
    """Listen to an interrupt line that one chip or several share; False if the pin cannot be had."""
    from hal.raspberry.buttons import IrqLine  # noqa: PLC0415

    def fell(at_us: int) -> None:
        for part in parts:
            worker.irq(part, at_us)

    try:
        line = IrqLine(pin, base.factory, base.clock, fell)
    except Exception:  # lgpio raises a bare Exception; without the line touches are found by polling
        return False
    closers.append(line.close)
    return True


def _reset_line(
    config: HardwareConfig, base: _Base, closers: list[Callable[[], None]]
) -> Callable[[], None] | None:
    from hal.raspberry.buttons import ResetLine, why_not  # noqa: PLC0415

    pin = config.panel.reset_pin
    if pin is None:
        return None
    try:
        line = ResetLine(pin, base.factory)
    except Exception as error:  # lgpio raises a bare Exception
        _absent(base, Part.OLED, why_not(pin, "OLED RST", error))
        return None
    closers.append(line.close)
    return line.pulse


def _outputs(config: HardwareConfig, base: _Base) -> tuple[Lights, Chime, Voice, list[Callable[[], None]]]:
    """Build LED, buzzer and speech of the board, or what stands in for them."""
    closers: list[Callable[[], None]] = []
    lights, chime = _lights(config.led_pin, base, closers), _chime(config, base, closers)
    return lights, chime, _voice(config, base, closers), closers


def _lights(pin: int | None, base: _Base, closers: list[Callable[[], None]]) -> Lights:
    from hal.raspberry.buttons import why_not  # noqa: PLC0415
    from hal.raspberry.lights import GpioLights, LateLights, NoLights  # noqa: PLC0415

    if pin is None:
        return NoLights()
    led: GpioLights | LateLights
    try:
        led = GpioLights(pin, base.factory)
    except Exception as error:  # lgpio raises a bare Exception
        _absent(base, Part.LED, why_not(pin, "LED", error))
        led = LateLights(lambda: GpioLights(pin, base.factory), base.clock, lambda: _back(base, Part.LED))
    closers.append(led.close)
    return led


def _chime(config: HardwareConfig, base: _Base, closers: list[Callable[[], None]]) -> Chime:
    from hal.raspberry.buttons import why_not  # noqa: PLC0415
    from hal.raspberry.lights import GpioChime, LateChime, NoChime  # noqa: PLC0415

    pin = config.buzzer_pin
    if pin is None:
        return NoChime()

    def opened() -> GpioChime:
        return GpioChime(pin, base.factory, volume_percent=config.volume_percent)

    buzzer: GpioChime | LateChime
    try:
        buzzer = opened()
    except Exception as error:  # lgpio raises a bare Exception
        _absent(base, Part.BUZZER, why_not(pin, "buzzer", error))
        buzzer = LateChime(opened, base.clock, lambda: _back(base, Part.BUZZER))
    closers.append(buzzer.close)
    return buzzer


def _voice(config: HardwareConfig, base: _Base, closers: list[Callable[[], None]]) -> Voice:
    from hal.raspberry.voice import PROGRAM, EspeakVoice, NoVoice, find_program  # noqa: PLC0415

    if not config.voice:
        return NoVoice()
    program = find_program()
    if program is None:
        _absent(base, Part.VOICE, f"{PROGRAM} is not installed: sudo apt install {PROGRAM}")
        return NoVoice()
    espeak = EspeakVoice(program, volume_percent=config.volume_percent)
    closers.append(espeak.close)
    return espeak


def _absent(base: _Base, part: Part, detail: str) -> None:
    base.inbox.put_nowait(PartChanged(base.clock.now_us(), part, FaultCode.ABSENT, detail))


def _back(base: _Base, part: Part) -> None:
    base.inbox.put_nowait(PartChanged(base.clock.now_us(), part, None))
