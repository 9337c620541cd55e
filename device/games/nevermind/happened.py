"""What happened in a session up to now, as acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind.acts import FLIP, Act, Way, acts
from device.games.nevermind.settings import TokenSource
from engine.nevermind import commands as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.games.nevermind.view import NevermindPlay
    from device.ui.play import Moment
    from engine.nevermind.commands import Command
    from engine.nevermind.effects import Effect


def way_of(play: NevermindPlay) -> Way:
    """Return how this session is told."""
    options = play.state.options
    asked = play.options.tokens != TokenSource.DEVICE
    return Way(options.stage, asked, options.paper, options.paper and options.rotation > 0)


def last_acts(play: NevermindPlay) -> tuple[Act, ...]:
    """Return the acts of the last moment."""
    return acts_of(play, play.moments)


def acts_of(play: NevermindPlay, moments: Sequence[Moment[Command, Effect]]) -> tuple[Act, ...]:
    """Return the acts of the last of these moments."""
    last, before = moments[-1], _mind_effects(moments[:-1])
    return acts(last.effects, way_of(play), opening=len(moments) == 1, before=before)


def mind_acts(play: NevermindPlay) -> tuple[Act, ...]:
    """Return the acts of this Mind Phase up to now, also over a token that was asked for."""
    return unasked(acts(_mind_effects(play.moments), way_of(play)))


def unasked(told: tuple[Act, ...]) -> tuple[Act, ...]:
    """Return these acts without what questions tell by themselves."""
    return tuple(act for act in told if not (act.silent or act.line_id == FLIP))


def _mind_effects(moments: Sequence[Moment[Command, Effect]]) -> list[object]:
    """Return all effects since the last Mind Card was drawn, or the table was matched."""
    effects: list[object] = []
    for moment in reversed(moments):
        effects[:0] = moment.effects
        if moment.command is None or isinstance(moment.command, say.Draw | say.Fix):
            break
    return effects
