"""What a game offers to the device: one object a game, and what leads a session of it.

Laws of this file:
- nobody who uses these knows which game it is: what a room has to know of one, it asks here;
- an object of a game keeps nothing: everything is in the state, the options and the moments;
- `DeviceGame` is there from the start, so it is light; its `ui` loads screens and rules when it is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from device.ui.play import P
from engine.game import C, E, S
from engine.timeline import NOTHING

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from device.settings.model import Settings
    from device.storage.journal import JournalEntry
    from device.text.line import Line
    from device.text.words import Words
    from device.ui.model import Begin, Screen
    from device.ui.play import Moment, Play, SessionOptions
    from device.ui.scene import Scene
    from engine.step import Refusal
    from engine.timeline import Entry


@dataclass(frozen=True, slots=True)
class Given(Generic[C]):
    """A command that the device gives by itself."""

    command: C
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Further keys of its line in the record, for example `guess`."""


@dataclass(frozen=True, slots=True)
class Batch(Generic[S, C, E]):
    """Commands that belong together: a touch, and what the device gave after it."""

    command: C | None
    """The first, if the player or a partner gave it; None for what the device gave alone."""
    entries: tuple[Entry[S, C, E], ...]
    effects: tuple[E, ...]
    """Of all entries, in order."""
    state: S
    """After them."""
    start: int
    """How many commands were in force before."""


class SessionView(Protocol[S, C, E]):
    """What those who play along see of an open session."""

    @property
    def state(self) -> S:
        """The engine's state now."""

    @property
    def entries(self) -> tuple[Entry[S, C, E], ...]:
        """All commands in force with what each did, oldest first."""

    @property
    def turns(self) -> int:
        """How often it went back or forth in its own past."""


class Partners(Protocol[S, C, E]):
    """Play along in one session, by themselves. Times are microseconds of the session's own clock."""

    def due_us(self, session: SessionView[S, C, E], active_us: int) -> int:
        """Return when one acts next, or NEVER; all is looked at that happened since the last question."""

    def act(self, session: SessionView[S, C, E], active_us: int) -> C | None:
        """Return the command that is due now, or None."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What stands after a step back or forth in a game's past."""

    screen: Screen
    notice: Line | None = None
    """Said over it; K4 is redo as long. None where the screen says it, and offers the redo itself."""


class GameUI(Protocol[S, C, E, P]):
    """Leads a session of a game. Everything here is a pure function."""

    def given(self, state: S, options: P, counts: Mapping[str, int]) -> Given[C] | None:
        """Return the command that the device gives now by itself, or None if it is the player's turn.

        `counts` holds how many commands of each verb are in force: the k of the next chance event of a kind.
        """

    def guessed(self, state: S, options: P, counts: Mapping[str, int]) -> Given[C] | None:
        """Return what the device draws in the player's place when a question is skipped, or None."""

    def moment(self, options: P, before: Moment[C, E] | None, batch: Batch[S, C, E]) -> Moment[C, E]:
        """Return the moment that these commands make, with the guidance line that is due."""

    def opening(self, play: Play[S, C, E, P]) -> Screen:
        """Return the first screen of a new session."""

    def face(self, play: Play[S, C, E, P]) -> Screen:
        """Return the screen after a new moment."""

    def standing(self, play: Play[S, C, E, P]) -> Screen:
        """Return the screen that waits for the player: after a resume, an undo, a pause."""

    def ritual(self, play: Play[S, C, E, P], name: str, index: int) -> Screen | None:
        """Return the screen of a ritual that was interrupted, by its mark; None for an unknown one."""

    def refused(self, play: Play[S, C, E, P], command: C, refusal: Refusal) -> Line:
        """Say why a touch did nothing."""

    def resumed(self, play: Play[S, C, E, P]) -> Screen:
        """Return the screen after a restart: what the last touch led to may not have been read."""

    def undone(
        self, play: Play[S, C, E, P], moment: Moment[C, E], told: tuple[object, ...] | None, *, redo: bool
    ) -> Turned:
        """Say what went with an undo, and what to move back.

        `told` is what the player knew of it, as the screen that stood said (`device.ui.model.Undo`); None for
        all. `redo`: it may be brought back.
        """

    def redone(self, play: Play[S, C, E, P], *, more: bool) -> Turned:
        """Say what came back with a redo; `more`: another one would bring more."""

    def entry(self, play: Play[S, C, E, P]) -> JournalEntry:
        """Return what the journal keeps of the session; the app adds the date."""

    def reached(self, play: Play[S, C, E, P]) -> Mapping[str, int]:
        """Return the milestones that this game reached, see `DeviceGame.milestones`."""

    def partners(self, options: P) -> Partners[S, C, E] | None:
        """Return who plays along by themselves in a session held so, or None."""

    def menu(self, play: Play[S, C, E, P]) -> Sequence[tuple[Line, Screen | None]]:
        """Return the entries of this game in the pause menu, beyond those of every session.

        They are the same all through a session, so that each keeps its place; None: not possible now.
        """

    def pages(self, play: Play[S, C, E, P]) -> Sequence[str]:
        """Return the pages of help that are about this session, in reading order."""

    def seats(self, state: S) -> int:
        """Return how many people lay a hand on a zone of the pads; 0 for a game without zones."""

    def table_words(self, play: Play[S, C, E, P], scene: Scene) -> str:
        """Say how the table stands, for who asks and cannot see it; "" if this scene shows no table."""


AnyGameUI: TypeAlias = GameUI[Any, Any, Any, Any]
AnyPartners: TypeAlias = Partners[Any, Any, Any]


class StartWords(Protocol):
    """What a scenario says after `start`. All raise an error that names file and line."""

    def text(self, key: str, default: str) -> str:
        """Return one word."""

    def whole(self, key: str, default: int) -> int:
        """Return a whole number."""

    def flag(self, key: str) -> bool:
        """Return true or false; false if nothing is said."""

    def bad(self, problem: str) -> Exception:
        """Return the error that a session cannot be begun so."""


class Out(Protocol):
    """Where a study writes what it found."""

    def write(self, text: str, /) -> int:
        """Write a text as it is."""

    def flush(self) -> None:
        """Let it be seen now."""


class Study(Protocol):
    """A subcommand of `palmstone study` about one game."""

    @property
    def help(self) -> str:
        """What it studies, in half a line."""

    def add_options(self, parser: ArgumentParser) -> None:
        """Add its options to a parser."""

    def run(self, options: Namespace, out: Out, bar: TextIO | None) -> int:
        """Study, and write what was found; the exit code. `bar` is a terminal for its progress, or None."""


class DeviceGame(Protocol):
    """A game as the device knows it from the start; each game has one such object."""

    @property
    def name(self) -> str:
        """The name in the record's header."""

    @property
    def words(self) -> Words:
        """Every word of its own, by id."""

    @property
    def label(self) -> str:
        """The id of its entry on the home screen, one of its words."""

    @property
    def setup(self) -> Screen:
        """What is asked before a new session."""

    @property
    def settings(self) -> tuple[tuple[str, Screen], ...]:
        """Its own pages of the settings, each with the id of its name, one of its words."""

    def tour(self, settings: Settings) -> Begin:
        """Return the session in which a newcomer is shown around: on a table that lies already, its first
        card moved by the first key.
        """

    @property
    def options(self) -> type[SessionOptions]:
        """How a session of it is held; its fields are read from the header of a record by their types."""

    @property
    def facts(self) -> type[Any]:
        """What the journal keeps of a session: a dataclass (`device.ui.facts.Facts`), read by its types."""

    @property
    def milestones(self) -> Mapping[str, Any]:
        """What is reached for good: keys of `progress.json`, each with the type of its number.

        All begin at 1 and only grow.
        """

    @property
    def start_keys(self) -> tuple[str, ...]:
        """The words of a scenario's `start` that are this game's own."""

    @property
    def start_settings(self) -> Mapping[str, str]:
        """Those of them that are settings, each with its path."""

    def start(self, words: StartWords, settings: Settings, held: SessionOptions) -> Begin:
        """Return what a scenario's `start` asks for, held so beside what the game adds."""

    @property
    def study(self) -> Study | None:
        """Its subcommand of `palmstone study`, or None."""

    def ui(self) -> AnyGameUI:
        """Return what leads a session; the screens and the rules are loaded for it."""
