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
        title, lines = _page(model, entries[index])
        ends = ((0, "journal.newest"), (len(entries) - 1, "journal.oldest"))
        place = tuple(line(line_id) for at, line_id in ends if index == at and len(entries) > 1)
        return Scene("journal", TextBody(title, (*lines, *place), index, len(entries)))

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


def _page(model: Model, entry: JournalEntry) -> tuple[Line, tuple[Line, ...]]:
    """The game, and what happened; a date only where there is one."""
    lines = [] if entry.date == UNKNOWN else [line("journal.date", date=Line(entry.date, entry.date[5:]))]
    lines.append(line("breathe.end", minutes=entry.minutes) if entry.minutes else line("breathe.short"))
    if isinstance(entry.facts, Facts):
        lines += entry.facts.lines()
    return _title(model, entry), tuple(lines)


def _title(model: Model, entry: JournalEntry) -> Line:
    labels = {offer.game: offer.label for offer in model.games} | {"breathe": "home.breathe"}
    if entry.game in labels:
        return model.words.line(labels[entry.game])
    return line("journal.title")
