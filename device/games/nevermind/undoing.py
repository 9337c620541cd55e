"""What an undo says: what went, and what to move back at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.nevermind import commands as say
from engine.nevermind import effects as fx
from engine.nevermind.model import Intensity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.game import Command

SEVERAL = "undo.map"
"""Several cards were moved: the map beside the words shows how they lay before."""

_MOVED: dict[type, Callable[..., str]] = {
    fx.ThoughtReturned: lambda e: "undo.ack2t",
    fx.DistractionArose: lambda e: "undo.dist",
    fx.MonkeyWoke: lambda e: "undo.wake",
    fx.Noticed: lambda e: "undo.notice",
    fx.Acknowledged: lambda e: "undo.ack",
    fx.Focused: lambda e: "undo.focus",
    fx.WasLetGo: lambda e: "undo.letgo",
    fx.CenterAdded: lambda e: "undo.center",
    fx.BreatheAccepted: lambda e: "undo.center",
    fx.BreathBegan: lambda e: "undo.deep",
    fx.BreathEnded: lambda e: "undo.deep.end",
    fx.Calmed: lambda e: "undo.notice" if e.now is Intensity.THOUGHT else "undo.ack",
    fx.Matched: lambda e: "undo.notice" if e.was is Intensity.DISTRACTION else "undo.wake",
    fx.GridFixed: lambda e: "undo.fix",
}
"""Effects that moved something at the table."""

_STILL: dict[type, str] = {
    fx.GameEnded: "undo.end",
    fx.DistractionHeld: "undo.time",
    fx.MindCardFlipped: "undo.draw",
    fx.BreatheDiscarded: "undo.draw",
}
"""Effects that moved nothing, the most telling first."""

_ASKED = (say.AddCenter, say.Breathe, say.DrawHand, say.PlayHand)
"""Answers that may move nothing: the question is open again."""


def undo_line_id(command: Command | None, effects: Iterable[object]) -> str:
    """Return the line that says what these effects of a command were and how to take them back."""
    happened = tuple(effects)
    moved = [*_revealed(happened), *(_MOVED[type(e)](e) for e in happened if type(e) in _MOVED)]
    if moved:
        return moved[0] if len(moved) == 1 else SEVERAL
    if isinstance(command, _ASKED):
        return "undo.choice"
    kinds = {type(effect) for effect in happened}
    return next((line_id for kind, line_id in _STILL.items() if kind in kinds), "undo")


def _revealed(effects: tuple[object, ...]) -> list[str]:
    """Thoughts that came up, with or without a token laid (N3.1), and tokens laid by themselves (N1.6)."""
    tokened = {effect.at for effect in effects if isinstance(effect, fx.TokenFixed)}
    found: list[str] = []
    for effect in effects:
        if not isinstance(effect, fx.ThoughtArose):
            continue
        token = effect.at in tokened
        tokened.discard(effect.at)
        found.append("undo.new" if token else "undo.back")
        if effect.stolen:
            # Its marker goes back to the Center (N3.4): more than one line says.
            found.append(SEVERAL)
    return found + ["undo.token"] * len(tokened)
