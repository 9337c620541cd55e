"""A move names what, from where, to where, and which card, in both its lengths."""

from __future__ import annotations

import re

import pytest

from device.games.words import WORDS
from tests.hands.nevermind import MOVES
from tests.hands.nouns import NOUNS, PAD

SEEN_ONLY = {"deep.none", "r1", "rest", "undo", "undo.time", "undo.draw", "undo.choice", "undo.end"}
"""Lines that move nothing, and no card is meant."""


def said(text: str) -> set[str]:
    """The words of a text; a slot is one, with or without what hangs on it."""
    return {word.removesuffix("'s") for word in re.findall(r"\{\w+\}|\w+", text.casefold())}


@pytest.mark.parametrize("line", NOUNS)
def test_both_wordings_have_their_nouns(line: str) -> None:
    full, short = NOUNS[line]
    assert set(full.split()) <= said(WORDS.lines[line].full)
    assert set(short.split()) <= said(WORDS.lines[line].short)


def test_every_move_has_its_nouns() -> None:
    assert set(NOUNS) == set(MOVES) - SEEN_ONLY


@pytest.mark.parametrize("line", MOVES)
def test_a_short_wording_names_the_card_of_its_move(line: str) -> None:
    steps = set(MOVES[line])
    of_a_card = steps & {"see", "up", "down", "lay", "unlay"} or any(
        step.endswith("_token") for step in steps
    )
    assert (PAD in WORDS.lines[line].short) is bool(
        of_a_card or any(step.endswith("_card") for step in steps)
    )


@pytest.mark.parametrize("line", NOUNS)
def test_no_line_says_that_time_passes_where_none_does(line: str) -> None:
    if line.endswith(".still"):
        assert "time" not in said(WORDS.lines[line].full) | said(WORDS.lines[line].short)
