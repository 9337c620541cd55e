"""What records and the device may know of a game without knowing which one it is.

Laws of this file:
- a game is a value without state; everything that changes is in its states;
- commands are values of the game's own types; as JSON they stand in records alone (`engine.record`);
- JSON comes in as untrusted mappings: an answer or a Refusal, never a crash;
- JSON goes out in the key order of the record format, so the same state is the same text.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.step import Refusal, Step


class State(Protocol):
    """How a game stands."""

    @property
    def result(self) -> object:
        """How it ended; None while nothing is decided. What can follow an end is up to the rules."""


class Command(Protocol):
    """What may be asked of a game: a value that knows its verb."""

    @property
    def verb(self) -> StrEnum:
        """The word for it in a record."""


O = TypeVar("O")  # noqa: E741 - options, beside S, C and E
S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Command)
E = TypeVar("E")


class OptionsError(ValueError):
    """Options that no game can be played with. The text names the option and what it may be."""


def quoted(value: object) -> str:
    """Return a JSON value as it may stand in a message: plain ASCII, not longer than a line."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Game(Protocol[O, S, C, E]):
    """A game: O its options, S its state, C its commands, E its effects."""

    @property
    def name(self) -> str:
        """The name in the header of a record."""

    def options_from_json(self, options: Mapping[str, object]) -> O:
        """Read options: a missing one has its default, unknown keys are ignored; raises OptionsError."""

    def options_to_json(self, options: O) -> dict[str, object]:
        """Write all options, in the order of the record format."""

    def version(self, options: O, /) -> int:
        """Return the least version of the record format that can tell such a game."""

    def initial(self, options: O) -> S:
        """Return the state before the first command."""

    def step(self, state: S, command: C) -> Step[S, E]:
        """Apply a command; total. A refused one leaves the same state object and no effects."""

    @property
    def concede(self) -> C:
        """The command that ends a game early."""

    def legal(self, state: S) -> tuple[StrEnum | C, ...]:
        """Return all that `step` accepts; of a command whose data is the world's to say, the verb alone."""

    def command_from_json(self, line: Mapping[str, object], state: S, /) -> C | Refusal:
        """Read the command named by `do` as the options of the state's game have it.

        Other keys than its fields are ignored.
        """

    def command_to_json(self, command: C) -> dict[str, object]:
        """Write a command as `{"do": ...}` with its fields."""

    def misplaced(self, state: S, verb: str) -> Refusal | None:
        """Return the refusal if the verb is no command of this state's phase, whatever its fields.

        It goes before a complaint about fields, so that a malformed command out of its phase is
        refused `phase` (or `over`), as a well-formed one would be.
        """

    def state_to_json(self, state: S) -> dict[str, object]:
        """Write the public state, with exactly the fields of the record format."""


def moves(game: Game[O, S, C, E], state: S) -> tuple[C, ...]:
    """Return what a player can do to go on: what is legal and has all its data, without conceding."""
    leaving = game.concede.verb
    found = (entry for entry in game.legal(state) if not isinstance(entry, StrEnum))
    return tuple(command for command in found if command.verb is not leaving)
