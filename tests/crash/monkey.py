"""Somebody who plays by random touches, and what a start makes of the storage that is left."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from device.games.nevermind.options import NevermindOptions
from device.games.nevermind.settings import TokenSource
from device.games.registry import GAMES as ALL
from device.games.the_mind.options import MindOptions, Seats
from device.session.sessions import Sessions
from device.storage.store import Store
from device.ui.model import Begin, Do
from engine.game import moves
from hal.simulated.clock import SimClock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from device.sim.rig import Rig
    from hal.ports import Disk

GAMES = tuple(sorted(ALL.names))
_RING = ("1", "2", "3", "4", "6", "7", "8", "9")
_KEYS = (*_RING, "5", "*", "#", "K1", "K2", "K3")
_ON = ("0", "K4")


PLAIN = Begin("nevermind", {"stage": 1}, NevermindOptions("3"))
"""A session that stands at the first move at once."""


def begin(game: str, random: Random) -> Begin:
    """Draw a session: stage and tokens, or players and cards."""
    seed = str(random.randrange(1_000_000))
    if game == "nevermind":
        options: dict[str, object] = {"stage": random.randint(1, 6)}
        tokens = random.choice(tuple(TokenSource))
        return Begin(game, options, NevermindOptions(seed, guided=random.random() < 0.5, tokens=tokens))
    partners: Seats = random.choice((0, 0, 1, 2))
    players = min(4, max(2, partners + random.randint(1, 2)))
    cards = "dealt" if partners else random.choice(("table", "dealt"))
    return Begin(game, {"players": players, "cards": cards}, MindOptions(seed, partners=partners))


def touch(random: Random) -> str:
    """Draw a pad or a button; those that lead on come as often as all others."""
    return random.choice(_ON if random.random() < 0.5 else _KEYS)


def go_on(rig: Rig, random: Random, lines: int) -> None:
    """Let the game run by commands that are possible, without touches, up to the middle or the end of it."""
    for _ in range(lines):
        session = rig.app.sessions.session
        if session is None:
            return
        legal = moves(session.game, session.state)
        if not legal:
            return
        rig.perform(Do(random.choice(legal)))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a start on a storage stands, for one game. `repr` tells all that differs."""

    games: tuple[str, ...]
    """Games with an open session."""
    session: int | None = None
    state: str = ""
    moments: int = 0
    ritual: tuple[str, int] = ("", 0)
    notes: str = ""
    journal: tuple[int, ...] = ()
    """Sessions with an entry in force."""

    def strays(self, allowed: Sequence[Standing]) -> list[str]:
        """Name what stands neither where it stood before an act nor where it stands after it.

        One act may store several facts, one after the other: each is there or not yet there, none is lost.
        """
        new = any(one.session != self.session for one in allowed)
        strays: list[str] = []
        for field in fields(self):
            mine, known = getattr(self, field.name), [getattr(one, field.name) for one in allowed]
            if new and field.name == "ritual":
                known.append(("", 0))  # a session that nobody has seen yet
            if mine not in known:
                strays.append(f"{field.name} is {mine}, not {' or '.join(map(str, known))}")
        return strays


def sessions_on(disk: Disk) -> Sessions:
    """Find the sessions of a storage, as a start does."""
    clock = SimClock()
    return Sessions(Store(disk, clock, ALL.kept), clock, ALL)


def standing(sessions: Sessions, game: str) -> Standing:
    """Take up the open session of a game and tell where it stands."""
    games = tuple(sorted(sessions.open_games()))
    entries = tuple(entry.session for entry in sessions.store.journal())
    opened = sessions.resume(game) if game in games else None
    if opened is None:
        return Standing(games, journal=entries)
    session = opened.session
    return Standing(
        games,
        session.number,
        repr(session.state_json()),
        len(session.moments),
        (opened.ritual, opened.ritual_index),
        repr(sorted(opened.notes.items())),
        entries,
    )
