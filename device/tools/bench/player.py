"""A player for the bench: leads a whole guided session by touching pads, at a calm and even pace."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from device.games.nevermind.acts import PADS
from device.games.nevermind.choices import TOKEN_PADS
from device.games.nevermind.options import NevermindOptions
from device.settings.model import Guidance
from device.ui.model import Begin
from engine.game import moves
from engine.nevermind import commands as say

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.sim.rig import Rig
    from engine.nevermind.commands import Command

TOKENS = {token: pad for pad, token in TOKEN_PADS.items()}
TOUCHES_AT_MOST = 2_000
"""No session needs so many; a player that goes round in circles is a bug."""


class StuckError(RuntimeError):
    """The session came to no end."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the player takes."""

    think_s: float = 8.0
    """From the Mind's move to the player's."""
    move_s: float = 6.0
    """For moving cards and markers, before the next touch."""
    read_s: float = 5.0
    """For a line of the opening and the closing."""


@dataclass(slots=True)
class Player:
    """Plays sessions on a rig. `touch` is given a pad and returns once it is on the glass."""

    rig: Rig
    touch: Callable[[str], None]
    seed: str = "7"
    pace: Pace = Pace()

    def session(self, stage: int = 1, guidance: Guidance = Guidance.LIGHT) -> None:
        """Play a guided session from laying out to putting away, up to the home screen.

        Raises StuckError if it does not end.
        """
        random = Random(f"{self.seed}/player")
        held = NevermindOptions(seed=self.seed, guided=True, guidance=guidance)
        self.rig.perform(Begin("nevermind", {"stage": stage}, held))
        for _ in range(TOUCHES_AT_MOST):
            if self.rig.scene.id == "home":
                return
            self._once(random)
        raise StuckError(f"the session stands at {self.rig.scene.id} after {TOUCHES_AT_MOST} touches")

    def _once(self, random: Random) -> None:
        """Wait as a person would, then touch what leads on; a screen that passes by itself is waited for."""
        screen = self.rig.scene.id
        if screen == "ntd.settle":
            self._wait(35.0)
        elif screen in ("ntd.prompt", "ntd.mind", "ntd.deep.step"):
            self._wait(2.0)
        elif screen in ("ntd.done", "ntd.lay", "ntd.away"):
            self._wait(self.pace.move_s)
            self.touch("0")
        elif screen == "ntd.mood":
            self._wait(self.pace.read_s)
            self.touch(random.choice("123456789"))
        elif screen in ("ntd.arrive", "ntd.close", "ntd.sum", "ntd.saved"):
            self._wait(self.pace.read_s)
            # A black frame of the closing may have passed meanwhile: 0 leads on there too.
            self.touch("0")
        else:
            self._wait(self.pace.think_s)
            self.touch(self._answer(random))

    def _answer(self, random: Random) -> str:
        """Choose among what is legal."""
        session = self.rig.app.sessions.session
        if session is None:
            raise StuckError(f"the session ended at {self.rig.scene.id}")
        return pad_of(random.choice(moves(session.game, session.state)))

    def _wait(self, seconds: float) -> None:
        self.rig.wait(round(seconds * 1e6))


def pad_of(command: Command) -> str:
    """Return the pad that gives a command of Nevermind."""
    match command:
        case say.GiveToken(token):
            return TOKENS[token]
        case say.AddCenter(yes) | say.Breathe(yes):
            return "#" if yes else "0"
        case say.DrawHand(count):
            return str(count)
        case say.PlayHand(index):
            return str(index + 1)
        case _ if isinstance(command, say.OnPlace):
            return PADS[command.at]
        case _:
            return "0"
