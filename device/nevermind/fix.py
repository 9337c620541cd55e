"""`ntd.fix`: the player matches the screen to the table (records.md, `fix`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from device.model import IGNORE, Answer, Back, Do, Go, Screen
from device.nevermind.acts import place_of
from device.nevermind.choices import TOKEN_PADS
from device.nevermind.view import card_map, play_of, state_of
from device.scene import GridBody, MapBody, Scene
from device.text import line
from engine.nevermind.model import RING, TIMER_FULL, Intensity, Place, State, Thought, Token

if TYPE_CHECKING:
    from device.model import Model
    from device.scene import Line

CYCLE = (
    Intensity.SUBLIMINAL,
    Intensity.THOUGHT,
    Intensity.ACKNOWLEDGED,
    Intensity.DISTRACTION,
    Intensity.RELEASED,
)
"""What a touch turns a card to, one after the other."""
CENTER = 8
TIMER = 9
ACCEPT = 10
STOPS = 11
"""Stops of the walk with K2 and K3: eight cards, Center, Timer Deck, "It matches"."""


@dataclass(frozen=True, slots=True)
class FixTable(Screen):
    """A copy of the table that touches change; nothing counts before "It matches"."""

    grid: tuple[Thought, ...]
    center: int
    timer: int
    cursor: int = ACCEPT
    asking: Place | None = None
    """A card that was noted here first: which token lies on it?"""
    session: ClassVar[bool] = True

    @classmethod
    def of(cls, state: State) -> Self:
        """Begin with the table as the device knows it."""
        return cls(state.grid, state.center, state.timer)

    def scene(self, model: Model) -> Scene:
        """Show the table as it would be."""
        if self.asking is not None:
            labels = tuple(
                line(f"token.{TOKEN_PADS[pad].value}").short if pad in TOKEN_PADS else ""
                for pad in "123456789"
            )
            return Scene("ntd.fix", GridBody(line("token.ask"), labels))
        state = replace(
            state_of(play_of(model)), grid=self.grid, center=self.center, timer=self.timer, barred=()
        )
        framed = (RING[self.cursor],) if self.cursor < CENTER else ()
        drawn = card_map(state, framed, center_framed=self.cursor == CENTER)
        return Scene("ntd.fix", MapBody(self._word(), self.timer, drawn, self._line()), side=model.side)

    def _word(self) -> str:
        if self.cursor < CENTER:
            return line(f"card.{self.grid[self.cursor].intensity.value}").full
        return line({CENTER: "fix.center.title", TIMER: "fix.timer.title"}.get(self.cursor, "fix.title")).full

    def _line(self) -> Line:
        return line(
            {CENTER: "fix.center", TIMER: "fix.timer", ACCEPT: "fix.keep"}.get(self.cursor, "fix.ask")
        )

    def on(self, model: Model, key: str) -> Answer:
        """Pads change their card, 5 the Center, * and # the Timer Deck; 0 and "It matches" end it."""
        if self.asking is not None:
            return self._token(model, key)
        place = place_of(key)
        if place is not None:
            return (Go(self._turned(place)),)
        if key in ("K2", "K3"):
            return (Go(replace(self, cursor=(self.cursor + (1 if key == "K3" else -1)) % STOPS)),)
        if key == "K4":
            return self._act(model)
        changes: dict[str, Answer] = {
            "5": (Go(replace(self, center=1 - min(self.center, 1), cursor=CENTER)),),
            "#": (Go(self._timer(1)),),
            "*": (Go(self._timer(-1)),),
            "0": (Back(), Do(self._command())),
            "K1": (Back(),),
        }
        return changes.get(key, IGNORE)

    def _act(self, model: Model) -> Answer:
        if self.cursor < CENTER:
            return (Go(self._turned(RING[self.cursor])),)
        if self.cursor == CENTER:
            return (Go(replace(self, center=1 - min(self.center, 1))),)
        if self.cursor == TIMER:
            return (Go(self._timer(-1)),)
        return (Back(), Do(self._command()))

    def _timer(self, step: int) -> Self:
        return replace(self, timer=(self.timer - 1 + step) % TIMER_FULL + 1, cursor=TIMER)

    def _turned(self, place: Place) -> Self:
        thought = self.grid[place]
        after = CYCLE[(CYCLE.index(thought.intensity) + 1) % len(CYCLE)]
        grid = tuple(
            replace(one, intensity=after) if index == place else one for index, one in enumerate(self.grid)
        )
        asks = thought.token is None and after is not Intensity.SUBLIMINAL
        return replace(self, grid=grid, cursor=int(place), asking=place if asks else None)

    def _token(self, model: Model, key: str) -> Answer:
        """Take the type of the token; the buttons walk the four in the order of the bag."""
        if key in TOKEN_PADS:
            return (Go(self._noted(TOKEN_PADS[key])),)
        buttons = {
            "K2": Token.REMEMBERING,
            "K3": Token.ANTICIPATING,
            "K4": Token.THINKING,
            "K1": Token.FEELING,
        }
        return (Go(self._noted(buttons[key])),) if key in buttons else IGNORE

    def _noted(self, token: Token) -> Self:
        grid = tuple(
            replace(one, token=token) if index == self.asking else one for index, one in enumerate(self.grid)
        )
        return replace(self, grid=grid, asking=None)

    def _command(self) -> dict[str, object]:
        grid = {}
        for place, thought in zip(RING, self.grid, strict=True):
            noted = "" if thought.token is None else f":{thought.token.value}"
            grid[place.name] = f"{thought.intensity.value}{noted}"
        return {"do": "fix", "grid": grid, "center": self.center, "timer": self.timer}
