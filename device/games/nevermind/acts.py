"""What happened, as things to do with one's hands: an act is one line to do, and one card on the map.

Laws of this file:
- acts are read off the effects of a touch, in order; they are never stored;
- what hands do in one go is one act, and it knows how it is taken back;
- where the Timer Deck is in the device, time is moved by nobody and only said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.settings.model import Profile
from device.ui.events import Key
from engine.nevermind import effects as fx
from engine.nevermind.mind import CHAIN_STEPS
from engine.nevermind.model import RING, Intensity, Place, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PADS = (Key.PAD_1, Key.PAD_2, Key.PAD_3, Key.PAD_6, Key.PAD_9, Key.PAD_8, Key.PAD_7, Key.PAD_4)
"""The pad of each ring place, from NW."""


def place_of(pad: Key) -> Place | None:
    """Return the ring place of a card pad, or None for 5 and the lower row."""
    return RING[PADS.index(pad)] if pad in PADS else None


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to do at the table, or to see there."""

    line_id: str
    """What to do, in words."""
    word: str = "strip.mind"
    """Id of what stands left in the strip: who acts, or the action word."""
    at: Place | None = None
    """The card in question."""
    center: bool = False
    """The Center is in question too."""
    path: tuple[Place, ...] = ()
    """The way of a chain, from its start to where it landed; or the way that a token points (N5.3)."""
    clockwise: bool = True
    token: Token | None = None
    """Laid with this act; named in the strip if it may be."""
    back: str = ""
    """What an undo says of it; "" where hands moved nothing."""
    timed: bool = False
    """Time passes with it."""
    silent: bool = False
    """The question before it told it: only an undo speaks of it."""
    count: int = 0
    """A number in the line, e.g. of cards."""
    more: int = 0
    """Another one."""

    @property
    def pad(self) -> str:
        """The pad of the card in question, "" for none."""
        return "" if self.at is None else PADS[self.at].value

    @property
    def toward(self) -> str:
        """The pad that the token points to, "" for none."""
        return PADS[self.path[-1]].value if self.path else ""


@dataclass(frozen=True, slots=True)
class Way:
    """How a session is told: what decides how its acts are cut."""

    stage: int = 1
    asked: bool = False
    """The player names the tokens: the question says to flip the card, the act after it the rest (N1.6)."""
    paper: bool = False
    """Timer Deck and Mind Deck are the player's own (N8)."""
    turned: bool = False
    """Their cards are turned at a shuffle (N1.3)."""


FLIP = "token.flip"
"""The act that a question says (N1.6)."""
_STILL = {"do.dist": "do.dist.still", "do.letgo": "do.letgo.still", "do.return": "do.return.still"}
"""Moves that bring time with them, as a rule -> the same without it."""
_TIMER = {
    "do.dist": "do.dist.timer",
    "do.letgo": "do.letgo.timer",
    "do.return": "do.return.timer",
    "do.again": "do.again.timer",
    "undo.dist": "undo.dist.timer",
    "undo.letgo": "undo.letgo.timer",
    "undo.return": "undo.return.timer",
    "": "undo.time.timer",
}
"""Acts that time can pass with, and their undo -> the same where a Timer Card is moved (N8.5)."""
_CHAINED = {"do.again": "do.chain", "do.again.timer": "do.chain.timer"}
_ONCE_MORE = {"do.again": "do.again.more", "do.again.timer": "do.again.more.timer"}
"""Two Mind actions on one Distraction (N5.6)."""
_STOLEN = {
    "do.new": "do.new.center",
    "do.lay": "do.lay.center",
    "do.back": "do.back.center",
    "do.new.turn": "do.new.turn.center",
    "do.lay.turn": "do.lay.turn.center",
    "undo.new": "undo.new.center",
    "undo.lay": "undo.lay.center",
    "undo.back": "undo.back.center",
}
"""Moves whose marker comes from the Center: the focus is stolen (N3.4)."""
_TURNED = {
    "do.new": "do.new.turn",
    "do.lay": "do.lay.turn",
    "do.new.center": "do.new.turn.center",
    "do.lay.center": "do.lay.turn.center",
}
"""Moves whose token is turned to point the way it sends the Mind (N5.3)."""


def _arose(effect: fx.ThoughtArose) -> list[Act]:
    if not effect.first_time:
        back = Act("do.back", at=effect.at, back="undo.back")
        return [_from_center(back) if effect.stolen else back]
    return [_from_center(_new(effect.at)) if effect.stolen else _new(effect.at)]


def _new(at: Place) -> Act:
    return Act("do.new", at=at, back="undo.new")


def _from_center(act: Act) -> Act:
    return replace(act, line_id=_STOLEN[act.line_id], center=True, back=_STOLEN[act.back])


def _chained(effect: fx.ChainMoved) -> list[Act]:
    clockwise = effect.direction is fx.Direction.CLOCKWISE
    path = (effect.start, *effect.passed, effect.landed)
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
        return [Act("do.notice", "strip.notice", effect.at, back="undo.notice")]
    return [Act("do.ack", "strip.acknowledge", effect.at, back="undo.ack")]


def _matched(effect: fx.Matched) -> list[Act]:
    line_id, back = "deep.match2", "undo.wake"
    if effect.was is Intensity.DISTRACTION:
        line_id, back = "deep.match", "undo.notice"
    return [Act(line_id, word="strip.breath", at=effect.at, back=back)]


_ACTS: dict[type, Callable[..., list[Act]]] = {
    fx.BreatheDiscarded: lambda e: [Act("do.breathe.aside")],
    fx.ThoughtArose: _arose,
    fx.ThoughtReturned: lambda e: [Act("do.ack2t", at=e.at, back="undo.ack2t")],
    fx.DistractionArose: lambda e: [Act("do.dist", at=e.at, back="undo.dist")],
    fx.DistractionHeld: lambda e: [Act("do.again", at=e.at)],
    fx.ReleasedHeld: lambda e: [Act("do.safe", at=e.at)],
    fx.MonkeyWoke: lambda e: [Act("do.wake", at=e.at, back="undo.wake")],
    fx.ChainMoved: _chained,
    fx.Noticed: lambda e: [Act("do.notice", "strip.notice", e.at, back="undo.notice")],
    fx.Acknowledged: lambda e: [Act("do.ack", "strip.acknowledge", e.at, back="undo.ack")],
    fx.Focused: lambda e: [Act("do.focus", "strip.focus", e.at, center=True, back="undo.focus")],
    fx.WasLetGo: lambda e: [Act("do.letgo", "strip.let_go", e.at, center=True, back="undo.letgo")],
    fx.CenterAdded: lambda e: [
        Act("do.center.below", center=True, back="undo.center.below")
        if e.from_below
        else Act("do.center", center=True, back="undo.center")
    ],
    fx.BreatheAccepted: lambda e: [Act("do.gone", word="strip.breath", back="undo.gone")],
    fx.BreathBegan: lambda e: [Act("do.lend", "strip.breath", e.at, center=True, back="undo.lend")],
    fx.HandPlayed: _played,
    fx.Calmed: _calmed,
    fx.Matched: _matched,
    fx.BreathEnded: lambda e: [Act("do.return", "strip.breath", e.at, center=True, back="undo.return")],
}


def _shuffled(effect: fx.DeckShuffled, way: Way) -> list[Act]:
    """At set-up the laying out tells it (N8.1)."""
    shuffle = Act("do.shuffle.turn" if way.turned else "do.shuffle", back="undo.shuffle")
    return [] if effect.opening else [shuffle]


def _drawn(effect: fx.HandDrawn) -> list[Act]:
    one = Act("do.hand.1" if effect.count == 1 else "do.hand", "strip.breath", back="undo.hand")
    return [replace(one, count=effect.count)] if effect.count else []


def _out_of_hand(effect: fx.HandPlayed) -> Act:
    back = "undo.hand.card.center" if effect.met is fx.Played.BREATHE else "undo.hand.card"
    return Act("top.hand", at=effect.mind, back=back, silent=True)


_PAPER: dict[type, Callable[..., list[Act]]] = {
    fx.PaperCardFlipped: lambda e, way: [Act("top.ask", at=e.mind, back="undo.card", silent=True)],
    fx.BreatheDiscarded: lambda e, way: [
        Act("top.ask", back="undo.card.center", silent=True),
        Act("do.breathe.paper"),
    ],
    fx.DeckShuffled: _shuffled,
    fx.CenterAdded: lambda e, way: [
        Act("do.center.deck.below", center=True, back="undo.center.deck.below")
        if e.from_below
        else Act("do.center.deck", center=True, back="undo.center.deck")
    ],
    fx.BreatheAccepted: lambda e, way: [Act("do.gone.deck", word="strip.breath", back="undo.gone.deck")],
    fx.HandDrawn: lambda e, way: _drawn(e),
    fx.HandPlayed: lambda e, way: [_out_of_hand(e), *_played(e)],
}
"""With paper decks each card that leaves or joins them is moved by hands (N8)."""
_ALOUD = {
    "undo.card": "do.card",
    "undo.card.center": "do.card",
    "undo.hand.card": "do.hand.card",
    "undo.hand.card.center": "do.hand.card.center",
}
"""What an undo says of a card that the player told -> what a redo says, where no question comes before it."""


def aloud(act: Act) -> Act:
    """Return the act as it is told where nothing asked for it."""
    return replace(act, line_id=_ALOUD[act.back], silent=False) if act.silent else act


def is_aloud(act: Act) -> bool:
    """Tell whether it is such an act."""
    return act.line_id in _ALOUD.values()


def acts(
    effects: Iterable[object], way: Way | None = None, *, opening: bool = False, before: Iterable[object] = ()
) -> tuple[Act, ...]:
    """Return the acts of these effects in order; `opening` tells the first rest from a later one.

    `before` are the effects of this Mind Phase that led to them: where a token was asked for in between, they
    tell where its marker comes from.
    """
    told = Way() if way is None else way
    happened = tuple(effects)
    stolen = {one.at for one in (*before, *happened) if isinstance(one, fx.ThoughtArose) and one.stolen}
    out: list[Act] = []
    for effect in happened:
        match effect:
            case fx.TokenFixed():
                _token_fixed(out, effect, told, stolen=effect.at in stolen)
            case fx.TimePassed():
                _time_passed(out, told)
            case fx.Rested():
                out.append(Act("r1" if opening else "rest", word="strip.you"))
            case fx.CalmAsked():
                # The card met a Released thought, and something can be calmed (N6.4a): the question follows.
                out[-1] = replace(out[-1], line_id="deep.open")
            case fx.ThoughtArose(first_time=True) if told.asked:
                out.append(Act(FLIP, at=effect.at, center=effect.stolen, back="undo.flip"))
            case fx.ChainMoved() if out and out[-1].line_id in _CHAINED:
                # A Distraction that was hit and sends the Mind on is one act (N5.3).
                hit, (chained,) = out[-1], _chained(effect)
                out[-1] = replace(chained, line_id=_CHAINED[hit.line_id], back=hit.back, timed=True)
            case _ if told.paper and type(effect) in _PAPER:
                out += _PAPER[type(effect)](effect, told)
            case _:
                out += _ACTS[type(effect)](effect) if type(effect) in _ACTS else []
    earlier = acts(before, told) if out and out[0].line_id in _ONCE_MORE else ()
    return _told_apart((_settled(act) for act in out), earlier)


def _told_apart(done: Iterable[Act], earlier: Iterable[Act]) -> tuple[Act, ...]:
    """Say of what comes twice in a row that it came once more: the same words would be one act."""
    out: list[Act] = []
    last = next(((act.line_id, act.at) for act in reversed(tuple(earlier)) if not act.silent), None)
    for act in done:
        same = (act.line_id, act.at) == last
        out.append(replace(act, line_id=_ONCE_MORE.get(act.line_id, act.line_id)) if same else act)
        last = last if act.silent else (act.line_id, act.at)
    return tuple(out)


def _settled(act: Act) -> Act:
    """Name a move that brought no time apart from the same with time."""
    return act if act.timed else replace(act, line_id=_STILL.get(act.line_id, act.line_id))


def _time_passed(out: list[Act], way: Way) -> None:
    """Time belongs to the act that brings it (N2.3, N8.5)."""
    act = out[-1]
    if way.paper and act.line_id in _TIMER:
        act = replace(act, line_id=_TIMER[act.line_id], back=_TIMER[act.back])
    out[-1] = replace(act, timed=True)


def _token_fixed(out: list[Act], effect: fx.TokenFixed, way: Way, *, stolen: bool) -> None:
    """The token is laid in one act with the marker; from Stage Four on some are turned (N5.3)."""
    index = next(
        (i for i, act in enumerate(out) if act.at is effect.at and act.line_id.startswith("do.new")), -1
    )
    if index < 0:
        laid = Act("do.lay", at=effect.at, back="undo.lay")
        out.append(_from_center(laid) if stolen else laid)
    act = replace(out[index], token=effect.type)
    if way.stage >= 4 and effect.type in CHAIN_STEPS:
        steps = CHAIN_STEPS[effect.type]
        path = (effect.at, effect.at.moved(steps))
        act = replace(act, line_id=_TURNED[act.line_id], path=path, clockwise=steps > 0)
    out[index] = act


_CUTS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "do.new.center": (("do.new.token", "undo.lay.token"), ("do.new.marker.center", "undo.marker.center")),
    "do.new.turn": (("do.new.token.turn", "undo.lay.token"), ("do.new.marker", "undo.marker")),
    "do.new.turn.center": (
        ("do.new.token.turn", "undo.lay.token"),
        ("do.new.marker.center", "undo.marker.center"),
    ),
    "do.back": (("do.ack2t", "undo.ack2t"), ("do.new.marker", "undo.marker")),
    "do.back.center": (("do.ack2t", "undo.ack2t"), ("do.new.marker.center", "undo.marker.center")),
    "do.wake": (("do.ack2t", "undo.ack2t"), ("do.notice", "undo.notice")),
    "deep.match2": (("do.ack2t", "undo.ack2t"), ("do.notice", "undo.notice")),
    "do.lay.center": (("do.lay.token", "undo.token"), ("do.new.marker.center", "undo.marker.center")),
    "do.lay.turn": (("do.lay.token.turn", "undo.token"), ("do.new.marker", "undo.marker")),
    "do.lay.turn.center": (
        ("do.lay.token.turn", "undo.token"),
        ("do.new.marker.center", "undo.marker.center"),
    ),
    "undo.new": (("undo.marker", ""), ("undo.lay.token", "")),
    "undo.new.center": (("undo.marker.center", ""), ("undo.lay.token", "")),
    "undo.lay.center": (("undo.marker.center", ""), ("undo.token", "")),
    "undo.back": (("undo.marker", ""), ("undo.ack2t", "")),
    "undo.back.center": (("undo.marker.center", ""), ("undo.ack2t", "")),
    "undo.wake": (("undo.notice", ""), ("undo.ack2t", "")),
}
"""Where letters are large: moves that are two acts there, each with what an undo says."""
_CUTS_M = frozenset({"do.new.turn.center", "undo.new.center", "undo.lay.center"})
"""Those of them that are too long for two rows of letters of middle size, too."""
_PARTS = {timer: move for move, timer in _TIMER.items() if move and move != "do.again"}
"""A move with its Timer Card -> the move alone."""


def cut(act: Act, size: Profile) -> tuple[Act, ...]:
    """Return a move as it is told in this size of letters: in two acts where it needs more than two rows."""
    timed = act.line_id in _PARTS
    if size is Profile.L or (size is Profile.M and not timed and act.line_id not in _CUTS_M):
        return (act,)
    if timed:
        return _without_timer(act, size)
    if act.line_id not in _CUTS:
        return (act,)
    (first, first_back), (second, second_back) = _CUTS[act.line_id]
    return (
        replace(act, line_id=first, back=first_back, center=False),
        replace(act, line_id=second, back=second_back, token=None, path=()),
    )


def _without_timer(act: Act, size: Profile) -> tuple[Act, ...]:
    """Return the move and the Timer Card as two acts, taken back the other way round."""
    move = _PARTS[act.line_id]
    if move not in _STILL:
        return Act("undo.time.timer", act.word, act.at), *cut(replace(act, line_id=move), size)
    alone = replace(act, line_id=_STILL[move], back=_PARTS.get(act.back, act.back))
    return *cut(alone, size), Act("do.timer", act.word, act.at, back="undo.time.timer")


def joined(steps: Iterable[Act]) -> tuple[Act, ...]:
    """Return these steps with two Timer Cards in a row as one act: no card on the map tells them apart."""
    out: list[Act] = []
    for step in steps:
        if out and step.line_id == "undo.time.timer" == out[-1].line_id:
            out[-1] = replace(step, line_id="undo.time.timers")
        else:
            out.append(step)
    return tuple(out)


def taken_back(done: Iterable[Act]) -> tuple[Act, ...]:
    """Return what to move back after these acts, the last one first; () where hands moved nothing."""
    return tuple(
        replace(act, line_id=act.back, word="strip.undo", path=(), token=None, back="")
        for act in reversed(tuple(done))
        if act.back
    )
