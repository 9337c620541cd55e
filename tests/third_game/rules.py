"""Stones: a heap from which one takes one, two or three stones a turn, until none is left.

The smallest game that the machine of the rules can run: one command, and the one that leaves early.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from engine.game import OptionsError, quoted
from engine.machine import THEN, Row, RuleTable, accepts
from engine.step import Refusal, RefusalCode, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

MOST = 3
"""Stones that can be taken at once (S2)."""


class Phase(StrEnum):
    HEAP = "heap"
    OVER = "over"


class Moment(StrEnum):
    TAKEN = "taken"


class Verb(StrEnum):
    TAKE = "take"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class Take:
    """Take so many stones (S2)."""

    verb: ClassVar[Verb] = Verb.TAKE

    count: int


@dataclass(frozen=True, slots=True)
class Concede:
    """Leave the rest (S4)."""

    verb: ClassVar[Verb] = Verb.CONCEDE


Command: TypeAlias = Take | Concede


@dataclass(frozen=True, slots=True)
class Taken:
    """So many stones were taken."""

    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over."""

    result: str


Effect: TypeAlias = Taken | Ended


@dataclass(frozen=True, slots=True)
class Options:
    heap: int = 7
    """Stones at the beginning (S1)."""


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    phase: Phase
    left: int
    turns: int = 0
    result: str | None = None


class Draft:
    """A state while one step changes it."""

    def __init__(self, state: State, command: Command | None = None) -> None:
        self.options = state.options
        self.phase: Phase | Moment = state.phase
        self.left = state.left
        self.turns = state.turns
        self.result = state.result
        self.command = command
        self.refusal: Refusal | None = None
        self.told: list[Effect] = []

    def freeze(self) -> State:
        assert isinstance(self.phase, Phase)
        return State(self.options, self.phase, self.left, self.turns, self.result)


def so_many_lie_there(draft: Draft) -> Refusal | None:
    assert isinstance(draft.command, Take)
    count = draft.command.count
    if 1 <= count <= min(MOST, draft.left):
        return None
    return Refusal(RefusalCode.CARDS, f"{count} of {draft.left} stones cannot be taken")


def take_them(draft: Draft) -> None:
    assert isinstance(draft.command, Take)
    draft.left -= draft.command.count
    draft.turns += 1
    draft.told.append(Taken(draft.command.count))


def none_is_left(draft: Draft) -> bool:
    return draft.left == 0


def end_empty(draft: Draft) -> None:
    draft.result = "empty"
    draft.told.append(Ended("empty"))


def leave_the_rest(draft: Draft) -> None:
    draft.result = "conceded"
    draft.told.append(Ended("conceded"))


TABLE: RuleTable[Draft, Verb] = RuleTable(
    "stones",
    Draft,
    (Phase, Moment),
    Verb,
    (Phase.HEAP,),
    {
        "Stones": (
            Row(Phase.HEAP, Verb.TAKE, Moment.TAKEN, "S2", needs=(so_many_lie_there,), do=(take_them,)),
            Row(Moment.TAKEN, THEN, Phase.OVER, "S3", when=(none_is_left,), do=(end_empty,)),
            Row(Moment.TAKEN, THEN, Phase.HEAP, "S2"),
            Row(Phase.HEAP, Verb.CONCEDE, Phase.OVER, "S4", do=(leave_the_rest,)),
        )
    },
)


SAYABLE: dict[Verb, tuple[Command, ...]] = {
    Verb.TAKE: tuple(Take(count) for count in range(1, MOST + 1)),
    Verb.CONCEDE: (Concede(),),
}


class Stones:
    """Implements `engine.game.Game`."""

    name = "stones"
    concede: Command = Concede()

    def options_from_json(self, options: Mapping[str, object]) -> Options:
        heap = options.get("heap", 7)
        if not isinstance(heap, int) or isinstance(heap, bool) or not 1 <= heap <= 21:
            raise OptionsError(f"heap is {quoted(heap)}: give a whole number from 1 to 21")
        return Options(heap)

    def options_to_json(self, options: Options) -> dict[str, object]:
        return {"heap": options.heap}

    def version(self, _options: Options) -> int:
        return 1

    def initial(self, options: Options) -> State:
        return State(options, Phase.HEAP, options.heap)

    def step(self, state: State, command: Command) -> Step[State, Effect]:
        draft = Draft(state, command)
        if TABLE.run(draft, command.verb):
            return Step(draft.freeze(), tuple(draft.told))
        return Step(state, (), draft.refusal or _out_of_place(state))

    def legal(self, state: State) -> tuple[Verb | Command, ...]:
        draft = Draft(state)
        found: list[Verb | Command] = []
        for verb, needs in TABLE.openings(draft):
            for command in SAYABLE[verb]:
                draft.command = command
                if accepts(draft, needs):
                    found.append(command)
        return tuple(found)

    def command_from_json(self, line: Mapping[str, object], _state: State) -> Command | Refusal:
        if line.get("do") == "concede":
            return Concede()
        count = line.get("count")
        if line.get("do") != "take":
            return Refusal(RefusalCode.PHASE, f"there is no command {quoted(line.get('do'))}")
        if not isinstance(count, int) or isinstance(count, bool):
            return Refusal(RefusalCode.CARDS, f"count is {quoted(count)}: give a whole number")
        return Take(count)

    def command_to_json(self, command: Command) -> dict[str, object]:
        line: dict[str, object] = {"do": command.verb.value}
        return {**line, "count": command.count} if isinstance(command, Take) else line

    def misplaced(self, state: State, verb: str) -> Refusal | None:
        known = next((one for one in Verb if one.value == verb), None)
        return None if known and TABLE.offers(Draft(state), known) else _out_of_place(state)

    def state_to_json(self, state: State) -> dict[str, object]:
        return {"phase": state.phase.value, "left": state.left, "turns": state.turns, "result": state.result}


def _out_of_place(state: State) -> Refusal:
    code = RefusalCode.OVER if state.phase is Phase.OVER else RefusalCode.PHASE
    return Refusal(code, f"not a command of the phase {state.phase.value}")


GAME: Game[Options, State, Command, Effect] = Stones()
