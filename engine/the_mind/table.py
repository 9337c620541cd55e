"""Paper cards: the device is told of a misplay and of a level's end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game import quoted
from engine.step import RefusalCode, Step
from engine.the_mind import blind
from engine.the_mind import effects as fx
from engine.the_mind.phases import TABLE, Trigger
from engine.the_mind.shared import complete, end_vote, lose, lose_lives, refuse

if TYPE_CHECKING:
    from engine.the_mind.commands import ReportLevelDone, ReportMisplay
    from engine.the_mind.model import State
    from engine.the_mind.shared import Result


def report_misplay(state: State, _command: ReportMisplay) -> Result:
    """One life, however many cards were lower, and however late it was seen (M2.3); the level goes on."""
    quiet, ended = end_vote(state, fx.VoteEnd.MISPLAYED)
    after, lost = lose_lives(quiet, 1)
    told = (*ended, fx.Misplayed(None, None, (), after.lives), *lost)
    if not after.lives:
        over, end = lose(after)
        return Step(over, told + end)
    return Step(replace(after, phase=TABLE.next(state.phase, Trigger.MISPLAY)), told)


def report_level_done(state: State, command: ReportLevelDone) -> Result:
    """All hands are empty (M2.5); in blind mode with the mistakes found in the pile (M5.6)."""
    if (command.mistakes is not None) is not state.blind:
        why = "Blind mode needs the mistakes found." if state.blind else "Mistakes belong to blind mode."
        return refuse(state, RefusalCode.MISTAKES, why)
    if command.mistakes is not None and command.mistakes < 0:
        return refuse(state, RefusalCode.MISTAKES, f"Not a number of mistakes: {quoted(command.mistakes)}.")
    quiet, ended = end_vote(state, fx.VoteEnd.LEVEL_DONE)
    if command.mistakes is None:
        after, ahead = complete(quiet)
    else:
        after, ahead = blind.settle(quiet, command.mistakes)
    return Step(after, ended + ahead)
