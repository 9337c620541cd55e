"""What an undo says: what to move back, act by act, or what is as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from device.games.nevermind.acts import Act, taken_back
from engine.nevermind import commands as say
from engine.nevermind import effects as fx
from engine.nevermind.model import Place
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
    still = Act(_still(command, effects), "strip.undo", at)
    if before is None or not before.options.paper or still.line_id != "undo.fix":
        return (still,)
    # The map shows no Mind Deck.
    return still, _deck_of(before)


def _past_a_reset(back: tuple[Act, ...], before: State) -> tuple[Act, ...]:
    """What was shuffled stays so: say how many cards form the deck then, and which lies on top (N8.7)."""
    if not any(act.line_id == "undo.shuffle" for act in back):
        return back
    told = [act for act in back if act.line_id not in _OF_THE_DECK]
    hand = [act for act in back if act.line_id == "undo.hand"][:1]
    flipped = [act for act in back if act.line_id == "undo.card"]
    top = [Act("undo.top", "strip.undo", act.at) for act in flipped if act.at is not None]
    return (*told, *hand, _deck_of(before), *top)


def _deck_of(state: State) -> Act:
    centers = centers_unseen(state) - state.hand_centers[0]
    return Act("undo.shuffle", "strip.undo", count=len(state.deck), more=max(0, centers))


_OF_THE_DECK = frozenset({"undo.shuffle", "undo.card", "undo.card.center", "undo.hand"})


def _still(command: Command | None, effects: Iterable[object]) -> str:
    if isinstance(command, _ASKED):
        return "undo.choice"
    kinds = {type(effect) for effect in effects}
    return next((line_id for kind, line_id in _STILL.items() if kind in kinds), "undo")


def is_shuffled(effects: Iterable[object]) -> bool:
    """Tell whether a deck was shuffled: with paper decks nothing behind that comes again as it was (N8.7)."""
    return any(isinstance(effect, fx.DeckShuffled) for effect in effects)


def told_text(told: Iterable[Act]) -> str:
    """Write what was told, as far as an undo needs it, to be read after a power cut."""
    return json.dumps([[act.line_id, act.back, act.at, act.center, act.count] for act in told])


def told_acts(text: str) -> tuple[Act, ...] | None:
    """Read what `told_text` wrote; None if it is nothing that it writes."""
    try:
        return tuple(_told_act(*fields) for fields in json.loads(text))
    except (ValueError, TypeError):
        return None


def _told_act(line_id: str, back: str, at: int | None, center: bool, count: int) -> Act:
    place = None if at is None else Place(at)
    return Act(str(line_id), at=place, center=bool(center), back=str(back), count=int(count))
