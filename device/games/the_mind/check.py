"""Blind mode at the table: the pile is checked by hand, and the mistakes are told (M5.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.the_mind.words import line
from device.text.line import Line
from device.ui.model import IGNORE, Answer, Do, Go, Intent, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import GridBody, LineBody, Scene

if TYPE_CHECKING:
    from device.ui.model import Model

STEPS = ("tm.turn", "tm.slide")
DIGITS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")


@dataclass(frozen=True, slots=True)
class Check(Choosing):
    """`tm.check`: turn the pile and lay a line, slide each late card, count what covers others, 0 to 9."""

    behind: Screen
    """Where K1 at the first step goes back to."""
    step: int = 0
    session: ClassVar[bool] = True
    palms: ClassVar[bool] = True
    keypad: ClassVar[bool] = True
    help_name: ClassVar[str] = "mind"

    @property
    def _counts(self) -> bool:
        return self.step == len(STEPS)

    def scene(self, model: Model) -> Scene:
        """Show the step, at last the digits."""
        if self._counts:
            return _digits(line("tm.count"))
        return Scene("tm.check", LineBody(line(STEPS[self.step])))

    def on(self, model: Model, key: str) -> Answer:
        """0 and K4 go on, K1 and * go back; at the count a pad is the count and K4 opens the picker."""
        if key in ("K1", "*"):
            return (Go(Check(self.behind, self.step - 1) if self.step else self.behind),)
        if self._counts:
            if key in DIGITS:
                return _found(key)
            return self.pick(model) if key == "K4" else _quiet(key)
        return (Go(Check(self.behind, self.step + 1)),) if key in ("0", "K4") else _quiet(key)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """The ten digits, none first."""
        if not self._counts:
            return ()
        return tuple(Choice(Line(digit, digit), _found(digit), pad=digit) for digit in DIGITS)

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Frame the digit; none is said in place of the question."""
        if choice.pad == "0":
            return _digits(line("tm.count.none"))
        return _digits(line("tm.count"), int(choice.pad) - 1)


def _digits(title: Line, cursor: int | None = None) -> Scene:
    return Scene("tm.check", GridBody(title, DIGITS[1:], cursor))


def _found(digit: str) -> tuple[Intent, ...]:
    return (Do({"do": "level_done", "mistakes": int(digit)}),)


def _quiet(key: str) -> Answer:
    return None if key in ("K2", "K3") else IGNORE
