"""A line of a transcript, as somebody reads it who has nothing but the panel."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

CENTER = "5"
LOOK_BACK = "*"
AGAIN = (LOOK_BACK, "K3", "power")
"""Touches that ask for what was told before."""


class RefusedError(AssertionError):
    """Hands cannot do what the panel says."""


@dataclass(frozen=True, slots=True)
class Told:
    """What stands on the panel since a change of it, or what was said (docs/transcript.md)."""

    at_ms: int
    touch: str | None
    screen: str
    side: str
    line: str | None
    words: tuple[str, ...]
    framed: tuple[str, ...]
    named: tuple[str, ...]
    question: str | None
    answers: tuple[str, ...]
    notice: str | None
    spoken: str | None

    @classmethod
    def read(cls, text: str) -> Told:
        """Take a line of a transcript."""
        fields: dict[str, Any] = json.loads(text)
        kept: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        return cls(**kept)

    @property
    def pads(self) -> tuple[str, ...]:
        """The cards that are pointed to, the one in question first: those framed, then those named."""
        return tuple(dict.fromkeys(pad for pad in (*self.framed, *self.named) if pad != CENTER))


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to do, as the panel says it."""

    line: str
    pads: tuple[str, ...]
    words: tuple[str, ...] = field(default=(), compare=False)
    text: tuple[str, ...] = ()
    """The words again, where they tell two acts of one line apart."""

    @classmethod
    def of(cls, told: Told, *, by_words: bool = False) -> Act | None:
        """Return what is to be done, if its words are in view; `by_words`: no card tells it from another."""
        text = told.words if by_words else ()
        return None if told.line is None else cls(told.line, told.pads, told.words, text)
