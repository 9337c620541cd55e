"""After the session: saved, putting the cards back, going on without cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.view import ONWARD
from device.games.nevermind.words import line
from device.screens.breathe import Breathe
from device.ui.model import IGNORE, Answer, Close, Go, Home, Intent, Mark, Screen
from device.ui.picker import Choice, Choosing
from device.ui.scene import LineBody, Scene, TextBody

if TYPE_CHECKING:
    from device.ui.model import Model

AWAY = ("away.1", "away.2", "away.3")


@dataclass(frozen=True, slots=True)
class Saved(Screen):
    """`ntd.saved`."""

    session: ClassVar[bool] = True

    def came(self, model: Model) -> tuple[Intent, ...]:
        """Write the journal again, now with the mood after."""
        return Mark("saved"), Close()

    def scene(self, model: Model) -> Scene:
        """Say so, or that the storage takes nothing."""
        return Scene("ntd.saved", LineBody(line("j.save" if model.status.saved else "saved.not")))

    def on(self, model: Model, key: str) -> Answer:
        """Any pad and K4 go on to putting away."""
        return None if key in ("K1", "K2", "K3") else (Go(Away()),)


@dataclass(frozen=True, slots=True)
class Away(Choosing):
    """`ntd.away`: putting the cards back by pack; then going on without cards, if wanted."""

    index: int = 0
    session: ClassVar[bool] = True

    def came(self, model: Model) -> tuple[Intent, ...]:
        """Remember where it stands."""
        return (Mark("away", self.index),)

    @property
    def _asks(self) -> bool:
        return self.index >= len(AWAY)

    def scene(self, model: Model) -> Scene:
        """Show the act, or the question."""
        return Scene("ntd.away", LineBody(line("away.more" if self._asks else AWAY[self.index])))

    def on(self, model: Model, key: str) -> Answer:
        """0 and K4 go on; at the question # is yes and 0 is no."""
        if not self._asks:
            if key in ONWARD:
                return (Go(Away(self.index + 1)),)
            return (Go(Away(self.index - 1)),) if key in ("K1", "*") and self.index else _quiet(key)
        if key in ("0", "#"):
            return (Home(),) if key == "0" else (Home(), Go(Breathe()))
        if key == "K4":
            return self.pick(model)
        return (Go(Away(self.index - 1)),) if key in ("K1", "*") else _quiet(key)

    def choices(self, model: Model) -> tuple[Choice, ...]:
        """Yes, no."""
        return (
            Choice(line("yes"), (Home(), Go(Breathe())), pad="#"),
            Choice(line("no"), (Home(),), pad="0"),
        )

    def chosen(self, model: Model, choice: Choice, cursor: int, count: int) -> Scene:
        """Say the answer under the question."""
        return Scene("ntd.away", TextBody(line("away.more"), (choice.label,)))


def _quiet(key: str) -> Answer:
    return None if key.startswith("K") else IGNORE
