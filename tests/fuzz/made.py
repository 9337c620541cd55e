"""Real files for the fuzzer, made by play: whatever is mutated was written by the device first."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from device.games.nevermind.options import NevermindOptions
from device.games.settings import defaults
from device.games.the_mind.options import MindOptions
from device.sim.rig import Rig
from device.ui.model import Begin, Choose, Home, Note, Undo
from engine.game import moves
from engine.nevermind.commands import Draw
from engine.nevermind.model import BREATHE, Place, ShownCard
from tests.crash.cuts import contents
from tests.crash.monkey import go_on

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 3_000
"""Bytes of a record."""
RECORD = "sessions/1.jsonl"
_OWN = [[k % 8, (k + 1 + k // 8) % 8] for k in range(16)]


def _nevermind(seed: str, **options: object) -> Begin:
    return Begin("nevermind", {"stage": 1, **options}, NevermindOptions(seed))


def _plain(rig: Rig) -> None:
    rig.perform(_nevermind("3"))
    for key in ("0", "K4", "0", "K4", "0", "K4"):
        rig.tap(key)


def _own(rig: Rig) -> None:
    rig.perform(_nevermind("11", stage=2, mind_cards=_OWN))
    go_on(rig, Random(4), 6)


def _breath(rig: Rig) -> None:
    """With paper decks, whose lines are short, up to a breath."""
    seed = 81
    rig.perform(_nevermind(str(seed), stage=5, decks="paper"))
    session, random = rig.app.sessions.session, Random(seed)
    assert session is not None
    while b'"do":"breath_from"' not in _record(rig):
        if session.state.phase.value == "mind":
            breathes = random.random() >= 0.6 and session.do(Draw(BREATHE), 0) is None
            if not breathes:
                session.do(Draw(ShownCard(random.choice(list(Place)))), 0)
            continue
        legal = moves(session.game, session.state)
        wished = [
            [move for move in legal if "yes=True" in repr(move)],
            [move for move in legal if move.verb == "let_go"],
            [
                move
                for move in legal
                if move.verb in ("acknowledge", "notice", "focus") and random.random() < 0.7
            ],
        ]
        session.do(random.choice(next(filter(None, wished), list(legal))), 0)
    go_on(rig, random, 1)


def _undone(rig: Rig) -> None:
    rig.perform(_nevermind("7", stage=3))
    go_on(rig, Random(2), 5)
    rig.perform(Undo())
    rig.perform(Undo())
    go_on(rig, Random(3), 2)
    rig.perform(Undo())


def _dealt(rig: Rig) -> None:
    rig.perform(Begin("the-mind", {"players": 3, "cards": "dealt"}, MindOptions("7")))
    go_on(rig, Random(5), 9)


def _partners(rig: Rig) -> None:
    rig.perform(Begin("the-mind", {"players": 3, "cards": "dealt"}, MindOptions("9", partners=2)))
    go_on(rig, Random(6), 1)
    rig.wait(60_000_000)
    go_on(rig, Random(6), 1)


PLAYED: dict[str, Callable[[Rig], None]] = {
    "nevermind": _plain,
    "own-cards": _own,
    "breath": _breath,
    "undo": _undone,
    "dealt": _dealt,
    "partners": _partners,
}
"""The six records by name."""


def _record(rig: Rig) -> bytes:
    return contents(rig.disk)[RECORD]


@lru_cache(maxsize=1)
def records() -> dict[str, bytes]:
    """Return the six records."""
    found = {}
    for name, play in PLAYED.items():
        rig = Rig(defaults())
        rig.power_on()
        play(rig)
        found[name] = _record(rig)
        rig.stop()
    return found


@lru_cache(maxsize=1)
def state() -> dict[str, bytes]:
    """Return a whole state folder: sessions that ended and that wait, and all files beside them."""
    rig = Rig(defaults())
    rig.power_on()
    for play in (_dealt, _plain):
        play(rig)
        rig.perform(Note("mood_before", "4"))
        rig.perform(Home())
    rig.perform(Begin("nevermind", {"stage": 1, "mind_cards": _OWN}, NevermindOptions("2")))
    opened = rig.app.sessions.session
    assert opened is not None
    opened.do(opened.game.concede, 61_000)
    rig.perform(Home())
    for path, value in (
        ("screen.night", True),
        ("nevermind.mind_cards", tuple(map(tuple, _OWN))),
        ("guidance.packs", ("Work", "Home", "Rest")),
    ):
        rig.perform(Choose(path, value))
    rig.wait(1_000_000)
    rig.stop()
    return {path: data for path, data in contents(rig.disk).items() if not path.endswith(".new")}
