"""Where one is: what keys mean there that the screen leaves, and how long the panel is lit."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """Where one is: what keys mean there that the screen leaves, and how long the panel is lit."""

    MENU = "menu"
    """Beside a session. K1 goes back, at last home."""
    PAUSE = "pause"
    """As a menu; it stays lit for longer."""
    QUESTION = "question"
    """As a menu; no fault notice may cover it."""
    REST = "rest"
    """As a menu, but it only dims and never goes dark."""
    SESSION = "session"
    """Part of an open session: its clock runs, K1 undoes, K2 pauses, the panel only dims."""
    STILL = "still"
    """A session in which nothing may change with time, also no light (M6.1)."""
    END = "end"
    """What stays on the panel when the device is off."""

    @property
    def in_session(self) -> bool:
        """Whether the open session goes on here."""
        return self in (Mode.SESSION, Mode.STILL)

    @property
    def is_still(self) -> bool:
        """Whether nothing may change with time here."""
        return self in (Mode.STILL, Mode.END)
