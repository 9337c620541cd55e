"""N8: paper decks beside real ones.

A game of the device's own plays the same cards: what the player reads off them must lead to the same table.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from engine.nevermind import commands as c
from engine.nevermind.codec import GAME
from engine.nevermind.model import (
    BREATHE,
    CenterCard,
    Decks,
    MindCard,
    Options,
    ShownCard,
    State,
)
from engine.nevermind.phases import Phase
from engine.nevermind.rules import step
from engine.record import header_line, json_line, parse, resume, verify
from tests.engine.nevermind import chance
from tests.engine.nevermind.kit import N
from tests.engine.nevermind.soundness import check

if TYPE_CHECKING:
    from engine.nevermind.commands import Command
    from engine.nevermind.model import Card


class RealDeck:
    """Cards on a table: a game of the device's own that knows them, and the paper game that is told."""

    def __init__(self, options: Options, random: Random) -> None:
        self.random = random
        self.known = State(options)
        self.told = State(GAME.options_from_json({**GAME.options_to_json(options), "decks": "paper"}))
        self.lines: list[bytes] = []

    def move(self) -> None:
        """One command in both; the cards are read off the known deck."""
        command = chance.legal(self.known, self.random)
        said: Command = command
        if isinstance(command, c.Shuffle):
            said = c.Shuffle()
        elif isinstance(command, c.Draw):
            said = c.Draw(self.face(self.known.deck[0]))
        elif isinstance(command, c.PlayHand):
            said = c.PlayHand(card=self.face(self.known.hand[command.index]))
        self.known = self.carry_out(self.known, command)
        self.told = self.carry_out(self.told, said)
        self.lines.append(json_line({**GAME.command_to_json(said), "then": GAME.state_to_json(self.told)}))
        if self.told.phase is Phase.BREATHE and self.known.phase is not Phase.BREATHE:
            self.told = self.carry_out(self.told, c.Breathe(yes=False))
            self.lines.append(json_line({"do": "breathe", "yes": False}))

    def face(self, card: Card) -> ShownCard | CenterCard:
        if not isinstance(card, MindCard):
            return BREATHE
        mind, noting = self.known.foci(card)
        return ShownCard(mind, noting)

    @staticmethod
    def carry_out(state: State, command: Command) -> State:
        done = step(state, command)
        assert done.refusal is None, (command, done.refusal)
        assert not check(done.state), check(done.state)
        return done.state


def seen_by_all(state: State) -> dict[str, object]:
    shown = GAME.state_to_json(state)
    shown["hand"] = len(state.hand)
    return shown


@pytest.mark.parametrize("seed", range(60))
def test_n8_3_every_real_deck_is_accepted_and_leads_to_the_same_table(seed: int) -> None:
    random = Random(seed)
    stage = random.choice([1, 3, 5, 5, 6, 6])
    options = Options(
        stage=stage,
        super_monkey=stage == 6 and random.random() < 0.5,
        breath_ends_round=random.random() < 0.5,
    )
    real = RealDeck(options, random)
    for _ in range(250):
        if real.known.phase is Phase.OVER:
            break
        real.move()
        assert seen_by_all(real.told) == seen_by_all(real.known)
        least, most = real.told.hand_centers
        assert least <= sum(isinstance(card, CenterCard) for card in real.known.hand) <= most
    record = parse(header_line(GAME, real.told.options) + b"".join(real.lines), GAMES)
    assert verify(record) is None
    assert resume(record).state == real.told


World = tuple[int, int, int, int]
"""Cards in the deck, Center Cards among them, cards in the hand, Center Cards among them."""


def worlds_after(
    worlds: set[World], kind: str, count: int = 0, back: int = 0, centers: int = 0
) -> set[World]:
    """What can be true after a move, by trying every deck: the slow and plain way."""
    found: set[World] = set()
    for deck, in_deck, hand, in_hand_ in worlds:
        if kind == "draw center" and in_deck:
            found.add((deck - 1, in_deck - 1, hand, in_hand_))
        elif kind == "draw mind" and deck - in_deck:
            found.add((deck - 1, in_deck, hand, in_hand_))
        elif kind == "box" and in_deck:
            found.add((deck - 1, in_deck - 1, hand, in_hand_))
        elif kind == "take":
            taken = min(count, deck)
            found |= {
                (deck - taken, in_deck - some, hand + taken, in_hand_ + some)
                for some in range(taken + 1)
                if some <= in_deck and taken - some <= deck - in_deck
            }
        elif kind == "play center" and in_hand_:
            found.add((deck, in_deck, hand - 1, in_hand_ - 1))
        elif kind == "play mind" and hand - in_hand_:
            found.add((deck, in_deck, hand - 1, in_hand_))
        elif kind == "shuffle":
            found.add((deck + back, in_deck + centers, hand, in_hand_))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_n8_3_accepted_is_just_what_some_deck_can_show(seed: int) -> None:
    """Random answers, most of them of no real deck, against all decks that can still lie there."""
    random = Random(f"worlds/{seed}")
    state = State(Options(stage=5, decks=Decks.PAPER, breath_ends_round=random.random() < 0.5))
    worlds: set[World] = {(0, 0, 0, 0)}
    refusals = 0
    for _ in range(240):
        if state.phase is Phase.OVER:
            break
        command: Command
        kind, extra = "", {}
        card = (
            BREATHE
            if random.random() < 0.4
            else ShownCard(place := random.choice(list(type(N))), place.moved(2))
        )
        if state.phase is Phase.SHUFFLE:
            command = c.Shuffle()
            back = len(state.discards)
            centers = sum(isinstance(card, CenterCard) for card in state.discards)
            kind, extra = "shuffle", {"back": back, "centers": centers}
        elif state.phase is Phase.MIND:
            command, kind = c.Draw(card), "draw center" if card is BREATHE else "draw mind"
        elif state.phase is Phase.BREATH_PLAY:
            command, kind = c.PlayHand(card=card), "play center" if card is BREATHE else "play mind"
        else:
            command = chance.legal(state, random)
            if command == c.Breathe(yes=True):
                kind = "box"
        after = worlds_after(worlds, kind, **extra) if kind else worlds
        done = step(state, command)
        assert (done.refusal is None) == bool(after), (seed, state.phase, command, worlds)
        if done.refusal is not None:
            refusals += 1
            continue
        worlds, state = after, done.state
        if state.phase in (Phase.SHUFFLE, Phase.BREATH_PLAY, Phase.MIND, Phase.WATCHER) and (
            isinstance(command, c.DrawHand | c.Shuffle)
        ):
            missing = len(state.hand) - next(iter(worlds))[2]
            worlds = worlds_after(worlds, "take", count=missing) if missing else worlds
        assert {(len(state.deck), len(state.hand))} == {(world[0], world[2]) for world in worlds}
        in_hands = [world[3] for world in worlds]
        if state.phase is not Phase.SHUFFLE:
            assert state.hand_centers == (min(in_hands), max(in_hands))
    assert refusals or state.phase is Phase.OVER
