"""What a player has reached, and where an open session stands outside its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

STAGES = 6


def _whole(raw: object, low: int, high: int, default: int) -> int:
    fits = isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high
    return raw if fits and isinstance(raw, int) else default


@dataclass(frozen=True, slots=True)
class Progress:
    """progress.json: what stays unlocked for good (N7.3)."""

    unlocked: int = 1
    """Highest stage of Nevermind that is open, 1 to 6."""
    first_start_done: bool = False
    """The first start was gone through or skipped."""
    help_seen: tuple[str, ...] = ()
    """Help pages that the first game has shown."""

    def to_json(self) -> dict[str, object]:
        """Write it as plain JSON values."""
        return {
            "version": 1,
            "unlocked": self.unlocked,
            "first_start_done": self.first_start_done,
            "help_seen": list(self.help_seen),
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, object]) -> Progress:
        """Read it; what is missing or makes no sense has its default."""
        seen = raw.get("help_seen")
        pages = seen if isinstance(seen, list) else []
        return cls(
            _whole(raw.get("unlocked"), 1, STAGES, 1),
            raw.get("first_start_done") is True,
            tuple(page for page in pages if isinstance(page, str)),
        )


@dataclass(frozen=True, slots=True)
class Stand:
    """resume.json: what the record of the open session cannot tell."""

    session: int
    ritual: str = ""
    """Part of the guided session, e.g. `lay`; "" for the game itself."""
    index: int = 0
    """Step within it."""
    active_ms: int = 0
    """How long the session has lasted, without pauses and absences."""
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
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

    @classmethod
    def from_json(cls, raw: Mapping[str, object]) -> Stand | None:
        """Read it; None if it names no session."""
        session = _whole(raw.get("session"), 1, 1 << 62, 0)
        ritual, notes = raw.get("ritual"), raw.get("notes")
        pairs = notes.items() if isinstance(notes, dict) else ()
        if not session:
            return None
        return cls(
            session,
            ritual if isinstance(ritual, str) else "",
            _whole(raw.get("index"), 0, 1 << 31, 0),
            _whole(raw.get("active_ms"), 0, 1 << 62, 0),
            {name: text for name, text in pairs if isinstance(text, str)},
        )
