"""What a player has reached, and where an open session stands outside its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from device.storage.decode import APART, Decoded, Index, Millis, Number, Text, decode_fields

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Progress:
    """progress.json: what was reached for good, and what was shown."""

    reached: Annotated[dict[str, int], APART] = field(default_factory=dict)
    """The milestones of games, by key: numbers that begin at 1 and only grow."""
    first_start_done: bool = False
    """The first start was gone through or skipped."""
    help_seen: Annotated[tuple[Text, ...], APART] = ()
    """Help pages that the first game has shown."""
    shown_around: bool | None = None
    """What a newcomer answered, who is asked once; None: nobody was asked."""

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values."""
        return {
            "version": 1,
            **self.reached,
            "first_start_done": self.first_start_done,
            "help_seen": list(self.help_seen),
            **({} if self.shown_around is None else {"shown_around": self.shown_around}),
        }


def read_progress(raw: Mapping[str, object], milestones: Mapping[str, Any]) -> Decoded[Progress]:
    """Read it; what is missing or at fault has its default. `milestones` are the keys of games."""
    reached = decode_fields(milestones, raw)
    own = decode_fields(_OWN, raw)
    known = dict.fromkeys(milestones, 1) | reached.value
    return Decoded(Progress(known, **own.value), reached.faults + own.faults)


_OWN = {"first_start_done": bool, "shown_around": bool, "help_seen": Annotated[tuple[Text, ...], APART]}


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """resume.json: what the record of the open session cannot tell."""

    session: Number
    ritual: Text = ""
    """Part of the guided session, e.g. `lay`; "" for the game itself."""
    index: Index = 0
    """Step within it."""
    active_ms: Millis = 0
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
