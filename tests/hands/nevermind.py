"""A paper table of Nevermind: cards, tokens, markers and Center Cards, moved by what the panel says alone.

It imports nothing of the rules, and knows none: no order of play, no time, no end. It knows hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.hands.decks import DECK_MOVES, TIMED_OF_DECKS, Decks
from tests.hands.told import Act, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

RING = ("1", "2", "3", "6", "9", "8", "7", "4")
"""The pads of the eight cards, clockwise from the top left."""
KINDS = {"remember": "remembering", "think": "thinking", "feel": "feeling", "anticipat": "anticipating"}
"""How the word for a type of token begins, in every length."""
MARKERS = 8
TOKENS = 2
"""Single-sided tokens of each type."""
STACK = 3
"""Center Cards."""


@dataclass(slots=True)
class Card:
    """One of the eight."""

    up: bool = False
    marked: bool = False
    """A marker lies on it."""
    token: str | None = None
    """The type of its token."""
    noted: bool = False
    """A marker lies on its token."""
    toward: str | None = None
    """The pad that its token was turned to."""


@dataclass(slots=True)
class Table:
    """All that lies there."""

    asked: bool = False
    """The player takes the tokens and names them; else they are looked for."""
    double_sided: bool = False
    """Tokens have all faces, so they do not run out."""
    cards: dict[str, Card] = field(default_factory=lambda: {pad: Card() for pad in RING})
    pool: int = MARKERS
    center: int = 0
    """Markers on the Center."""
    stack: int = STACK
    beside: int = 0
    """Center Cards beside the device."""
    box: int = 0
    decks: Decks | None = None
    """Timer Deck and Mind Deck; None where both are in the box."""
    drawn: str | None = None
    """The token in hand, drawn blind or turned to the face that the card shows, and not yet laid."""

    def left(self, kind: str) -> int:
        """Return how many tokens of a type can be drawn."""
        out = sum(card.token == kind for card in self.cards.values()) + (self.drawn == kind)
        return len(RING) if self.double_sided else max(TOKENS - out, 0)

    def do(self, act: Act) -> None:
        """Make the moves of an act; raises RefusedError."""
        steps = MOVES.get(act.line)
        if steps is None:
            raise RefusedError(f"no hands know what {act.line} means: {act.words}")
        for step in steps:
            if step in _OF_A_CARD and not act.pads:
                raise RefusedError(f"{act.line} points to no card: {act.words}")
            if step in DECK_MOVES:
                self._with_decks(step, act)
            else:
                getattr(self, f"_{step}")(act)

    def _with_decks(self, step: str, act: Act) -> None:
        self._need(self.decks is not None, act, "no decks lie there")
        assert self.decks is not None
        DECK_MOVES[step](self.decks, act)

    def _card(self, act: Act) -> Card:
        return self.cards[act.pads[0]]

    # Cards

    def _see(self, act: Act) -> None:
        """Look at a card."""

    def _up(self, act: Act) -> None:
        self._need(not self._card(act).up, act, "the card is face up")
        self._card(act).up = True

    def _down(self, act: Act) -> None:
        self._need(self._card(act).up, act, "the card is face down")
        self._card(act).up = False

    # Tokens

    def _lay(self, act: Act) -> None:
        """Lay the token that was drawn, or the one that is named."""
        card = self._card(act)
        self._need(card.token is None, act, "it has a token")
        kind = self.drawn or _kind(act.words)
        if kind is None:
            raise RefusedError(f"{act.line} names no token, and none was drawn: {act.words}")
        self._need(self.drawn is not None or self.left(kind) > 0, act, f"no {kind} token is left")
        card.token, self.drawn = kind, None

    def _unlay(self, act: Act) -> None:
        card = self._card(act)
        self._need(card.token is not None, act, "it has no token")
        self._need(not card.noted, act, "a marker lies on the token")
        if self.asked:
            self.drawn = card.token
        card.token = card.toward = None

    def _turn(self, act: Act) -> None:
        """Turn its token to a neighbour that is named."""
        beside = [pad for pad in act.pads[1:] if abs(RING.index(pad) - RING.index(act.pads[0])) in (1, 7)]
        self._need(len(beside) == 1, act, "no neighbour is named")
        self._card(act).toward = beside[0]

    def _put_back(self, act: Act) -> None:
        """Put a token in hand back to the others."""
        self.drawn = None

    # Markers

    def _from_pool(self, act: Act) -> None:
        self._need(self.pool > 0, act, "the pool is empty")
        self.pool -= 1

    def _from_card(self, act: Act) -> None:
        self._need(self._card(act).marked, act, "no marker lies on the card")
        self._card(act).marked = False

    def _from_token(self, act: Act) -> None:
        self._need(self._card(act).noted, act, "no marker lies on the token")
        self._card(act).noted = False

    def _from_center(self, act: Act) -> None:
        self._need(self.center > 0, act, "no marker lies on the Center")
        self.center -= 1

    def _to_pool(self, act: Act) -> None:
        self.pool += 1

    def _to_card(self, act: Act) -> None:
        self._need(not self._card(act).marked, act, "a marker lies on the card")
        self._card(act).marked = True

    def _to_token(self, act: Act) -> None:
        self._need(self._card(act).token is not None, act, "it has no token")
        self._need(not self._card(act).noted, act, "a marker lies on the token")
        self._card(act).noted = True

    def _to_center(self, act: Act) -> None:
        self.center += 1

    # Center Cards

    def _from_stack(self, act: Act) -> None:
        self._need(self.stack > 0, act, "no Center Card is left")
        self.stack -= 1

    def _from_top(self, act: Act) -> None:
        """Take the uppermost, which no marker may lie on."""
        self._need(self.center == 0, act, "a marker lies on it")
        self._from_stack(act)

    def _to_stack(self, act: Act) -> None:
        self.stack += 1

    def _from_beside(self, act: Act) -> None:
        self._need(self.beside > 0, act, "no Center Card lies beside the device")
        self.beside -= 1

    def _to_beside(self, act: Act) -> None:
        self.beside += 1

    def _from_box(self, act: Act) -> None:
        self._need(self.box > 0, act, "no Center Card is in the box")
        self.box -= 1

    def _to_box(self, act: Act) -> None:
        self.box += 1

    def _is_beside(self, act: Act) -> None:
        self._need(self.beside > 0, act, "no Center Card lies beside the device")

    # Matching

    def fixed(self, cards: dict[str, Card], center: int) -> None:
        """Lie as the player told the device that it does, or as the map shows it."""
        self.cards, self.center = cards, center
        kinds = [card.token for card in cards.values()]
        self.double_sided |= any(kinds.count(kind) > TOKENS for kind in KINDS.values())
        self.pool = MARKERS - center - sum(card.marked + card.noted for card in cards.values())

    @staticmethod
    def _need(holds: bool, act: Act, problem: str) -> None:
        if not holds:
            raise RefusedError(f"{act.line} at {act.pads}, {problem}: {act.words}")


def _kind(words: Iterable[str]) -> str | None:
    """Return the one type of token that words name."""
    found = {
        kind
        for text in words
        for word in text.casefold().split()
        for stem, kind in KINDS.items()
        if word.startswith(stem)
    }
    return found.pop() if len(found) == 1 else None


TIMED = frozenset({"do.dist", "do.again", "do.again.more", "do.letgo", "do.return", "do.chain"})
"""Lines that bring time with them. The same without it ends in `.still`, with a card in `.timer`."""
_TURNED = "turn"
MAP = "undo.fix"
"""The table before it was matched is back: hands lay it as the map shows it."""
MOVES: dict[str, tuple[str, ...]] = {
    "do.new": ("up", "lay", "from_pool", "to_token"),
    "do.new.center": ("up", "lay", "from_center", "to_token"),
    "do.new.turn": ("up", "lay", _TURNED, "from_pool", "to_token"),
    "do.new.turn.center": ("up", "lay", _TURNED, "from_center", "to_token"),
    "do.new.token": ("up", "lay"),
    "do.new.token.turn": ("up", "lay", _TURNED),
    "do.new.marker": ("from_pool", "to_token"),
    "do.new.marker.center": ("from_center", "to_token"),
    "do.lay": ("lay", "from_pool", "to_token"),
    "do.lay.center": ("lay", "from_center", "to_token"),
    "do.lay.turn": ("lay", _TURNED, "from_pool", "to_token"),
    "do.lay.turn.center": ("lay", _TURNED, "from_center", "to_token"),
    "do.lay.token": ("lay",),
    "do.lay.token.turn": ("lay", _TURNED),
    "token.flip": ("up",),
    "do.back": ("up", "from_pool", "to_token"),
    "do.back.center": ("up", "from_center", "to_token"),
    "do.ack2t": ("up",),
    "do.dist": ("from_token", "to_card"),
    "do.dist.still": ("from_token", "to_card"),
    "do.again": ("see",),
    "do.again.more": ("see",),
    "do.safe": ("see",),
    "do.chain": ("see",),
    "do.wake": ("up", "from_card", "to_token"),
    "do.notice": ("from_card", "to_token"),
    "do.ack": ("down",),
    "do.focus": ("from_token", "to_center"),
    "do.letgo": ("from_center", "to_card"),
    "do.letgo.still": ("from_center", "to_card"),
    "do.center": ("from_top", "to_beside"),
    "do.center.below": ("from_stack", "to_beside"),
    "do.gone": ("from_beside", "to_box"),
    "do.breathe.aside": ("is_beside",),
    "do.lend": ("from_card", "to_center"),
    "do.return": ("from_center", "to_card"),
    "do.return.still": ("from_center", "to_card"),
    "deep.match": ("from_card", "to_token"),
    "deep.match2": ("up", "from_card", "to_token"),
    "deep.open": ("see",),
    "undo.new": ("from_token", "to_pool", "unlay", "down"),
    "undo.new.center": ("from_token", "to_center", "unlay", "down"),
    "undo.lay": ("from_token", "to_pool", "unlay"),
    "undo.lay.center": ("from_token", "to_center", "unlay"),
    "undo.lay.token": ("unlay", "down"),
    "undo.marker": ("from_token", "to_pool"),
    "undo.marker.center": ("from_token", "to_center"),
    "undo.token": ("unlay",),
    "undo.flip": ("down", "put_back"),
    "undo.back": ("from_token", "to_pool", "down"),
    "undo.back.center": ("from_token", "to_center", "down"),
    "undo.ack2t": ("down",),
    "undo.dist": ("from_card", "to_token"),
    "undo.wake": ("from_token", "to_card", "down"),
    "undo.notice": ("from_token", "to_card"),
    "undo.ack": ("up",),
    "undo.focus": ("from_center", "to_token"),
    "undo.letgo": ("from_card", "to_center"),
    "undo.center": ("from_beside", "to_stack"),
    "undo.center.below": ("from_beside", "to_stack"),
    "undo.gone": ("from_box", "to_beside"),
    "undo.lend": ("from_center", "to_card"),
    "undo.return": ("from_card", "to_center"),
    **dict.fromkeys(
        ("deep.none", "r1", "rest", "undo", MAP, "undo.time", "undo.draw", "undo.choice", "undo.end"), ()
    ),
}
"""What hands do at each line, step by step."""
MOVES |= {
    **{f"{line}.timer": (*MOVES[line], "timer_aside") for line in sorted(TIMED)},
    **{f"{line}.timer": (*MOVES[line], "timer_back") for line in TIMED_OF_DECKS},
    "do.timer": ("timer_aside",),
    "undo.time.timer": ("timer_back",),
    "undo.time.timers": ("timer_back", "timer_back"),
    "do.card": ("flip",),
    "do.hand.card": ("see", "play"),
    "do.hand.card.center": ("play_center",),
    "do.shuffle": ("shuffle",),
    "do.shuffle.turn": ("shuffle_and_turn",),
    "do.center.deck": ("from_top", "center_in"),
    "do.center.deck.below": ("from_stack", "center_in"),
    "do.gone.deck": ("center_off_the_top", "to_box"),
    "do.breathe.paper": ("is_center",),
    "do.hand": ("draw",),
    "do.hand.1": ("draw_one",),
    "undo.card": ("unflip",),
    "undo.card.center": ("unflip_center",),
    "undo.hand": ("hand_back",),
    "undo.hand.card": ("unplay",),
    "undo.hand.card.center": ("unplay_center",),
    "undo.center.deck": ("center_out", "to_stack"),
    "undo.center.deck.below": ("center_out", "to_stack"),
    "undo.gone.deck": ("from_box", "center_on_top"),
    "undo.shuffle": ("form",),
    "undo.top": ("see", "lay_on_top"),
}
ASKS = frozenset(
    {
        *("do.surface", "do.second", "deep.from", "deep.calm", "deep.ask", "deep.ask.paper"),
        *("deep.count", "deep.cards", "deep.hand", "deep.card"),
    }
)
"""Lines of the same families that ask, and move nothing."""
_OF_A_CARD = frozenset({"see", "up", "down", "lay", "unlay", "turn"}) | {
    step for steps in MOVES.values() for step in steps if step.endswith(("_card", "_token"))
}


def is_act(line: str) -> bool:
    """Tell whether a line says what to do with hands."""
    if line in ASKS or line.startswith("deep.end"):
        return False
    return line in MOVES or line.startswith(("do.", "deep.", "undo."))
