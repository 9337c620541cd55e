"""What every output is given: what stands on the panel, and what happened.

Laws of this file:
- state is shown, effects are told: `shown` comes at every look and says what is, `told` comes once;
- an output returns at once: what takes time is handed to a part of `hal`, or to a thread of its own;
- what a player may not hear, an output keeps to itself: each looks at the settings in the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from device.output.dimming import Light
    from device.ui.model import Model
    from device.ui.play import Moment
    from device.ui.scene import Scene


@dataclass(frozen=True, slots=True)
class View:
    """What stands on the panel now."""

    model: Model
    scene: Scene
    """With its notice, on its side."""
    light: Light


@dataclass(frozen=True, slots=True)
class Began:
    """A new session was opened."""

    number: int


@dataclass(frozen=True, slots=True)
class Happened:
    """Somebody played: what followed of it, and the guidance line that is due."""

    moment: Moment[Any, Any]


@dataclass(frozen=True, slots=True)
class Cued:
    """A sound is due; `name` as in device.output.sound."""

    name: str


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The player wants to hear again what stands here."""


@dataclass(frozen=True, slots=True)
class Hushed:
    """Whatever sounds is to stop."""


Told: TypeAlias = Began | Happened | Cued | AskedAgain | Hushed


class Output(Protocol):
    """Something through which the device is perceived. Times are microseconds of the owner's clock."""

    def shown(self, view: View, now_us: int) -> None:
        """Take over what stands there; most looks bring nothing new."""

    def told(self, what: Told, model: Model, now_us: int) -> None:
        """Take over what happened, once, with the model as it is after it."""
