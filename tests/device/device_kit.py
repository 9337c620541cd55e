"""A device on the fake clock, started and played for the tests of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from device.games.nevermind.options import NevermindOptions
from device.games.settings import defaults
from device.games.words import WORDS
from device.settings.loaded import with_choices
from device.settings.model import Guidance
from device.sim.rig import Rig
from device.ui.mode import Mode
from device.ui.model import Begin, Screen
from device.ui.scene import LineBody, Scene
from engine.game import moves
from engine.nevermind.codec import GAME
from engine.nevermind.commands import AddCenter, Breathe, OnPlace

if TYPE_CHECKING:
    import random

    from device.ui.model import Model

S = 1_000_000
PADS = {"NW": "1", "N": "2", "NE": "3", "E": "6", "SE": "9", "S": "8", "SW": "7", "W": "4"}


def started(*, first: bool = False, **choices: str | int | bool) -> Rig:
    """Start a device with nothing stored; `sound__silent=False` chooses `sound.silent`."""
    chosen = {path.replace("__", "."): value for path, value in choices.items()}
    rig = Rig(with_choices(defaults(), chosen))
    rig.power_on(skip_first=not first)
    return rig


def begin(
    rig: Rig, stage: int = 1, seed: str = "7", *, guided: bool = False, guidance: Guidance = Guidance.LIGHT
) -> None:
    """Open a session of Nevermind; it stands on `ntd.done` with the first line."""
    rig.perform(
        Begin("nevermind", {"stage": stage}, NevermindOptions(seed, guided=guided, guidance=guidance))
    )


def next_touch(rig: Rig, chance: random.Random) -> str | None:
    """Return a pad that a player could touch now, or None once the session was left."""
    session = rig.app.sessions.session
    if session is None:
        return None
    legal = moves(GAME, session.state)
    if not legal or rig.scene.id in ("ntd.lay", "ntd.arrive", "ntd.mood", "ntd.settle"):
        return "0"
    command = chance.choice(legal)
    if isinstance(command, OnPlace):
        return PADS[command.at.name]
    if isinstance(command, AddCenter | Breathe):
        return "#" if command.yes else "0"
    return "0"


@dataclass(frozen=True, slots=True)
class Still(Screen):
    """As the level screen of The Mind: nothing changes with time, touches of pads do nothing."""

    mode: ClassVar[Mode] = Mode.STILL

    def scene(self, model: Model) -> Scene:
        return Scene("test.still", LineBody(WORDS.line("tm.ready")))
