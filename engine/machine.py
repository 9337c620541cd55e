"""Tables of rules, run by `transitions`; no other module of the rules imports that library.

Laws of this file:
- a game is one literal table of rows; a row says from where, by what, to where, by which clause, under
  which guards and with which deeds; what is legal is read from it;
- a phase is left by a command, a moment by itself: the machine fires `then` until a phase is reached;
- the model of the machine is the draft of one step; it is thrown away, and no machine lies in a state;
- a table that is none is refused when it is built, in one line that names the row and its clause.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from transitions import EventData, Machine, State, Transition
from transitions.core import Condition

if TYPE_CHECKING:
    from engine.step import Refusal

logging.getLogger("transitions").setLevel(logging.ERROR)
logging.getLogger("transitions.core").disabled = True


class Draft(Protocol):
    """What a table needs of the state under way: the model of `transitions`, which alone moves it."""

    phase: Any
    """A phase or a moment."""
    refusal: Refusal | None
    """Why the command cannot be done: set by the last need that failed."""


D = TypeVar("D", bound=Draft)
V = TypeVar("V", bound=StrEnum)
Guard = Callable[[D], bool]
"""Looks at what lies on the table."""
Need = Callable[[D], "Refusal | None"]
"""Looks at what was said too; says why if it fails."""
Deed = Callable[[D], None]
"""Changes the draft, and nothing else."""


class Then(StrEnum):
    """The trigger that the machine fires itself."""

    THEN = "then"


THEN = Then.THEN


@dataclass(frozen=True, slots=True)
class Row(Generic[D]):
    """One edge of a machine, from each of its sources."""

    source: Enum | tuple[Enum, ...]
    """Phases, or one moment."""
    trigger: StrEnum
    """The verb of a command, or THEN."""
    target: Enum
    """A phase or a moment."""
    clause: str
    """Where it comes from in the rules, for example `N4.4`."""
    when: tuple[Guard[D], ...] = ()
    """All must hold; silent."""
    needs: tuple[Need[D], ...] = ()
    """All must hold after `when`; the last one that failed, of all rows tried, gives the refusal."""
    do: tuple[Deed[D], ...] = ()
    """What is done, in order, before the phase changes."""

    @property
    def sources(self) -> tuple[Enum, ...]:
        """Return the sources as a tuple."""
        return self.source if isinstance(self.source, tuple) else (self.source,)

    def __str__(self) -> str:
        """Name the row in a message."""
        sources = " | ".join(source.value for source in self.sources)
        return f"{sources} --{self.trigger.value}--> {self.target.value} ({self.clause})"


class TableError(ValueError):
    """The rows are no table. One line: the table, the row with its clause, what is wrong."""


class PhaseError(RuntimeError):
    """A step cannot go on: a moment whose rows all fail. A bug of a table, never what a player did."""


class _QuietCondition(Condition):
    """A condition that is a function of the draft, never the name of one."""

    def __init__(self, func: Guard[Any]) -> None:
        super().__init__(func)
        self.holds = func

    def check(self, event_data: EventData) -> bool:
        """Ask it of the draft."""
        return self.holds(event_data.model)


class _QuietTransition(Transition):
    """An edge with such conditions."""

    condition_cls = _QuietCondition


class _QuietState(State):
    """A state that does nothing itself: deeds belong to rows. What it is called is looked up once."""

    name = ""
    value: Any = None

    def __init__(self, node: Enum, *args: Any, **kwargs: Any) -> None:
        super().__init__(node, *args, **kwargs)
        self.name = node.name
        self.value = node

    def enter(self, event_data: EventData) -> None:
        """Do nothing."""

    def exit(self, event_data: EventData) -> None:
        """Do nothing."""


class _QuietMachine(Machine):
    """The library's machine, without what no table uses and a step would pay for at each of its rows.

    Callbacks are functions of the draft, never names of them; a state is found in one look, by its name
    or by its phase or moment.
    """

    state_cls = _QuietState
    transition_cls = _QuietTransition
    get_state: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        states = self.states.values()
        self.get_state = {word: state for state in states for word in (state.name, state.value)}.__getitem__

    def callbacks(self, funcs: Iterable[Any], event_data: EventData) -> None:
        """Call each with the draft."""
        for func in funcs:
            func(event_data.model)


Sections = Mapping[str, Sequence[Row[D]]]
"""The rows of a table by the part of the rules that they tell."""


class RuleTable(Generic[D, V]):
    """A machine built once from its rows. Immutable after that, and safe to share between threads."""

    def __init__(
        self,
        name: str,
        model: type[D],
        nodes: tuple[type[Enum], type[Enum]],
        verbs: type[V],
        initial: Sequence[Enum],
        sections: Sections[D],
    ) -> None:
        """Build it; raises TableError.

        `nodes` are the enums of phases and of moments, these in the order in which they can follow each
        other; `initial` are the phases in which a game can begin.
        """
        self.name = name
        self.sections = {title: tuple(rows) for title, rows in sections.items()}
        self.rows = tuple(row for rows in self.sections.values() for row in rows)
        self.phases, self.moments = nodes
        self.verbs = verbs
        self.initial = tuple(initial)
        by_place: dict[tuple[Enum, StrEnum], list[Row[D]]] = defaultdict(list)
        for row in self.rows:
            for source in row.sources:
                by_place[source, row.trigger].append(row)
        self._by_place = {place: tuple(rows) for place, rows in by_place.items()}
        self._by_phase = {
            phase: [(verb, self._by_place[phase, verb]) for verb in verbs if (phase, verb) in self._by_place]
            for phase in self.phases
        }
        validate(self, model)
        machine = _QuietMachine(
            model=None,
            states=[*self.phases, *self.moments],
            initial=self.initial[0],
            transitions=[self._for_library(row) for row in self.rows],
            auto_transitions=False,
            model_override=True,
            queued=False,
            send_event=False,
            model_attribute="phase",
            after_state_change=self._go_on,
        )
        self._fire = {event: machine.events[event.value].trigger for event in (*verbs, THEN)}

    def _for_library(self, row: Row[D]) -> dict[str, object]:
        return {
            "trigger": row.trigger.value,
            "source": list(row.sources),
            "dest": row.target,
            "conditions": [*row.when, *map(_condition, row.needs)],
            "before": list(row.do),
        }

    def _go_on(self, draft: D) -> None:
        """Fire `then` in a moment: the library calls this after each change of the phase."""
        if isinstance(draft.phase, self.moments) and not self._fire[THEN](draft):
            raise PhaseError(f"{self.name}: the moment {draft.phase.value} leads nowhere")

    def run(self, draft: D, verb: V) -> bool:
        """Carry the command in the draft out, up to the next phase.

        False if it is refused: `draft.refusal` says why, and is None if the verb has no place here.
        The draft is good for one call.
        """
        if (draft.phase, verb) not in self._by_place:
            return False
        return bool(self._fire[verb](draft))

    def has(self, phase: Enum, verb: V) -> bool:
        """Tell whether any row is for the verb in this phase."""
        return (phase, verb) in self._by_place

    def offers(self, draft: D, verb: V) -> bool:
        """Tell whether the verb has its place now, whatever is said with it."""
        rows = self._by_place.get((draft.phase, verb), ())
        return any(all(guard(draft) for guard in row.when) for row in rows)

    def openings(self, draft: D) -> list[tuple[V, list[tuple[Need[D], ...]]]]:
        """Return the verbs that have their place now, each with what is asked of a command: a tuple a row."""
        found = []
        for verb, rows in self._by_phase.get(draft.phase, ()):
            needs = []
            for row in rows:
                for guard in row.when:
                    if not guard(draft):
                        break
                else:
                    needs.append(row.needs)
            if needs:
                found.append((verb, needs))
        return found

    def reachable(self) -> frozenset[Enum]:
        """All phases and moments that can be reached from the initial ones, these included."""
        seen: set[Enum] = set(self.initial)
        while True:
            more = {row.target for row in self.rows if seen.intersection(row.sources)} - seen
            if not more:
                return frozenset(seen)
            seen |= more

    def ends(self) -> frozenset[Enum]:
        """The phases without a way out."""
        return frozenset(set(self.phases) - {source for row in self.rows for source in row.sources})


def accepts(draft: D, needs: Sequence[tuple[Need[D], ...]]) -> bool:
    """Tell whether the command in the draft has all that one of the rows needs (see `RuleTable.openings`)."""
    for row in needs:
        for need in row:
            if need(draft) is not None:
                break
        else:
            return True
    return False


def _condition(need: Need[D]) -> Guard[D]:
    """Return a need as a condition of the library that leaves its refusal in the draft."""

    def holds(draft: D) -> bool:
        refusal = need(draft)
        if refusal is None:
            return True
        draft.refusal = refusal
        return False

    return holds


# What is no table


def validate(table: RuleTable[D, V], model: type[D]) -> None:
    """Raise TableError if the rows are no table for this model."""
    _validate_names(table)
    for row in table.rows:
        _validate_row(table, row, model)
    for (source, _), rows in table._by_place.items():
        _validate_place(table.name, source, rows)
    for moment in table.moments:
        rows = table._by_place.get((moment, THEN), ())
        if not rows or rows[-1].when or rows[-1].needs:
            last = rows[-1] if rows else "no row"
            raise TableError(f"{table.name}: {last}: the moment {moment.value} could be stuck")
    lonely = [node.value for node in (*table.phases, *table.moments) if node not in table.reachable()]
    if lonely:
        leaving = [str(row) for row in table.rows if lonely[0] in {source.value for source in row.sources}]
        raise TableError(f"{table.name}: {', '.join(leaving) or 'no row'}: nothing reaches {lonely[0]}")
    unused = [verb.value for verb in table.verbs if verb not in {row.trigger for row in table.rows}]
    if unused:
        raise TableError(f"{table.name}: no row is for {unused[0]}")


def _validate_names(table: RuleTable[D, V]) -> None:
    """The machine knows a state by its name and its value: two of one word would be one state, silently."""
    known: dict[str, Enum] = {}
    for node in (*table.phases, *table.moments):
        for word in (node.name, node.value):
            other = known.setdefault(word, node)
            if other is not node:
                nodes = (node, other)
                rows = [str(row) for row in table.rows if {*row.sources, row.target}.intersection(nodes)]
                both = "a phase and a moment" if type(node) is not type(other) else "two of a kind"
                raise TableError(f"{table.name}: {rows[0] if rows else 'no row'}: {word} is {both}")


def _validate_row(table: RuleTable[D, V], row: Row[D], model: type[D]) -> None:
    known = (table.phases, table.moments)
    if not row.clause:
        raise TableError(f"{table.name}: {row}: it names no clause")
    for node in (*row.sources, row.target):
        if not isinstance(node, known):
            raise TableError(f"{table.name}: {row}: {node!r} is neither a phase nor a moment of it")
    by_itself = row.trigger is THEN
    if not by_itself and not isinstance(row.trigger, table.verbs):
        raise TableError(f"{table.name}: {row}: {row.trigger!r} is no verb of it")
    order = list(table.moments)
    for source in row.sources:
        if isinstance(source, table.moments) is not by_itself:
            raise TableError(f"{table.name}: {row}: a phase is left by a command, a moment by itself")
        if by_itself and row.target in order and order.index(row.target) <= order.index(source):
            raise TableError(f"{table.name}: {row}: a moment leads back")
    for kind, functions, answer in (
        ("guard", row.when, "bool"),
        ("need", row.needs, "Refusal | None"),
        ("deed", row.do, "None"),
    ):
        for function in functions:
            if not _is_of(function, model, answer):
                name = getattr(function, "__name__", repr(function))
                raise TableError(f"{table.name}: {row}: {name} is no {kind} of a {model.__name__}")


def _is_of(function: object, model: type[object], answer: str) -> bool:
    """Tell whether a function is declared on the model, in its own package, and answers so."""
    notes = getattr(function, "__annotations__", {})
    package = model.__module__.rpartition(".")[0]
    return (
        callable(function)
        and list(notes.values()) == [model.__name__, answer]
        and getattr(function, "__module__", "").rpartition(".")[0] == package
    )


def _validate_place(name: str, source: Enum, rows: tuple[Row[D], ...]) -> None:
    """A row whose guards include all of an earlier row's can never be taken; an edge twice is such a row."""
    for index, row in enumerate(rows):
        guards = {*row.when, *row.needs}
        for earlier in rows[:index]:
            if guards.issuperset({*earlier.when, *earlier.needs}):
                raise TableError(
                    f"{name}: {row}: it can never be taken from {source.value}, {earlier} comes first"
                )
