"""What of N8 a record with paper decks comes to: each clause, in the situations that it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.nevermind.model import Intensity
from engine.nevermind.paper import centers_unseen
from engine.nevermind.phases import Phase
from engine.record import Kind, advance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.nevermind.model import State
    from engine.record import Line, Record


class Moved:
    """One line of a record, with the state before and after it, and the line before it."""

    def __init__(
        self, line: Line, before: State, after: State, last: Line | None, gone: tuple[str, ...]
    ) -> None:
        self.kind = line.kind
        self.data = line.data
        self.verb = str(line.data[line.kind])
        self.before = before
        self.after = after
        self.last: Mapping[str, object] = {} if last is None else last.data
        self.gone = gone
        """Verbs that an undo took back."""

    def done(self, verb: str, *keys: str) -> bool:
        """Whether this is a command that was carried out and says these things."""
        return self.kind is Kind.DO and self.verb == verb and all(key in self.data for key in keys)

    def tried(self, verb: str, *keys: str) -> bool:
        """Whether this is a command that is refused and says just these things."""
        said = {key for key in self.data if key in ("mind", "noting", "breathe")}
        return self.kind is Kind.TRY and self.verb == verb and said == set(keys)

    @property
    def listed(self) -> object:
        """What is legal after it."""
        return self.data.get("legal", [])


RING = ("NW", "N", "NE", "E", "SE", "S", "SW", "W")


def _alike(did: Moved) -> bool:
    return did.data.get("mind") == did.data.get("noting")


def _super(did: Moved) -> bool:
    return did.before.options.super_monkey


def _reset(did: Moved) -> bool:
    return did.done("shuffle") and did.before.round > 1


SITUATIONS: Mapping[str, Mapping[str, Callable[[Moved], bool]]] = {
    "N8.1": {
        "laid out": lambda did: (
            did.done("shuffle") and (len(did.after.deck), did.after.timer, did.after.round) == (16, 19, 1)
        ),
    },
    "N8.2": {
        "a Mind Card": lambda did: did.done("draw", "mind"),
        "a Center Card": lambda did: did.done("draw", "breathe"),
        "both places with Super": lambda did: did.done("draw", "mind", "noting") and _super(did),
        "noting ignored without it": lambda did: did.done("draw", "mind", "noting") and not _super(did),
        "nothing said": lambda did: did.tried("draw"),
        "both said": lambda did: did.tried("draw", "mind", "breathe"),
        "no noting with Super": lambda did: did.tried("draw", "mind") and _super(did),
        "equal places with Super": lambda did: (
            did.tried("draw", "mind", "noting") and _alike(did) and _super(did)
        ),
        "no place": lambda did: did.tried("draw", "mind") and did.data["mind"] not in RING,
        "draw listed without data": lambda did: {"do": "draw"} in _list(did.listed),
        "breath_play listed without data": lambda did: {"do": "breath_play"} in _list(did.listed),
    },
    "N8.3": {
        "no Center Card is left": lambda did: did.tried("draw", "breathe") and not centers_unseen(did.before),
        "only Center Cards are left": lambda did: (
            did.tried("draw", "mind") and centers_unseen(did.before) == len(did.before.deck) > 0
        ),
        "none in the hand": lambda did: did.tried("breath_play", "breathe"),
        "the hand held all of them at a reset": lambda did: (
            did.done("shuffle") and did.before.breath_from is not None and did.before.hand_centers[0] > 0
        ),
    },
    "N8.4": {
        "a reset": lambda did: _reset(did) and "cards" not in did.data,
        "cards ignored": lambda did: did.done("shuffle", "cards"),
        "the back is asked for": lambda did: (
            did.after.phase is Phase.BREATHE and did.before.phase is not Phase.BREATHE
        ),
        "not where nothing is Released": lambda did: (
            did.done("draw", "mind")
            and did.after.phase is Phase.WATCHER
            and centers_unseen(did.after) > 0
            and not did.after.count(Intensity.RELEASED)
        ),
        "yes": lambda did: did.done("breathe") and len(did.after.deck) == len(did.before.deck) - 1,
        "no": lambda did: did.done("breathe") and did.after.deck == did.before.deck,
    },
    "N8.5": {
        "time passes": lambda did: did.kind is Kind.DO and did.after.timer < did.before.timer,
        "in a let go": lambda did: did.done("let_go") and did.after.timer < did.before.timer,
    },
    "N8.6": {
        "unseen cards": lambda did: did.done("breath_hand") and len(did.after.hand) > 1,
        "a card of it": lambda did: did.done("breath_play", "mind", "noting"),
        "a Center Card of it": lambda did: did.done("breath_play", "breathe"),
        "the last one": lambda did: did.done("breath_play") and len(did.before.hand) == 1,
        "one place said": lambda did: did.tried("breath_play", "mind"),
        "equal places": lambda did: did.tried("breath_play", "mind", "noting") and _alike(did),
    },
    "N8.7": {
        "a Mind Card back": lambda did: "draw" in did.gone,
        "past a reset": lambda did: did.kind is Kind.UNDO and "shuffle" in did.gone,
        "out of a breath": lambda did: "breath_play" in did.gone,
        "a hand back": lambda did: "breath_hand" in did.gone,
        "a Center Card back": lambda did: "breathe" in did.gone,
        "and forth again": lambda did: did.kind is Kind.REDO,
    },
    "N8.8": {
        "the deck matched": lambda did: did.done("fix", "deck", "breathes"),
        "no such deck": lambda did: did.kind is Kind.TRY and did.verb == "fix",
    },
    "N8.9": {
        "the end as with the device's decks": lambda did: (
            did.after.result is not None and did.after.result.score is not None
        ),
        "a second Mind action": lambda did: did.done("second"),
        "a token": lambda did: did.done("token"),
    },
}
"""By clause; each tells whether a line of a record is such a situation."""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def situations(record: Record) -> set[tuple[str, str]]:
    """Return the situations that a record comes to."""
    found: set[tuple[str, str]] = set()
    timeline = record.start()
    last: Line | None = None
    for line in record.lines:
        before, had = timeline.state, [entry.command.verb.value for entry in timeline.in_force]
        advance(timeline, line)
        gone = tuple(had[len(timeline.in_force) :]) if line.kind is Kind.UNDO else ()
        did = Moved(line, before, timeline.state, last, gone)
        for clause, ways in SITUATIONS.items():
            found |= {(clause, name) for name, holds in ways.items() if holds(did)}
        last = line
    return found
