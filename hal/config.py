"""The wiring, as docs/build.md has it and the settings may change it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hal.panel.controllers import Controller

__all__ = ["Controller", "HardwareConfig", "PanelConfig", "TouchConfig"]


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The OLED."""

    controller: Controller = Controller.SSD1306
    address: int = 0x3C
    column_offset: int | None = None
    """First RAM column that is visible; None takes the controller's own (F02)."""
    reset_pin: int | None = None
    """BCM number of the RST line, if wired."""


@dataclass(frozen=True, slots=True)
class TouchConfig:
    """One MPR121."""

    address: int = 0x5A
    irq_pin: int | None = 17
    on: tuple[int, ...] = (12,) * 12
    """Touch distance of each electrode, in counts."""
    off: tuple[int, ...] = (6,) * 12
    """Release distance of each electrode, in counts."""


@dataclass(frozen=True, slots=True)
class HardwareConfig:
    """All of the wiring. Pins are BCM numbers."""

    i2c_bus: int = 1
    bus_hz: int = 400_000
    panel: PanelConfig = field(default_factory=PanelConfig)
    pads: TouchConfig = field(default_factory=TouchConfig)
    palms: TouchConfig | None = None
    """The palm plates, if a second MPR121 carries them (0x5B)."""
    button_pins: tuple[int | None, ...] = (5, 6, 16, 26, 22, 23)
    """K1 to K6; None is not wired."""
    led_pin: int | None = None
    buzzer_pin: int | None = None
    voice: bool = True
    """Speak with espeak-ng if it is installed."""
    volume_percent: int = 50
    """How loud buzzer and speech are, 1 to 100."""
