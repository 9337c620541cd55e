"""Short ways to set up games of The Mind for the tests beside this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.the_mind.commands import Deal, Focus, Play, ReportLevelDone, ReportMisplay
from engine.the_mind.model import Cards, Options, Phase, State, initial
from engine.the_mind.rules import step
from tests.engine.fold import fold

if TYPE_CHECKING:
    from engine.step import RefusalCode
    from engine.the_mind.commands import Command
    from engine.the_mind.effects import Effect


def _options(
    players: int, cards: Cards, *, blind: bool = False, blind_cap: bool = False, empty_hands_vote: bool = True
) -> Options:
    return Options(players, cards, blind, blind_cap, empty_hands_vote)


def table(players: int = 2, **switches: bool) -> State:
    return initial(_options(players, Cards.TABLE, **switches))


def dealt(players: int = 2, **switches: bool) -> State:
    return initial(_options(players, Cards.DEALT, **switches))


def do(state: State, *commands: Command) -> State:
    """Apply commands that must be accepted."""
    done = fold(step, state, commands)
    assert done.refusal is None, done.refusal
    return done.state


def told(state: State, *commands: Command) -> tuple[Effect, ...]:
    """The effects of commands that must be accepted."""
    done = fold(step, state, commands)
    assert done.refusal is None, done.refusal
    return done.effects


def refused(state: State, command: Command) -> RefusalCode:
    """The code of a command that must change nothing."""
    done = step(state, command)
    assert done.refusal is not None, done
    assert done.state is state
    assert done.effects == ()
    return done.refusal.code


def hands(*given: tuple[int, ...], **switches: bool) -> State:
    """A dealt game that plays the level which these hands, equally long, make; reached by orderly play."""
    state = dealt(len(given), **switches)
    while state.level < len(given[0]):
        state = do(state, orderly(state), Focus())
        while state.phase is Phase.PLAYING:
            seat = min(state.holders, key=lambda holder: state.held[holder][0])
            state = do(state, Play(seat, state.held[seat][0]))
    return do(state, Deal(given), Focus())


def orderly(state: State) -> Deal:
    """A deal of the lowest cards, seat after seat."""
    level = state.level
    return Deal(
        tuple(tuple(range(1 + seat * level, 1 + (seat + 1) * level)) for seat in range(state.options.players))
    )


def at_table_level(level: int, players: int = 2, **switches: bool) -> State:
    """A table game that plays the given level, reached without a misplay or a star."""
    state = do(table(players, **switches), Focus())
    while state.level < level:
        state = do(state, ReportLevelDone(0 if state.blind else None), Focus())
    return state


def misplayed(state: State, times: int) -> State:
    """The table state after so many misplays."""
    return do(state, *([ReportMisplay()] * times))
