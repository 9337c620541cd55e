"""Phase machines over `transitions`; no other module imports that library.

Laws of this file:
- a machine is one literal table of edges; each edge names the clause it comes from;
- a phase and a trigger lead to one phase, or nowhere; there are no conditions, callbacks or automatic edges;
- the library never sees a state of ours, only a cursor that lives for one question;
- every "no" is a PhaseError.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from transitions import Machine, MachineError

if TYPE_CHECKING:
    from collections.abc import Sequence

logging.getLogger("transitions").setLevel(logging.ERROR)

P = TypeVar("P", bound=StrEnum)
T = TypeVar("T", bound=StrEnum)


class PhaseError(ValueError):
    """The table has no such edge. `phase` and `trigger` say which was asked for."""

    def __init__(self, table: str, phase: Enum, trigger: Enum) -> None:
        super().__init__(f"{table}: no edge {trigger.value!r} from phase {phase.value!r}")
        self.phase = phase
        self.trigger = trigger


@dataclass(frozen=True, slots=True)
class Edge(Generic[P, T]):
    """One arrow of a machine."""

    source: P
    trigger: T
    target: P
    rule: str
    """The clause it comes from, for example `N4.4`."""


class _Cursor:
    """The model that `transitions` moves; made for one question and thrown away."""

    __slots__ = ("state",)

    def __init__(self, state: Enum) -> None:
        self.state = state


class PhaseTable(Generic[P, T]):
    """A machine built once from its edges. Immutable after that, and safe to share between threads.

    Raises ValueError if the table is not one: an edge twice, a phase that nothing reaches, a trigger unused.
    """

    def __init__(
        self, name: str, phases: type[P], triggers: type[T], initial: P, edges: Sequence[Edge[P, T]]
    ) -> None:
        self.name = name
        self.phases = phases
        self.triggers = triggers
        self.initial = initial
        self.edges = tuple(edges)
        self._validate()
        self._machine = Machine(
            model=None,
            states=phases,
            initial=initial,
            transitions=[
                {"trigger": edge.trigger.value, "source": edge.source, "dest": edge.target} for edge in edges
            ],
            auto_transitions=False,
            model_override=True,
            queued=False,
            send_event=False,
        )
        self._allowed = {(edge.source, edge.trigger) for edge in edges}

    def _validate(self) -> None:
        pairs = [(edge.source, edge.trigger) for edge in self.edges]
        twice = sorted({f"{s.value}/{t.value}" for s, t in pairs if pairs.count((s, t)) > 1})
        if twice:
            raise ValueError(f"{self.name}: two edges for {', '.join(twice)}")
        lonely = sorted(phase.value for phase in set(self.phases) - self.reachable())
        if lonely:
            raise ValueError(f"{self.name}: nothing reaches {', '.join(lonely)}")
        unused = sorted(t.value for t in set(self.triggers) - {edge.trigger for edge in self.edges})
        if unused:
            raise ValueError(f"{self.name}: no edge uses {', '.join(unused)}")

    def next(self, phase: P, trigger: T) -> P:
        """Return the phase that the trigger leads to, or raise PhaseError."""
        cursor = _Cursor(phase)
        try:
            self._machine.events[trigger.value].trigger(cursor)
        except MachineError:
            raise PhaseError(self.name, phase, trigger) from None
        return cast("P", cursor.state)

    def allows(self, phase: P, trigger: T) -> bool:
        """Tell whether `next` would answer."""
        return (phase, trigger) in self._allowed

    def reachable(self) -> frozenset[P]:
        """All phases that can be reached from the initial one, itself included."""
        seen = {self.initial}
        while True:
            more = {edge.target for edge in self.edges if edge.source in seen} - seen
            if not more:
                return frozenset(seen)
            seen |= more

    def ends(self) -> frozenset[P]:
        """The phases without a way out."""
        return frozenset(set(self.phases) - {edge.source for edge in self.edges})

    def mermaid(self) -> str:
        """The machine as a Mermaid state diagram, one line an edge, in table order."""
        lines = ["stateDiagram-v2", f"    [*] --> {self.initial.value}"]
        lines += [
            f"    {e.source.value} --> {e.target.value}: {e.trigger.value} ({e.rule})" for e in self.edges
        ]
        lines += [f"    {phase.value} --> [*]" for phase in self.phases if phase in self.ends()]
        return "\n".join(lines) + "\n"
