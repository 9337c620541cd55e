"""Somebody who watches a device being played: what stands on the panel, what is said, which fingers come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from device.app.loop import App
    from hal.simulated.recorders import SimVoice


class Onlooker(Protocol):
    """Is told what a player does, and looks at what a player perceives. Times are of the fake clock."""

    def started(self, app: App, voice: SimVoice, now_us: int) -> None:
        """Begin to watch a device that was just switched on; the one before is gone."""

    def finger(self, key: str, now_us: int, *, down: bool) -> None:
        """Take over that a finger came to a pad or a button, or left it."""
