"""Settings that are each allowed and do not go together: pins, addresses, electrodes, thresholds.

Sources: docs/wiring.md; the alternate functions of the pins as in the BCM2711 peripherals manual, 5.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.settings.kinds import Pin
from device.settings.model import PADS

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from device.settings.kinds import Value
    from device.settings.rows import Row, Schema

_RESERVED = {
    0: "the data line of the HAT memory",
    1: "the clock of the HAT memory",
    2: "the I2C data line",
    3: "the I2C clock",
}
_AVOID = {
    4: "1-wire",
    **dict.fromkeys(range(7, 12), "SPI"),
    **dict.fromkeys((12, 13), "the PWM of the sound output"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys(range(18, 22), "I2S sound"),
}
_PAD_PATHS = tuple(f"pads.electrodes.{pad}" for pad in PADS)
_SEAT_PATHS = tuple(f"palms.electrodes.seat_{seat}" for seat in range(4))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Settings that do not go together."""

    paths: tuple[str, ...]
    """The settings at fault; the last one in the file is where the problem is shown."""
    message: str
    advice: bool = False


def make_way(schema: Schema, values: dict[str, Value], given: Container[str]) -> None:
    """Take the pins that nobody asked for from where something else has them; `given`: what was asked for."""
    pins = tuple(row for row in schema.rows if _is_pin(row))
    for row in pins:
        if row.yields and row.path not in given:
            taken = {values[other.path] for other in pins if other is not row}
            values[row.path] = None if row.default in taken else row.default


def conflicts(schema: Schema, values: Mapping[str, Value]) -> Iterator[Conflict]:
    """Find all of them in a full set of values."""
    yield from _pins(values, tuple(row.path for row in sorted(schema.rows, key=_rank) if _is_pin(row)))
    yield from _doubled(values, _PAD_PATHS, "electrode")
    if values["palms.address"] is not None:
        yield from _doubled(values, _SEAT_PATHS, "electrode")
        yield from _addresses(values)
    for section in ("pads", "palms"):
        yield from _thresholds(values, section)


def _is_pin(row: Row) -> bool:
    return isinstance(row.kind, Pin)


def _rank(row: Row) -> int:
    """Name buttons first where several settings share a pin, then the rest of the wiring."""
    return {"wiring.buttons": 0, "wiring": 1}.get(row.section, 2)


def _pins(values: Mapping[str, Value], paths: tuple[str, ...]) -> Iterator[Conflict]:
    for path in paths:
        pin = values[path]
        if isinstance(pin, int) and pin in _RESERVED:
            yield Conflict((path,), f"{path} is {pin}, which is {_RESERVED[pin]}; use another pin")
        elif isinstance(pin, int) and pin in _AVOID:
            text = f"{path} is {pin}, which {_AVOID[pin]} may use; make sure that it is off"
            yield Conflict((path,), text, advice=True)
    yield from _doubled(values, paths, "pin")


def _doubled(values: Mapping[str, Value], paths: tuple[str, ...], what: str) -> Iterator[Conflict]:
    owners: dict[int, list[str]] = {}
    for path in paths:
        number = values[path]
        if isinstance(number, int):
            owners.setdefault(number, []).append(path)
    for number, owner in owners.items():
        if len(owner) > 1:
            names = f"{', '.join(owner[:-1])} and {owner[-1]}"
            both = "both" if len(owner) == 2 else "all"
            yield Conflict(tuple(owner), f"{names} are {both} {what} {number}; give each its own")


def _addresses(values: Mapping[str, Value]) -> Iterator[Conflict]:
    palms, pads = values["palms.address"], values["wiring.pads_address"]
    if palms == pads:
        text = (
            f"palms.address and wiring.pads_address are both 0x{palms:02X}; "
            "wire ADDR of the second chip to 3V3 and set 0x5B"
        )
        yield Conflict(("wiring.pads_address", "palms.address"), text)


def _thresholds(values: Mapping[str, Value], section: str) -> Iterator[Conflict]:
    touch, release = values[f"{section}.touch_counts"], values[f"{section}.release_counts"]
    if not isinstance(touch, tuple) or not isinstance(release, tuple):
        return
    low = [n for n in range(12) if release[n] >= touch[n]]
    if low:
        n = low[0]
        text = (
            f"{section}.release_counts is {release[n]} at electrode {n}; "
            f"it must be smaller than {section}.touch_counts there, which is {touch[n]}"
        )
        yield Conflict((f"{section}.touch_counts", f"{section}.release_counts"), text)
