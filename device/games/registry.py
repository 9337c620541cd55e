"""The games that the device can lead, by name. Each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.games import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.session.game_ui import Director


class Directors(Mapping[str, "Director"]):
    """One director a game. Half of the code is the games; the home screen needs none of it."""

    def __getitem__(self, game: str) -> Director:
        if game == "nevermind":
            from device.games.nevermind.director import NevermindDirector  # noqa: PLC0415 - loaded when it is played

            return NevermindDirector()
        if game == "the-mind":
            from device.games.the_mind.director import MindDirector  # noqa: PLC0415 - loaded when it is played

            return MindDirector()
        raise KeyError(game)

    def __contains__(self, game: object) -> bool:
        return game in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


def directors() -> Mapping[str, Director]:
    """Return one director a game."""
    return Directors()
