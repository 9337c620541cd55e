"""The journal on the panel: one session a page, facts only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.screens.turning import BACKWARD, FORWARD, onward
from device.storage.journal import UNKNOWN
from device.text.catalog import line
from device.text.line import Line
from device.ui.events import Key, KeyPressed
from device.ui.facts import Facts
from device.ui.model import Answer, Back, Go, Screen
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.storage.journal import JournalEntry
    from device.ui.events import Event
    from device.ui.model import Model


@dataclass(frozen=True, slots=True)
class Journal(Screen):
    """`journal`: the newest session first; K3 goes back in time, K2 forward, K1 closes."""

    index: int = 0

    def scene(self, model: Model) -> Scene:
        """Show one session."""
        entries = model.entries
        if not entries:
            return Scene("journal", TextBody(line("journal.title"), (line("journal.empty"),)))
        index = self.index % len(entries)
        title, lines = _page(entries[index])
        return Scene("journal", TextBody(title, lines, index, len(entries)))

    def on(self, model: Model, event: Event) -> Answer:
        """Turn the pages."""
        match event:
            case KeyPressed(key=key) if key in FORWARD:
                return onward(model, self, replace(self, index=self.index + 1))
            case KeyPressed(key=key) if key in BACKWARD:
                return (Go(replace(self, index=max(0, self.index - 1))),)
            case KeyPressed(key=Key.K1):
                return (Back(),)
        return ()


def _page(entry: JournalEntry) -> tuple[Line, tuple[Line, ...]]:
    """The date, and what happened."""
    date = line("journal.undated") if entry.date == UNKNOWN else Line(entry.date, entry.date[5:])
    facts = [line("breathe.end", minutes=entry.minutes)]
    told = entry.facts.line() if isinstance(entry.facts, Facts) else None
    if told is not None:
        facts.append(told)
    return date, tuple(facts)
