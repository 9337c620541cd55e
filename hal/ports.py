"""What the appliance sees of its hardware: facts that come in, and parts that take wishes.

Laws of this file:
- nothing here blocks, and nothing here calls upwards: facts are queued, with the time they happened;
- times are whole microseconds of one monotonic clock;
- a part that is absent takes wishes all the same; that it is absent is a fact of its own (PartChanged).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import SimpleQueue

    from hal.frame import Frame

BUTTONS = 6
"""K1 to K6; bit 0 of a button mask is K1."""
ELECTRODES = 12
"""Electrodes of one MPR121; bit n of a touch mask is electrode n."""


class Part(StrEnum):
    """A part that can be absent, fail and come back."""

    OLED = "oled"
    PADS = "pads"
    PALMS = "palms"
    LINE = "line"
    """The interrupt line of the touch chips; without it they are polled (F44)."""
    BUTTONS = "buttons"
    LED = "led"
    BUZZER = "buzzer"
    VOICE = "voice"


class FaultCode(StrEnum):
    """What is amiss with a part."""

    ABSENT = "absent"
    """Nobody answers at its address (errno 6, 121), or its pin cannot be had."""
    NO_BUS = "no_bus"
    """The bus itself is missing or may not be opened."""
    BUS_ERROR = "bus_error"
    """It answered before and now does not (errno 5, 110, 121)."""
    WRONG_CHIP = "wrong_chip"
    """Something else answers at its address (F09)."""
    FROZEN = "frozen"
    """It answers the same block again and again (F07)."""
    OVER_CURRENT = "over_current"
    """The over-current flag of the touch chip is set (F08)."""
    BAD_VALUES = "bad_values"
    """It answers values that a living chip does not have (F09)."""
    LOST_SETTINGS = "lost_settings"
    """Its registers are not as written: it was reset behind our back (F04)."""
    NO_NOTIFY = "no_notify"
    """The thread that reports edges is dead (F12)."""
    SILENT = "silent"
    """A line over which nothing comes any more (F44)."""
    STUCK = "stuck"
    """A line that stands at one level, or flaps, whatever is done (F44)."""


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A button pin changed its level; not debounced."""

    at_us: int
    key: int
    """1 to 6 for K1 to K6."""
    down: bool


@dataclass(frozen=True, slots=True)
class PadsTouched:
    """The touch decision changed; already debounced by the touch policy."""

    at_us: int
    """When it began: the IRQ edge, or the read that found it."""
    source: Part
    """PADS (the twelve pads) or PALMS (the plates)."""
    touched: int
    """Bit n is electrode n."""


@dataclass(frozen=True, slots=True)
class PartChanged:
    """A part was lost (`fault` set) or is there (`fault` None); told once a change."""

    at_us: int
    part: Part
    fault: FaultCode | None
    detail: str = ""
    """Plain words with the address or the pin, for `check` and the log."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The wish numbered `serial` is on the glass, to the last byte."""

    at_us: int
    serial: int


Fact: TypeAlias = ButtonEdge | PadsTouched | PartChanged | Shown
Inbox: TypeAlias = "SimpleQueue[Fact]"


@dataclass(frozen=True, slots=True)
class PanelWish:
    """How the panel should look. A later wish replaces an earlier one that was not yet shown."""

    frame: Frame
    contrast: int = 0x7F
    """0 to 255."""
    on: bool = True
    """False switches the panel off (its RAM stays)."""
    flip: bool = False
    """Turned by 180 degrees."""
    serial: int = 0
    """Counted up by the owner; comes back in `Shown`."""


@dataclass(frozen=True, slots=True)
class PadReading:
    """What the touch chip measured last, for the bars of `settings.pads` and for `check`."""

    filtered: tuple[int, ...]
    """Twelve values of 10 bits."""
    baseline: tuple[int, ...]
    """Twelve values of 10 bits, as the touch decision holds them."""
    touched: int
    irq_seen: bool
    """False if touches are only found by looking: the IRQ is not wired, or not heard."""
    errors: int
    """Bus errors since the start."""


class Clock(Protocol):
    """A monotonic clock, and the wall clock if it can be trusted."""

    def now_us(self) -> int:
        """Microseconds since some fixed moment; never goes back."""

    def wall(self) -> float | None:
        """Seconds since 1970, or None while nobody set the clock (F17)."""


class I2CBus(Protocol):
    """One bus. Raises OSError with the errno of the kernel driver (5, 6, 110, 121)."""

    def transfer(self, address: int, write: bytes = b"", read: int = 0) -> bytes:
        """Write, then (with a repeated start) read `read` bytes, as one transaction."""

    def close(self) -> None:
        """Give the bus back."""


class Display(Protocol):
    """The panel, seen by the owner of the app. Never blocks."""

    def want(self, wish: PanelWish) -> None:
        """Put a wish into the mailbox of one; the latest wins."""


class Buttons(Protocol):
    """The buttons. Edges come as facts; levels are read again at each wake, to heal lost edges (F10)."""

    def levels(self) -> int:
        """Bit k-1 is set while K<k> is down."""


class Pads(Protocol):
    """What a person may ask of the touch chips. Never blocks; carried out by the owner of the bus."""

    def set_thresholds(self, source: Part, on: tuple[int, ...], off: tuple[int, ...]) -> None:
        """Set the touch and release distance of each electrode, in counts."""

    def rezero(self, source: Part) -> None:
        """Take what is measured now as untouched."""

    def reading(self, source: Part) -> PadReading | None:
        """Return the last measurement, or None if the chip is absent."""


class Lights(Protocol):
    """The LED."""

    def set(self, on: bool) -> None:
        """Switch it."""


class Chime(Protocol):
    """The buzzer."""

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Sound (frequency in Hz, 0 for a rest; length in ms) one after the other, without waiting."""

    def stop(self) -> None:
        """Be quiet now."""


class Voice(Protocol):
    """Speech."""

    def say(self, text: str) -> None:
        """Speak without waiting; a later text replaces one that is being spoken."""

    def stop(self) -> None:
        """Be quiet now."""


class Disk(Protocol):
    """Where records lie. Paths are relative, with `/`. Raises OSError as the system does."""

    def read(self, path: str) -> bytes | None:
        """Return the whole file, or None if there is none."""

    def append(self, path: str, data: bytes) -> None:
        """Append and sync; returns once it is safe."""

    def replace(self, path: str, data: bytes) -> None:
        """Replace a whole file (temp, sync, rename, sync of the folder); the old one stays as `path`.1."""

    def truncate(self, path: str, size: int) -> None:
        """Cut a file to `size` bytes and sync."""

    def set_aside(self, path: str) -> str:
        """Rename an unreadable file to a free name beside it and return that name; never deletes."""

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the sorted file names in a folder; empty if there is none."""


class Stepper(Protocol):
    """An owner: somebody who does a little and says when to call again."""

    def step(self, now_us: int) -> int:
        """Do what is due and return the time of the next call, in microseconds of the same clock."""


class Emulation(Stepper, Protocol):
    """Hardware that is itself a program; it is stepped as an owner is."""

    on_lever: Callable[[], None]
    """Called whenever something was done to it from outside: its due time may have changed."""


NEVER = 1 << 62
"""A due time that does not come."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """Everything that was built, for the owner of the app."""

    clock: Clock
    inbox: Inbox
    display: Display
    buttons: Buttons
    pads: Pads
    lights: Lights
    chime: Chime
    voice: Voice
