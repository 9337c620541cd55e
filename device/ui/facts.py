"""What a game keeps of a session in the journal, and how that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from device.text.line import Line


@runtime_checkable
class Facts(Protocol):
    """A frozen dataclass of a game; its fields are columns of the journal, None for what does not apply."""

    def title(self) -> str:
        """Name the game in a printed journal."""

    def told(self, outcome: str) -> tuple[str, ...]:
        """Say in a few words each what happened; `outcome` as in the state of the rules."""

    def moods(self) -> tuple[int | None, int | None]:
        """Return the pads of the moods before and after, 1 to 9; None for what was not asked."""

    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the journal's page on the panel."""
