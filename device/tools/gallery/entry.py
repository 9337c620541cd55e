"""One picture of the gallery: a name, and how the device comes to show it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from device.games.settings import defaults
from device.settings.load import with_texts
from device.sim.rig import Rig
from device.ui.model import Do
from device.ui.scene import Scene
from engine.game import moves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.settings.model import Profile
    from engine.game import Command

Shown: TypeAlias = Rig | Scene
"""A running device whose panel is looked at, or a scene to be drawn."""
_MOST_MOVES = 300
_MOST_GAMES = 60
READ_US = 30_000_000
"""Longer than any line is shown before the question behind it."""


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """One screen of the gallery."""

    name: str
    """The screen's id; another picture of the same screen has a word after a space: `pause held`."""
    make: Callable[[Profile], Shown]


def switched_on(profile: Profile, **texts: str) -> Rig:
    """Return a device at home. `texts` are settings as a scenario writes them: night="true"."""
    rig = Rig(with_texts(defaults(), {"screen.profile": profile.value, **texts}))
    rig.power_on()
    return rig


def touched(rig: Rig, *keys: str) -> Rig:
    """Touch pads and buttons one after the other."""
    for key in keys:
        rig.tap(key)
    return rig


def played(
    begin: Callable[[str], Rig],
    until: Callable[[Mapping[str, object]], bool],
    first: Command | None = None,
    games: int = _MOST_GAMES,
) -> Rig:
    """Return a device in a game that chance has led to a state, its question on the panel.

    `begin` starts a game with a seed; `first` is what the player does then. The same every time.
    Raises LookupError if no game comes to such a state.
    """
    for number in range(games):
        rig = begin(str(number))
        if first is not None:
            rig.app.perform((Do(first),), rig.clock.now_us())
        if _led(rig, until, Random(number)):
            rig.wait(READ_US)
            return rig
        rig.stop()
    raise LookupError("no game comes to that state")


def _led(rig: Rig, until: Callable[[Mapping[str, object]], bool], chance: Random) -> bool:
    session = rig.app.sessions.session
    assert session is not None, "there is a session"
    for _ in range(_MOST_MOVES):
        if until(session.state_json()):
            return True
        open_now = moves(session.game, session.state)
        if not open_now:
            return False
        rig.app.perform((Do(chance.choice(open_now)),), rig.clock.now_us())
    return False
