"""M6: what the rules do their part for, so that a device can be silent."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from engine.the_mind.commands import Command, Play
from engine.the_mind.effects import Effect
from engine.the_mind.model import State
from engine.the_mind.views import SeatView, view_of
from tests.engine.the_mind.games import do, hands

CLOCKWORK = ("_ms", "_us", "_s", "time", "clock", "since")


def test_m6_1_no_value_of_a_game_changes_with_time() -> None:
    kinds = [State, SeatView, *get_args(Command), *get_args(Effect)]
    names = [field.name for kind in kinds for field in fields(kind)]
    assert "level" in names
    assert [name for name in names if name.endswith(CLOCKWORK)] == []


def test_m6_1_a_view_shows_what_the_holder_asked_and_nothing_that_others_hold() -> None:
    state = do(hands((10, 30), (40, 50), (60, 70)), Play(0, 10))
    assert view_of(state, 1).hand == (40, 50)
    other = replace(state, hands=((31,), (40, 50), (99,)))
    assert view_of(state, 1) == view_of(other, 1)
    assert view_of(state, 1).holders == (0, 1, 2)
    with pytest.raises(IndexError, match="no seat 3"):
        view_of(state, 3)


def test_m6_2_players_tell_nothing_of_their_cards() -> None:
    said = {
        field.name: kind.__name__
        for kind in get_args(Command)
        for field in fields(kind)
        if field.name not in ("seat", "mistakes")
    }
    assert said == {"hands": "Deal", "card": "Play"}  # no command carries a word about a card in hand
