"""How a session of Nevermind is held."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.nevermind.settings import TokenSource
from device.ui.play import SessionOptions


@dataclass(frozen=True, slots=True)
class NevermindOptions(SessionOptions):
    """What a session of Nevermind has beside what every session has."""

    tokens: TokenSource = TokenSource.DEVICE
    """Who draws the tokens (N1.6)."""
    labels: bool = True
    """Show the type of a token in words."""
