"""`ntd.fix`: the player matches the screen to the table (docs/records.md, `fix`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from device.games.nevermind.acts import PADS, place_of
from device.games.nevermind.choices import ANSWERS, TOKEN_PADS, token_answers, token_scene
from device.games.nevermind.view import card_map, play_of
from device.games.nevermind.words import line
from device.ui.events import WALK, Key, KeyPressed
from device.ui.mode import Mode
from device.ui.model import Answer, Back, Do, Go, Screen
from device.ui.scene import MapBody, Scene
from engine.nevermind.commands import Fix
from engine.nevermind.model import (
    MAX_CENTERS_ADDED,
    MIND_CARDS,
    RING,
    TIMER_FULL,
    Intensity,
    Place,
    State,
    Thought,
)
from engine.nevermind.paper import centers_unseen

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
DECK = 11
BREATHES = 12
STOPS: tuple[int, ...] = (*range(CENTER), CENTER, TIMER, ACCEPT)
"""Stops of the walk with K2 and K3: eight cards, Center, Timer Deck, "It matches"."""
PAPER_STOPS: tuple[int, ...] = (*range(CENTER), CENTER, TIMER, DECK, BREATHES, ACCEPT)
"""With paper decks also the Mind Deck, and the Center Cards in it (N8.8)."""
MOST_IN_DECK = MIND_CARDS + MAX_CENTERS_ADDED
_TOKENS = tuple(pad for pad, _ in ANSWERS)


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
    deck: int | None = None
    """Paper decks: cards in the Mind Deck; None where the device keeps it."""
    breathes: int = 0
    """Center Cards among them."""
    help_page: ClassVar[str] = "cards"
    mode: ClassVar[Mode] = Mode.SESSION

    @classmethod
    def of(cls, state: State) -> Self:
        """Begin with the table as the device knows it."""
        if not state.options.paper:
            return cls(state.grid, state.center, state.timer)
        deck = max(len(state.deck), 1)
        return cls(state.grid, state.center, state.timer, deck=deck, breathes=centers_unseen(state))

    def scene(self, model: Model) -> Scene:
        """Show the table as it would be; M and S show the map while a card is walked to."""
        state = replace(play_of(model).state, grid=self.grid, center=self.center, timer=self.timer, barred=())
        on_card = (RING[self.cursor],) if self.cursor < CENTER else ()
        if self.asking is not None:
            drawn = card_map(state, (self.asking,))
            said = line("token.ask", pad=PADS[self.asking].value)
            asked = Scene("ntd.fix", MapBody("", self.timer, drawn, said), side=model.side)
            return token_scene(asked, token_answers(), self.token_cursor)
        drawn = card_map(state, on_card, center_framed=self.cursor == CENTER)
        side = int(self.cursor <= CENTER)
        return Scene("ntd.fix", MapBody(self._word(), self.timer, drawn, self._line()), side=side)

    def _word(self) -> str:
        if self.cursor < CENTER:
            return line(f"card.{self.grid[self.cursor].intensity.value}").full
        if self.cursor in (DECK, BREATHES):
            return str(self.deck if self.cursor == DECK else self.breathes)
        return line({CENTER: "fix.center.title", TIMER: "fix.timer.title"}.get(self.cursor, "fix.title")).full

    def _line(self) -> Line:
        return line(
            {
                CENTER: "fix.center",
                TIMER: "fix.timer",
                ACCEPT: "fix.accept",
                DECK: "fix.deck",
                BREATHES: "fix.breathes",
            }.get(self.cursor, "fix.ask")
        )

    def on(self, model: Model, event: Event) -> Answer:
        """Pads change their card, 5 the Center, * and # the Timer Deck; 0 and "It matches" end it."""
        match event:
            case KeyPressed(key=key) if self.asking is not None:
                return self._token(self.asking, key)
            case KeyPressed(key=key) if (place := place_of(key)) is not None:
                return (Go(self._turned(place)),)
            case KeyPressed(key=key) if key in WALK:
                return (Go(replace(self, cursor=self._walked(WALK[key]))),)
            case KeyPressed(key=Key.K4):
                return self._act()
            case KeyPressed(key=Key.PAD_5):
                return (Go(replace(self, center=1 - min(self.center, 1), cursor=CENTER)),)
            case KeyPressed(key=Key.HASH | Key.STAR as key):
                return (Go(self._counted(1 if key is Key.HASH else -1)),)
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
        if self.cursor == ACCEPT:
            return (Do(self._command()),)
        return (Go(self._counted(-1)),)

    def _walked(self, step: int) -> int:
        stops = STOPS if self.deck is None else PAPER_STOPS
        return stops[(stops.index(self.cursor) + step) % len(stops)]

    def _counted(self, step: int) -> Self:
        """Change the number that is framed; the Timer Deck's where none is."""
        if self.cursor == DECK and self.deck is not None:
            return replace(self, deck=(self.deck - 1 + step) % MOST_IN_DECK + 1)
        if self.cursor == BREATHES:
            return replace(self, breathes=(self.breathes + step) % (MAX_CENTERS_ADDED + 1))
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
        if self.deck is None:
            return Fix(self.grid, self.center, self.timer)
        return Fix(self.grid, self.center, self.timer, self.deck, self.breathes)
