"""The paper table knows nothing of the rules, and refuses what hands cannot do."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from tests.hands.decks import Decks
from tests.hands.nevermind import MOVES, Table, is_act
from tests.hands.the_mind import Score
from tests.hands.told import Act, RefusedError

HERE = Path(__file__).parent
ALONE = ("told", "reader", "decks", "nevermind", "the_mind")
"""What reads and moves."""


def act(line: str, *pads: str, words: tuple[str, ...] = ("THINKING",)) -> Act:
    return Act(line, pads, words)


def table(*acts: Act) -> Table:
    laid = Table()
    for one in acts:
        laid.do(one)
    return laid


NEW = act("do.new", "7")
REFUSED = {
    "a card that is up is flipped up": (NEW, act("do.ack2t", "7")),
    "a card that is down is flipped down": (act("do.ack", "7"),),
    "a second token": (NEW, act("do.ack", "7"), NEW),
    "a third token of a type": (NEW, act("do.new", "8"), act("do.new", "9")),
    "a marker on no token": (act("do.back", "7"),),
    "a marker from a bare card": (act("do.lend", "7"),),
    "a marker from a bare token": (NEW, act("do.focus", "7"), act("do.focus", "7")),
    "a marker from a bare Center": (act("do.letgo", "7"),),
    "an act without a card": (act("do.new"),),
    "a place without a card": (act("do.again"),),
    "an unnamed token": (act("do.new", "7", words=("Mind", "Flip up.")),),
    "two tokens at once": (act("do.new", "7", words=("THINKING", "FEELING")),),
    "a token that is turned nowhere": (act("do.new.turn", "7"),),
    "a token that is turned across": (act("do.new.turn", "7", "3"),),
    "a token from under its marker": (NEW, act("undo.token", "7")),
    "a Center Card from under a marker": (NEW, act("do.focus", "7"), act("do.center")),
    "a fourth Center Card": (*[act("do.center")] * 3, act("do.center")),
    "a Center Card that is not there": (act("do.gone"),),
    "a line that nobody knows": (act("do.somersault", "7"),),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_hands_cannot_do_is_refused(name: str) -> None:
    *before, last = REFUSED[name]
    laid = table(*before)
    with pytest.raises(RefusedError):
        laid.do(last)


def test_the_pool_has_eight_markers() -> None:
    laid = Table(double_sided=True)
    for pad in laid.cards:
        laid.do(act("do.new", pad))
    assert laid.pool == 0
    with pytest.raises(RefusedError, match="the pool is empty"):
        laid.do(act("do.new.marker", "1"))


def test_an_undo_is_the_way_back() -> None:
    pairs = (
        (NEW, act("undo.new", "7")),
        (act("do.ack", "7"), act("undo.ack", "7")),
        (act("do.focus", "7"), act("undo.focus", "7")),
        (act("do.letgo", "7"), act("undo.letgo", "7")),
        (act("do.lend", "7"), act("undo.lend", "7")),
        (act("do.return", "7"), act("undo.return", "7")),
    )
    laid = table(*(forth for forth, _ in pairs))
    assert laid.cards["7"].marked
    for _, back in reversed(pairs):
        laid.do(back)
    assert laid == Table()


def test_a_token_that_was_drawn_is_the_one_that_is_laid() -> None:
    laid = Table(asked=True)
    laid.do(act("token.flip", "7"))
    laid.drawn = "feeling"
    laid.do(act("do.lay", "7", words=("Lay that token with a marker.",)))
    assert laid.cards["7"].token == "feeling"
    assert laid.drawn is None
    laid.do(act("undo.lay", "7"))
    assert laid.drawn == "feeling"
    laid.do(act("undo.flip", "7"))
    assert laid == Table(asked=True)


def test_every_line_of_hands_is_a_move_or_a_question() -> None:
    assert all(is_act(line) for line in MOVES)
    assert not is_act("deep.hand")
    assert not is_act("watch")


@pytest.mark.parametrize("name", ALONE)
def test_who_reads_knows_no_engine_and_no_device(name: str) -> None:
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found += [one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names]
    assert not [module for module in found if module.split(".")[0] in ("engine", "device", "hal")]
    own = [module.removeprefix("tests.hands.") for module in found if module.startswith("tests.")]
    assert set(own) <= set(ALONE)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tm.star", ("Star used. Lowest cards out.",)),
        ("tm.deal", ("Level 3. Three cards each.",)),
        ("tm.mistakes", ("1 found. Lives: 2.",)),
    ],
)
def test_a_score_that_does_not_add_up_is_refused(line: str, words: tuple[str, ...]) -> None:
    score = Score(lives=2, stars=0)
    with pytest.raises(RefusedError):
        score.do(Act(line, (), words))


def test_a_score_goes_back_touch_by_touch() -> None:
    score = Score(lives=2)
    score.counted(1)
    score.do(Act("tm.done.star", (), ("Level 1 done. A star is added.",)))
    score.do(Act("tm.deal", (), ("Level 2. Two cards each.",)))
    score.counted(1)
    score.do(Act("tm.life", (), ("Lower cards out. One life leaves.",)))
    assert (score.level, score.lives, score.stars) == (2, 1, 2)
    score.counted(-1)
    assert (score.level, score.lives, score.stars) == (2, 2, 2)
    score.counted(-1)
    assert (score.level, score.lives, score.stars) == (1, 2, 1)


FIVE = [("1", "2"), ("3", "6"), None, ("9", "8"), ("7", "4")]


def decks(*acts: Act) -> Table:
    laid = Table(decks=Decks(Random(1), (0, 4), list(FIVE)))
    for one in acts:
        laid.do(one)
    return laid


FLIP = act("do.card")
IN_DECKS = {
    "a card from no deck": (*[FLIP] * 5, FLIP),
    "a Mind Card back where a Center Card was flipped": (*[FLIP] * 3, act("undo.card")),
    "a Center Card back where a Mind Card was flipped": (FLIP, act("undo.card.center")),
    "a card back that nobody flipped": (act("undo.card"),),
    "more cards than the deck has": (act("do.hand", words=("Draw 6 mind cards.",)),),
    "an unknown count of cards": (act("do.hand", words=("Draw mind cards.",)),),
    "a hand that is not there": (act("undo.hand"),),
    "a Center Card that is not on top": (act("do.gone.deck"),),
    "a Center Card that was not flipped": (FLIP, act("do.breathe.paper")),
    "a Timer Card too many": (act("undo.time.timer"),),
    "a deck that cannot be": (act("undo.shuffle", words=("Deck of 2 again, 2 center.",)),),
    "a top card that points elsewhere": (act("undo.top", "2"),),
}


@pytest.mark.parametrize("name", IN_DECKS)
def test_n8_what_decks_cannot_do_is_refused(name: str) -> None:
    *before, last = IN_DECKS[name]
    laid = decks(*before)
    with pytest.raises(RefusedError):
        laid.do(last)


def test_n8_where_both_decks_are_in_the_box_no_card_is_moved() -> None:
    with pytest.raises(RefusedError, match="no decks lie there"):
        Table().do(FLIP)


def test_n8_7_an_undo_past_a_reset_is_the_way_back() -> None:
    laid = decks(*[FLIP] * 5, act("do.center.deck"), act("do.shuffle.turn"))
    assert laid.decks is not None
    assert (len(laid.decks.deck), laid.decks.centers(), laid.stack) == (6, (2, 0), 2)
    for back in (act("undo.center.deck"), act("undo.shuffle", words=("Deck of 1 again, 0 center.",))):
        laid.do(back)
    laid.do(act("undo.top", "7"))
    assert (laid.decks.deck[0] or ("",))[0] == "7"
    assert (len(laid.decks.deck), laid.decks.centers(), laid.stack) == (1, (0, 1), 3)
    laid.do(act("undo.card"))
    assert len(laid.decks.deck) == 2, "discards that lie in no order have any Mind Card"
