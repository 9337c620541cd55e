"""The hardware of the board, with the libraries that it needs: `hal.raspberry.assemble` is the door to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.assemble import Backend, build
from hal.ports import Part
from hal.raspberry import gpiochip, voice
from hal.raspberry.buttons import why_not
from hal.raspberry.clock import RealClock
from hal.raspberry.i2c import SmbusBus
from hal.raspberry.lights import GpioChime, GpioLights, LateChime, LateLights, NoChime, NoLights
from hal.threads import WakingInbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.assemble import Built
    from hal.config import HardwareConfig
    from hal.ports import Chime, Lights, Voice


def build_board(config: HardwareConfig) -> Built:
    """Build for the board. Raises MissingLibraryError or GpioError."""
    factory, notify_alive = gpiochip.lgpio_factory()
    inbox = WakingInbox()
    backend = Backend(RealClock(), SmbusBus(config.i2c_bus), factory, inbox, notify_alive)
    lights, chime, speech, closers = _outputs(config, backend)
    return build(config, backend, lights, chime, speech, closers)


def _outputs(
    config: HardwareConfig, backend: Backend
) -> tuple[Lights, Chime, Voice, list[Callable[[], None]]]:
    """Build LED, buzzer and speech of the board, or what stands in for them."""
    closers: list[Callable[[], None]] = []
    lights, chime = _lights(config.led_pin, backend, closers), _chime(config, backend, closers)
    return lights, chime, _voice(config, backend, closers), closers


def _lights(pin: int | None, backend: Backend, closers: list[Callable[[], None]]) -> Lights:
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
    if not config.voice:
        return voice.NoVoice()
    program = voice.find_program()
    if program is None:
        backend.absent(Part.VOICE, f"{voice.PROGRAM} is not installed: sudo apt install {voice.PROGRAM}")
        return voice.NoVoice()
    espeak = voice.EspeakVoice(program, volume_percent=config.volume_percent)
    closers.append(espeak.close)
    return espeak
