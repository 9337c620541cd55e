"""What a player has reached, and where an open session stands outside its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from device.storage.decode import APART, Count, Index, Number, Stage, Text


@dataclass(frozen=True, slots=True)
class Progress:
    """progress.json: what stays unlocked for good (N7.3)."""

    unlocked: Stage = 1
    """Highest stage of Nevermind that is open, 1 to 6."""
    first_start_done: bool = False
    """The first start was gone through or skipped."""
    help_seen: Annotated[tuple[Text, ...], APART] = ()
    """Help pages that the first game has shown."""

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values."""
        return {
            "version": 1,
            "unlocked": self.unlocked,
            "first_start_done": self.first_start_done,
            "help_seen": list(self.help_seen),
        }


@dataclass(frozen=True, slots=True)
class Stand:
    """resume.json: what the record of the open session cannot tell."""

    session: Number
    ritual: Text = ""
    """Part of the guided session, e.g. `lay`; "" for the game itself."""
    index: Index = 0
    """Step within it."""
    active_ms: Count = 0
    """How long the session has lasted, without pauses and absences."""
    notes: Annotated[dict[str, Text], APART] = field(default_factory=dict)
    """Facts for the journal, e.g. the mood before."""

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values."""
        return {
            "version": 1,
            "session": self.session,
            "ritual": self.ritual,
            "index": self.index,
            "active_ms": self.active_ms,
            "notes": dict(self.notes),
        }
