"""Make `Settings` of a full set of checked values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from device.settings.model import PADS, GuidanceSettings, PadMap, ScreenSettings, Settings, SoundSettings
from hal.config import HardwareConfig, PanelConfig, TouchConfig

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.kinds import Value
    from device.settings.rows import Schema

T = TypeVar("T")
_OWN = frozenset({"screen", "sound", "guidance"})
"""Sections that are a field of the settings."""


def build(schema: Schema, values: Mapping[str, Value]) -> Settings:
    """Build the settings; `values` has every path of the schema."""
    tables: dict[str, dict[str, Any]] = {one.name: one.hold(values) for one in schema.sections}
    held = {one.name: one.held(**tables[one.name]) for one in schema.sections if one.held is not None}
    return Settings(
        screen=_typed(ScreenSettings, held["screen"]),
        sound=_typed(SoundSettings, held["sound"]),
        guidance=_typed(GuidanceSettings, held["guidance"]),
        games=tuple(one for name, one in held.items() if name not in _OWN),
        pads=PadMap(tuple(tables["pads.electrodes"][pad] for pad in PADS)),
        plates=tuple(tables["palms.electrodes"].values()),
        hardware=_hardware(tables),
        menus=tuple(one for one in schema.sections if one.offered),
    )


def _typed(kind: type[T], held: object) -> T:
    assert isinstance(held, kind)
    return held


def _hardware(tables: Mapping[str, dict[str, Any]]) -> HardwareConfig:
    wiring, pads, palms, screen = dict(tables["wiring"]), tables["pads"], tables["palms"], tables["screen"]
    panel = PanelConfig(
        controller=screen["controller"],
        address=wiring.pop("panel_address"),
        column_offset=screen["column_offset"],
        reset_pin=wiring.pop("panel_reset_pin"),
    )
    touch = (wiring.pop("pads_address"), wiring.pop("pads_irq_pin"))
    return HardwareConfig(
        panel=panel,
        pads=TouchConfig(*touch, pads["touch_counts"], pads["release_counts"]),
        palms=None
        if palms["address"] is None
        else TouchConfig(palms["address"], palms["irq_pin"], palms["touch_counts"], palms["release_counts"]),
        button_pins=tuple(tables["wiring.buttons"].values()),
        volume_percent=tables["sound"]["volume_percent"],
        # What is left has the names of the hardware's own fields.
        **wiring,
    )
