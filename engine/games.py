"""The games by name: a value that is handed to whoever reads records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.game import Game

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Games(Mapping[str, AnyGame]):
    """Games by the name in a record's header; each is loaded when it is first asked for."""

    loaders: Mapping[str, Callable[[], AnyGame]]
    """What loads the game of a name."""

    def __getitem__(self, name: str) -> AnyGame:
        return self.loaders[name]()

    def __contains__(self, name: object) -> bool:
        return name in self.loaders

    def __iter__(self) -> Iterator[str]:
        return iter(self.loaders)

    def __len__(self) -> int:
        return len(self.loaders)


def _nevermind() -> AnyGame:
    from engine.nevermind.codec import GAME  # noqa: PLC0415 - one game loads without the other

    return GAME


def _the_mind() -> AnyGame:
    from engine.the_mind.codec import GAME  # noqa: PLC0415 - one game loads without the other

    return GAME


GAMES = Games({"nevermind": _nevermind, "the-mind": _the_mind})
"""The games of this program."""
