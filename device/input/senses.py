"""The owner's ear: facts from the hardware become events of keys."""

from __future__ import annotations

from dataclasses import dataclass
from queue import Empty
from typing import TYPE_CHECKING

from device.input import gestures
from hal.ports import ButtonEdge, PadsTouched, Part, PartChanged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.ui.events import Event
    from hal.ports import Buttons, Fact, Inbox


@dataclass(frozen=True, slots=True)
class Heard:
    """What one look brought."""

    events: tuple[Event, ...]
    news: tuple[Fact, ...]
    """Facts that are no touches, in the order they came."""
    woke: bool
    """Something was touched while the panel was off; that touch is swallowed."""
    due_us: int
    pads: tuple[tuple[int, frozenset[str]], ...] = ()
    """Every change of the pads with its time, for the palm zones."""
    plates: tuple[tuple[int, int], ...] = ()
    """Every change of the palm plates with its time: bit n is plate n."""


class Senses:
    """Drains the inbox, heals lost edges by reading levels again, and keeps the memory of the gestures."""

    def __init__(
        self, inbox: Inbox, buttons: Buttons, electrodes: Mapping[int, str], now_us: int = 0
    ) -> None:
        self._inbox = inbox
        self._buttons = buttons
        self._electrodes = dict(electrodes)
        self._memory = gestures.booted(buttons.levels(), frozenset(), now_us)

    @property
    def down(self) -> bool:
        """Whether anything is touched now."""
        return gestures.anything_down(self._memory)

    def hear(self, now_us: int, *, palms: bool, asleep: bool) -> Heard:
        """Take all facts. `palms`: pads are hands; `asleep`: the panel is off, a touch only wakes."""
        facts = self._drain()
        levels = gestures.known(self._memory)
        touches: list[tuple[int, gestures.Levels]] = []
        news: list[Fact] = []
        pads: list[tuple[int, frozenset[str]]] = []
        plates: list[tuple[int, int]] = []
        woke = False
        for fact in facts:
            before = levels
            match fact:
                case ButtonEdge(key=key, down=down):
                    bit = 1 << key - 1
                    keys = levels.keys | bit if down else levels.keys & ~bit
                    levels = gestures.Levels(keys, levels.touched)
                case PadsTouched(source=Part.PADS, touched=touched):
                    levels = gestures.Levels(levels.keys, self._named(touched))
                    pads.append((fact.at_us, levels.touched))
                case PadsTouched(touched=touched):
                    plates.append((fact.at_us, touched))
                    woke = woke or bool(touched)
                case PartChanged(part=Part.PADS) if levels.touched:
                    # Nobody can tell what is touched on a chip that is gone.
                    levels = gestures.Levels(levels.keys, frozenset())
                    pads.append((fact.at_us, levels.touched))
                    news.append(fact)
                case _:
                    news.append(fact)
            woke = woke or bool(levels.keys & ~before.keys or levels.touched - before.touched)
            if levels != before:
                touches.append((fact.at_us, levels))
        read_again = gestures.Levels(self._buttons.levels(), levels.touched)
        self._memory, heard, due_us = gestures.advance(self._memory, touches, read_again, now_us, palms)
        woke = (woke or bool(read_again.keys & ~levels.keys)) and asleep
        if woke:
            self._memory = gestures.swallow(self._memory)
            heard = ()
        return Heard(heard, tuple(news), woke, due_us, tuple(pads), tuple(plates))

    def _drain(self) -> list[Fact]:
        facts: list[Fact] = []
        while True:
            try:
                facts.append(self._inbox.get_nowait())
            except Empty:
                return sorted(facts, key=lambda fact: fact.at_us)

    def _named(self, touched: int) -> frozenset[str]:
        return frozenset(name for electrode, name in self._electrodes.items() if touched >> electrode & 1)

    def settled(self, expected: frozenset[str], *, pads: bool) -> bool:
        """Tell whether what is physically down (pads and `K1` to `K6`) is all seen and debounced."""
        keys = {f"K{index}" for index, key in enumerate(self._memory.keys, 1) if key.down}
        unsure = any(key.level is not key.down for key in self._memory.keys)
        known = keys | (set(self._memory.pads.touched) if pads else {k for k in expected if k[0] != "K"})
        # The touch that woke a dark panel is done with only when touches count again.
        deaf = self._memory.waking and not self.down
        return not unsure and not deaf and known == expected and self._inbox.empty()
