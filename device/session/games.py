"""The games of a device: a value that is handed to app, scenarios and command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.storage.kept import Kept
from device.text.catalog import MACHINE
from device.ui.model import Offer

if TYPE_CHECKING:
    from device.session.game_ui import DeviceGame
    from device.text.words import Words
    from engine.games import Games


@dataclass(frozen=True, slots=True)
class DeviceGames:
    """Games by name, in the order in which home offers them."""

    rules: Games
    """How records of them are read."""
    games: tuple[DeviceGame, ...]

    def named(self, name: str) -> DeviceGame | None:
        """Return the game that record headers call so, or None."""
        return next((game for game in self.games if game.name == name), None)

    def __getitem__(self, name: str) -> DeviceGame:
        """Return the game that record headers call so; raises KeyError."""
        game = self.named(name)
        if game is None:
            raise KeyError(name)
        return game

    def __contains__(self, name: object) -> bool:
        """Tell whether a game is called so."""
        return any(game.name == name for game in self.games)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return tuple(game.name for game in self.games)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What home offers."""
        return tuple(
            Offer(game.name, game.label, game.setup, game.settings, game.tour) for game in self.games
        )

    @property
    def words(self) -> Words:
        """Every word of the machine and of the games; raises ValueError if an id comes twice."""
        return MACHINE.and_(*(game.words for game in self.games))

    @property
    def kept(self) -> Kept:
        """What the games keep in the state folder."""
        milestones = {key: kind for game in self.games for key, kind in game.milestones.items()}
        return Kept({game.name: game.facts for game in self.games}, milestones)
