"""N8: the player's own Timer Deck and Mind Deck; what a card shows is told, what it moves is said.

`Decks` below is a table of cards that moves by the lines on the panel alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from device.games.nevermind.round import Showing
from engine.nevermind.model import DEFAULT_MIND_CARDS, Place
from engine.nevermind.phases import Phase
from tests.device.bench import Bench
from tests.device.games.nevermind.players import pad_for, wise
from tests.device.said import full

PAPER = {"decks": "paper"}
PADS = "12369874"
"""The pad of each ring place, from NW."""


def begun(stage: int = 1, settings: dict[str, object] | None = None, **options: Any) -> Bench:
    bench = Bench(settings)
    bench.begin(stage, options={**PAPER, **options}, guidance="quiet")
    bench.wait_s(5)
    return bench


def test_n8_2_after_the_opening_breath_the_card_is_asked_for() -> None:
    bench = Bench()
    bench.begin(options=PAPER, guidance="quiet")
    assert bench.words.endswith(full("r1"))
    bench.wait_s(5)
    assert (bench.id, bench.words) == ("ntd.top", f"{full('strip.mind')} | {full('top.ask')}")
    bench.tap("7")
    assert str(bench.state.grid[Place.SW].intensity) == "thought"
    assert (bench.id, len(bench.state.deck)) == ("ntd.mind", 15)


def test_n8_2_the_card_may_be_told_as_soon_as_the_action_is_but_its_own_pad_only_after_a_second() -> None:
    bench = begun()
    bench.tap("7", "7")
    lines = bench.written()
    bench.tap("7")
    assert bench.written() == lines, "a finger that bounces turns no card"
    bench.tap("3")
    assert bench.state.grid[Place.NE].token is not None, "any other pad counts at once"
    bench.tap("3")
    bench.wait_s(1.1)
    bench.tap("3")
    assert bench.written() > lines
    assert str(bench.state.grid[Place.NE].intensity) == "thought"


def test_n8_2_super_asks_for_both_places_and_k1_takes_the_first_back() -> None:
    bench = begun(6, super=True)
    lines = bench.written()
    bench.tap("7")
    assert (bench.id, bench.written()) == ("ntd.noting", lines)
    bench.tap("7")
    assert bench.id == "ntd.noting", "both places are never the same"
    bench.tap("K1")
    assert bench.id == "ntd.top"
    bench.tap("7", "8")
    assert bench.written() > lines
    again = begun(6, super=True)
    again.tap("7")
    cut = again.restarted()
    cut.tap("K4")
    cut.wait_s(5)
    assert cut.id == "ntd.top", "after a power cut the first question stands again"


def test_n8_2_0_and_k4_open_the_picker_with_a_center_card_only_where_one_can_lie() -> None:
    for key in ("0", "K4"):
        bench = begun()
        bench.tap(key)
        labels = [choice.label.full for choice in bench.screen.base.choices(bench.app.model)]  # type: ignore[attr-defined]
        assert (bench.id, len(labels)) == ("ntd.top", 8)
        bench.tap("K3", "K4")
        assert bench.state.grid[Place.N].token is not None
    bench = begun()
    bench.tap("5")
    assert bench.notice == full("no.card")


def test_n8_8_decks_can_be_matched() -> None:
    bench = begun(5)
    bench.tap("7", "7")
    bench.wait_s(9)
    bench.tap("K2")
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("pause.fix")) + 1))
    bench.tap("K2", "K2")
    assert full("fix.deck") in bench.words
    bench.tap("*", "*", "0")
    assert len(bench.state.deck) == 13


def test_the_set_up_offers_paper_decks_and_lays_them_out() -> None:
    bench = Bench()
    bench.tap("1")
    bench.perform()
    labels = [item.label.full for item in bench.screen.items(bench.app.model)]  # type: ignore[attr-defined]
    bench.tap(str(labels.index(full("stage.decks")) + 1))
    assert full("decks.paper").split()[0] in bench.words
    bench.tap("1")
    shown = []
    while bench.id == "ntd.lay":
        shown.append(bench.words)
        bench.tap("0")
    assert full("set.timer") in shown
    assert full("set.mind.turn") in shown
    assert full("set.decks") not in shown
    assert bench.state.options.paper


# A table of decks


class Decks:
    """Timer Deck, Mind Deck, discards, hand, box and Center Cards: moved by line ids, as hands move them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.timer = 19
        self.deck: list[tuple[int, int] | None] = [self.turned(card) for card in DEFAULT_MIND_CARDS]
        random.shuffle(self.deck)
        self.discards: list[tuple[int, int] | None] = []
        self.hand: list[tuple[int, int] | None] = []
        self.stack, self.box = 3, 0

    def turned(self, card: tuple[int, int] | None) -> tuple[int, int] | None:
        turn = self.random.choice([0, 4])
        return None if card is None else ((card[0] + turn) % 8, (card[1] + turn) % 8)

    def flip(self) -> tuple[int, int] | None:
        card = self.deck.pop(0)
        self.discards.append(card)
        return card

    def move(self, line_id: str, count: int) -> None:
        if line_id.endswith(".timer"):
            self.timer -= 1
        match line_id:
            case "do.shuffle" | "do.shuffle.turn":
                self.deck = [self.turned(card) for card in (*self.deck, *self.discards)]
                self.random.shuffle(self.deck)
                self.discards = []
            case "do.center.deck" | "do.center.deck.below":
                self.stack -= 1
                self.discards.append(None)
            case "do.gone.deck":
                assert self.deck.pop(0) is None, "the card on top is a Center Card"
                self.box += 1
            case "do.hand" | "do.hand.1":
                assert count <= len(self.deck)
                self.hand += [self.deck.pop(0) for _ in range(count)]
            case _:
                pass


def told(bench: Bench, decks: Decks) -> None:
    """Go through the acts as they stand, and move the cards."""
    while isinstance(bench.screen, Showing):
        act = bench.screen.act(bench.app.model)
        decks.move(act.line_id, act.count)
        index = bench.screen.index
        screen = bench.screen
        if screen.index + 1 >= len(screen.steps(bench.app.model)):
            return
        bench.tap("0")
        assert isinstance(bench.screen, Showing)
        assert bench.screen.index == index + 1


def answer(bench: Bench, decks: Decks, random: Random) -> None:
    """One touch of the player: the cards are read off the table."""
    state = bench.state
    match state.phase:
        case Phase.MIND:
            bench.wait_s(1.5)
            card = decks.flip()
        case Phase.BREATH_PLAY:
            card = decks.hand.pop(random.randrange(len(decks.hand)))
            decks.discards.append(card)
            bench.wait_s(9)
        case Phase.BREATHE:
            bench.wait_s(9)
            bench.tap("#" if decks.deck[0] is None and random.random() < 0.7 else "0")
            return
        case _:
            bench.wait_s(9)
            bench.tap(pad_for(wise(state, random)))
            return
    if card is None:
        bench.tap("5")
        return
    bench.tap(PADS[card[0]])
    if bench.id == "ntd.noting":
        bench.tap(PADS[card[1]])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_n8_5_a_table_moved_by_the_words_alone_has_the_decks_of_the_device(seed: int) -> None:
    """One of each stage and panel, as the words are read here; `tests/hands` plays 150 more."""
    random = Random(f"paper/{seed}")
    stage = [1, 3, 5, 5, 6, 6][seed % 6]
    profile = "LMS"[seed % 3]
    bench = begun(stage, {"profile": profile}, super=stage == 6 and seed % 2 == 0)
    decks = Decks(random)
    for _ in range(400):
        told(bench, decks)
        state = bench.state
        if state.phase is Phase.OVER:
            break
        assert decks.timer == state.timer
        assert len(decks.deck) == len(state.deck), bench.words
        assert len(decks.discards) == len(state.discards)
        assert len(decks.hand) == len(state.hand)
        assert 3 - decks.stack == state.centers_added
        answer(bench, decks, random)
    assert bench.state.phase is Phase.OVER
    bench.draw_seen()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_n8_7_undo_says_which_card_goes_back_and_how_large_the_deck_is(seed: int) -> None:
    """Undo every touch of a session: after each, the words lead to a deck of the right size."""
    random = Random(f"back/{seed}")
    bench = begun([5, 6, 1][seed % 3], {"profile": "LMS"[seed % 3]})
    decks = Decks(random)
    for _ in range(70):
        told(bench, decks)
        if bench.state.phase is Phase.OVER:
            break
        answer(bench, decks, random)
    told(bench, decks)
    sizes = Sizes(len(bench.state.deck), len(bench.state.hand), bench.state.timer)
    for _ in range(60):
        if len(bench.play.moments) == 1:
            break
        bench.wait_s(9)
        bench.tap("K1")
        assert bench.id == "ntd.undo"
        while bench.id == "ntd.undo":
            screen = bench.screen
            assert isinstance(screen, Showing)
            act = screen.act(bench.app.model)
            sizes.move(act.line_id, act.count)
            if screen.index + 1 >= len(screen.steps(bench.app.model)):
                break
            bench.tap("0")
        assert (sizes.deck, sizes.hand, sizes.timer) == (
            len(bench.state.deck),
            len(bench.state.hand),
            bench.state.timer,
        ), bench.words
    bench.draw_seen()


@dataclass
class Sizes:
    """How many cards lie where, going back."""

    deck: int
    hand: int
    timer: int

    def move(self, line_id: str, count: int) -> None:
        self.timer += line_id.endswith(".timer") + 2 * line_id.endswith(".timers")
        match line_id:
            case "undo.card" | "undo.card.center" | "undo.gone.deck":
                self.deck += 1
            case "undo.hand":
                self.deck, self.hand = self.deck + self.hand, 0
            case "undo.hand.card" | "undo.hand.card.center":
                self.hand += 1
            case "undo.shuffle":
                self.deck = count
            case _:
                pass
