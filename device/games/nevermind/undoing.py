"""What an undo says: what to move back, act by act, or what is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.games.nevermind.acts import Act, taken_back
from engine.nevermind import commands as say
from engine.nevermind import effects as fx
from engine.nevermind.paper import centers_unseen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.nevermind.commands import Command
    from engine.nevermind.model import State

_STILL: dict[type, str] = {
    fx.GameEnded: "undo.end",
    fx.GridFixed: "undo.fix",
    fx.DistractionHeld: "undo.time",
    fx.MindCardFlipped: "undo.draw",
    fx.BreatheDiscarded: "undo.draw",
}
"""Effects that moved nothing, the most telling first."""
_ASKED = (say.AddCenter, say.Breathe, say.DrawHand, say.PlayHand)
"""Answers that may move nothing: the question is open again."""


def undo_acts(
    done: Sequence[Act], command: Command | None, effects: Iterable[object], before: State | None = None
) -> tuple[Act, ...]:
    """Return how to take back what was done, the last act first; if nothing was moved, what is as before.

    `before` is the state that comes back.
    """
    back = taken_back(done)
    if back:
        return back if before is None else _past_a_reset(back, before)
    at = next((act.at for act in done if act.at is not None), None)
    return (Act(_still(command, effects), "strip.undo", at),)


def _past_a_reset(back: tuple[Act, ...], before: State) -> tuple[Act, ...]:
    """What was shuffled stays so: say how many cards form the deck then, and which lies on top (N8.7)."""
    if not any(act.line_id == "undo.shuffle" for act in back):
        return back
    told = [act for act in back if act.line_id not in _OF_THE_DECK]
    centers = centers_unseen(before) - before.hand_centers[0]
    deck = Act("undo.shuffle", "strip.undo", count=len(before.deck), more=max(0, centers))
    flipped = [act for act in back if act.line_id == "undo.card"]
    top = [Act("undo.top", "strip.undo", act.at) for act in flipped if act.at is not None]
    return (*told, deck, *top)


_OF_THE_DECK = frozenset({"undo.shuffle", "undo.card", "undo.hand"})


def _still(command: Command | None, effects: Iterable[object]) -> str:
    if isinstance(command, _ASKED):
        return "undo.choice"
    kinds = {type(effect) for effect in effects}
    return next((line_id for kind, line_id in _STILL.items() if kind in kinds), "undo")
