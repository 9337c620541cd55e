"""What happened, as moves at the table: each act is one thing to see on the map and one line to do.

Acts are read off the effects of a moment, in order; they are never stored. Timer and Mind Deck are in the
device, so time and cards of the Mind are moved by nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.games.nevermind.words import line
from device.ui.events import Key
from engine.nevermind import effects as fx
from engine.nevermind.mind import CHAIN_STEPS
from engine.nevermind.model import RING, Intensity, Place, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def kind_word(token: Token) -> str:
    """Return a token's type in one plain word, as the lines say it."""
    return line(f"kind.{token.value}").full


@dataclass(frozen=True, slots=True)
class Act:
    """One move at the table."""

    line_id: str
    """What to do, in words."""
    word: str = "strip.mind"
    """Id of what stands left in the strip: who acts, or the action word."""
    at: Place | None = None
    """The card in question."""
    center: bool = False
    """The Center is in question too."""
    path: tuple[Place, ...] = ()
    """The way of a chain, from its start to where it landed (N5.3)."""
    clockwise: bool = True
    token: Token | None = None
    """Laid with this move; named in the strip if it may be."""


def _arose(effect: fx.ThoughtArose) -> list[Act]:
    """A stolen focus is a move of its own: its marker is the one that the thought gets (N3.1, N3.4)."""
    stolen = [Act("do.stolen", at=effect.at, center=True)] if effect.stolen else []
    return [*stolen, Act("do.new" if effect.first_time else "do.back", at=effect.at)]


def _path(start: Place, passed: tuple[Place, ...], landed: Place) -> tuple[Place, ...]:
    return (start, *passed, landed)


def _chained(effect: fx.ChainMoved) -> list[Act]:
    clockwise = effect.direction is fx.Direction.CLOCKWISE
    path = _path(effect.start, effect.passed, effect.landed)
    return [Act("do.chain", at=effect.landed, path=path, clockwise=clockwise)]


def _played(effect: fx.HandPlayed) -> list[Act]:
    lines = {
        fx.Played.BREATHE: "deep.none",
        fx.Played.RELEASED: "do.safe",
        fx.Played.DISTRACTION: "do.again",
        fx.Played.NOTHING: "deep.none",
    }
    return [Act(lines[effect.met], word="strip.breath", at=effect.mind)]


def _calmed(effect: fx.Calmed) -> list[Act]:
    if effect.now is Intensity.THOUGHT:
        return [Act("do.notice", word="strip.notice", at=effect.at)]
    return [Act("do.ack", word="strip.acknowledge", at=effect.at)]


def _matched(effect: fx.Matched) -> list[Act]:
    line_id = "deep.match" if effect.was is Intensity.DISTRACTION else "deep.match2"
    return [Act(line_id, word="strip.breath", at=effect.at)]


_ACTS: dict[type, Callable[..., list[Act]]] = {
    fx.BreatheDiscarded: lambda e: [Act("do.breathe.aside")],
    fx.ThoughtArose: _arose,
    fx.ThoughtReturned: lambda e: [Act("do.ack2t", at=e.at)],
    fx.DistractionArose: lambda e: [Act("do.dist", at=e.at)],
    fx.DistractionHeld: lambda e: [Act("do.again", at=e.at)],
    fx.ReleasedHeld: lambda e: [Act("do.safe", at=e.at)],
    fx.MonkeyWoke: lambda e: [Act("do.wake", at=e.at)],
    fx.ChainMoved: _chained,
    fx.Noticed: lambda e: [Act("do.notice", "strip.notice", e.at)],
    fx.Acknowledged: lambda e: [Act("do.ack", "strip.acknowledge", e.at)],
    fx.Focused: lambda e: [Act("do.focus", "strip.focus", e.at, center=True)],
    fx.WasLetGo: lambda e: [Act("do.letgo", "strip.let_go", e.at, center=True)],
    fx.CenterAdded: lambda e: [Act("do.center.below" if e.from_below else "do.center", center=True)],
    fx.BreatheAccepted: lambda e: [Act("do.gone", word="strip.breath")],
    fx.BreathBegan: lambda e: [Act("deep.from", word="strip.breath", at=e.at, center=True)],
    fx.HandPlayed: _played,
    fx.Calmed: _calmed,
    fx.Matched: _matched,
    fx.BreathEnded: lambda e: [
        Act("deep.back", word="strip.breath", at=e.at, center=True),
        Act("deep.end", word="strip.breath"),
    ],
}


def acts(effects: Iterable[object], *, opening: bool = False, stage: int = 1) -> tuple[Act, ...]:
    """Return the moves of these effects in order; `opening` tells the first rest from a later one."""
    out: list[Act] = []
    for effect in effects:
        if isinstance(effect, fx.TokenFixed):
            out = _tokened(out, effect, stage)
        elif isinstance(effect, fx.Rested):
            out.append(Act("r1" if opening else "rest", word="strip.you"))
        elif isinstance(effect, fx.CalmAsked):
            # The card met a Released thought, and something can be calmed (N6.4a): the question follows.
            out[-1] = replace(out[-1], line_id="deep.open")
        else:
            out += _ACTS[type(effect)](effect) if type(effect) in _ACTS else []
    return tuple(_merged(out))


def _tokened(out: list[Act], effect: fx.TokenFixed, stage: int) -> list[Act]:
    """Name the token in the move that lays it; from Stage Four on some are turned (N5.3)."""
    if any(act.line_id == "do.new" and act.at is effect.at for act in out):
        named = [
            replace(act, token=effect.type) if act.line_id == "do.new" and act.at is effect.at else act
            for act in out
        ]
    else:
        named = [*out, Act("do.new", at=effect.at, token=effect.type)]
    if stage < 4 or effect.type not in CHAIN_STEPS:
        return named
    steps = CHAIN_STEPS[effect.type]
    way = (effect.at, effect.at.moved(steps))
    return [*named, Act("do.turn", at=effect.at, path=way, clockwise=steps > 0)]


def _merged(out: list[Act]) -> list[Act]:
    """A Distraction that was hit and sends the Mind on is one move: time passes, the Mind moves on (N5.3)."""
    merged: list[Act] = []
    for act in out:
        if act.line_id == "do.chain" and merged and merged[-1].line_id == "do.again":
            merged[-1] = act
        else:
            merged.append(act)
    return merged


PADS = (Key.PAD_1, Key.PAD_2, Key.PAD_3, Key.PAD_6, Key.PAD_9, Key.PAD_8, Key.PAD_7, Key.PAD_4)
"""The pad of each ring place, from NW."""


def place_of(pad: Key) -> Place | None:
    """Return the ring place of a card pad, or None for 5 and the lower row."""
    return RING[PADS.index(pad)] if pad in PADS else None
