"""Blind mode at the table: the pile is checked by hand, and the mistakes are told (M5.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.table import HAND_KEYS
from device.games.the_mind.words import line
from device.text.line import Line
from device.ui.events import DIGITS, ONWARD, PADS, Key, KeyPressed, Pads
from device.ui.mode import Mode
from device.ui.model import Answer, Do, Go, Intent, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import CountBody, LineBody, Scene
from engine.the_mind.commands import ReportLevelDone

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

STEPS = ("tm.turn", "tm.slide")
COUNTS = (Key.PAD_0, *DIGITS)


@dataclass(frozen=True, slots=True)
class Check(Choosing):
    """`tm.check`: turn the pile and lay a line, slide each late card, count what covers others, 0 to 9."""

    behind: Screen
    """Where K1 at the first step goes back to."""
    step: int = 0
    found: int | None = None
    """The count that a digit framed; K4 agrees with it."""
    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "count"
    closing: ClassVar[frozenset[Key]] = PADS | HAND_KEYS

    @property
    def _counts(self) -> bool:
        return self.step == len(STEPS)

    def pads(self, model: Model) -> Pads:
        """They are keys, while hands may lie."""
        return Pads.KEYPAD

    def scene(self, model: Model) -> Scene:
        """Show the step, at last the digits."""
        if self._counts:
            return _digits(self.found)
        return Scene("tm.check", LineBody(line(STEPS[self.step])))

    def on(self, model: Model, event: Event) -> Answer:
        """0 and K4 go on, K1 and * go back. At the count a digit only frames itself, also a 0 that was meant
        to go on; K4 agrees with it, and walks the digits if none is framed.
        """
        match event:
            case KeyPressed(key=Key.K1 | Key.STAR):
                return (Go(self._before()),)
            case KeyPressed(key=key) if key in ONWARD and not self._counts:
                return (Go(replace(self, step=self.step + 1)),)
            case KeyPressed(key=key) if key in COUNTS and self._counts:
                return (Go(replace(self, found=COUNTS.index(key))),)
            case KeyPressed(key=Key.K4):
                return self.pick(model) if self.found is None else _told(self.found)
        return ()

    def _before(self) -> Screen:
        """Take the frame away, or go back a step."""
        if self.found is not None:
            return replace(self, found=None)
        return replace(self, step=self.step - 1) if self.step else self.behind

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The ten digits, none first."""
        if not self._counts:
            return ()
        return tuple(
            Choice(Line(digit.value, digit.value), _told(count), pad=digit)
            for count, digit in enumerate(COUNTS)
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the digit under the question."""
        return _digits(cursor % count)


def _digits(cursor: int | None) -> Scene:
    return Scene("tm.check", CountBody(line("tm.count"), tuple(digit.value for digit in COUNTS), cursor))


def _told(count: int) -> tuple[Intent, ...]:
    return (Do(ReportLevelDone(count)),)
