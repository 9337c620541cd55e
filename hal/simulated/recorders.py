"""Lights, chime and voice that do nothing but note every call with its time (F20)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Call:
    """A call that left the device."""

    t_us: int
    name: str
    """`set`, `play`, `say` or `stop`."""
    value: object = None
    """What was given with it."""


@dataclass(slots=True)
class SimLights:
    """Implements hal.ports.Lights."""

    now_us: Callable[[], int]
    calls: list[Call] = field(default_factory=list)
    lit: bool = False

    def set(self, on: bool) -> None:
        """Switch it."""
        self.calls.append(Call(self.now_us(), "set", on))
        self.lit = on


@dataclass(slots=True)
class SimChime:
    """Implements hal.ports.Chime."""

    now_us: Callable[[], int]
    calls: list[Call] = field(default_factory=list)

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Sound (frequency in Hz, length in ms)."""
        self.calls.append(Call(self.now_us(), "play", tones))

    def stop(self) -> None:
        """Be quiet now."""
        self.calls.append(Call(self.now_us(), "stop"))


@dataclass(slots=True)
class SimVoice:
    """Implements hal.ports.Voice."""

    now_us: Callable[[], int]
    calls: list[Call] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Speak."""
        self.calls.append(Call(self.now_us(), "say", text))

    def stop(self) -> None:
        """Be quiet now."""
        self.calls.append(Call(self.now_us(), "stop"))

    def said(self, since_us: int = 0) -> tuple[str, ...]:
        """All texts spoken from a time on."""
        return tuple(str(c.value) for c in self.calls if c.name == "say" and c.t_us >= since_us)
