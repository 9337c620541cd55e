"""LED and buzzer over gpiozero, and the silent parts that stand in where none is wired."""

from __future__ import annotations

import contextlib
import math
import threading
from typing import TYPE_CHECKING, Any

from gpiozero import DigitalOutputDevice, PWMOutputDevice

from hal.presence import Backoff

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock


def duty(volume_percent: int) -> float:
    """Return the part of a square wave that is high, for a fundamental of so much of the full amplitude.

    That amplitude is sin(pi * duty): fullest at half, and the narrower the softer.
    """
    return math.asin(volume_percent / 100) / math.pi


class NoLights:
    """No LED: takes wishes all the same."""

    def set(self, on: bool) -> None:
        """Do nothing."""


class NoChime:
    """No buzzer: takes wishes all the same."""

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


class LateLights:
    """An LED whose pin could not be had: each wish tries it again, ever more seldom."""

    def __init__(self, opener: Callable[[], GpioLights], clock: Clock, back: Callable[[], None]) -> None:
        """`back` is called once, when the pin could be had."""
        self._opener = opener
        self._clock = clock
        self._back = back
        self._retry = Backoff()
        self._lights: GpioLights | None = None

    def set(self, on: bool) -> None:
        """Switch it, if it is there."""
        if self._lights is None and self._retry.due(self._clock.now_us()):
            with contextlib.suppress(Exception):  # lgpio raises a bare Exception
                self._lights = self._opener()
                self._back()
        if self._lights is not None:
            self._lights.set(on)

    def close(self) -> None:
        """Switch it off and give the pin back."""
        if self._lights is not None:
            self._lights.close()


class GpioLights:
    """`hal.ports.Lights` on one pin."""

    def __init__(self, pin: int, factory: Any) -> None:
        """Raise what the backend raises if the pin cannot be had."""
        self._device = DigitalOutputDevice(pin, pin_factory=factory)

    def set(self, on: bool) -> None:
        """Switch it."""
        with contextlib.suppress(Exception):
            self._device.value = on

    def close(self) -> None:
        """Switch it off and give the pin back."""
        with contextlib.suppress(Exception):
            self._device.close()


class LateChime:
    """A buzzer whose pin could not be had: each tune tries it again, ever more seldom."""

    def __init__(self, opener: Callable[[], GpioChime], clock: Clock, back: Callable[[], None]) -> None:
        """`back` is called once, when the pin could be had."""
        self._opener = opener
        self._clock = clock
        self._back = back
        self._retry = Backoff()
        self._chime: GpioChime | None = None

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Sound, if it is there."""
        if self._chime is None and tones and self._retry.due(self._clock.now_us()):
            with contextlib.suppress(Exception):  # lgpio raises a bare Exception
                self._chime = self._opener()
                self._back()
        if self._chime is not None:
            self._chime.play(tones)

    def stop(self) -> None:
        """Be quiet now."""
        if self._chime is not None:
            self._chime.stop()

    def close(self) -> None:
        """Be quiet and give the pin back."""
        if self._chime is not None:
            self._chime.close()


class GpioChime:
    """`hal.ports.Chime` on one pin, for a passive buzzer.

    A thread lives only while something sounds. `wait` waits on an event for seconds and tells whether it was
    set; tests replace it.
    """

    def __init__(
        self,
        pin: int,
        factory: Any,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
        volume_percent: int = 100,
    ) -> None:
        """Raise what the backend raises if the pin cannot be had. `volume_percent` is 1 to 100."""
        self._device = PWMOutputDevice(pin, pin_factory=factory)
        self._wait = wait
        self._duty = duty(volume_percent)
        self._quiet = threading.Event()
        self._thread: threading.Thread | None = None

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Sound (frequency in Hz, 0 for a rest; length in ms) one after the other; replaces what sounds."""
        self.stop()
        if not tones:
            return
        # An event for each piece: the one before may still be ending.
        self._quiet = threading.Event()
        self._thread = threading.Thread(
            target=self._sound, args=(tones, self._quiet), name="chime", daemon=True
        )
        self._thread.start()

    def _sound(self, tones: tuple[tuple[int, int], ...], quiet: threading.Event) -> None:
        with contextlib.suppress(Exception):
            for frequency_hz, length_ms in tones:
                if frequency_hz:
                    self._device.frequency = frequency_hz
                self._device.value = self._duty if frequency_hz else 0.0
                if self._wait(quiet, length_ms / 1000):
                    break
        with contextlib.suppress(Exception):
            self._device.value = 0.0

    def stop(self) -> None:
        """Be quiet now."""
        self._quiet.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            # It wakes at once; bounded, since a pin may hang and nothing here may block.
            thread.join(0.1)

    def close(self) -> None:
        """Be quiet and give the pin back."""
        self.stop()
        with contextlib.suppress(Exception):
            self._device.close()
