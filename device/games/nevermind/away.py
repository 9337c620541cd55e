"""After the session: saved, putting the cards back, going on without cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.words import line
from device.screens.breathe import Breathe
from device.ui.events import ONWARD, Entered, Key, KeyPressed
from device.ui.mode import Mode
from device.ui.model import Answer, Close, Go, Home, Mark, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import LineBody, Scene, TextBody

if TYPE_CHECKING:
    from device.ui.events import Event
    from device.ui.model import Model

AWAY = ("away.1", "away.2", "away.3")


@dataclass(frozen=True, slots=True)
class Saved(Screen):
    """`ntd.saved`."""

    mode: ClassVar[Mode] = Mode.SESSION

    def scene(self, model: Model) -> Scene:
        """Say so, or that the storage takes nothing."""
        return Scene("ntd.saved", LineBody(line("j.save" if model.status.saved else "saved.not")))

    def on(self, model: Model, event: Event) -> Answer:
        """Write the journal again, now with the mood after. Any pad and K4 go on to putting away."""
        match event:
            case Entered():
                return Mark("saved"), Close()
            case KeyPressed(key=Key.K1 | Key.K2 | Key.K3):
                return ()
            case KeyPressed():
                return (Go(Away()),)
        return ()


@dataclass(frozen=True, slots=True)
class Away(Choosing):
    """`ntd.away`: putting the cards back by pack; then going on without cards, if wanted."""

    index: int = 0
    mode: ClassVar[Mode] = Mode.SESSION

    @property
    def _asks(self) -> bool:
        return self.index >= len(AWAY)

    def scene(self, model: Model) -> Scene:
        """Show the act, or the question."""
        return Scene("ntd.away", LineBody(line("away.more.keys" if self._asks else AWAY[self.index])))

    def on(self, model: Model, event: Event) -> Answer:
        """Remember where it stands. 0 and K4 go on; at the question # is yes and 0 is no."""
        match event:
            case Entered():
                return (Mark("away", self.index),)
            case KeyPressed(key=key) if key in ONWARD and not self._asks:
                return (Go(Away(self.index + 1)),)
            case KeyPressed(key=Key.K1 | Key.STAR) if self.index:
                return (Go(Away(self.index - 1)),)
            case KeyPressed(key=Key.PAD_0):
                return (Home(),)
            case KeyPressed(key=Key.HASH) if self._asks:
                return Home(), Go(Breathe())
            case KeyPressed(key=Key.K4):
                return self.pick(model)
        return ()

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Yes, no."""
        return (
            Choice(line("yes"), (Home(), Go(Breathe())), pad=Key.HASH),
            Choice(line("no"), (Home(),), pad=Key.PAD_0),
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Say the answer under the question."""
        return Scene("ntd.away", TextBody(line("away.more"), (choice.label,)))
