"""Make `Settings` of a full set of checked values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.settings.model import (
    PADS,
    GuidanceSettings,
    MindSettings,
    NevermindSettings,
    PadMap,
    ScreenSettings,
    Settings,
    SoundSettings,
)
from device.settings.schema import ENTRIES
from hal.config import HardwareConfig, PanelConfig, TouchConfig

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.settings.kinds import Value


def build(values: Mapping[str, Value]) -> Settings:
    """Build the settings; `values` has every path of the schema."""

    def section(name: str) -> dict[str, Any]:
        return {entry.key: values[entry.path] for entry in ENTRIES if entry.section == name}

    electrodes = section("pads.electrodes")
    return Settings(
        screen=ScreenSettings(**section("screen")),
        sound=SoundSettings(**section("sound")),
        guidance=GuidanceSettings(**section("guidance")),
        nevermind=NevermindSettings(**section("nevermind")),
        the_mind=MindSettings(**section("the_mind")),
        pads=PadMap(tuple(electrodes[pad] for pad in PADS)),
        plates=tuple(section("palms.electrodes").values()),
        hardware=_hardware(section),
    )


def _hardware(section: Callable[[str], dict[str, Any]]) -> HardwareConfig:
    wiring, pads, palms = section("wiring"), section("pads"), section("palms")
    screen = section("screen")
    return HardwareConfig(
        i2c_bus=wiring["i2c_bus"],
        bus_hz=wiring["bus_hz"],
        panel=PanelConfig(
            controller=screen["controller"],
            address=wiring["panel_address"],
            column_offset=screen["column_offset"],
            reset_pin=wiring["panel_reset_pin"],
        ),
        pads=TouchConfig(
            wiring["pads_address"], wiring["pads_irq_pin"], pads["touch_counts"], pads["release_counts"]
        ),
        palms=None
        if palms["address"] is None
        else TouchConfig(palms["address"], palms["irq_pin"], palms["touch_counts"], palms["release_counts"]),
        button_pins=tuple(section("wiring.buttons").values()),
        led_pin=wiring["led_pin"],
        buzzer_pin=wiring["buzzer_pin"],
        voice=wiring["voice"],
        volume_percent=section("sound")["volume_percent"],
    )
