"""A list with one entry framed: K2 up, K3 down, K4 takes, K1 goes back; pads 1 to 9 take an entry at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeVar

from device.ui.events import DIGITS, ONWARD, WALK, KeyPressed
from device.ui.model import Answer, Go, Intent, Screen
from device.ui.scene import MenuBody, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model


V = TypeVar("V")


def following(values: Sequence[V], value: V) -> V:
    """Return the value that K4 sets after `value`: the next one, and after the last the first."""
    return values[(values.index(value) + 1) % len(values)]


@dataclass(frozen=True, slots=True)
class Item:
    """One entry."""

    label: Line
    answer: tuple[Intent, ...]
    value: str = ""
    """What it is set to, shown on its right."""


@dataclass(frozen=True, slots=True)
class Menu(Screen):
    """Base of all lists."""

    cursor: int = 0

    def title(self, model: Model) -> Line:
        """Return what stands above the entries."""
        raise NotImplementedError

    def items(self, model: Model) -> tuple[Item, ...]:
        """Return the entries."""
        raise NotImplementedError

    def scene_id(self) -> str:
        """Return the stable id."""
        raise NotImplementedError

    def scene(self, model: Model) -> Scene:
        """Show the list around the cursor."""
        items = self.items(model)
        values = tuple(item.value for item in items)
        body = MenuBody(
            self.title(model),
            tuple(item.label for item in items),
            min(self.cursor, len(items) - 1),
            values if any(values) else (),
        )
        return Scene(self.scene_id(), body)

    def at(self, cursor: int) -> Self:
        """Return this list with another entry framed."""
        return replace(self, cursor=cursor)

    def on(self, model: Model, event: Event) -> Answer:
        """Walk and take."""
        if not isinstance(event, KeyPressed):
            return ()
        items, key = self.items(model), event.key
        cursor = min(self.cursor, len(items) - 1)
        if key in WALK:
            return (Go(self.at((cursor + WALK[key]) % len(items))),)
        if key in ONWARD:
            return items[cursor].answer
        if key in DIGITS[: len(items)]:
            return (Go(self.at(DIGITS.index(key))), *items[DIGITS.index(key)].answer)
        return ()
