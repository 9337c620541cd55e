"""`ntd.fix`: the player matches the screen to the table (docs/records.md, `fix`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from device.games.nevermind.acts import place_of
from device.games.nevermind.choices import TOKEN_PADS
from device.games.nevermind.view import card_map, play_of
from device.games.nevermind.words import line
from device.ui.events import DIGITS, WALK, Key, KeyPressed
from device.ui.model import Answer, Back, Do, Go, Mode, Screen
from device.ui.scene import GridBody, MapBody, Scene
from engine.nevermind.commands import Fix
from engine.nevermind.model import RING, TIMER_FULL, Intensity, Place, State, Thought

if TYPE_CHECKING:
    from device.text.line import Line
    from device.ui.events import Event
    from device.ui.model import Model

AFTER = {
    Intensity.THOUGHT: Intensity.ACKNOWLEDGED,
    Intensity.ACKNOWLEDGED: Intensity.DISTRACTION,
    Intensity.DISTRACTION: Intensity.RELEASED,
    Intensity.RELEASED: Intensity.SUBLIMINAL,
}
"""What a touch turns a card to. Then its token goes, and with the next touch comes a new one."""
CENTER = 8
TIMER = 9
ACCEPT = 10
STOPS = 11
"""Stops of the walk with K2 and K3: eight cards, Center, Timer Deck, "It matches"."""
_TOKENS = tuple(TOKEN_PADS)


@dataclass(frozen=True, slots=True)
class FixTable(Screen):
    """A copy of the table that touches change; nothing counts before "It matches"."""

    grid: tuple[Thought, ...]
    center: int
    timer: int
    cursor: int = ACCEPT
    asking: Place | None = None
    """A card that gets its token: which one lies on it?"""
    token_cursor: int = 0
    """The framed type while that is asked."""
    mode: ClassVar[Mode] = Mode.SESSION

    @classmethod
    def of(cls, state: State) -> Self:
        """Begin with the table as the device knows it."""
        return cls(state.grid, state.center, state.timer)

    def scene(self, model: Model) -> Scene:
        """Show the table as it would be; M and S show the map while a card is walked to."""
        if self.asking is not None:
            labels = tuple(
                line(f"token.{TOKEN_PADS[pad].value}").short if pad in TOKEN_PADS else "" for pad in DIGITS
            )
            framed = DIGITS.index(_TOKENS[self.token_cursor])
            return Scene("ntd.fix", GridBody(line("token.ask"), labels, framed))
        state = replace(play_of(model).state, grid=self.grid, center=self.center, timer=self.timer, barred=())
        on_card = (RING[self.cursor],) if self.cursor < CENTER else ()
        drawn = card_map(state, on_card, center_framed=self.cursor == CENTER)
        side = int(self.cursor <= CENTER)
        return Scene("ntd.fix", MapBody(self._word(), self.timer, drawn, self._line()), side=side)

    def _word(self) -> str:
        if self.cursor < CENTER:
            return line(f"card.{self.grid[self.cursor].intensity.value}").full
        return line({CENTER: "fix.center.title", TIMER: "fix.timer.title"}.get(self.cursor, "fix.title")).full

    def _line(self) -> Line:
        return line(
            {CENTER: "fix.center", TIMER: "fix.timer", ACCEPT: "fix.accept"}.get(self.cursor, "fix.ask")
        )

    def on(self, model: Model, event: Event) -> Answer:
        """Pads change their card, 5 the Center, * and # the Timer Deck; 0 and "It matches" end it."""
        match event:
            case KeyPressed(key=key) if self.asking is not None:
                return self._token(self.asking, key)
            case KeyPressed(key=key) if (place := place_of(key)) is not None:
                return (Go(self._turned(place)),)
            case KeyPressed(key=key) if key in WALK:
                return (Go(replace(self, cursor=(self.cursor + WALK[key]) % STOPS)),)
            case KeyPressed(key=Key.K4):
                return self._act()
            case KeyPressed(key=Key.PAD_5):
                return (Go(replace(self, center=1 - min(self.center, 1), cursor=CENTER)),)
            case KeyPressed(key=Key.HASH | Key.STAR as key):
                return (Go(self._timer(1 if key is Key.HASH else -1)),)
            case KeyPressed(key=Key.PAD_0):
                return (Do(self._command()),)
            case KeyPressed(key=Key.K1):
                return (Back(),)
        return ()

    def _act(self) -> Answer:
        if self.cursor < CENTER:
            return (Go(self._turned(RING[self.cursor])),)
        if self.cursor == CENTER:
            return (Go(replace(self, center=1 - min(self.center, 1))),)
        if self.cursor == TIMER:
            return (Go(self._timer(-1)),)
        return (Do(self._command()),)

    def _timer(self, step: int) -> Self:
        return replace(self, timer=(self.timer - 1 + step) % TIMER_FULL + 1, cursor=TIMER)

    def _turned(self, place: Place) -> Self:
        thought = self.grid[place]
        if thought.intensity in AFTER:
            return self._with(place, replace(thought, intensity=AFTER[thought.intensity]))
        if thought.token is not None:
            return self._with(place, Thought())
        return replace(self, cursor=int(place), asking=place, token_cursor=0)

    def _with(self, place: Place, thought: Thought) -> Self:
        grid = tuple(thought if index == place else one for index, one in enumerate(self.grid))
        return replace(self, grid=grid, cursor=int(place), asking=None)

    def _token(self, place: Place, key: Key) -> Answer:
        """Take the type of the token: a pad, or K4 on the framed one; K1 leaves the card as it was."""
        if key is Key.K1:
            return (Go(replace(self, asking=None)),)
        if key in WALK:
            return (Go(replace(self, token_cursor=(self.token_cursor + WALK[key]) % len(_TOKENS))),)
        pad = _TOKENS[self.token_cursor] if key is Key.K4 else key
        if pad not in TOKEN_PADS:
            return ()
        return (Go(self._with(place, Thought(Intensity.THOUGHT, TOKEN_PADS[pad]))),)

    def _command(self) -> Fix:
        return Fix(self.grid, self.center, self.timer)
