"""Building the hardware for the board; the libraries are imported by that, not by this module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.assemble import Backend, build, named_packages
from hal.ports import Part
from hal.threads import WakingInbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.assemble import Built
    from hal.config import HardwareConfig
    from hal.ports import Chime, Lights, Voice


def build_raspberry(config: HardwareConfig) -> Built:
    """Build for the board. Chips may be absent: that comes as PartChanged.

    Raises MissingLibraryError naming the package to install, GpioError if the header cannot be used.
    """
    with named_packages():
        from hal.raspberry.clock import RealClock  # noqa: PLC0415
        from hal.raspberry.gpiochip import lgpio_factory  # noqa: PLC0415
        from hal.raspberry.i2c import SmbusBus  # noqa: PLC0415

        factory, notify_alive = lgpio_factory()
        inbox = WakingInbox()
        backend = Backend(RealClock(), SmbusBus(config.i2c_bus), factory, inbox, notify_alive)
        lights, chime, voice, closers = _outputs(config, backend)
        return build(config, backend, lights, chime, voice, closers)


def _outputs(
    config: HardwareConfig, backend: Backend
) -> tuple[Lights, Chime, Voice, list[Callable[[], None]]]:
    """Build LED, buzzer and speech of the board, or what stands in for them."""
    closers: list[Callable[[], None]] = []
    lights, chime = _lights(config.led_pin, backend, closers), _chime(config, backend, closers)
    return lights, chime, _voice(config, backend, closers), closers


def _lights(pin: int | None, backend: Backend, closers: list[Callable[[], None]]) -> Lights:
    from hal.raspberry.buttons import why_not  # noqa: PLC0415
    from hal.raspberry.lights import GpioLights, LateLights, NoLights  # noqa: PLC0415

    if pin is None:
        return NoLights()
    led: GpioLights | LateLights
    try:
        led = GpioLights(pin, backend.factory)
    except Exception as error:  # lgpio raises a bare Exception
        backend.absent(Part.LED, why_not(pin, "LED", error))
        led = LateLights(
            lambda: GpioLights(pin, backend.factory), backend.clock, lambda: backend.back(Part.LED)
        )
    closers.append(led.close)
    return led


def _chime(config: HardwareConfig, backend: Backend, closers: list[Callable[[], None]]) -> Chime:
    from hal.raspberry.buttons import why_not  # noqa: PLC0415
    from hal.raspberry.lights import GpioChime, LateChime, NoChime  # noqa: PLC0415

    pin = config.buzzer_pin
    if pin is None:
        return NoChime()

    def opened() -> GpioChime:
        return GpioChime(pin, backend.factory, volume_percent=config.volume_percent)

    buzzer: GpioChime | LateChime
    try:
        buzzer = opened()
    except Exception as error:  # lgpio raises a bare Exception
        backend.absent(Part.BUZZER, why_not(pin, "buzzer", error))
        buzzer = LateChime(opened, backend.clock, lambda: backend.back(Part.BUZZER))
    closers.append(buzzer.close)
    return buzzer


def _voice(config: HardwareConfig, backend: Backend, closers: list[Callable[[], None]]) -> Voice:
    from hal.raspberry.voice import PROGRAM, EspeakVoice, NoVoice, find_program  # noqa: PLC0415

    if not config.voice:
        return NoVoice()
    program = find_program()
    if program is None:
        backend.absent(Part.VOICE, f"{PROGRAM} is not installed: sudo apt install {PROGRAM}")
        return NoVoice()
    espeak = EspeakVoice(program, volume_percent=config.volume_percent)
    closers.append(espeak.close)
    return espeak
