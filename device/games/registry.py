"""The games of this device. Only here, and where their settings are put together, are they named."""

from __future__ import annotations

from device.games.nevermind.game import Nevermind
from device.games.the_mind.game import TheMind
from device.session.games import DeviceGames
from engine import games as rules

GAMES = DeviceGames(rules.GAMES, (Nevermind(), TheMind()))
"""In the order of the home screen."""
