"""What the app needs to know of a game in order to lead it, without knowing which game it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.storage.journal import Entry
    from device.text.line import Line
    from device.ui.model import Model, Screen
    from device.ui.play import Manner, Moment, Play
    from engine.game import Command
    from engine.step import Refusal
    from engine.timeline import Entry as Done


@dataclass(frozen=True, slots=True)
class Given:
    """A command that the device gives by itself."""

    command: Command
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """Further keys of its line in the record, for example `guess`."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Commands that belong together: a touch, and what the device gave after it."""

    command: Command | None
    """The first, if the player or a partner gave it; None for what the device gave alone."""
    entries: tuple[Done[Any, Any, Any], ...]
    effects: tuple[object, ...]
    """Of all entries, in order."""
    state: object
    """After them."""
    start: int
    """How many commands were in force before."""

    @property
    def guessed(self) -> bool:
        """Tell whether the device answered in the player's place (N1.6)."""
        return any(entry.extra.get("guess") is True for entry in self.entries)


class Course(Protocol):
    """What those who play along see of an open session."""

    @property
    def state(self) -> Any:
        """The engine's state now."""

    @property
    def entries(self) -> tuple[Done[Any, Any, Any], ...]:
        """All commands in force with what each did, oldest first."""

    @property
    def turns(self) -> int:
        """How often it went back or forth in its own past."""


class Company(Protocol):
    """Plays along in one session, by itself. Times are microseconds of the session's own clock."""

    def due_us(self, session: Course, active_us: int) -> int:
        """Return when it acts next, or NEVER; it looks at all that happened since it was asked last."""

    def act(self, session: Course, active_us: int) -> Command | None:
        """Return the command that is due now, or None."""


class Director(Protocol):
    """Leads one game. Everything here is a pure function."""

    @property
    def game(self) -> str:
        """The name in the record's header."""

    def given(self, state: object, manner: Manner, counts: Mapping[str, int]) -> Given | None:
        """Return the command that the device gives now by itself, or None if it is the player's turn.

        `counts` holds how many commands of each verb are in force: the k of the next chance event of a kind.
        """

    def guessed(self, state: object, manner: Manner, counts: Mapping[str, int]) -> Given | None:
        """Return what the device draws in the player's place when a question is skipped, or None."""

    def moment(self, manner: Manner, before: Moment | None, batch: Batch) -> Moment:
        """Return the moment that these lines make, with the guidance line that is due."""

    def opening(self, play: Play) -> Screen:
        """Return the first screen of a new session."""

    def face(self, play: Play) -> Screen:
        """Return the screen after a new moment."""

    def standing(self, play: Play) -> Screen:
        """Return the screen that waits for the player: after a resume, an undo, a pause."""

    def ritual(self, play: Play, name: str, index: int) -> Screen | None:
        """Return the screen of a ritual that was interrupted, by its mark; None for an unknown one."""

    def refused(self, play: Play, command: Command, refusal: Refusal) -> Line:
        """Say why a touch did nothing."""

    def undone(self, play: Play, moment: Moment) -> Line:
        """Say what went with an undo, and what to move back."""

    def entry(self, play: Play) -> Entry:
        """Return what the journal keeps of the session; the app adds date and duration."""

    def unlocks(self, play: Play) -> int:
        """Return the highest stage that is open after this game; 0 if it opens none."""

    def company(self, manner: Manner) -> Company | None:
        """Return who plays along by themselves in a session held so, or None."""

    def menu(self, model: Model) -> Sequence[tuple[Line, Screen]]:
        """Return the entries of this game in the pause menu, beyond those of every session."""
