"""The names of the owner's packs of thoughts, entered on the device: by the pads as on a telephone, or letter
by letter with the buttons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING

from device.games.nevermind.words import line
from device.settings.model import LEAST_NAMES, LONGEST_NAME, MOST_NAMES
from device.text.line import Line
from device.ui.events import WALK, Key, KeyPressed
from device.ui.menus import Item, Menu
from device.ui.model import Answer, Back, Choose, Go, Push, Screen, Tell
from device.ui.scene import Scene, TextBody

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

PACKS, ENTERED = "guidance.packs", "guidance.packs_entered"
GROUPS = {
    Key.PAD_2: "abc",
    Key.PAD_3: "def",
    Key.PAD_4: "ghi",
    Key.PAD_5: "jkl",
    Key.PAD_6: "mno",
    Key.PAD_7: "pqrs",
    Key.PAD_8: "tuv",
    Key.PAD_9: "wxyz",
}
"""The letters of a pad; the same pad again goes on to the next of them."""
STOPS = (*ascii_lowercase, " ", "")
"""What K2 and K3 walk: letters, the space, and "" for done."""
SHOWN = 8
"""Letters of a long name that stand on a small panel: its end while it is written."""
NO_TITLE = Line("", "")


def entered(model: Model) -> tuple[str, ...]:
    """Return the names that there are; the device names packs from three on."""
    guidance = model.settings.guidance
    return guidance.packs_entered or guidance.packs


@dataclass(frozen=True, slots=True)
class OwnPacks(Menu):
    """`settings.packs`: the names, each to be changed, and a further one."""

    def scene_id(self) -> str:
        """`settings.packs`."""
        return "settings.packs"

    def title(self, model: Model) -> Line:
        """Say where one is."""
        return line("packs.title")

    def items(self, model: Model) -> tuple[Item, ...]:
        """A further name first, then all there are."""
        names = entered(model)
        more = (Item(line("packs.add"), (Push(PackName(len(names))),)),) if len(names) < MOST_NAMES else ()
        rows = (
            Item(Line(name, name[:SHOWN]), (Push(PackName(index, name)),)) for index, name in enumerate(names)
        )
        return (*more, *rows)


@dataclass(frozen=True, slots=True)
class PackName(Screen):
    """`settings.packs.name`: # and K4 take the letter, without one they end it; * takes a letter off.

    K1 goes back and changes nothing. A name without letters goes.
    """

    index: int
    text: str = ""
    at: int | None = None
    """The letter in question, of `STOPS`; None without one."""

    def scene(self, model: Model) -> Scene:
        """Show the name so far, and the letter in question."""
        written = f"{self.text}_"
        return Scene(
            "settings.packs.name", TextBody(NO_TITLE, (Line(written, written[-SHOWN:]), self._asked()))
        )

    def _asked(self) -> Line:
        if self.at is None:
            return line("packs.keys")
        if STOPS[self.at] == " ":
            return line("packs.space")
        return (
            line("packs.letter", letter=self._cased(STOPS[self.at])) if STOPS[self.at] else line("packs.done")
        )

    def _cased(self, letter: str) -> str:
        return letter.upper() if not self.text or self.text.endswith(" ") else letter

    def on(self, model: Model, event: Event) -> Answer:
        """Write."""
        match event:
            case KeyPressed(key=key) if key in WALK:
                first = {Key.K3: 0, Key.K2: len(STOPS) - 1}
                at = first[key] if self.at is None else (self.at + WALK[key]) % len(STOPS)
                return (Go(replace(self, at=at)),)
            case KeyPressed(key=key) if key in GROUPS:
                return (Go(self._next(GROUPS[key])),)
            case KeyPressed(key=Key.PAD_0):
                return (Go(self._taken()._with(" ")),)
            case KeyPressed(key=Key.STAR):
                text = self.text if self.at is not None else self.text[:-1]
                return (Go(replace(self, text=text, at=None)),)
            case KeyPressed(key=Key.K4 | Key.HASH):
                done = self.at is None or not STOPS[self.at]
                return self._done(model) if done else (Go(self._taken()),)
        return ()

    def _next(self, letters: str) -> PackName:
        """The same pad again is its next letter; another one takes the letter that stood there."""
        pending = "" if self.at is None else STOPS[self.at]
        if pending and pending in letters:
            letter = letters[(letters.index(pending) + 1) % len(letters)]
            return replace(self, at=STOPS.index(letter))
        return replace(self._taken(), at=STOPS.index(letters[0]))

    def _taken(self) -> PackName:
        return self if self.at is None else replace(self._with(STOPS[self.at]), at=None)

    def _with(self, letter: str) -> PackName:
        return replace(self, text=(self.text + self._cased(letter))[:LONGEST_NAME])

    def _done(self, model: Model) -> Answer:
        names = entered(model)
        name = self.text.strip()
        others = (*names[: self.index], *names[self.index + 1 :])
        if name in others:
            return Go(replace(self, at=None)), Tell(line("packs.twice"))
        changed = (*names[: self.index], *((name,) if name else ()), *names[self.index + 1 :])
        in_force = changed if len(changed) >= LEAST_NAMES else ()
        return Choose(ENTERED, changed), Choose(PACKS, in_force), Back()
