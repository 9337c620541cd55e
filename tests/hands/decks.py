"""A paper Timer Deck and Mind Deck: piles of cards, moved by what the panel says, and by whoever answers it.

It imports nothing of the rules, and knows none: it knows how many cards lie where, and which has which back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from tests.hands.told import Act, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

ROUND = "12369874"
"""The pads of the ring, clockwise from the top left."""
TIMER = 19
Face: TypeAlias = tuple[str, str] | None
"""The pads that a Mind Card points to, mind and noting focus; None for a Center Card (another back)."""
TIMED_OF_DECKS = ("undo.dist", "undo.letgo", "undo.return")
"""What an undo says of moves that time passed with."""
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Decks:
    """Timer Deck, Mind Deck, its discards, and a hand of its cards."""

    random: Random
    turns: tuple[int, ...]
    """By how many places a card may be turned at a shuffle."""
    deck: list[Face]
    """Face down, the uppermost first."""
    timer: int = TIMER
    discards: list[Face] = field(default_factory=list)
    """Face up, the uppermost last."""
    mixed: int = 0
    """So many discards, the lowest, lie in no order: they were taken out of a deck."""
    hand: list[Face] = field(default_factory=list)

    def turned(self, face: Face) -> Face:
        """Turn a card as it comes."""
        return None if face is None else _turn(face, self.random.choice(self.turns))

    def centers(self) -> tuple[int, int]:
        """Count the Center Cards: in deck and hand, and among the discards."""
        return (self.deck + self.hand).count(None), self.discards.count(None)

    # What a player does who answers

    def flip(self) -> None:
        """Flip the top card of the deck onto the discards."""
        if not self.deck:
            raise RefusedError("no card is left to flip")
        self.discards.append(self.deck.pop(0))

    def play(self, face: Face) -> None:
        """Put this card of the hand onto the discards."""
        self.hand.remove(face)
        self.discards.append(face)

    def show(self, mind: str | None, noting: str | None, *, hand: bool) -> Face:
        """Let a card that points there lie on top, or be in the hand; return it. A Center Card, if nowhere.

        Where nobody asked for its noting place, it may be any.
        """
        pile = self.hand if hand else self.deck
        fit = [at for at, one in enumerate(pile) if (one is None) is (mind is None)]
        if not fit:
            raise RefusedError(f"no card there can point to {mind}: {pile}")
        alike = (at for at in fit if (one := pile[at]) is not None and one[0] == mind)
        card = pile.pop(next(alike, fit[0]))
        if card is not None and mind is not None:
            card = (mind, noting or next(pad for pad in (card[1], *ROUND) if pad != mind))
        pile.insert(0, card)
        return card

    # What can be told

    def fixed(self, cards: int, centers: int, timer: int) -> None:
        """Lie as the player told the device that they do."""
        self.deck, self.hand = [*self.deck, *self.hand], []
        self.timer = timer
        self.form(cards, centers)

    def form(self, cards: int, centers: int) -> None:
        """Make a deck of so many cards, whichever, Center Cards among them; the rest are discards."""
        every = self.deck + self.discards
        minds = [face for face in every if face is not None]
        if not (0 <= centers <= every.count(None) and 0 <= cards - centers <= len(minds)):
            raise RefusedError(f"a deck of {cards} with {centers} Center Cards cannot be made of {every}")
        kept: list[Face] = [*minds[: cards - centers], *[None] * centers]
        self.random.shuffle(kept)
        self.deck = kept
        self.discards = [*[None] * (every.count(None) - centers), *minds[cards - centers :]]
        self.mixed = len(self.discards)

    def lay_on_top(self, pad: str) -> None:
        """Let a card that can point there lie on top; any serves."""
        for pile in (self.deck, self.discards):
            for index, face in enumerate(pile):
                found = None if face is None else self._pointing(face, pad)
                if found is None:
                    continue
                swapped = next((at for at, one in enumerate(self.deck) if one is not None), None)
                if swapped is None:
                    raise RefusedError("the deck has no Mind Card that could lie on top")
                if pile is self.deck:
                    swapped = index
                else:
                    pile[index] = self.deck[swapped]
                del self.deck[swapped]
                self.deck.insert(0, found)
                return
        raise RefusedError(f"no card can point to {pad}")

    def _pointing(self, face: tuple[str, str], pad: str) -> Face:
        """Return the card as it points there, if it can lie so."""
        ways = (_turn(face, turn - back) for turn in self.turns for back in self.turns)
        return next((way for way in ways if way[0] == pad), None)

    def shuffle(self, *, turn: bool) -> None:
        """Shuffle all discards into the deck."""
        every = self.deck + self.discards
        self.deck = [self.turned(face) for face in every] if turn else every
        self.random.shuffle(self.deck)
        self.discards, self.mixed = [], 0

    def draw(self, count: int) -> None:
        """Take so many cards into the hand."""
        if count > len(self.deck):
            raise RefusedError(f"{count} cards cannot be drawn from {len(self.deck)}")
        self.hand += self.deck[:count]
        del self.deck[:count]

    def hand_back(self) -> None:
        """Put the hand back onto the deck, in any order."""
        if not self.hand:
            raise RefusedError("no card is in hand")
        self.random.shuffle(self.hand)
        self.deck[:0], self.hand = self.hand, []

    def undiscard(self, *, center: bool) -> Face:
        """Take the last discard, which is of this kind; where they lie in no order, one of this kind."""
        if len(self.discards) > self.mixed:
            if (self.discards[-1] is None) is not center:
                raise RefusedError(f"the last discard is {self.discards[-1] or 'a Center Card'}")
            return self.discards.pop()
        fit = [index for index, face in enumerate(self.discards) if (face is None) is center]
        if not fit:
            raise RefusedError("no such card was discarded")
        self.mixed -= 1
        return self.discards.pop(fit[-1])

    def take_center(self) -> None:
        """Take a Center Card out of the deck, or out of the discards."""
        pile = next((one for one in (self.deck, self.discards) if None in one), None)
        if pile is None:
            raise RefusedError("no Center Card is in the deck")
        pile.remove(None)
        self.mixed = min(self.mixed, len(self.discards))

    def take_top_center(self) -> None:
        """Take the Center Card off the top."""
        if not self.deck or self.deck[0] is not None:
            raise RefusedError(f"no Center Card lies on top: {self.deck[:1]}")
        del self.deck[0]

    def move_timer(self, cards: int) -> None:
        """Put cards aside, or back."""
        self.timer -= cards
        if not 0 <= self.timer <= TIMER:
            raise RefusedError(f"{self.timer} Timer Cards")

    def need_center(self) -> None:
        """A Center Card was flipped last."""
        if not self.discards or self.discards[-1] is not None:
            raise RefusedError(f"no Center Card was flipped: {self.discards[-1:]}")

    def play_told(self, pad: str | None) -> None:
        """Put a card of the hand aside that points there, or else any; a Center Card, if nowhere."""
        fit = [face for face in self.hand if (face is None) is (pad is None)]
        if not fit:
            raise RefusedError(f"no such card is in hand: {self.hand}")
        self.play(next((face for face in fit if face and face[0] == pad), fit[0]))


def _turn(face: tuple[str, str], places: int) -> tuple[str, str]:
    mind, noting = (ROUND[(ROUND.index(pad) + places) % len(ROUND)] for pad in face)
    return mind, noting


def _numbers(act: Act, count: int) -> list[int]:
    found = [int(number) for text in act.words for number in _NUMBER.findall(text)]
    if len(found) != count:
        raise RefusedError(f"{act.line} does not say how many: {act.words}")
    return found


DECK_MOVES: Mapping[str, Callable[[Decks, Act], None]] = {
    "timer_aside": lambda decks, act: decks.move_timer(1),
    "timer_back": lambda decks, act: decks.move_timer(-1),
    "flip": lambda decks, act: decks.flip(),
    "play": lambda decks, act: decks.play_told(act.pads[0]),
    "play_center": lambda decks, act: decks.play_told(None),
    "shuffle": lambda decks, act: decks.shuffle(turn=False),
    "shuffle_and_turn": lambda decks, act: decks.shuffle(turn=True),
    "center_in": lambda decks, act: decks.deck.append(None),
    "center_out": lambda decks, act: decks.take_center(),
    "center_off_the_top": lambda decks, act: decks.take_top_center(),
    "center_on_top": lambda decks, act: decks.deck.insert(0, None),
    "is_center": lambda decks, act: decks.need_center(),
    "draw": lambda decks, act: decks.draw(_numbers(act, 1)[0]),
    "draw_one": lambda decks, act: decks.draw(1),
    "unflip": lambda decks, act: decks.deck.insert(0, decks.undiscard(center=False)),
    "unflip_center": lambda decks, act: decks.deck.insert(0, decks.undiscard(center=True)),
    "unplay": lambda decks, act: decks.hand.append(decks.undiscard(center=False)),
    "unplay_center": lambda decks, act: decks.hand.append(decks.undiscard(center=True)),
    "hand_back": lambda decks, act: decks.hand_back(),
    "form": lambda decks, act: decks.form(*_numbers(act, 2)),
    "lay_on_top": lambda decks, act: decks.lay_on_top(act.pads[0]),
}
"""What hands do with decks, by step."""
