"""Blind mode at the table: the pile is checked by hand, and the mistakes are told (M5.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.table import HAND_KEYS
from device.games.the_mind.words import line
from device.text.line import Line
from device.ui.events import DIGITS, ONWARD, PADS, Key, KeyPressed, Pads
from device.ui.model import Answer, Do, Go, Intent, Mode, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import GridBody, LineBody, Scene
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
    mode: ClassVar[Mode] = Mode.SESSION
    help_page: ClassVar[str] = "mind"
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
            return _digits(line("tm.count"))
        return Scene("tm.check", LineBody(line(STEPS[self.step])))

    def on(self, model: Model, event: Event) -> Answer:
        """0 and K4 go on, K1 and * go back; at the count a pad is the count and K4 opens the picker."""
        match event:
            case KeyPressed(key=Key.K1 | Key.STAR):
                return (Go(Check(self.behind, self.step - 1) if self.step else self.behind),)
            case KeyPressed(key=key) if key in ONWARD and not self._counts:
                return (Go(Check(self.behind, self.step + 1)),)
            case KeyPressed(key=key) if key in COUNTS and self._counts:
                return _found(key)
            case KeyPressed(key=Key.K4):
                return self.pick(model)
        return ()

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The ten digits, none first."""
        if not self._counts:
            return ()
        return tuple(Choice(Line(digit.value, digit.value), _found(digit), pad=digit) for digit in COUNTS)

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the digit; none is said in place of the question."""
        if choice.pad not in DIGITS:
            return _digits(line("tm.count.none"))
        return _digits(line("tm.count"), DIGITS.index(choice.pad))


def _digits(title: Line, cursor: int | None = None) -> Scene:
    return Scene("tm.check", GridBody(title, tuple(digit.value for digit in DIGITS), cursor))


def _found(digit: Key) -> tuple[Intent, ...]:
    return (Do(ReportLevelDone(int(digit))),)
