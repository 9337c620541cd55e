"""The step `start`: from its words to a session, as choosing it on the device would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.settings.load import with_texts
from device.ui.play import SessionOptions
from engine.game import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.session.games import DeviceGames
    from device.settings.loaded import Loaded
    from device.sim.scenario.steps import Step, Value
    from device.ui.model import Begin

STARTS = ("home", "first")
_SETTINGS = {"guidance": "guidance.level", "anchor": "guidance.anchor", "profile": "screen.profile"}
"""Words of `start` that are settings of every game."""
KEYS = ("game", "seed", "guided", *_SETTINGS, "settings")
"""Words of `start` that every game has; a game has more of its own."""
SEED = "1"
"""Without a seed a scenario still is the same every time."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a `start` asks for."""

    loaded: Loaded
    begin: Begin | None = None
    """None for home and the first start."""
    first: bool = False


def start_of(step: Step, loaded: Loaded, games: DeviceGames) -> Start:
    """Read a `start`; raises ScenarioError."""
    if isinstance(step.value, str):
        if step.value not in STARTS:
            raise step.bad(f"{quoted(step.value)} is no start; write home, first, or a map with `game`")
        return Start(_settled(step, {}, loaded, _SETTINGS), first=step.value == "first")
    given = step.map()
    own = [key for game in games.games for key in game.start_keys]
    step.only(given, tuple(dict.fromkeys([*KEYS, *own])))
    paths = _SETTINGS | {key: path for game in games.games for key, path in game.start_settings.items()}
    loaded = _settled(step, given, loaded, paths)
    name = given.get("game", games.names[0])
    game = games.named(name) if isinstance(name, str) else None
    if game is None:
        raise step.bad(f"{quoted(name)} is no game; there are {' and '.join(games.names)}")
    words = _Words(step, given)
    guidance = loaded.settings.guidance
    held = SessionOptions(words.text("seed", SEED), words.flag("guided"), guidance.level, guidance.anchor)
    return Start(loaded, game.start(words, loaded.settings, held))


@dataclass(frozen=True, slots=True)
class _Words:
    """Implements `device.session.game_ui.StartWords`."""

    step: Step
    given: dict[str, Value]

    def text(self, key: str, default: str) -> str:
        """Return one word; raises ScenarioError."""
        value = self.given.get(key, default)
        if not isinstance(value, str):
            raise self.bad(f"`{key}` is a single value")
        return value

    def whole(self, key: str, default: int) -> int:
        """Return a whole number; raises ScenarioError."""
        return self.step.whole(self.given[key]) if key in self.given else default

    def flag(self, key: str) -> bool:
        """Return true or false; raises ScenarioError."""
        return self.step.flag(self.given.get(key, "false"))

    def bad(self, problem: str) -> Exception:
        """Return the error that a session cannot be begun so."""
        return self.step.bad(problem)


def _settled(step: Step, given: dict[str, Value], loaded: Loaded, paths: Mapping[str, str]) -> Loaded:
    texts: dict[str, object] = {path: given[key] for key, path in paths.items() if key in given}
    extra = given.get("settings", {})
    if not isinstance(extra, dict):
        raise step.bad("`settings` is a map, such as {spoken: true}")
    changed = with_texts(loaded, {**extra, **texts}, f"{step.file}:{step.line}")
    wrong = [problem for problem in changed.problems if not problem.advice]
    if wrong:
        raise step.bad("; ".join(str(problem) for problem in wrong))
    return changed
