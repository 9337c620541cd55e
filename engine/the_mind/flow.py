"""Focus, stop, giving up, and going on blind: what both ways of playing share, beside level and lives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.step import Step
from engine.the_mind import effects as fx
from engine.the_mind.phases import TABLE, Trigger
from engine.the_mind.shared import at_level, end_vote

if TYPE_CHECKING:
    from engine.the_mind.commands import BeginBlind, Concede, Focus, Stop
    from engine.the_mind.model import State
    from engine.the_mind.shared import Result


def focus(state: State, _command: Focus) -> Result:
    """All hands have lifted: play begins or goes on (M2.1)."""
    playing = replace(state, phase=TABLE.next(state.phase, Trigger.FOCUS), started=True)
    return Step(playing, (fx.LevelStarted(state.level, resumed=state.started),))


def stop(state: State, _command: Stop) -> Result:
    """Any one player stops the level, free (M2.6); a proposal ends with it (M4.2)."""
    quiet, ended = end_vote(state, fx.VoteEnd.STOPPED)
    stopped = replace(quiet, phase=TABLE.next(state.phase, Trigger.STOP))
    return Step(stopped, (*ended, fx.Stopped()))


def concede(state: State, _command: Concede) -> Result:
    """Give up in any running phase; everything else stays as it lies, votes too (records.md)."""
    trigger = Trigger.CONCEDE_BLIND if state.blind else Trigger.CONCEDE
    return Step(replace(state, phase=TABLE.next(state.phase, trigger)), (fx.Conceded(),))


def begin_blind(state: State, _command: BeginBlind) -> Result:
    """After a win: level 1 again, face down, lives and stars kept (M5.1)."""
    trigger = Trigger.BLIND_DEALT if state.options.dealt else Trigger.BLIND_TABLE
    again = replace(at_level(state, 1, trigger), blind=True)
    return Step(again, (fx.BlindBegan(), fx.LevelBegan(again.level)))
