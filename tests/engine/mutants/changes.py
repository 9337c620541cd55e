"""The two tables, and every change of one thing that can be made to them.

A change takes out a row, one of its sources, a guard, a need or a deed, swaps two needs or deeds that follow
each other, or lets the row lead elsewhere. Guards are not swapped: their order says nothing.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.machine import Row, RuleTable
from engine.nevermind.draft import Draft as NevermindDraft
from engine.nevermind.table import TABLE as NEVERMIND
from engine.the_mind.draft import Draft as TheMindDraft
from engine.the_mind.table import TABLE as THE_MIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from enum import Enum

    from engine.machine import Sections

T = TypeVar("T")
F = TypeVar("F", bound="Callable[..., object]")


@dataclass(frozen=True, slots=True)
class Subject:
    """A game whose table is changed."""

    name: str
    """As the headers of records have it."""
    package: str
    """The name of its package, under `engine` and under `tests/engine`."""
    table: RuleTable[Any, Any]
    """As it is."""
    draft: type[Any]

    def build(self, sections: Sections[Any]) -> RuleTable[Any, Any]:
        """Return a table of other rows; raises TableError."""
        table = self.table
        nodes = (table.phases, table.moments)
        return RuleTable(table.name, self.draft, nodes, table.verbs, table.initial, sections)

    def put_in_place(self, table: RuleTable[Any, Any]) -> None:
        """Let the game be played by this table from now on, in this process."""
        holder = importlib.import_module(f"engine.{self.package}.table")
        holder.TABLE = table  # type: ignore[attr-defined]
        # Read again, into the same module: `step` finds the new table, and what was computed once is too.
        importlib.reload(importlib.import_module(f"engine.{self.package}.rules"))


SUBJECTS = (
    Subject("nevermind", "nevermind", NEVERMIND, NevermindDraft),
    Subject("the-mind", "the_mind", THE_MIND, TheMindDraft),
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A table with one change."""

    subject: Subject
    name: str
    """The row and the change, in words; unique."""
    sections: Sections[Any]


def all_mutants() -> list[Mutant]:
    """Return every mutant of both tables, in the order of the rows."""
    return [mutant for subject in SUBJECTS for mutant in mutants_of(subject)]


def mutants_of(subject: Subject) -> Iterator[Mutant]:
    """Yield every mutant of a table, in the order of its rows."""
    table = subject.table
    for title, rows in table.sections.items():
        for index, row in enumerate(rows):
            for change, instead in _changes(table, row):
                changed = (*rows[:index], *instead, *rows[index + 1 :])
                yield Mutant(
                    subject, f"{subject.name}: {described(row)}: {change}", {**table.sections, title: changed}
                )


def described(row: Row[Any]) -> str:
    """Name a row with what it asks for: some rows differ in that alone."""
    asked = [function.__name__ for function in (*row.when, *row.needs)]
    return f"{row} if {' and '.join(asked)}" if asked else str(row)


def _changes(table: RuleTable[Any, Any], row: Row[Any]) -> Iterator[tuple[str, tuple[Row[Any], ...]]]:
    """Yield each change in words, with the rows that stand instead."""
    yield "row removed", ()
    if len(row.sources) > 1:
        for source, left in _without_each(row.sources):
            yield f"not from {source.value}", (replace(row, source=left),)
    for guard, guards in _without_each(row.when):
        yield f"guard {guard.__name__} removed", (replace(row, when=guards),)
    for need, needs in _without_each(row.needs):
        yield f"need {need.__name__} removed", (replace(row, needs=needs),)
    for deed, deeds in _without_each(row.do):
        yield f"deed {deed.__name__} removed", (replace(row, do=deeds),)
    for named, needs in _swapped(row.needs):
        yield f"needs {named} swapped", (replace(row, needs=needs),)
    for named, deeds in _swapped(row.do):
        yield f"deeds {named} swapped", (replace(row, do=deeds),)
    for target in other_targets(table, row):
        yield f"leads to {target.value}", (replace(row, target=target),)


def _without_each(things: tuple[T, ...]) -> Iterator[tuple[T, tuple[T, ...]]]:
    for at, thing in enumerate(things):
        yield thing, (*things[:at], *things[at + 1 :])


def _swapped(functions: tuple[F, ...]) -> Iterator[tuple[str, tuple[F, ...]]]:
    """Yield the functions with two neighbours in each other's place, and the names of these."""
    for at in range(len(functions) - 1):
        one, other = functions[at : at + 2]
        named = f"{one.__name__} and {other.__name__}"
        yield named, (*functions[:at], other, one, *functions[at + 2 :])


def other_targets(table: RuleTable[Any, Any], row: Row[Any]) -> list[Enum]:
    """Return where a row may lead by mistake: to the node listed next, and where its neighbours lead.

    The next node is of the same kind, and after the last comes the first. Neighbours are the rows for the
    same trigger from one of the same sources; the first target of theirs that is another one is taken.
    """
    kind = table.phases if isinstance(row.target, table.phases) else table.moments
    nodes: list[Enum] = list(kind)
    following = nodes[(nodes.index(row.target) + 1) % len(nodes)]
    beside = [
        other.target
        for other in table.rows
        if other.trigger is row.trigger and set(other.sources).intersection(row.sources)
    ]
    elsewhere = [target for target in beside if target not in (row.target, following)]
    return [following, *elsewhere[:1]]
