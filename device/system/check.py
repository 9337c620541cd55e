"""The self-check: a line for each thing that has to be right, with what to do if it is not.

Laws of this file:
- it goes on after what is amiss, so that one look tells everything;
- it writes nothing but one byte to try the storage, and takes it away again;
- on a machine without the hardware it is a page that a beginner can act on.
"""

from __future__ import annotations

import os
import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from hal.disk.door import kind_of
from hal.errors import HalError, bus_missing
from hal.packages import REMAKE
from hal.ports import Part, PartChanged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.settings.loaded import Loaded
    from hal.assemble import Built
    from hal.config import HardwareConfig
    from hal.ports import Fact

LIBRARIES = (
    "gpiozero",
    "luma.oled",
    "adafruit-circuitpython-mpr121",
    "msgspec",
    "smbus2",
    "pillow",
    "transitions",
    "textual",
    "PyYAML",
)
LEAST_FREE_MB = 20
WATCH_US = 3_000_000
"""How long the chips are looked at."""
PROBE = ".palmstone-check"
PANEL_ADDRESSES = frozenset({0x3C, 0x3D})
"""Where panels can be (SSD1306 data sheet, 8.1.5)."""
PADS_ADDRESSES = frozenset(range(0x5A, 0x5E))
"""Where an MPR121 can be (its data sheet, 4.3)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line."""

    what: str
    text: str
    good: bool = True

    def __str__(self) -> str:
        return f"{'ok  ' if self.good else 'FAIL'}  {self.what:<9} {self.text}"


def settings(loaded: Loaded) -> Iterator[Finding]:
    """Say which settings are in force, and every problem of them."""
    yield Finding("settings", loaded.file or "no file; everything has its default", loaded.sound)
    for problem in loaded.problems:
        yield Finding("settings", str(problem), problem.advice)


def libraries() -> Iterator[Finding]:
    """Say which versions run."""
    found, missing = [f"Python {platform.python_version()}"], []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    yield Finding("libraries", ", ".join(found))
    for name in missing:
        yield Finding("libraries", f"{name} is not installed: {REMAKE}", good=False)


def storage(folder: Path) -> Finding:
    """Try whether the state folder takes and keeps a byte, and how much room there is."""
    there = next(path for path in (folder, *folder.parents) if path.exists() or path.is_symlink())
    if not there.is_dir():
        text = f"{there} is {kind_of(there)}, not a folder; move it away"
        return Finding("storage", text, good=False)
    try:
        _probe(there)
        free_mb = shutil.disk_usage(there).free // 1_000_000
    except OSError as error:
        reason = error.strerror or str(error)
        text = f"{folder}: {reason}; make it writable for this user, or free some space"
        return Finding("storage", text, good=False)
    made = "" if there == folder else " (made at the first start)"
    if free_mb < LEAST_FREE_MB:
        text = f"{folder}{made}: {free_mb} MB free, fewer than {LEAST_FREE_MB}; free some space"
        return Finding("storage", text, good=False)
    return Finding("storage", f"{folder}{made}: writable, {free_mb} MB free")


def _probe(folder: Path) -> None:
    path = folder / PROBE
    try:
        with path.open("xb") as file:
            file.write(b"1")
    finally:
        path.unlink(missing_ok=True)


def board(config: HardwareConfig) -> Iterator[Finding]:
    """Look for the bus and the GPIO header themselves, whatever drives them."""
    from hal.raspberry.gpiochip import chip_labels, header_chip  # noqa: PLC0415 - only on the board

    node = Path(f"/dev/i2c-{config.i2c_bus}")
    try:
        os.close(os.open(node, os.O_RDWR | os.O_CLOEXEC))
        yield Finding("bus", f"{node}: can be opened")
    except OSError as error:
        yield Finding("bus", str(bus_missing(error, config.i2c_bus).strerror), good=False)
    try:
        number = header_chip(chip_labels())
        yield Finding("header", f"/dev/gpiochip{number}: found by its label")
    except HalError as error:
        yield Finding("header", str(error), good=False)


def hardware(
    config: HardwareConfig, build: Callable[[], Built], watch: Callable[[Built, int], list[Fact]]
) -> Iterator[Finding]:
    """Build the backend, look at it for a while, and say what was found. `watch` lets the time pass."""
    try:
        built = build()
    except HalError as error:
        yield Finding("backend", str(error), good=False)
        return
    try:
        down = built.hardware.buttons.levels()
        facts = watch(built, WATCH_US)
        yield Finding("backend", "built")
        yield from _parts(config, facts)
        yield from _down(config, down & built.hardware.buttons.levels())
        yield from _touch(config, built, facts)
        yield from _beside(config, built, facts)
    finally:
        built.worker.shutdown()
        built.close()


def _parts(config: HardwareConfig, facts: list[Fact]) -> Iterator[Finding]:
    told: dict[Part, PartChanged] = {fact.part: fact for fact in facts if isinstance(fact, PartChanged)}
    for part, where in _wired(config):
        change = told.pop(part, None)
        if change is None:
            text = f"{where}: nothing was heard of it within {WATCH_US // 1_000_000} s; run the check again"
            yield Finding(part.value, text, good=False)
        elif change.fault is None:
            yield Finding(part.value, f"{where}: {_known(config, part)}")
        else:
            yield Finding(part.value, f"{where}: {change.detail or change.fault.value}", good=False)
    # The interrupt line has a line of its own, with its pads.
    told.pop(Part.LINE, None)
    for part, change in told.items():
        # Speech is optional; nobody has to install it.
        yield Finding(part.value, change.detail, good=change.fault is None or part is Part.VOICE)


def _known(config: HardwareConfig, part: Part) -> str:
    """Say what an answer tells: of a panel it does not tell which controller it has (F47)."""
    if part is not Part.OLED:
        return "found"
    mine = config.panel.controller.value
    others = " or ".join(f'"{one.value}"' for one in type(config.panel.controller) if one.value != mine)
    return (
        f"found; that it is an {mine} is taken from the settings, a panel cannot be asked. "
        "A stripe at the edge, a shifted or a torn picture mean another one: "
        f"controller = {others} under [screen]"
    )


def _down(config: HardwareConfig, levels: int) -> Iterator[Finding]:
    """Name the buttons that were down at the beginning and are down still (F51)."""
    for key, pin in enumerate(config.button_pins, 1):
        if levels >> key - 1 & 1:
            text = f"K{key} (GPIO {pin}) is down all the time: let go of it, or check button and wire"
            yield Finding(Part.BUTTONS.value, text, good=False)


def _beside(config: HardwareConfig, built: Built, facts: list[Fact]) -> Iterator[Finding]:
    """Name what answers beside the addresses that are set (F47)."""
    there = {fact.part: fact.fault is None for fact in facts if isinstance(fact, PartChanged)}
    taken = {config.panel.address, config.pads.address, config.palms.address if config.palms else 0}
    places = (
        (Part.OLED, "panel_address", PANEL_ADDRESSES),
        (Part.PADS, "pads_address", PADS_ADDRESSES),
    )
    for part, setting, addresses in places:
        for address in sorted(addresses - taken):
            if not _answers(built, address):
                continue
            found = there.get(part, False)
            remedy = f"if that is the one, {setting} = 0x{address:02X} under [wiring]"
            text = f"something answers at 0x{address:02X}{', too' if found else ''}: {remedy}"
            yield Finding(part.value, text, good=found)


def _answers(built: Built, address: int) -> bool:
    """Ask for one byte, which changes nothing."""
    try:
        built.bus.transfer(address, read=1)
    except OSError:
        return False
    return True


def _wired(config: HardwareConfig) -> Iterator[tuple[Part, str]]:
    bus = f"i2c-{config.i2c_bus}"
    panel = config.panel
    yield Part.OLED, f"{panel.controller.value} at 0x{panel.address:02X} on {bus}"
    yield Part.PADS, f"MPR121 at 0x{config.pads.address:02X} on {bus}"
    if config.palms is not None:
        yield Part.PALMS, f"MPR121 at 0x{config.palms.address:02X} on {bus}"
    keys = [f"K{key} {pin}" for key, pin in enumerate(config.button_pins, 1) if pin is not None]
    yield Part.BUTTONS, f"GPIO {', '.join(keys)}"


def _touch(config: HardwareConfig, built: Built, facts: list[Fact]) -> Iterator[Finding]:
    touch = {Part.PADS: config.pads, Part.PALMS: config.palms}
    details = {fact.part: fact.detail for fact in facts if isinstance(fact, PartChanged)}
    for part, chip in touch.items():
        reading = built.hardware.pads.reading(part)
        if chip is None or reading is None:
            continue
        pin, name = chip.irq_pin, f"{part.value} IRQ"
        if pin is None:
            yield Finding(name, "not wired in the settings: touches are found by looking 50 times a second")
        elif not reading.irq_seen:
            text = f"GPIO {pin} was silent while the chip pulled it: check that wire; looking instead"
            yield Finding(name, details.get(Part.LINE) or text, good=False)
        else:
            yield Finding(name, f"GPIO {pin}: seen")
        yield Finding(f"{part.value} bus", f"{reading.errors} errors", good=reading.errors == 0)


def watch_live(built: Built, for_us: int) -> list[Fact]:
    """Let the owner of the bus run for a time on the clock of the machine; return what it told."""
    clock, worker = built.hardware.clock, built.worker
    until_us = clock.now_us() + for_us
    while (now_us := clock.now_us()) < until_us:
        worker.wake.clear()
        due_us = worker.step(now_us)
        if due_us > now_us:
            worker.wake.wait((min(due_us, until_us) - now_us) / 1e6)
    return drain(built)


def drain(built: Built) -> list[Fact]:
    """Take all facts out of the inbox."""
    facts = []
    while not built.inbox.empty():
        facts.append(built.inbox.get_nowait())
    return facts
