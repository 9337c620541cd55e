"""Where the arrows of a table lead, whatever its guards say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.machine import THEN

if TYPE_CHECKING:
    from enum import Enum, StrEnum

    from engine.machine import RuleTable


def phases_after(table: RuleTable[Any, Any], phase: Enum, verb: StrEnum) -> set[Enum]:
    """Return the phases in which a command of the verb can end."""
    found: set[Enum] = set()
    waiting = [row.target for row in table.rows if phase in row.sources and row.trigger is verb]
    while waiting:
        node = waiting.pop()
        if isinstance(node, table.phases):
            found.add(node)
        else:
            waiting += [row.target for row in table.rows if node in row.sources and row.trigger is THEN]
    return found
