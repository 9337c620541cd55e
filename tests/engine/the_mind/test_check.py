"""`check` finds every kind of fault, and none in a sound state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.the_mind.commands import Concede, Play, ProposeStar, ReportLevelDone
from engine.the_mind.model import Phase, State
from tests.engine.the_mind.games import at_table_level, dealt, do, hands, orderly, table
from tests.engine.the_mind.soundness import Fault, check

PLAYING = do(hands((10, 30), (20, 40)), Play(0, 10))
VOTE = do(PLAYING, ProposeStar(0))
BLIND = at_table_level(3, blind=True)
DEALT = do(dealt(), orderly(dealt()))
WON = do(at_table_level(12), ReportLevelDone())


@pytest.mark.parametrize("state", [PLAYING, VOTE, BLIND, DEALT, WON, do(VOTE, Concede()), table(), dealt()])
def test_sound_states_have_no_fault(state: State) -> None:
    assert not check(state)


FAULTS = [
    (replace(PLAYING, lives=6), Fault.LIVES),
    (replace(PLAYING, lives=-1), Fault.LIVES),
    (replace(PLAYING, lives=0), Fault.LIVES),
    (replace(PLAYING, stars=4), Fault.STARS),
    (replace(PLAYING, stars=-1), Fault.STARS),
    (replace(VOTE, stars=0), Fault.STARS),
    (replace(table(), level=0), Fault.LEVEL),
    (replace(table(), level=13), Fault.LEVEL),
    (replace(WON, level=11), Fault.LEVEL),
    (replace(table(), phase=Phase.DEAL), Fault.LEVEL),
    (replace(BLIND, blind_levels=1), Fault.BLIND),
    (replace(PLAYING, blind_levels=1), Fault.BLIND),
    (replace(WON, phase=Phase.BLIND_WON), Fault.BLIND),
    (replace(BLIND, phase=Phase.LOST), Fault.BLIND),
    (replace(PLAYING, started=False), Fault.STARTED),
    (replace(dealt(), started=True), Fault.STARTED),
    (replace(PLAYING, hands=None, pile=()), Fault.HANDS),
    (replace(PLAYING, hands=((30,), (40, 20))), Fault.HANDS),
    (replace(PLAYING, hands=((20, 30, 40),)), Fault.HANDS),
    (replace(DEALT, phase=Phase.DEAL), Fault.HANDS),
    (replace(at_table_level(1), hands=((1,), (2,))), Fault.HANDS),
    (replace(PLAYING, pile=(10, 11)), Fault.CARDS),
    (replace(PLAYING, hands=((20,), (20, 40))), Fault.CARDS),
    (replace(PLAYING, hands=((30,), (20, 101))), Fault.CARDS),
    (replace(PLAYING, hands=((), (40,)), aside=(30, 20)), Fault.CARDS),
    (replace(table(), pile=(3,)), Fault.CARDS),
    (replace(PLAYING, hands=((), (40,)), pile=(30, 10), aside=(20,)), Fault.PILE),
    (replace(PLAYING, hands=((30,), (5, 40))), Fault.PILE),
    (replace(PLAYING, hands=((), ()), pile=(10, 20, 30, 40)), Fault.LEVEL_OVER),
    (replace(PLAYING, votes=(1,)), Fault.VOTES),
    (replace(PLAYING, vote_from=Phase.PLAYING), Fault.VOTES),
    (replace(VOTE, votes=()), Fault.VOTES),
    (replace(VOTE, votes=(0, 1)), Fault.VOTES),
    (replace(VOTE, votes=(2,)), Fault.VOTES),
    (replace(VOTE, vote_from=None), Fault.VOTES),
    (replace(VOTE, vote_from=Phase.DEAL), Fault.VOTES),
]


@pytest.mark.parametrize(("state", "fault"), FAULTS)
def test_each_fault_is_named(state: State, fault: Fault) -> None:
    assert check(state) == fault


def test_a_lost_game_may_have_lives_left_if_it_was_given_up() -> None:
    assert not check(do(PLAYING, Concede()))
    assert not check(do(BLIND, Concede()))


def test_a_state_can_have_several_faults() -> None:
    assert check(replace(PLAYING, lives=9, stars=9)) == Fault.LIVES | Fault.STARS
